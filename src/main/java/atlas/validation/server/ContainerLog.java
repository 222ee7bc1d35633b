package atlas.validation.server;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/** Puts the pieces in which a daemon hands a container's output on together to lines, and follows them into a log. */
final class ContainerLog extends ResultCallback.Adapter<Frame> {

    private final ServerLog log;
    private final Map<StreamType, ByteArrayOutputStream> open = new EnumMap<>(StreamType.class);

    ContainerLog(ServerLog log) {
        this.log = log;
    }

    @Override
    public void onNext(Frame frame) {
        ByteArrayOutputStream line = open.computeIfAbsent(frame.getStreamType(), type -> new ByteArrayOutputStream());
        for (byte piece : frame.getPayload()) {
            if (piece == '\n') {
                finish(line);
            } else {
                line.write(piece);
            }
        }
    }

    @Override
    public void onError(Throwable broken) {
        finishAll();
        log.add("(the log ends here: " + DockerTrouble.words(broken) + ")");
        super.onError(broken);
    }

    @Override
    public void onComplete() {
        finishAll();
        super.onComplete();
    }

    private void finishAll() {
        open.values().stream().filter(line -> line.size() > 0).forEach(this::finish);
    }

    private void finish(ByteArrayOutputStream line) {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        log.add(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }
}

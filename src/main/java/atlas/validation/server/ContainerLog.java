package atlas.validation.server;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;

/**
 * Puts the pieces in which a daemon hands a container's output on together to lines, and follows them into a log. Each
 * step of a progress bar, which goes back to the start of its line, is a line too; one without end is cut.
 */
final class ContainerLog extends ResultCallback.Adapter<Frame> {

    /** Longer than any line that a person reads. */
    private static final int LONGEST_LINE_BYTES = 64 << 10;

    private final ServerLog log;
    private final Map<StreamType, Line> open = new EnumMap<>(StreamType.class);

    ContainerLog(ServerLog log) {
        this.log = log;
    }

    /** What has come of a line. */
    private static final class Line {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        /** Whether the last that came went back to the start of the line: a line feed then ends nothing more. */
        private boolean returned;
    }

    @Override
    public void onNext(Frame frame) {
        Line line = open.computeIfAbsent(frame.getStreamType(), type -> new Line());
        for (byte piece : frame.getPayload()) {
            switch (piece) {
                case '\r' -> {
                    if (line.bytes.size() > 0) {
                        finish(line);
                    }
                    line.returned = true;
                }
                case '\n' -> {
                    if (!line.returned || line.bytes.size() > 0) {
                        finish(line);
                    }
                    line.returned = false;
                }
                default -> {
                    line.bytes.write(piece);
                    line.returned = false;
                    if (line.bytes.size() == LONGEST_LINE_BYTES) {
                        finish(line);
                    }
                }
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
        open.values().stream().filter(line -> line.bytes.size() > 0).forEach(this::finish);
    }

    private void finish(Line line) {
        String text = line.bytes.toString(StandardCharsets.UTF_8);
        line.bytes.reset();
        log.add(text);
    }
}

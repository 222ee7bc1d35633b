package atlas.validation.probe;

import atlas.validation.record.RequestRecord;
import atlas.validation.workload.Prompt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Many streamed requests at the same time, through the measuring client. */
final class Crowd implements AutoCloseable {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Future<RequestRecord>> requests = new ArrayList<>();

    /** Sends so many requests at once, each with words of its own. */
    static Crowd of(int size, String question, int maxTokens, ProbeTarget target, String purpose) {
        Crowd crowd = new Crowd();
        for (int i = 0; i < size; i++) {
            Prompt prompt = new Prompt("[%s-%d] %s".formatted(target.settings().salt(), i, question), maxTokens, false);
            crowd.requests.add(crowd.threads.submit(
                    () -> target.client().send(target.name(), purpose, prompt, target.cancellation())));
        }
        return crowd;
    }

    /** Waits until the last has ended, and returns how each did. */
    List<RequestRecord> await() {
        List<RequestRecord> rows = new ArrayList<>();
        for (Future<RequestRecord> request : requests) {
            try {
                rows.add(request.get());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while requests were on their way", interrupted);
            } catch (ExecutionException broken) {
                throw new IllegalStateException("a request could not be sent", broken.getCause());
            }
        }
        return rows;
    }

    @Override
    public void close() {
        threads.close();
    }
}

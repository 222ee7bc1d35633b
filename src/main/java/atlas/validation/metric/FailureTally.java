package atlas.validation.metric;

import atlas.validation.record.FailureRecord;
import atlas.validation.record.RequestRecord;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts the failed requests of one cell, in all its repeats, by their cause. Used by one thread. */
public final class FailureTally {

    private static final String OTHERS = "various causes; client.log has each";

    private final String request;
    private final Map<FailureCause, Failures> byCause = new LinkedHashMap<>();

    /** @param request method and address of every request, without anything secret */
    public FailureTally(String request) {
        this.request = request;
    }

    /** What is known of one cause. */
    private static final class Failures {

        private final String message;
        private int count;
        private RequestRecord example;
        private @Nullable String log;

        Failures(String message, RequestRecord example) {
            this.message = message;
            this.example = example;
        }
    }

    /**
     * Counts a request that has failed.
     *
     * @param answered whether any byte came back
     */
    public void add(RequestRecord row, boolean answered) {
        FailureCause exact = FailureCause.of(row);
        boolean known = byCause.containsKey(exact) || byCause.size() < FailureCause.MOST;
        FailureCause cause = known ? exact : exact.whateverWasTold();
        String message = row.error() == null ? row.outcome().word() : row.error();
        Failures failures = byCause.computeIfAbsent(cause, unseen -> new Failures(known ? message : OTHERS, row));
        failures.count++;
        if (known && answered && failures.log == null) {
            failures.example = row;
            failures.log = log(row);
        }
    }

    private static String log(RequestRecord row) {
        String file = FailureRecord.answerFile(row.phase(), row.index());
        return FailureRecord.repeatFolder(row.repeat())
                .map(folder -> folder + "/" + file)
                .orElse(file);
    }

    /** Returns the causes, the most frequent first. */
    public List<FailureRecord> records() {
        return byCause.entrySet().stream()
                .map(entry -> record(entry.getKey(), entry.getValue()))
                .sorted(Comparator.comparing(FailureRecord::count).reversed())
                .toList();
    }

    private FailureRecord record(FailureCause cause, Failures failures) {
        return new FailureRecord(
                cause.phase(),
                cause.outcome(),
                cause.httpStatus(),
                failures.message,
                failures.count,
                failures.example.index(),
                failures.example.repeat(),
                request,
                failures.log);
    }
}

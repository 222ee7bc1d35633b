package atlas.validation.probe;

import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Sends many requests at once: a server may let them wait or refuse some with 429, and has to serve on. */
record OverloadProbe() implements Probe {

    private static final int REQUESTS = 48;
    private static final int MAX_TOKENS = 4;
    private static final int TOO_MANY = 429;

    @Override
    public String name() {
        return "overload";
    }

    @Override
    public ProbeFinding run(ProbeTarget target) {
        List<RequestRecord> rows;
        try (Crowd crowd = Crowd.of(REQUESTS, "Name a colour.", MAX_TOKENS, target, name())) {
            rows = crowd.await();
        }
        long served =
                rows.stream().filter(row -> row.outcome() == Outcome.SUCCESS).count();
        long refused = rows.stream().filter(OverloadProbe::isRefused).count();
        Optional<RequestRecord> broken = rows.stream()
                .filter(row -> row.outcome() != Outcome.SUCCESS && !isRefused(row))
                .findFirst();
        Exchange after = target.chat("Say hello.", 1, Map.of());
        String evidence = "%d of %d requests served, %d refused with HTTP 429%n%n%s"
                .formatted(served, REQUESTS, refused, after.evidence());
        String sent = "%d streamed chats at once".formatted(REQUESTS);
        if (broken.isPresent()) {
            RequestRecord row = broken.get();
            String error = row.error() == null ? "" : ", " + row.error();
            return ProbeFinding.failed(
                    sent,
                    "%d of them ended otherwise, one as %s%s"
                            .formatted(
                                    REQUESTS - served - refused, row.outcome().word(), error),
                    "each should be served in its turn or refused with HTTP 429",
                    evidence);
        }
        if (!after.hasStatus(200)) {
            return ProbeFinding.failed(
                    sent + " and one more", after.seen(), "the server should serve on afterwards", evidence);
        }
        return ProbeFinding.passed(
                "of %d requests at once %d were served and %d refused with HTTP 429, and the server serves on"
                        .formatted(REQUESTS, served, refused),
                evidence);
    }

    private static boolean isRefused(RequestRecord row) {
        Integer status = row.httpStatus();
        return status != null && status == TOO_MANY;
    }
}

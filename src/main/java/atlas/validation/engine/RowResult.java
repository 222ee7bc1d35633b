package atlas.validation.engine;

import atlas.validation.config.Inconclusive;
import atlas.validation.lifecycle.StageOutcome;
import org.opentest4j.TestAbortedException;

/**
 * A row's outcome in JUnit's words: successful, failed by a missed limit, failed by trouble, or aborted. The statuses
 * are the gate's; nothing is decided here.
 */
sealed interface RowResult {

    /** Throws what JUnit expects for this result, or returns. */
    void raise();

    record Successful() implements RowResult {
        @Override
        public void raise() {}
    }

    record Missed(String message) implements RowResult {
        @Override
        public void raise() {
            throw new MissedLimit(message);
        }
    }

    record Trouble(String message) implements RowResult {
        @Override
        public void raise() {
            throw new NotMeasured(message);
        }
    }

    record Aborted(String message) implements RowResult {
        @Override
        public void raise() {
            throw new TestAbortedException(message);
        }
    }

    static RowResult of(StageOutcome outcome, Inconclusive policy) {
        String message = outcome.sentence();
        return switch (outcome.status()) {
            case PASS -> new Successful();
            case FAIL -> new Missed(message);
            case ERROR, CANCELLED -> new Trouble(message);
            case INCONCLUSIVE -> policy == Inconclusive.FAIL ? new Trouble(message) : new Aborted(message);
            case RECORD, SKIPPED -> new Aborted(message);
        };
    }

    /** Tells that a measured value lies outside an enforced limit. The message is the finding: there is no trace. */
    final class MissedLimit extends AssertionError {

        private static final long serialVersionUID = 1L;

        MissedLimit(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Tells that something could not be measured, or carries no decision. The message is the finding: no trace. */
    final class NotMeasured extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotMeasured(String message) {
            super(message, null, false, false);
        }
    }
}

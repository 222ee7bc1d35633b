package atlas.validation.engine;

import atlas.validation.config.Inconclusive;
import atlas.validation.gate.RowVerdict;
import org.opentest4j.TestAbortedException;

/** Tells JUnit what the gate said of a row. Nothing is decided here; the messages are the findings, without a trace. */
final class RowFailure {

    private RowFailure() {}

    /** Returns when the row is successful, else throws what JUnit calls failed, in error or aborted. */
    static void raise(RowVerdict verdict, Inconclusive policy) {
        switch (verdict.outcome(policy)) {
            case SUCCESSFUL -> {}
            case FAILED -> throw new MissedLimit(verdict.text());
            case ERROR -> throw new NotMeasured(verdict.text());
            case ABORTED -> throw new NoDecision(verdict.text());
        }
    }

    /** A measured value lies outside an enforced limit. */
    static final class MissedLimit extends AssertionError {

        private static final long serialVersionUID = 1L;

        MissedLimit(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Nothing failed, and nothing passed. */
    static final class NoDecision extends TestAbortedException {

        private static final long serialVersionUID = 1L;

        NoDecision(String message) {
            super(message);
        }

        @Override
        public synchronized Throwable fillInStackTrace() {
            return this;
        }
    }

    /** Something could not be measured, or is inconclusive where that fails. */
    static final class NotMeasured extends RuntimeException {

        private static final long serialVersionUID = 1L;

        NotMeasured(String message) {
            super(message, null, false, false);
        }
    }
}

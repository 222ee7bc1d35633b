package atlas.validation.lifecycle;

import atlas.validation.client.Cancellation;
import atlas.validation.client.LoadListener;
import atlas.validation.client.LoadProgress;
import atlas.validation.client.RawAnswer;
import atlas.validation.record.Outcome;
import atlas.validation.record.RequestRecord;
import atlas.validation.server.ServerException;
import atlas.validation.workload.Prompt;
import java.util.concurrent.CancellationException;

/** Asks a server for one token, to learn whether it generates at all and how soon. */
final class FirstTokens {

    private final ServerConnection connection;
    private final TargetRun target;

    FirstTokens(ServerConnection connection, TargetRun target) {
        this.connection = connection;
        this.target = target;
    }

    /**
     * Returns the streamed answer to a short prompt with a limit of one token.
     *
     * @param purpose names the request in the server's log
     * @param salt makes the prompt unlike any other of the same length
     * @throws ServerException if no token comes
     * @throws CancellationException if the run was cancelled meanwhile
     */
    RequestRecord ask(String purpose, String salt) {
        RequestRecord row = attempt(purpose, salt);
        if (!hasToken(row)) {
            throw new ServerException(noToken(row));
        }
        return row;
    }

    /** Does as {@link #ask} does, and returns the row whether or not a token came. */
    RequestRecord attempt(String purpose, String salt) {
        Cancellation cancellation = target.cancellation();
        Prompt prompt = new Prompt(salt + " Say hello in one word.", 1, false);
        RequestRecord row =
                connection.client().send(target.plan().name(), purpose, prompt, cancellation, new Failure());
        if (row.outcome() == Outcome.CANCELLED && cancellation.isCancelled()) {
            throw new CancellationException("cancelled while a token was awaited");
        }
        return row;
    }

    static boolean hasToken(RequestRecord row) {
        return row.outcome() == Outcome.SUCCESS && row.ttftMs() != null;
    }

    /** Returns the sentence that says that no token came. */
    String noToken(RequestRecord row) {
        return "%s is up but does not generate: %s%s"
                .formatted(
                        connection.endpoint().base(),
                        row.outcome().word(),
                        row.error() == null ? "" : ", " + row.error());
    }

    /** Hands on what was answered to a request that failed. */
    private final class Failure implements LoadListener {

        @Override
        public void requestFinished(RequestRecord row) {}

        @Override
        public void requestFailed(RequestRecord row, RawAnswer answer) {
            ApiKeyMask mask = new ApiKeyMask(connection.endpoint().apiKey());
            target.listener().singleRequestFailed(target.plan(), row, mask.apply(answer));
        }

        @Override
        public void progress(LoadProgress snapshot) {}
    }
}

package atlas.validation.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellId;
import atlas.validation.record.Outcome;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that answer when they have seen the head of a request, and do not read its body. */
@Timeout(60)
class UnfinishedUploadsIT {

    private static final Duration SOON = Duration.ofSeconds(3);
    private static final int LONGER_THAN_ANY_SOCKET_BUFFER = 16 << 20;

    @Test
    void aConnectionWhoseRequestWasNotWrittenWholeCarriesNoOtherOne() throws IOException {
        try (HeadReader server = new HeadReader(false)) {
            CellMeasurement cell = run(server, 3);

            assertThat(cell.rows()).hasSize(3).allSatisfy(row -> {
                assertThat(row.outcome()).as(row.error()).isEqualTo(Outcome.HTTP_ERROR);
                assertThat(row.httpStatus()).isEqualTo(503);
                assertThat(row.error()).isEqualTo("no more of this");
            });
        }
    }

    @Test
    void anAnswerThatCameBeforeTheResetOfAnUploadIsTheAnswer() throws IOException {
        try (HeadReader server = new HeadReader(true)) {
            CellMeasurement cell = run(server, 12);

            assertThat(cell.rows()).hasSize(12).allSatisfy(row -> {
                assertThat(row.outcome()).as(row.error()).isEqualTo(Outcome.HTTP_ERROR);
                assertThat(row.httpStatus()).isEqualTo(503);
                assertThat(row.error()).isEqualTo("no more of this");
            });
        }
    }

    private static CellMeasurement run(HeadReader server, int requests) {
        TimeLimits limits = new TimeLimits(SOON, SOON, SOON);
        CellLoad load = new CellLoad("t", CellId.ofConcurrency("w", 1), new Huge(), 1, 0, requests);
        try (LoadClient client = Loads.client(server.baseUrl(), limits, 1)) {
            return client.run(load, new Cancellation(), LoadListener.silent());
        }
    }

    private record Huge() implements PromptSource {

        @Override
        public Prompt measured(int index) {
            return new Prompt("x".repeat(LONGER_THAN_ANY_SOCKET_BUFFER), 16, false);
        }

        @Override
        public Prompt warmup(int index) {
            return measured(index);
        }
    }

    /** Reads the head of one request of each connection, answers it, and reads no more. */
    private static final class HeadReader implements AutoCloseable {

        private static final String MESSAGE = "{\"error\":{\"message\":\"no more of this\"}}";
        private static final byte[] ANSWER = ("HTTP/1.1 503 Busy\r\nContent-Length: " + MESSAGE.length() + "\r\n\r\n"
                        + MESSAGE)
                .getBytes(ISO_8859_1);

        private final ServerSocket listening = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        private final List<Socket> open = new ArrayList<>();
        private final boolean closes;

        HeadReader(boolean closes) throws IOException {
            this.closes = closes;
            Thread.ofVirtual().start(this::accept);
        }

        URI baseUrl() {
            return URI.create("http://127.0.0.1:" + listening.getLocalPort());
        }

        private void accept() {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    synchronized (open) {
                        open.add(socket);
                    }
                    Thread.ofVirtual().start(() -> answer(socket));
                }
            } catch (IOException closed) {
                // The test is over.
            }
        }

        private void answer(Socket socket) {
            try {
                InputStream in = socket.getInputStream();
                StringBuilder head = new StringBuilder();
                while (head.indexOf("\r\n\r\n") < 0) {
                    int value = in.read();
                    if (value < 0) {
                        return;
                    }
                    head.append((char) value);
                }
                socket.getOutputStream().write(ANSWER);
                if (closes) {
                    // What is unread makes it a reset.
                    socket.close();
                }
            } catch (IOException gone) {
                throw new UncheckedIOException(gone);
            }
        }

        @Override
        public void close() throws IOException {
            listening.close();
            synchronized (open) {
                for (Socket socket : open) {
                    socket.close();
                }
            }
        }
    }
}

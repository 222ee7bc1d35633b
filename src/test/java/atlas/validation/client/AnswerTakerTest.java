package atlas.validation.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTakerTest {

    private static final String UNTIL_CLOSE = "HTTP/1.1 200 OK\r\n\r\nall";
    private static final String COUNTED = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final AnswerTaker taker = new AnswerTaker(channel, new AnswerBytes());
    private final Heard heard = new Heard();

    @Test
    void tellsTheEndOnceAllOfTheReadWasLookedAt() {
        taker.await(heard);
        take(COUNTED);
        assertThat(heard.told).containsExactly("200", "ok");
        taker.taken();
        assertThat(heard.told).containsExactly("200", "ok", "end");
        assertThat(taker.isKeepAlive()).isTrue();
        assertThat(taker.hasAnswered()).isTrue();
    }

    @Test
    void whatFollowsAnAnswerSpoilsTheConnectionUnlessItIsEmptyLines() {
        taker.await(heard);
        take(COUNTED + "\r\n");
        taker.taken();
        take("\r\n");
        assertThat(taker.isKeepAlive()).isTrue();
        assertThat(channel.isOpen()).isTrue();
        take("HTTP/1.1 408");
        assertThat(taker.isKeepAlive()).isFalse();
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void whatWasReadBeforeTheRequestWasSentAnswersNothing() {
        long before = System.nanoTime();
        taker.await(heard);
        byte[] stale = COUNTED.getBytes(ISO_8859_1);
        taker.take(stale, 0, stale.length, before);
        assertThat(heard.told).containsExactly("garbage: bytes that came before the request was sent");
        assertThat(channel.isOpen()).isFalse();
    }

    @Test
    void anOrderlyEndEndsABodyWithoutLengthAndAResetBreaksIt() {
        taker.await(heard);
        take(UNTIL_CLOSE);
        taker.taken();
        taker.ended(System.nanoTime());
        assertThat(heard.told).containsExactly("200", "all", "end");

        heard.told.clear();
        taker.await(heard);
        take(UNTIL_CLOSE);
        taker.failed(new IOException("recvAddress(..) failed: Connection reset by peer"));
        taker.ended(System.nanoTime());
        assertThat(heard.told).containsExactly("200", "all", "broken: connection reset by peer");
    }

    private void take(String text) {
        byte[] bytes = text.getBytes(ISO_8859_1);
        taker.take(bytes, 0, bytes.length, System.nanoTime());
    }

    private static class Heard implements ResponseListener {

        private final List<String> told = new ArrayList<>();

        @Override
        public void onHead(HttpResponse response) {
            told.add(Integer.toString(response.status().code()));
        }

        @Override
        public void onBody(byte[] bytes, int offset, int length, long stampNanos) {
            told.add(new String(bytes, offset, length, ISO_8859_1));
        }

        @Override
        public void onEnd(long stampNanos) {
            told.add("end");
        }

        @Override
        public void onGarbage(String what) {
            told.add("garbage: " + what);
        }

        @Override
        public void onBroken(String how, boolean orderly) {
            told.add("broken: " + how);
        }
    }
}

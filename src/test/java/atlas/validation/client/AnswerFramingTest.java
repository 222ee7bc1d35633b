package atlas.validation.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerFramingTest {

    private static final String HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n";
    private static final String CHUNKED = HEAD + "Transfer-Encoding: chunked\r\n\r\n";
    private static final Pattern LONE_END = Pattern.compile("(?<!\r)\n|\r(?!\n)");
    private static final String ODD_TRAILER = "odd trailer";
    private static final String STREAM = CHUNKED + "5\r\nfirst\r\n00B;name=value\r\nand\r\nsecond\r\n0\r\n\r\n";

    @Test
    void findsTheSameWhereverTheReadsAreCut() {
        for (int cut = 0; cut <= STREAM.length(); cut++) {
            assertThat(new Heard()
                            .feed(STREAM.substring(0, cut), STREAM.substring(cut))
                            .told())
                    .as("cut at %d", cut)
                    .isEqualTo("200 [firstand\r\nsecond] whole");
        }
        assertThat(new Heard().feed(STREAM.split("")).told()).isEqualTo("200 [firstand\r\nsecond] whole");
    }

    @Test
    void takesLinesThatEndWithALineFeedAlone() {
        String untidy = STREAM.replace("and\r\n", "and##").replace("\r\n", "\n").replace("and##", "and\r\n");
        assertThat(new Heard().feed(untidy).told()).isEqualTo("200 [firstand\r\nsecond] whole");
        assertThat(new Heard().feed(CHUNKED + "2\nok\n0\nx: y\n\n").told()).isEqualTo("200 [ok] whole");
    }

    @Test
    void chunksGoBeforeALengthAndALengthMayBeToldTwice() {
        assertThat(new Heard()
                        .feed(STREAM.replace("\r\n\r\n5", "\r\nContent-Length: 3\r\n\r\n5"))
                        .told())
                .isEqualTo("200 [firstand\r\nsecond] whole");
        assertThat(new Heard()
                        .feed(HEAD + "Content-Length: 2\r\nContent-Length: 2\r\n\r\nok")
                        .told())
                .isEqualTo("200 [ok] whole");
    }

    @Test
    void takesTrailersForNoPartOfTheBody() {
        assertThat(new Heard()
                        .feed(CHUNKED + "2\r\nok\r\n0\r\nx-checksum: 1\r\ny: 2\r\n\r\n")
                        .told())
                .isEqualTo("200 [ok] whole");
    }

    @Test
    void takesAsMuchAsTheLengthSaysAndLeavesTheRest() {
        String answer = HEAD + "Content-Length: 4\r\n\r\n";
        Heard heard = new Heard().feed(answer + "ok", "ay");
        assertThat(heard.told()).isEqualTo("200 [okay] whole");
        assertThat(heard.left).isZero();
        assertThat(new Heard().feed(answer + "okay, and more").left).isEqualTo(", and more".length());
        assertThat(new Heard().feed(HEAD + "Content-Length: 0\r\n\r\n").told()).isEqualTo("200 [] whole");
    }

    @Test
    void aBodyWithoutLengthEndsWithItsConnection() {
        Heard heard = new Heard().feed(HEAD + "\r\nso far", " so good");
        assertThat(heard.told()).isEqualTo("200 [so far so good] going on");
        assertThat(heard.framing.endsWithConnection()).isTrue();
        assertThat(new Heard().feed(CHUNKED).framing.endsWithConnection()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {204, 304})
    void someStatusesHaveNoBodyWhateverTheirHeadersSay(int status) {
        assertThat(new Heard()
                        .feed("HTTP/1.1 " + status + " x\r\nContent-Length: 4\r\n\r\n")
                        .told())
                .isEqualTo(status + " [] whole");
    }

    @Test
    void informationalHeadsComeBeforeTheAnswer() {
        assertThat(new Heard()
                        .feed("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n" + STREAM)
                        .told())
                .isEqualTo("100 103 200 [firstand\r\nsecond] whole");
    }

    @Test
    void skipsEmptyLinesBeforeAHead() {
        assertThat(new Heard().feed("\r\n", "\r\n" + STREAM).told()).endsWith("whole");
    }

    @Test
    void findsOneAnswerBehindTheOther() {
        Heard heard = new Heard().feed(STREAM);
        heard.framing.expectAnswer();
        assertThat(heard.feed(HEAD + "Content-Length: 2\r\n\r\nok").told())
                .isEqualTo("200 [firstand\r\nsecond] whole200 [ok] whole");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\r\n", // no size
                ";x\r\n", // nothing but an extension
                "g\r\n", // no hexadecimal digit
                "-1\r\n",
                "0x2\r\nok\r\n",
                "2\rok\r\n",
                "2\r\nokay\r\n", // longer than it says
                "4\r\nok\r\n0\r\n\r\n", // shorter
                "80000000\r\n", // 2 GiB
                "ffffffffffffffffff\r\n",
                "0\r\n\rx"
            })
    void whatIsNoChunkIsSaid(String body) {
        assertThat(new Heard().feed(CHUNKED + body).told())
                .contains("garbage: ")
                .contains("chunk");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6\r\n",
                "HTTP/1.1 abc\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -4\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked, gzip\r\n\r\n",
            })
    void whatIsNoHeadIsSaidOnceItIsKnown(String head) {
        assertThat(new Heard().feed(head).told()).contains("garbage: ").doesNotContain("whole");
    }

    @Test
    void boundsWhatNobodyReads() {
        String much = "x".repeat(70_000);
        assertThat(new Heard().feed(much).told()).contains("garbage: ");
        assertThat(new Heard().feed(CHUNKED + "2;" + much).told()).contains("garbage: more than 65536 bytes");
        assertThat(new Heard().feed(CHUNKED + "0\r\nx: " + much).told()).contains("garbage: more than 65536 bytes");
    }

    @Test
    void looksAtNothingBehindGarbage() {
        assertThat(new Heard().feed(CHUNKED + "2\r\nok\r\nzz", "2\r\nno\r\n").told())
                .startsWith("200 [ok] garbage: ")
                .doesNotContain("[no]");
    }

    /** Two readers of one standard, written apart, disagree where one of them is wrong. */
    @Test
    void agreesWithNettyOverMutatedAnswers() {
        Random random = new Random(20_261_130);
        String[] parts = {"\r", "\n", "\r\n", "0", "1", "a", "x", "2\r\nok\r\n", "0\r\n\r\n"};
        int compared = 0;
        for (int round = 0; round < 20_000; round++) {
            StringBuilder answer = new StringBuilder(STREAM.replace(";name=value", ""));
            for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
                int at = CHUNKED.length() + random.nextInt(answer.length() - CHUNKED.length());
                int to = Math.min(answer.length(), at + random.nextInt(3));
                answer.replace(at, to, random.nextInt(4) == 0 ? "" : parts[random.nextInt(parts.length)]);
            }
            String mutated = answer.toString();
            String expected = byNetty(mutated);
            if (expected.endsWith(ODD_TRAILER) || LONE_END.matcher(mutated).find()) {
                continue; // What nobody reads, and what other clients take, is taken here too.
            }
            compared++;
            assertThat(withoutReason(new Heard().feed(mutated).told()))
                    .as("[%s]", mutated.substring(CHUNKED.length()))
                    // What Netty waits for two bytes to tell may be told after one.
                    .isIn(expected, expected.replace("going on", "garbage"));
        }
        assertThat(compared).isGreaterThan(8_000);
    }

    private static String withoutReason(String told) {
        return told.replaceFirst("(?s)garbage: .*", "garbage");
    }

    private static String byNetty(String answer) {
        EmbeddedChannel channel = new EmbeddedChannel(new HttpResponseDecoder());
        channel.writeInbound(Unpooled.copiedBuffer(answer, ISO_8859_1));
        StringBuilder body = new StringBuilder();
        String ending = "going on";
        for (HttpObject part = channel.readInbound();
                part != null && ending.equals("going on");
                part = channel.readInbound()) {
            if (part.decoderResult().isFailure()) {
                String reason = String.valueOf(part.decoderResult().cause().getMessage());
                ending = reason.contains("colon") || reason.contains("header") ? ODD_TRAILER : "garbage";
            } else if (part instanceof HttpContent content) {
                body.append(content.content().toString(ISO_8859_1));
                ending = part instanceof LastHttpContent ? "whole" : ending;
            }
        }
        channel.releaseInbound();
        return "200 [" + body + "] " + ending;
    }

    private static final class Heard implements AnswerFraming.Sink {

        private final AnswerFraming framing = new AnswerFraming(this);
        private final StringBuilder told = new StringBuilder();
        private boolean inBody;
        private boolean ended;
        private int left;

        Heard feed(String... reads) {
            ended = false;
            for (String read : reads) {
                byte[] bytes = ("##" + read).getBytes(ISO_8859_1);
                left = bytes.length - framing.feed(bytes, 2, bytes.length);
            }
            return this;
        }

        String told() {
            return ended ? told.toString() : told + (inBody ? "] going on" : "going on");
        }

        private void endBody() {
            told.append(inBody ? "] " : "");
            inBody = false;
            ended = true;
        }

        @Override
        public void onHead(HttpResponse head) {
            int status = head.status().code();
            told.append(status).append(' ');
            if (status >= 200) {
                told.append('[');
                inBody = true;
            }
        }

        @Override
        public void onBody(byte[] bytes, int offset, int length) {
            told.append(new String(bytes, offset, length, ISO_8859_1));
        }

        @Override
        public void onWhole() {
            endBody();
            told.append("whole");
        }

        @Override
        public void onGarbage(String what) {
            endBody();
            told.append("garbage: ").append(what);
        }
    }
}

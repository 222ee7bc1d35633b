package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.testing.RequestFixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellLogTest {

    private static final byte[] ANSWER = "HTTP/1.1 503 Service Unavailable\r\n\r\nbusy".getBytes(UTF_8);
    private static final byte[] NOTHING = {};

    @TempDir
    Path folder;

    @Test
    void aRequestThatSimplySucceededLeavesNoLine() throws IOException {
        try (CellLog log = CellLog.in(folder)) {
            log.add(RequestFixtures.request(0));
        }

        assertThat(lines()).containsExactly("1 requests ended, warm-up included: 0 without success, 0 odd");
    }

    @Test
    void aFailedRequestIsALineAndItsAnswerAFile() throws IOException {
        RequestRecord failed = RequestFixtures.failed(17, Phase.MEASURE, Outcome.HTTP_ERROR, 503, "busy\nvery");
        try (CellLog log = CellLog.in(folder)) {
            log.add(failed);
            log.keepAnswer(failed, ANSWER, NOTHING);
        }

        assertThat(lines().getFirst())
                .isEqualTo("at=0.250ms measure 17 http_error status=503 ttft=- last_token=- end=- tokens=- retries=0"
                        + ": busy very");
        assertThat(folder.resolve("failed-17.txt")).hasBinaryContent(ANSWER);
    }

    @Test
    void warmUpRequestsHaveNamesOfTheirOwn() {
        try (CellLog log = CellLog.in(folder)) {
            log.keepAnswer(RequestFixtures.failed(3, Phase.WARMUP, Outcome.HTTP_ERROR, 503, "busy"), ANSWER, NOTHING);
        }

        assertThat(folder.resolve("failed-warmup-3.txt")).exists();
    }

    @Test
    void keepsNoMoreThanAFewAnswersAndNoEmptyOne() throws IOException {
        try (CellLog log = CellLog.in(folder)) {
            for (int i = 0; i < 100; i++) {
                RequestRecord failed = RequestFixtures.failed(i, Phase.MEASURE, Outcome.HTTP_ERROR, 503, "busy");
                log.add(failed);
                log.keepAnswer(failed, i == 0 ? new byte[0] : ANSWER, NOTHING);
            }
        }

        assertThat(folder.resolve("failed-0.txt")).doesNotExist();
        assertThat(folder.resolve("failed-20.txt")).exists();
        assertThat(folder.resolve("failed-21.txt")).doesNotExist();
        assertThat(lines()).hasSize(101);
    }

    @Test
    void oddRequestsDoNotFillTheDisk() throws IOException {
        try (CellLog log = CellLog.in(folder)) {
            for (int i = 0; i < 1_000; i++) {
                log.add(RequestFixtures.odd(i, "length_not_forced"));
            }
        }

        assertThat(lines())
                .hasSize(CellLog.MOST_ODD_LINES + 2)
                .contains("... and 800 more odd requests, all in requests.jsonl");
        assertThat(lines().getFirst()).contains(" 0 success ").contains("warnings=length_not_forced");
    }

    @Test
    void aFolderThatIsGoneIsToldOnceAndThrowsNothing() throws IOException {
        CellLog log = CellLog.in(folder);
        Files.delete(folder.resolve("client.log"));
        Files.delete(folder);

        log.keepAnswer(RequestFixtures.failed(1, Phase.MEASURE, Outcome.HTTP_ERROR, 503, "busy"), ANSWER, NOTHING);
        log.close();

        assertThat(log.failure())
                .hasValueSatisfying(
                        sentence -> assertThat(sentence).startsWith("cannot write " + folder.resolve("failed-1.txt")));
    }

    private List<String> lines() throws IOException {
        return Files.readAllLines(folder.resolve("client.log"));
    }
}

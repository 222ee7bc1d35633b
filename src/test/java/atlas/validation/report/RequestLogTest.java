package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import atlas.validation.record.RequestRecord;
import atlas.validation.testing.RequestFixtures;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestLogTest {

    @TempDir
    Path folder;

    @Test
    void everyRowCanBeReadAsSoonAsItsRequestHasFinished() throws IOException {
        Path file = folder.resolve("requests.jsonl");
        try (RequestLog log = RequestLog.open(file)) {
            log.append(RequestFixtures.request(0));
            assertThat(Files.readAllLines(file)).hasSize(1);
            log.append(RequestFixtures.request(1));
            assertThat(Files.readAllLines(file)).hasSize(2);
        }
    }

    @Test
    void rowsOfManyThreadsNeverMix() throws IOException {
        Path file = folder.resolve("requests.jsonl");
        try (RequestLog log = RequestLog.open(file)) {
            IntStream.range(0, 4_000).parallel().forEach(i -> log.append(RequestFixtures.request(i)));
            assertThat(log.rows()).isEqualTo(4_000);
        }

        List<Integer> indices = Files.readAllLines(file).stream()
                .map(RecordJson::readRequest)
                .map(RequestRecord::index)
                .sorted()
                .toList();
        assertThat(indices).isEqualTo(IntStream.range(0, 4_000).boxed().toList());
    }

    @Test
    void aFullDiskDoesNotEndTheMeasurementAndIsToldAtTheEnd() {
        RequestLog log = RequestLog.on(folder.resolve("requests.jsonl"), new OutputStream() {
            private int rows;

            @Override
            public void write(int octet) {}

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                if (++rows > 1) {
                    throw new IOException("No space left on device");
                }
            }
        });
        IntStream.range(0, 3).forEach(i -> log.append(RequestFixtures.request(i)));

        assertThatExceptionOfType(RunFolderException.class)
                .isThrownBy(log::close)
                .withMessageStartingWith("cannot write 2 of 3 rows to " + folder.resolve("requests.jsonl"))
                .withMessageContaining("the disk is full");
    }
}

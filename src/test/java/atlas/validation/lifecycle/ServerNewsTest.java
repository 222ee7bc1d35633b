package atlas.validation.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.client.Cancellation;
import atlas.validation.record.CellId;
import atlas.validation.record.LogFinding;
import org.junit.jupiter.api.Test;

class ServerNewsTest {

    private static final CellId CELL = CellId.ofConcurrency("w1", 2);

    private final ServerNews news = new ServerNews();
    private final Cancellation run = new Cancellation();

    @Test
    void aFatalPhraseEndsTheCellAndNotTheRun() {
        try (ServerNews.Watch watch = news.watch(CELL, run)) {
            news.found(finding("quality", false));
            assertThat(watch.cancellation().isCancelled()).isFalse();
            assertThat(watch.trouble()).isEmpty();

            news.found(finding("fatal", true));

            assertThat(watch.cancellation().isCancelled()).isTrue();
            assertThat(watch.trouble())
                    .hasValueSatisfying(why -> assertThat(why).contains("meaning of fatal", "line of fatal"));
            assertThat(run.isCancelled()).isFalse();
        }
        assertThat(news.findings()).extracting(LogFinding::cell).containsExactly("w1-conc2", "w1-conc2");
    }

    @Test
    void aRunThatIsCancelledCancelsItsCellWithoutBlamingTheServer() {
        try (ServerNews.Watch watch = news.watch(CELL, run)) {
            run.cancel();

            assertThat(watch.cancellation().isCancelled()).isTrue();
            assertThat(watch.trouble()).isEmpty();
        }
    }

    @Test
    void aServerThatEndsEndsTheCellAndItsLastWordsCountForMore() {
        try (ServerNews.Watch watch = news.watch(CELL, run)) {
            watch.serverEnded();

            assertThat(watch.cancellation().isCancelled()).isTrue();
            assertThat(watch.trouble()).contains("the server's process ended while it served");
            news.found(finding("fatal", true));
            assertThat(watch.trouble())
                    .hasValueSatisfying(why -> assertThat(why).contains("meaning of fatal"));
            assertThat(run.isCancelled()).isFalse();
        }
    }

    @Test
    void aPhraseOutsideTheCellsBelongsToNoneAndIsCounted() {
        news.found(finding("early", true));
        news.found(finding("early", true));
        try (ServerNews.Watch watch = news.watch(CELL, run)) {
            assertThat(watch.cancellation().isCancelled()).isFalse();
        }
        news.found(finding("early", true));

        assertThat(news.findings()).singleElement().satisfies(found -> {
            assertThat(found.cell()).isNull();
            assertThat(found.count()).isEqualTo(3);
        });
    }

    private static LogFinding finding(String phrase, boolean fatal) {
        return new LogFinding("kind", fatal, phrase, "line of " + phrase, "meaning of " + phrase, null, 1);
    }
}

package atlas.validation.metric;

import static atlas.validation.metric.RowBuilder.row;
import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.Series.Group;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TtftGroupsTest {

    @Test
    void requestsThatDifferInNothingHaveNoGroups() {
        assertThat(groups(row(0).ttft(50).cached(0), row(1).ttft(60).cached(0))).isEmpty();
    }

    @Test
    void aWarmCacheIsSetApartFromAColdOne() {
        assertThat(groups(
                        row(0).ttft(100).cached(0),
                        row(1).ttft(20).cached(64),
                        row(2).ttft(30).cached(64),
                        row(3).ttft(999)))
                .as("a request whose cached tokens are not known is in neither group")
                .containsExactly(new Group("cache", "cold", 1, 100, 100), new Group("cache", "warm", 2, 25, 29));
    }

    @Test
    void turnsAreCountedFromOne() {
        assertThat(groups(row(0).ttft(100).turn(0), row(1).ttft(40).turn(1)))
                .containsExactly(new Group("turn", "1", 1, 100, 100), new Group("turn", "2", 1, 40, 40));
    }

    private static List<Group> groups(RowBuilder... rows) {
        return TtftGroups.of(
                Stream.of(rows).map(RowBuilder::build).map(MeasuredRequest::new).toList(), WorkloadKind.SINGLE);
    }
}

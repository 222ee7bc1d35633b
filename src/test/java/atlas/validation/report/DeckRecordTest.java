package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import atlas.validation.testing.RecordFixtures;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DeckRecordTest {

    private static final String LANE = "{\"index\":%d,\"sampled\":%b,\"e2e_ms\":%s}";

    @Test
    void aRecordOfOrdinarySizeIsShownWhole() {
        String json = RecordJson.write(RecordFixtures.simulatedPass());

        DeckRecord shown = DeckRecord.of(RecordJson.tree(json));

        assertThat(shown.tree()).isEqualTo(RecordJson.tree(json));
        assertThat(shown.reduction()).isNull();
    }

    @Test
    void theSlowestRequestsAreKeptAndThePageSaysHowManyAreNot() {
        StringBuilder lanes = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            String e2e = i == 77 ? "null" : String.valueOf(i == 33 ? 9_999 : 100 + i);
            lanes.append(i == 0 ? "" : ",").append(LANE.formatted(i, i % 2 == 0, e2e));
        }
        String json = cell("\"lanes\":[%s]".formatted(lanes));

        DeckRecord shown = DeckRecord.of(RecordJson.tree(json), 2_500);

        List<Integer> kept = shown.tree()
                .at("/targets/0/cells/0/series/lanes")
                .valueStream()
                .map(lane -> lane.path("index").asInt())
                .toList();
        assertThat(kept).hasSizeLessThan(100).contains(33, 77, 99).isSorted();
        assertThat(Objects.requireNonNull(shown.reduction()).lanes())
                .isEqualTo(
                        "Of each cell the 20 slowest requests and 20 sampled ones are in this page, for its size; run.json has up to 100.");
    }

    @Test
    void bucketsAreJoinedWithoutLosingTheirExtremes() {
        String json =
                cell("\"bucket_ms\":100,\"in_flight\":[1,9,2,2],\"errors\":[0,2,1,0],\"tok_s\":[10.0,20.0,0.0,0.0],"
                        + "\"lag_ms\":[null,7.5,null,null],\"lanes\":[]");

        JsonNode series = DeckRecord.of(RecordJson.tree(json), 1).tree().at("/targets/0/cells/0/series");

        assertThat(series.path("bucket_ms").asInt()).isEqualTo(4_000);
        assertThat(series.path("in_flight").get(0).asDouble()).isEqualTo(9);
        assertThat(series.path("errors").get(0).asDouble()).isEqualTo(3);
        assertThat(series.path("lag_ms").get(0).asDouble()).isEqualTo(7.5);
    }

    @Test
    void theMeanOfJoinedBucketsIsThatOfTheTimeTheyCover() {
        String json = cell("\"bucket_ms\":100,\"in_flight\":[1,1,1],\"errors\":[0,0,0],\"tok_s\":[10.0,20.0,6.0],"
                + "\"lag_ms\":[null,null,null],\"lanes\":[%s]".formatted("{\"index\":1,\"e2e_ms\":5.0}".repeat(1)));

        JsonNode series = DeckRecord.of(RecordJson.tree(json), 1).tree().at("/targets/0/cells/0/series");

        assertThat(series.path("tok_s").get(0).asDouble()).isCloseTo(12.0, within(1e-9));
        assertThat(series.path("lag_ms").get(0).isNull())
                .as("no lag is not a lag of zero")
                .isTrue();
    }

    @Test
    void whatIsJudgedIsNeverReduced() {
        String json = RecordJson.write(RecordFixtures.twoServersFailing());

        JsonNode shown = DeckRecord.of(RecordJson.tree(json), 1).tree();

        JsonNode whole = RecordJson.tree(json);
        for (String part : List.of("status", "metrics", "tiers", "counts", "warnings")) {
            String pointer = "/targets/0/cells/2/" + part;
            assertThat(shown.at(pointer)).isEqualTo(whole.at(pointer));
        }
        assertThat(shown.path("comparison")).isEqualTo(whole.path("comparison"));
    }

    @Test
    void anEndlessErrorIsCutWithTheNumberOfWhatIsMissing() {
        String cut = DeckRecord.cut("x".repeat(10_000_000) + "the end");

        assertThat(cut).hasSizeLessThan(DeckRecord.MOST_TEXT).endsWith("the end");
        assertThat(cut).contains("9995507 characters left out");
        assertThat(DeckRecord.cut("short")).isEqualTo("short");
    }

    private static String cell(String series) {
        return "{\"targets\":[{\"cells\":[{\"id\":\"a\",\"series\":{%s}}]}]}".formatted(series);
    }
}

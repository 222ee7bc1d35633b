package atlas.validation.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import atlas.validation.config.CalibratedCell.Limit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThresholdTextTest {

    private static final CalibratedCell CELL = new CalibratedCell(
            "w1-conc8",
            "ISL=16,OSL=4,TP=1,PP=1,CONC=8",
            Map.of("median_ttft_ms", new Limit("max_ms", 512.5, "mean 500 ms")));

    private static String merge(String existing) {
        return ThresholdText.merge(existing, Optional.empty(), List.of(CELL));
    }

    @Test
    void writesANewFileAsTheShippedOnesAreWritten() {
        assertThat(ThresholdText.merge(null, Optional.empty(), List.of(CELL))).isEqualTo("""
                {
                  "w1-conc8": {
                    "median_ttft_ms": { "kind": "max_ms", "value": 512.5, "_from": "mean 500 ms" }
                  }
                }
                """);
        assertThat(ThresholdText.merge(" \n", Optional.empty(), List.of())).isEqualTo("{}\n");
    }

    @Test
    void keepsWhatWasSetByHandAndMakesTheRestAnew() {
        String existing = """
                {
                  "$schema": "x.json",
                  "_comment": ["one", "two"],
                  "TARGET": { "cold_start_ms": { "kind": "max_ms", "value": 3e4 } },
                  "left-conc1": {},
                  "w1-conc8": {
                    "p50_ttft_ms": { "kind": "within", "value": 1, "tolerance_pct": 5, "enforce": false, "_from": "old" },
                    "failed": { "kind": "max", "value": 0 }
                  }
                }
                """;
        assertThat(merge(existing)).isEqualTo("""
                {
                  "$schema": "x.json",
                  "_comment": [
                    "one",
                    "two"
                  ],

                  "TARGET": {
                    "cold_start_ms": { "kind": "max_ms", "value": 30000.0 }
                  },
                  "left-conc1": {},

                  "w1-conc8": {
                    "p50_ttft_ms": { "kind": "max_ms", "value": 512.5, "enforce": false, "_from": "mean 500 ms" },
                    "failed": { "kind": "max", "value": 0 }
                  }
                }
                """);
        String byHand = "{\"w1-conc8\": {\"client.median_ttft_ms\": {\"kind\": \"max_ms\", \"value\": 1}}}";
        assertThat(merge(byHand))
                .contains("\"client.median_ttft_ms\": { \"kind\": \"max_ms\", \"value\": 1 }")
                .doesNotContain("512.5");
    }

    @Test
    void findsACellByTheFormOfCvsToo() {
        assertThat(merge("{\"ISL=16,OSL=4,TP=1,PP=1,CONC=8\": {}}"))
                .contains("CONC=8\": {\n    \"median_ttft_ms\"")
                .doesNotContain("w1-conc8");
    }

    @Test
    void writesIntoTheBlockOfAProfile() {
        String one = "{\"profiles\": {\"_note\": 1, \"perf\": {}}}";
        assertThat(merge(one)).contains("\"perf\": {\n      \"w1-conc8\"");
        String two = "{\"profiles\": {\"perf\": {}, \"smoke\": {}}}";
        assertThat(ThresholdText.merge(two, Optional.of("smoke"), List.of(CELL)))
                .contains("\"perf\": {}")
                .contains("\"smoke\": {\n      \"w1-conc8\"");
        assertThat(ThresholdText.merge(two, Optional.of("new"), List.of(CELL)))
                .contains("\"new\": {\n      \"w1-conc8\"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> merge(two))
                .withMessage("the file has several profiles, and none is named: perf and smoke");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> merge("[]"))
                .withMessage("a threshold file is a JSON object");
    }

    @Test
    void writesWholeNumbersWithoutAPoint() {
        CalibratedCell whole = new CalibratedCell("a-conc1", null, Map.of("failed", new Limit("max", 1200, "x\"y")));
        assertThat(ThresholdText.merge(null, Optional.empty(), List.of(whole)))
                .contains("\"value\": 1200, \"_from\": \"x\\\"y\"");
    }

    @Test
    void showsWhatChangesWithTwoLinesAround() {
        String before = "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n";
        String after = "a\nb\nc\nd\nE\nf\ng\nh\ni\nj\nk\nl\n";
        assertThat(ThresholdText.diff(before, after))
                .containsExactly("  c", "  d", "- e", "+ E", "  f", "  g", "  …", "  j", "  k", "+ l");
        assertThat(ThresholdText.diff(before, before)).isEmpty();
        assertThat(ThresholdText.diff("", "a\n")).containsExactly("+ a");
        assertThat(ThresholdText.diff("a\nb\n", "b\n")).containsExactly("- a", "  b");
    }
}

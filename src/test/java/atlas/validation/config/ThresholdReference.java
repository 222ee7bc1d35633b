package atlas.validation.config;

import tools.jackson.databind.JsonNode;

/** Writes the reference of threshold files; its table of keys comes out of the schema. */
final class ThresholdReference {

    private final SchemaFile schema = SchemaFile.of("threshold");

    String write() {
        return """
                # Threshold reference

                Made from `configs/schema/` by the project's tests, which fail when it is stale:
                `mvn -Pself-test test -Dtest=ReferenceTest -Dupdate.docs=true` writes it anew.

                A threshold file holds the limits of a config's cells: cell, metric, limit. What each metric is, and in which
                row of a cell it is judged, says [metrics.md](metrics.md).

                ```json
                {
                  "TARGET": { "cold_start_ms": { "kind": "max_ms", "value": 300000 } },
                  "w1_1k_1k-conc8": {
                    "output_throughput": { "kind": "min_tok_s", "value": 900 },
                    "p95_ttft_ms": { "kind": "max_ms", "value": 800, "min_n": 200 },
                    "failed": { "kind": "max", "value": 0 }
                  },
                  "w1_1k_1k-conc16": {}
                }
                ```

                ## Which file

                The first of these that there is:

                1. the file that `-Dthresholds` names;
                2. the one that `threshold_json` of the config names;
                3. `thresholds/<config>_threshold.json`, from the working directory or beside the config's folder;
                4. the only `*threshold.json` in the config's folder.

                Where more than one file of the third or fourth place may be meant, that is a problem which lists them.
                Without any file nothing is judged; where limits are enforced, that is a problem.

                ## Which cell

                | Key | What it is |
                |---|---|
                | `<shape>-conc<N>` | a cell's id |
                | `ISL=1024,OSL=1024,TP=1,PP=1,CONC=128` | the same in the form of CVS, for cells whose shape has `isl` and `osl`; two cells of one such key need their ids |
                | `w1_1k_1k-*`, `*-conc128` | every cell whose id is like that |
                | `ISL=1024,OSL=1024,*` | every cell whose key in the form of CVS has these values; `ISL=*` is any value |
                | `*` | every cell |
                | `TARGET` | what is measured once per server, such as `cold_start_ms` |

                Where several keys fit a cell, each metric has the limit of the most exact one: the cell's own key, then a
                pattern of ids by the number of its fixed letters, then one of CVS's form by the number of its fixed values,
                then `*`. Two patterns that are equally exact and limit one metric of one cell are a problem. A cell takes of a
                pattern what it has a figure for; a limit that none of its cells has a figure for is a problem.

                `{}` under a cell's own key leaves it out on purpose, whatever patterns say. Where limits are enforced, a cell that the file does not mention is a problem.
                A key that fits no cell of any profile is a problem; one that fits only another profile's is a note. Configs of
                one run may share a file, as they do under `-Dthresholds`: a key then needs a cell in any of them.

                A file may keep a block of cells for each profile under `profiles`; then nothing else stands beside it. The
                block is the one that the config's `threshold_profile` names, else its profile.

                Blocks of CVS that load with a warning and have no effect: `accuracy`, `long_context_accuracy`,
                `mtp_quality`, `quant_parity`.

                ## Which limit

                | Kind | Passes when | Needs |
                |---|---|---|
                | `min`, `min_tok_s` | actual ≥ value | `value` |
                | `max`, `max_ms` | actual ≤ value | `value` |
                | `within` | actual is at most `tolerance_pct` percent of the value's size away from it; around 0 that is 0 alone | `value`, `tolerance_pct` |
                | `min_ratio` | actual / reference ≥ value | `value`, `reference` |
                | `info` | always: it is shown, never judged | – |
                | `max_regression` | actual is at most `pct` percent worse than the baseline that `-Dbaseline` names, by the metric's own direction | `pct` |

                Equality passes. A value that was not measured never does. A kind that would let the bad pass, such as `max`
                on a throughput, is a problem, and so are a metric that does not exist and a number that is not finite.

                So is a limit that the run cannot judge: a TPOT or ITL where `osl` is 1, and, where it is enforced, a limit
                under `TARGET` without `functional.cold_start`, or on `cold_start_ms` or `launch_to_ready_ms` of a server that
                the run does not launch.

                """ + table() + """

                `client.<metric>` is the same as `<metric>`, and `p50_<latency>` as `median_<latency>`. Every percentile of a
                latency may have a limit, such as `p97_ttft_ms` or `p99.9_e2el_ms`; it is then computed whatever
                `metric_percentiles` says.

                A percentile p needs at least 5 requests above it to mean something: p90 needs 50, p95 100, p99 500. With fewer
                the value is shown and its limit is inconclusive, unless `min_n` says otherwise. Of repeats, each needs that
                many. How repeats and baselines are judged stands in [gates.md](../gates.md).
                """;
    }

    private String table() {
        StringBuilder text = new StringBuilder("| Key of a limit | Type | Meaning |\n|---|---|---|\n");
        schema.definition("limit").path("properties").properties().forEach(entry -> {
            JsonNode key = schema.whole(entry.getValue());
            text.append("| `%s` | %s | %s |\n"
                    .formatted(
                            entry.getKey(),
                            new TypeWords(schema).of(key),
                            key.path("description").asString("")));
        });
        return text.toString();
    }
}

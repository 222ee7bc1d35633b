package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import atlas.validation.record.ConnectionUse;
import atlas.validation.record.Outcome;
import atlas.validation.record.Phase;
import atlas.validation.record.RequestRecord;
import atlas.validation.record.RunRecord;
import atlas.validation.record.Status;
import atlas.validation.record.TokenCountSource;
import atlas.validation.testing.HostileRecord;
import atlas.validation.testing.RecordFixtures;
import atlas.validation.testing.RequestFixtures;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RecordJsonTest {

    private static final JsonMapper PLAIN = JsonMapper.builder().build();

    private final JsonNode run = PLAIN.readTree(RecordJson.write(RecordFixtures.twoServersFailing()));
    private final JsonNode target = run.at("/targets/0");
    private final JsonNode cell = target.at("/cells/2");

    @Test
    void whatACheckMeasuredIsWrittenAsPreciselyAsItsMetric() {
        RunRecord run = RecordFixtures.withCheckOf("ms", 10.368979999999999);

        assertThat(RecordJson.write(run)).contains("\"actual\" : 10.369,").doesNotContain("10.36897");
    }

    @Test
    void aRunHasTheFieldsOfItsContract() {
        assertThat(names(run))
                .startsWith(
                        "schema_version",
                        "run_id",
                        "status",
                        "status_reason",
                        "exit_code",
                        "started_at",
                        "finished_at",
                        "suite",
                        "settings",
                        "selection",
                        "client",
                        "problems",
                        "targets",
                        "comparison");
        assertThat(names(run.at("/suite"))).containsExactly("version", "git_commit");
        assertThat(names(run.at("/settings/config"))).containsExactly("value", "origin");
        assertThat(names(run.at("/selection"))).containsExactly("groups", "excluded_groups", "cells", "of");
        assertThat(names(run.at("/client"))).containsExactly("host", "cpus", "memory_mb", "java", "os", "fitness");
        assertThat(names(run.at("/client/fitness"))).containsExactly("verdict", "reasons");
        assertThat(run.at("/started_at").asString()).isEqualTo("2026-03-01T12:03:44.120Z");
        assertThat(run.at("/schema_version").isInt()).isTrue();
        JsonNode problems =
                PLAIN.readTree(RecordJson.write(RecordFixtures.problemsOnly())).at("/problems/0");
        assertThat(names(problems)).containsExactly("file", "line", "pointer", "message", "fix");
    }

    @Test
    void aTargetHasTheFieldsOfItsContract() {
        assertThat(names(target))
                .contains(
                        "name",
                        "status",
                        "message",
                        "config_file",
                        "config_sha256",
                        "profile",
                        "driver",
                        "model",
                        "base_url",
                        "simulated",
                        "image",
                        "image_digest",
                        "server_version",
                        "capabilities",
                        "warnings",
                        "gpus",
                        "stages",
                        "cold_start",
                        "probes",
                        "cells");
        assertThat(names(target.at("/gpus/0")))
                .containsExactly("index", "name", "memory_mb", "compute_capability", "driver_version");
        assertThat(names(target.at("/stages/0"))).containsExactly("name", "status", "seconds", "message");
        assertThat(names(target.at("/cold_start")))
                .contains("launch_to_ready_ms", "first_request_ms", "second_request_ms");
        assertThat(names(target.at("/probes/0"))).containsExactly("name", "status", "message", "evidence");
    }

    @Test
    void aCellHasTheFieldsOfItsContract() {
        assertThat(names(cell))
                .containsExactly(
                        "id",
                        "key",
                        "combo",
                        "workload",
                        "isl",
                        "osl",
                        "concurrency",
                        "request_rate",
                        "status",
                        "message",
                        "counts",
                        "metrics",
                        "tiers",
                        "warnings",
                        "failures",
                        "series",
                        "fitness",
                        "started_at",
                        "repeats",
                        "basis");
        assertThat(cell.at("/request_rate").isNull()).isTrue();
        assertThat(names(cell.at("/counts")))
                .containsExactly("attempted", "succeeded", "failed", "cancelled", "by_outcome");
        assertThat(names(cell.at("/tiers/0"))).contains("name", "status", "checks");
        assertThat(names(cell.at("/tiers/0/checks/0")))
                .containsExactly(
                        "metric",
                        "kind",
                        "limit",
                        "actual",
                        "unit",
                        "n",
                        "margin_pct",
                        "status",
                        "message",
                        "threshold_file",
                        "threshold_line",
                        "noise",
                        "baseline");
        assertThat(names(cell.at("/series"))).startsWith("bucket_ms", "in_flight", "tok_s", "errors", "lag_ms", "cdf");
        assertThat(cell.at("/metrics/max_output_tokens_per_s").isNull()).isTrue();
        assertThat(cell.at("/tiers/0/checks/0/status").asString()).isEqualTo("fail");
    }

    @Test
    void aComparisonHasTheFieldsOfItsContract() {
        assertThat(names(run.at("/comparison"))).containsExactly("subject", "others");
        assertThat(names(run.at("/comparison/others/0"))).containsExactly("name", "not_alike", "cells");
        assertThat(names(run.at("/comparison/others/0/cells/0"))).containsExactly("id", "metrics");
        assertThat(names(run.at("/comparison/others/0/cells/0/metrics/output_throughput")))
                .containsExactly("subject", "other", "ratio", "ratio_low", "ratio_high", "better", "noise_pct");
    }

    @Test
    @DisplayName("F23 a cell tells the wall clock's time at which its own clock is 0, for whoever joins it with a log")
    void bothClocks() {
        assertThat(cell.at("/started_at").asString()).isEqualTo("2026-03-01T12:04:10.500Z");
    }

    @Test
    void h14_aRequestIsOneRowWithTheFieldsOfItsContract() {
        assertThat(RecordJson.write(RequestFixtures.request(7)))
                .isEqualTo("{\"target\":\"l40s_atlas\",\"cell\":\"w1_1k_1k-conc8\",\"index\":7,\"repeat\":0,\"turn\":0,"
                        + "\"phase\":\"measure\",\"outcome\":\"success\",\"http_status\":200,\"error\":null,"
                        + "\"finish_reason\":\"length\",\"scheduled_at_ms\":0.0,\"sent_at_ms\":0.25,\"freed_at_ms\":152.75,"
                        + "\"first_event_ms\":41.5,\"ttft_ms\":52.125,\"ttfo_ms\":52.125,\"e2e_ms\":152.125,"
                        + "\"stream_end_ms\":152.5,\"tpot_ms\":50.0,\"prompt_tokens\":1024,\"completion_tokens\":3,"
                        + "\"reasoning_tokens\":0,\"cached_tokens\":0,\"token_count_source\":\"usage\",\"chunks\":3,"
                        + "\"chunk_gaps_ms\":[50.0,50.0],\"chunk_tokens\":[1,1,1],\"vllm_ttft_ms\":41.5,"
                        + "\"connection\":\"reused\",\"retries\":0,\"warnings\":[],\"tool\":null}");
    }

    @Test
    void timesHaveMicrosecondsAndNoExponent() {
        String row = RecordJson.write(request(0.0001234, new double[] {1.23456789, 12_345_678.9}));

        assertThat(row).contains("\"ttft_ms\":0.0,").contains("\"chunk_gaps_ms\":[1.235,12345678.9]");
    }

    @Test
    void everyEnumIsALowerCaseWordThatIsReadBack() {
        for (Outcome outcome : Outcome.values()) {
            RequestRecord row = request(outcome);
            String json = RecordJson.write(row);
            assertThat(json).contains("\"outcome\":\"" + outcome.word() + "\"");
            assertThat(RecordJson.readRequest(json).outcome()).isEqualTo(outcome);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY})
    void h15_aNumberThatIsNotFiniteIsRefusedWithItsPath(double value) {
        assertThatExceptionOfType(RecordJsonException.class)
                .isThrownBy(() -> RecordJson.write(RecordFixtures.withMetrics(Map.of("mean_ttft_ms", value))))
                .withMessage(
                        "a number that is not finite cannot be written, got [%s] at /targets/0/cells/0/metrics/mean_ttft_ms"
                                .formatted(value));
        assertThatExceptionOfType(RecordJsonException.class)
                .isThrownBy(() -> RecordJson.write(request(1.0, new double[] {1.0, value})))
                .withMessageEndingWith("at /chunk_gaps_ms/1");
    }

    /** As other programs write them: bare, which is no JSON, as a string, and as a number that no double can hold. */
    @ParameterizedTest
    @ValueSource(strings = {"NaN", "Infinity", "-Infinity", "\"NaN\"", "\"Infinity\"", "\"-INF\"", "1e999", "-1e999"})
    void e8_aNumberOfAnImportedFileThatIsNotFiniteIsRefused(String written) {
        String json = RecordJson.write(RecordFixtures.withMetrics(Map.of("mean_ttft_ms", 4321.5)));
        assertThat(json).contains("4321.5");
        assertThatExceptionOfType(RecordJsonException.class)
                .isThrownBy(() -> RecordJson.read(json.replace("4321.5", written)))
                .withMessageStartingWith("cannot read the run record, line ");

        String row = RecordJson.write(request(1.0, new double[] {8765.5}));
        assertThatExceptionOfType(RecordJsonException.class)
                .isThrownBy(() -> RecordJson.readRequest(row.replace("8765.5", written)))
                .withMessageStartingWith("cannot read the request row, line ");
    }

    @Test
    void everyRecordIsReadBackAsItWasWritten() {
        for (RunRecord record : List.of(
                RecordFixtures.simulatedPass(),
                RecordFixtures.recordOnly(),
                RecordFixtures.twoServersFailing(),
                RecordFixtures.problemsOnly(),
                RecordFixtures.cancelled(),
                RecordFixtures.allFailed(),
                HostileRecord.record())) {
            assertThat(RecordJson.read(RecordJson.write(record)))
                    .usingRecursiveComparison()
                    .isEqualTo(record);
        }
    }

    @Test
    void fieldsOfALaterVersionArePassedOver() {
        String later =
                RecordJson.write(RecordFixtures.problemsOnly()).replaceFirst("\\{", "{ \"invented_later\": [1],");

        assertThat(RecordJson.read(later).status()).isEqualTo(Status.ERROR);
    }

    @Test
    void whatIsNoRecordIsToldWithItsLine() {
        assertThatExceptionOfType(RecordJsonException.class)
                .isThrownBy(() -> RecordJson.read("{\n\"run_id\": ,}"))
                .withMessageStartingWith("cannot read the run record, line 2: ");
    }

    private static List<String> names(JsonNode node) {
        return new ArrayList<>(node.propertyNames());
    }

    private static RequestRecord request(Outcome outcome) {
        return request(outcome, null, new double[0]);
    }

    private static RequestRecord request(double ttft, double[] gaps) {
        return request(Outcome.SUCCESS, ttft, gaps);
    }

    private static RequestRecord request(Outcome outcome, @Nullable Double ttft, double[] gaps) {
        return new RequestRecord(
                "t",
                "c",
                0,
                0,
                0,
                Phase.WARMUP,
                outcome,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                ttft,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                TokenCountSource.TOKEN_IDS,
                0,
                Arrays.copyOf(gaps, gaps.length),
                null,
                null,
                ConnectionUse.NEW,
                0,
                List.of(),
                null);
    }
}

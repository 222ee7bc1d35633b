package atlas.validation.report;

import atlas.validation.record.RunRecord;
import atlas.validation.testing.HostileRecord;
import atlas.validation.testing.LargeRecord;
import atlas.validation.testing.NullRecord;
import atlas.validation.testing.RecordFixtures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The records that the page is opened with: one for each kind of run that a reader may get. */
enum Decks {
    ONE_CELL(RecordFixtures::recordOnly),
    SIMULATED(RecordFixtures::simulatedPass),
    LARGE(LargeRecord::record),
    TWO_SERVERS(RecordFixtures::twoServersFailing),
    ALL_FAILED(RecordFixtures::allFailed),
    NOTHING_MEASURED(RecordFixtures::problemsOnly),
    REPEATED(RecordFixtures::repeated),
    CANCELLED(RecordFixtures::cancelled),
    CANCELLED_EARLY(RecordFixtures::cancelledBeforeItsCells),
    UNFINISHED(RecordFixtures::unfinished),
    NULLS(NullRecord::record),
    HOSTILE(HostileRecord::record),
    ENDLESS_ERROR(
            () -> RecordFixtures.failedWithMessage("</script><img src=x onerror=alert(1)>\u2028".repeat(250_000)));

    private final Supplier<RunRecord> record;

    Decks(Supplier<RunRecord> record) {
        this.record = record;
    }

    /** Returns the {@code run.json}. */
    String json() {
        String json = RecordJson.write(record.get());
        return this == HOSTILE ? withWhatOthersWrite(json, HostileRecord.TEXT) : json;
    }

    RunRecord record() {
        return record.get();
    }

    /** Writes {@code run.json} and the deck that is made from it; returns the deck. */
    Path in(Path folder) {
        try {
            Path json = folder.resolve(name() + ".json");
            Files.writeString(json, json());
            Path deck = folder.resolve(name() + ".html");
            Files.writeString(deck, RunDeck.of(json));
            return deck;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds the fields that the page shows where a record has them, in every shape that it may meet. */
    static String withWhatOthersWrite(String json, String text) {
        JsonNode tree = RecordJson.tree(json);
        for (JsonNode target : tree.path("targets")) {
            if (target instanceof ObjectNode object) {
                object.putObject("capabilities")
                        .put("force_length", text)
                        .put("tools", false)
                        .putNull("seed");
            }
            for (JsonNode cell : target.path("cells")) {
                if (cell.path("series") instanceof ObjectNode series) {
                    ArrayNode power = series.putArray("gpu_power_w");
                    series.path("in_flight").forEach(bucket -> power.add(312.5));
                    series.put(text, text);
                }
            }
        }
        return RecordJson.compact(tree);
    }
}

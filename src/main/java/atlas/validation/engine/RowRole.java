package atlas.validation.engine;

import atlas.validation.record.CellId;

/**
 * What a row is to the plan: which rows a tag filter may choose, and what a chosen row needs. Targets are told apart by
 * name.
 */
sealed interface RowRole {

    /** A row that a tag filter chooses or drops. All other rows are there for the sake of these. */
    sealed interface Selectable extends RowRole {

        String target();
    }

    /** One tier of a cell. */
    record Tier(String target, CellId cell, atlas.validation.metric.Tier tier) implements Selectable {}

    /** One API conformance probe. */
    record Probe(String target, String probe) implements Selectable {}

    /** The cold start of a target. */
    record ColdStart(String target) implements Selectable {}

    /** The input files. */
    record Configuration() implements RowRole {}

    /** A stage that every other row of its target stands on. */
    record Stage(String target) implements RowRole {}

    /** The load of one cell. */
    record Inference(String target, CellId cell) implements RowRole {}

    /** The table of what was measured on a target. */
    record ResultsTable(String target) implements RowRole {}

    /** The first target beside another one. */
    record Compare(String subject, String other) implements RowRole {}

    /** The first target beside the runs of the past. */
    record CompareBaseline(String subject) implements RowRole {}

    /** The verdict and the files that a run leaves. */
    record RunDeck() implements RowRole {}
}

package atlas.validation.record;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of a server on its hardware: what was to be found out, with an answer each, and the results side by
 * side.
 *
 * @param checklist what was to be found out about the first target
 * @param servers names of the targets: the columns of the results
 * @param results the results, one row per question or shape
 * @param recommendation what follows from it all, in a sentence or two
 */
public record Evaluation(List<Item> checklist, List<String> servers, List<Row> results, String recommendation) {

    public Evaluation {
        checklist = List.copyOf(checklist);
        servers = List.copyOf(servers);
        results = List.copyOf(results);
    }

    /** What is known of a question. */
    public enum Answer {
        YES,
        NO,
        /** Nothing that ran can answer it. */
        NOT_MEASURED
    }

    /**
     * One line of the checklist.
     *
     * @param question what was to be found out, as a statement that holds or not
     * @param answer whether it holds
     * @param reason one sentence of how that is known, or why it is not
     */
    public record Item(String question, Answer answer, String reason) {}

    /**
     * One row of the results.
     *
     * @param name what is told of each server
     * @param values one per server, in their order; null where not measured
     * @param note what a reader should know of the row, or null
     */
    public record Row(
            String name,
            List<@Nullable String> values,
            @Nullable String note) {

        public Row {
            values = Collections.unmodifiableList(new ArrayList<>(values));
        }
    }
}

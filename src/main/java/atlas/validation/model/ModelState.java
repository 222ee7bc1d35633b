package atlas.validation.model;

import java.util.List;

/** What there is of a model in one place. */
public sealed interface ModelState {

    /**
     * Every file is there and whole.
     *
     * @param folder where
     * @param files number of files
     * @param bytes their size together
     * @param notes what is odd and does no harm, one sentence each
     */
    record Complete(String folder, int files, long bytes, List<String> notes) implements ModelState {

        public Complete {
            notes = List.copyOf(notes);
        }
    }

    /**
     * Something is there, and something is missing.
     *
     * @param folder where
     * @param faults what is missing or broken, one clause each
     */
    record Incomplete(String folder, List<String> faults) implements ModelState {

        public Incomplete {
            faults = List.copyOf(faults);
        }
    }

    /**
     * Nothing of it is there.
     *
     * @param folder where it was looked for
     * @param hint where it is instead, in one clause, or empty
     */
    record Absent(String folder, String hint) implements ModelState {}
}

package atlas.validation.engine;

import atlas.validation.gate.RowVerdict;
import atlas.validation.report.Evidence;
import atlas.validation.report.RunFolder;
import java.util.List;

/** Closes the record and writes the reports. It carries what no other row can. */
record RunDeckRow() implements Row {

    @Override
    public RowVerdict run(ValidationContext context) {
        return context.finish();
    }

    @Override
    public List<Evidence> evidence(ValidationContext context, RowVerdict verdict) {
        return context.files(RunFolder.SUMMARY_MD, RunFolder.RUN_DECK_HTML);
    }
}

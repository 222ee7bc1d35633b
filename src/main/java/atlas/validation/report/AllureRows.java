package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.record.CheckRecord;
import atlas.validation.record.Status;
import io.qameta.allure.Allure;
import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.AllureResultsWriteException;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.Stage;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.StepResult;
import io.qameta.allure.model.TestResult;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Adds to the Allure result of a row what Allure's own JUnit listener cannot know: what the row is about, its checks as
 * steps, its evidence as attachments.
 *
 * <p>Allure finds the running row by thread: call this on the thread that runs the rows, while the row runs. Where
 * Allure's listener is not at work, nothing happens.
 */
public final class AllureRows {

    private static final int TAIL_BYTES = 64 * 1024;

    /** Shows a row's facts in the result that is being made of it. */
    public void publish(RowFacts facts) {
        AllureLifecycle allure = Allure.getLifecycle();
        if (allure.getCurrentTestCase().isEmpty()) {
            return;
        }
        allure.updateTestCase(result -> describe(result, facts));
        facts.evidence().forEach(evidence -> attach(allure, evidence));
    }

    private static void describe(TestResult result, RowFacts facts) {
        facts.parameters().forEach((name, value) -> result.getParameters().add(parameter(name, value)));
        if (facts.simulated()) {
            result.getParameters().add(parameter("simulated", "SIMULATED"));
            result.getLabels().add(new Label().setName("tag").setValue("SIMULATED"));
        }
        long now = System.currentTimeMillis();
        facts.checks().forEach(check -> result.getSteps().add(step(check, now)));
    }

    /** A row's history follows its unique id alone, whatever its parameters say of a run. */
    private static Parameter parameter(String name, String value) {
        return new Parameter().setName(name).setValue(value).setExcluded(true);
    }

    private static StepResult step(CheckRecord check, long at) {
        List<Parameter> figures = new ArrayList<>();
        figures.add(parameter("limit", check.kind() + " " + quantity(plain(check.limit()), check)));
        figures.add(parameter("actual", quantity(Figures.of(check.actual()), check)));
        figures.add(parameter("margin", Figures.percent(check.marginPct())));
        if (check.n() != null) {
            figures.add(parameter("samples", check.n().toString()));
        }
        if (check.thresholdFile() != null) {
            figures.add(parameter(
                    "threshold",
                    check.thresholdLine() == null
                            ? check.thresholdFile()
                            : check.thresholdFile() + ":" + check.thresholdLine()));
        }
        return new StepResult()
                .setName(PlainText.oneLine(check.message()))
                .setStatus(status(check.status()))
                .setStatusDetails(new StatusDetails().setMessage(check.status().word() + ": " + check.message()))
                .setStage(Stage.FINISHED)
                .setStart(at)
                .setStop(at)
                .setParameters(figures);
    }

    private static String quantity(String number, CheckRecord check) {
        return check.unit().isEmpty() ? number : number + " " + check.unit();
    }

    private static String plain(@Nullable Double limit) {
        return limit == null
                ? Figures.MISSING
                : BigDecimal.valueOf(limit).stripTrailingZeros().toPlainString();
    }

    /** Allure knows no figure that cannot carry a decision; like one that is missing, it is no pass and no miss. */
    private static io.qameta.allure.model.Status status(Status status) {
        return switch (status) {
            case PASS -> io.qameta.allure.model.Status.PASSED;
            case FAIL -> io.qameta.allure.model.Status.FAILED;
            case ERROR, INCONCLUSIVE -> io.qameta.allure.model.Status.BROKEN;
            case RECORD, SKIPPED, CANCELLED -> io.qameta.allure.model.Status.SKIPPED;
        };
    }

    private static void attach(AllureLifecycle allure, Evidence evidence) {
        try {
            String extension = extension(evidence.name());
            allure.addAttachment(evidence.name(), mediaType(extension), extension, bytes(evidence));
        } catch (IOException | AllureResultsWriteException unwritable) {
            // The row itself says what it has to say; a folder that cannot be written makes Allure's listener fail
            // too, and JUnit tells of that.
            allure.updateTestCase(result ->
                    result.setDescription("%s could not be attached: %s".formatted(evidence.name(), unwritable)));
        }
    }

    private static byte[] bytes(Evidence evidence) throws IOException {
        return switch (evidence) {
            case Evidence.Text(String name, String content) -> content.getBytes(UTF_8);
            case Evidence.File file -> Files.readAllBytes(file.path());
            case Evidence.Tail tail -> FileTail.read(tail.path(), TAIL_BYTES);
        };
    }

    private static String extension(String name) {
        int dot = name.lastIndexOf('.');
        return dot < 0 ? ".txt" : name.substring(dot).toLowerCase(Locale.ROOT);
    }

    private static String mediaType(String extension) {
        return switch (extension) {
            case ".html" -> "text/html";
            case ".md" -> "text/markdown";
            default -> "text/plain";
        };
    }
}

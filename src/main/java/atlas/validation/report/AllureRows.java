package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.record.CheckRecord;
import atlas.validation.record.Status;
import io.qameta.allure.Allure;
import io.qameta.allure.AllureConstants;
import io.qameta.allure.AllureLifecycle;
import io.qameta.allure.AllureResultsWriteException;
import io.qameta.allure.listener.TestLifecycleListener;
import io.qameta.allure.model.Attachment;
import io.qameta.allure.model.Label;
import io.qameta.allure.model.Parameter;
import io.qameta.allure.model.Stage;
import io.qameta.allure.model.StatusDetails;
import io.qameta.allure.model.StepResult;
import io.qameta.allure.model.TestResult;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Adds to the Allure result of a row what Allure's own JUnit listener cannot know: what the row is about, its checks as
 * steps, its evidence as attachments.
 *
 * <p>Allure makes the result and tells this class, which it finds as a service, before it writes it; a skipped row's
 * result it makes and writes in one go. So the facts must be there beforehand: they wait in Allure's own storage, as a
 * test that was scheduled under the row's unique id. Where Allure's listener is not at work, they wait in vain.
 *
 * <p>Allure's storage belongs to a thread: call this on the thread that runs the rows.
 */
public final class AllureRows implements TestLifecycleListener {

    private static final int TAIL_BYTES = 64 * 1024;

    /** Leaves the facts of a row for the result that will be made of it. */
    public void publish(String rowId, RowFacts facts) {
        Allure.getLifecycle().scheduleTestCase(new Waiting(rowId, facts));
    }

    @Override
    public void beforeTestWrite(TestResult result) {
        String rowId = result.getTestCaseId();
        if (rowId == null) {
            return;
        }
        AllureLifecycle allure = Allure.getLifecycle();
        allure.updateTestCase(rowId, found -> {
            if (found instanceof Waiting waiting) {
                describe(result, waiting.facts);
                waiting.facts.evidence().forEach(evidence -> attach(allure, result, evidence));
            }
        });
    }

    /** Not a result: carries the facts of a row through Allure's storage. */
    private static final class Waiting extends TestResult {

        private static final long serialVersionUID = 1L;

        private final transient RowFacts facts;

        Waiting(String rowId, RowFacts facts) {
            this.facts = facts;
            setUuid(rowId);
        }
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

    private static void attach(AllureLifecycle allure, TestResult result, Evidence evidence) {
        String extension = extension(evidence.name());
        String source = UUID.randomUUID() + AllureConstants.ATTACHMENT_FILE_SUFFIX + extension;
        try {
            allure.writeAttachment(source, new ByteArrayInputStream(bytes(evidence)));
            result.getAttachments()
                    .add(new Attachment()
                            .setName(evidence.name())
                            .setType(mediaType(extension))
                            .setSource(source));
        } catch (IOException | AllureResultsWriteException lost) {
            // The result is worth having without it.
            result.setDescription("%s could not be attached: %s".formatted(evidence.name(), lost));
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

package atlas.validation.probe;

import atlas.validation.config.Functional;
import atlas.validation.probe.ToolCallProbe.Choice;
import java.util.ArrayList;
import java.util.List;

/** Knows which probes a config asks for. */
public final class Probes {

    private Probes() {}

    /** Returns the probes in the order they run: those that may leave a mark on the server come last. */
    public static List<Probe> of(Functional functional) {
        List<Probe> probes = new ArrayList<>();
        if (functional.healthCheck()) {
            probes.add(new HealthProbe());
        }
        if (functional.apiSmoke()) {
            probes.addAll(smoke());
        }
        if (functional.toolCalls()) {
            probes.addAll(tools());
        }
        if (functional.correctness()) {
            probes.addAll(correctness());
        }
        return List.copyOf(probes);
    }

    private static List<Probe> smoke() {
        return List.of(
                new ModelsProbe(),
                new ChatProbe(),
                new ChatStreamProbe(),
                new CompletionsProbe(),
                new StreamEnvelopeProbe(),
                new StreamTextProbe(),
                new StopProbe(),
                new MaxTokensProbe(),
                new TokenCountsProbe(),
                new SeedProbe(),
                new JsonModeProbe(),
                new JsonSchemaProbe(),
                new ReasoningOnProbe(),
                new ReasoningOffProbe(),
                new MultiByteProbe(),
                new MetricsProbe(),
                new LongPromptProbe(),
                new BadJsonProbe(),
                new UnknownModelProbe(),
                new WrongKeyProbe());
    }

    private static List<Probe> tools() {
        List<Probe> probes = new ArrayList<>();
        for (Choice choice : Choice.values()) {
            probes.add(new ToolCallProbe(choice, false));
            probes.add(new ToolCallProbe(choice, true));
        }
        probes.add(new ToolResultProbe());
        return probes;
    }

    private static List<Probe> correctness() {
        return List.of(
                new KnownAnswersProbe(), new AloneAndTogetherProbe(), new OverloadProbe(), new CancelledRequestProbe());
    }
}

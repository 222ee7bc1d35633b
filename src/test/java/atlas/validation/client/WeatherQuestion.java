package atlas.validation.client;

import atlas.validation.record.CellId;
import atlas.validation.workload.ChatMessage;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import atlas.validation.workload.ToolOffer;
import java.util.List;

/** Asks for the weather, and offers a function that tells it. */
record WeatherQuestion(ToolOffer offer) implements PromptSource {

    /** One user who asks once. */
    CellLoad once() {
        return new CellLoad("t", CellId.ofConcurrency("w", 1), this, 1, 0, 1);
    }

    @Override
    public Prompt measured(int index) {
        return new Prompt(List.of(new ChatMessage("user", "Weather?")), 64, false, offer);
    }

    @Override
    public Prompt warmup(int index) {
        return measured(index);
    }
}

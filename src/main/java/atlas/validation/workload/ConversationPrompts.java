package atlas.validation.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Conversations: every turn asks new random words, behind everything that was said before it, the server's own answers
 * included. Turn t so has about t · (question + answer) tokens of history, and each message is in it once.
 */
final class ConversationPrompts implements PromptSource {

    private final Seed seed;
    private final PromptTokens tokens;
    private final LengthRange questionLengths;
    private final LengthRange outputLengths;
    private final boolean forceLength;
    private final int turns;
    private final Duration think;

    /**
     * @param questionLengths tokens that a turn adds to the prompt, chat template included
     * @param outputLengths token limits of the answers
     */
    ConversationPrompts(
            Seed seed,
            PromptTokens tokens,
            LengthRange questionLengths,
            LengthRange outputLengths,
            boolean forceLength,
            int turns,
            Duration think) {
        this.seed = seed;
        this.tokens = tokens;
        this.questionLengths = questionLengths;
        this.outputLengths = outputLengths;
        this.forceLength = forceLength;
        this.turns = turns;
        this.think = think;
    }

    @Override
    public int turns() {
        return turns;
    }

    @Override
    public Duration think() {
        return think;
    }

    @Override
    public Prompt measured(int index) {
        return turn(List.of(), false, index);
    }

    @Override
    public Prompt warmup(int index) {
        return turn(List.of(), true, index);
    }

    @Override
    public Prompt followUp(int first, int turn, Prompt before, String answer) {
        List<ChatMessage> history = new ArrayList<>(before.messages());
        history.add(ChatMessage.ofAssistant(answer));
        return turn(history, false, first + turn);
    }

    private Prompt turn(List<ChatMessage> history, boolean warmup, int index) {
        SplittableRandom random = seed.random(warmup, index);
        int words = tokens.words(questionLengths.draw(random));
        int maxTokens = outputLengths.draw(random);
        List<ChatMessage> messages = new ArrayList<>(history);
        messages.add(ChatMessage.ofUser(new RandomWords(tokens).beginning(random, warmup, words)));
        return new Prompt(messages, maxTokens, forceLength);
    }
}

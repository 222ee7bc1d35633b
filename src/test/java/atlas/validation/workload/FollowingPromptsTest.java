package atlas.validation.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Prompts that follow one another: pairs with one beginning, and conversations. A word is a token here. */
class FollowingPromptsTest {

    private static final int TEMPLATE = 7;
    private static final PromptTokens TOKENS = new PromptTokens(Vocabulary.ALL, TEMPLATE, 1, PromptTokens.Source.USAGE);

    @Test
    void aPairSharesItsBeginningToTheWordAndNothingMore() {
        PromptSource pairs = pairs("salt");
        Prompt cold = pairs.measured(4);
        Prompt warm = pairs.followUp(4, 1, cold, "an answer");

        List<String> coldWords = words(cold);
        List<String> warmWords = words(warm);
        assertThat(coldWords).hasSize(256 - TEMPLATE);
        assertThat(warmWords).hasSameSizeAs(coldWords);
        int shared = 192 - TEMPLATE;
        assertThat(warmWords.subList(0, shared)).isEqualTo(coldWords.subList(0, shared));
        assertThat(warmWords.subList(shared, warmWords.size()))
                .isNotEqualTo(coldWords.subList(shared, coldWords.size()));
        assertThat(warm.messages()).as("a pair is no conversation").hasSize(1);
        assertThat(warm.maxTokens()).isEqualTo(8);
    }

    @Test
    void noTwoPairsBeginAlikeAndNoneAsThoseToWarmUp() {
        PromptSource pairs = pairs("salt");
        Set<String> beginnings = new HashSet<>();
        for (int first = 0; first < 100; first += 2) {
            beginnings.add(beginning(pairs.measured(first)));
            beginnings.add(beginning(pairs.warmup(first)));
        }

        assertThat(beginnings).hasSize(100);
        assertThat(pairs.measured(0))
                .isEqualTo(pairs("salt").measured(0))
                .isNotEqualTo(pairs("pepper").measured(0));
    }

    @Test
    void aPrefixAsLongAsThePromptIsRefused() {
        assertThatThrownBy(() -> new PrefixPrompts(Seed.of(0, "w", "s"), TOKENS, 64, 64, 8, true))
                .hasMessage("prefixLength must be below inputLength, got [64, 64]");
    }

    @Test
    void f21EveryMessageOfAConversationIsInThePromptOnce() {
        PromptSource conversations = conversations();
        Prompt first = conversations.measured(3);
        Prompt second = conversations.followUp(3, 1, first, "one");
        Prompt third = conversations.followUp(3, 2, second, "two");

        assertThat(third.messages())
                .extracting(ChatMessage::role)
                .containsExactly("user", "assistant", "user", "assistant", "user");
        assertThat(third.messages().subList(0, 3)).isEqualTo(second.messages());
        assertThat(third.messages().subList(0, 1)).isEqualTo(first.messages());
        assertThat(third.messages().get(1).content()).isEqualTo("one");
        assertThat(third.messages().get(3).content()).isEqualTo("two");
        assertThat(third.messages().stream()
                        .filter(message -> message.role().equals("user"))
                        .map(ChatMessage::content))
                .doesNotHaveDuplicates()
                .allSatisfy(question -> assertThat(question.split(" ")).hasSize(32 - TEMPLATE));
    }

    @Test
    void whatStandsAloneHasNoFollowUp() {
        PromptSource alone = new FixedPrompt(null, "Hi", 8, false);

        assertThat(alone.turns()).isEqualTo(1);
        assertThat(alone.think()).isZero();
        assertThatThrownBy(() -> alone.followUp(0, 1, alone.measured(0), "")).isInstanceOf(IllegalStateException.class);
    }

    private static PromptSource pairs(String salt) {
        return new PrefixPrompts(Seed.of(0, "w", salt), TOKENS, 192, 256, 8, true);
    }

    private static PromptSource conversations() {
        return new ConversationPrompts(
                Seed.of(0, "w", "s"),
                TOKENS,
                LengthRange.of(32, 1),
                LengthRange.of(8, 1),
                true,
                3,
                Duration.ofSeconds(1));
    }

    private static List<String> words(Prompt prompt) {
        return List.of(prompt.text().split(" "));
    }

    private static String beginning(Prompt prompt) {
        return String.join(" ", words(prompt).subList(0, 16));
    }
}

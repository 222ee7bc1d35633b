package atlas.validation.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.config.DatasetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatasetTest {

    @TempDir
    private Path folder;

    @Test
    void linesHavePromptsOrMessagesAndPerhapsALimit() throws IOException {
        List<DatasetEntry> entries = read("""
                {"prompt": "One", "osl": 7}

                {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Two"}], "max_tokens": 9}
                {"prompt": "Three", "other": [1, {"x": 2}]}
                """, null);

        assertThat(entries)
                .containsExactly(
                        new DatasetEntry(List.of(ChatMessage.ofUser("One")), 7),
                        new DatasetEntry(List.of(new ChatMessage("system", "Be brief."), ChatMessage.ofUser("Two")), 9),
                        new DatasetEntry(List.of(ChatMessage.ofUser("Three")), null));
    }

    @Test
    void aConversationAsShareGptHasItGivesItsFirstQuestionAndAboutTheLengthOfItsAnswer() throws IOException {
        List<DatasetEntry> entries = read("""
                [{"id": "a", "conversations": [
                   {"from": "human", "value": "Why?"}, {"from": "gpt", "value": "Because it is so."},
                   {"from": "human", "value": "And then?"}]},
                 {"id": "begun by the model", "conversations": [
                   {"from": "gpt", "value": "Hello"}, {"from": "human", "value": "Hi"}]},
                 {"id": "without an answer", "conversations": [{"from": "human", "value": "Anybody?"}]},
                 {"id": "empty", "conversations": []}]
                """, null);

        assertThat(entries).containsExactly(new DatasetEntry(List.of(ChatMessage.ofUser("Why?")), 5));
    }

    @Test
    void promptsThatDoNotFitArePassedOver() throws IOException {
        String lines = "{\"prompt\": \"%s\"}\n{\"prompt\": \"short\", \"osl\": 8}".formatted("word ".repeat(100));

        assertThat(read(lines, 64)).hasSize(1);
        assertThatThrownBy(() -> read(lines, 4))
                .hasMessage("prompts.jsonl: none of 2 prompts fits into params.max_model_length 4 with its answer");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"prompt": "a"}~{"prompt": 3}           | prompts.jsonl:2: the line has no prompt that is a string with text, and no messages
            {"prompt": "a"}~~{"prompt": ""}         | prompts.jsonl:3: the line has no prompt that is a string with text, and no messages
            {"prompt": "a"}~{"prompt": "b           | prompts.jsonl:2: the line is no JSON
            "a"                                     | prompts.jsonl:1: a line must be an object with prompt or messages
            {"prompt": "a", "osl": 0}               | prompts.jsonl:1: osl must be a whole number above 0, got 0
            {"prompt": "a", "max_tokens": "7"}      | prompts.jsonl:1: max_tokens must be a whole number above 0, got "7"
            {"messages": []}                        | prompts.jsonl:1: messages must be a list of at least one message
            {"messages": [{"role": "user"}]}        | prompts.jsonl:1: each of messages must have a role that is a string, and a content that is a string or
            ~                                       | prompts.jsonl: the file has no prompt
            [{"conversations": []},~{"id": 3}]      | prompts.jsonl:2: the element has no list of conversations
            [{"conversations": []},~ 3]             | prompts.jsonl:2: each element must be an object with conversations
            [{"conversations": []},~ {"id"          | prompts.jsonl:2: the file is no JSON
            [{"conversations": []}]                 | prompts.jsonl: the file has no prompt
            """)
    void whatIsNoPromptIsToldWithFileAndLine(String lines, String sentence) {
        assertThatThrownBy(() -> read(lines.replace('~', '\n'), null))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith(sentence);
    }

    @Test
    void aFileThatIsNoTextIsTold() throws IOException {
        Path file = Files.write(folder.resolve("prompts.jsonl"), new byte[] {(byte) 0xC3, (byte) 0x28});

        assertThatThrownBy(() -> DatasetReader.read(new DatasetFile("prompts.jsonl", file), null))
                .hasMessage("prompts.jsonl:1: the line is not UTF-8 text; convert the file");
    }

    @Test
    void f18TheOrderIsTheSeedsAndTheMarkTheRuns() {
        PromptSource one = prompts("run 1", null);
        PromptSource other = prompts("run 2", null);

        assertThat(texts(one, 20)).isNotEqualTo(texts(other, 20));
        assertThat(texts(one, 20).stream().map(DatasetTest::unmarked).toList())
                .isEqualTo(texts(other, 20).stream().map(DatasetTest::unmarked).toList())
                .isNotEqualTo(IntStream.range(0, 20)
                        .mapToObj(index -> "prompt " + index)
                        .toList());
    }

    @Test
    void thePromptsComeAgainWithMarksOfTheirOwn() {
        PromptSource source = prompts("run", null);
        Set<String> seen = new HashSet<>(texts(source, 50));
        IntStream.range(0, 50).forEach(index -> seen.add(source.warmup(index).text()));

        assertThat(seen).hasSize(100);
        assertThat(unmarked(source.measured(20).text()))
                .isEqualTo(unmarked(source.measured(0).text()));
    }

    @Test
    void withoutASaltThePromptsAreWhatTheFileSays() {
        assertThat(texts(prompts(null, null), 20))
                .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 20)
                        .mapToObj(index -> "prompt " + index)
                        .toList());
    }

    @Test
    void theLimitOfTheShapeIsAboveThatOfTheFile() {
        assertThat(prompts(null, null).measured(0).maxTokens()).isEqualTo(3);
        assertThat(prompts(null, 5).measured(0).maxTokens()).isEqualTo(5);
    }

    private static List<String> texts(PromptSource source, int count) {
        return IntStream.range(0, count)
                .mapToObj(index -> source.measured(index).text())
                .toList();
    }

    private static String unmarked(String text) {
        return text.substring(text.indexOf("] ") + 2);
    }

    /** Twenty prompts, each with a limit of 3. */
    private static PromptSource prompts(@Nullable String salt, @Nullable Integer limit) {
        List<DatasetEntry> entries = IntStream.range(0, 20)
                .mapToObj(index -> new DatasetEntry(List.of(ChatMessage.ofUser("prompt " + index)), 3))
                .toList();
        return new DatasetPrompts(
                entries,
                Seed.of(7, "w", "").random(false, 0),
                salt == null ? null : new Salt(Seed.of(7, "w", salt)),
                limit,
                true);
    }

    private List<DatasetEntry> read(String text, @Nullable Integer mostTokens) throws IOException {
        Path file = Files.writeString(folder.resolve("prompts.jsonl"), text);
        return DatasetReader.read(new DatasetFile("prompts.jsonl", file), mostTokens);
    }
}

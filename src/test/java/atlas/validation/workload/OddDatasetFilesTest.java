package atlas.validation.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import atlas.validation.config.DatasetFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of prompts as other programs write them, and as they break. */
class OddDatasetFilesTest {

    private static final String CONVERSATION =
            "{\"conversations\": [{\"from\": \"human\", \"value\": \"Why?\"}, {\"from\": \"gpt\", \"value\": \"So.\"}]}";

    @TempDir
    private Path folder;

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstLine() throws IOException {
        assertThat(read("\uFEFF{\"prompt\": \"a\"}\r\n\r\n{\"prompt\": \"b\"}")).hasSize(2);
        assertThat(read("\uFEFF[" + CONVERSATION + "]")).hasSize(1);
        assertThat(read("\uFEFF\n {\"prompt\": \"a\"}\n")).hasSize(1);
    }

    @Test
    void aFieldThatIsNullIsNotThere() throws IOException {
        assertThat(read("{\"messages\": null, \"prompt\": \"a\", \"osl\": null, \"max_tokens\": 3}"))
                .containsExactly(new DatasetEntry(List.of(ChatMessage.ofUser("a")), 3));
    }

    @Test
    void aMessageInPartsIsTheirText() throws IOException {
        assertThat(read("{\"messages\": [{\"role\": \"user\", \"content\": [{\"type\": \"text\", \"text\": \"a\"},"
                        + " {\"type\": \"text\", \"text\": \"b\"}]}]}"))
                .containsExactly(new DatasetEntry(List.of(ChatMessage.ofUser("a\nb")), null));
        for (String content :
                List.of("[]", "null", "{}", "[\"a\"]", "[{\"type\": \"image_url\", \"image_url\": {}}]")) {
            assertThatThrownBy(() -> read("{\"messages\": [{\"role\": \"user\", \"content\": " + content + "}]}"))
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("prompts.jsonl:1: each of messages must have a role");
        }
    }

    @Test
    void whatIsNotUtf8IsToldWithItsLine() {
        String lines = "{\"prompt\": \"a\"}\n{\"prompt\": \"caf\u00e9\"}\n";
        assertThatThrownBy(() -> read(lines, StandardCharsets.ISO_8859_1))
                .isInstanceOf(DatasetException.class)
                .hasMessage("prompts.jsonl:2: the line is not UTF-8 text; convert the file");
        assertThatThrownBy(() -> read(lines, StandardCharsets.UTF_16))
                .hasMessage("prompts.jsonl:1: the line is not UTF-8 text; convert the file");
        String list = "[" + (CONVERSATION + ",\n").repeat(200) + CONVERSATION.replace("So", "\u00e9") + "]";
        assertThatThrownBy(() -> read(list, StandardCharsets.ISO_8859_1))
                .hasMessage("prompts.jsonl:201: the line is not UTF-8 text; convert the file");
    }

    @Test
    void textBehindTheListIsTold() {
        assertThatThrownBy(() -> read("[" + CONVERSATION + "]\n[" + CONVERSATION + "]"))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith("prompts.jsonl:2: ");
    }

    @Test
    void aListThatBreaksOffIsTold() {
        assertThatThrownBy(() -> read("[" + CONVERSATION + ",\n"))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith("prompts.jsonl:2: the file is no JSON");
        assertThatThrownBy(() -> read("[" + CONVERSATION))
                .isInstanceOf(DatasetException.class)
                .hasMessageStartingWith("prompts.jsonl:1: the file is no JSON");
    }

    @Test
    void linesOfConversationsAreConversations() throws IOException {
        assertThat(read(CONVERSATION + "\n" + CONVERSATION + "\n")).hasSize(2);
    }

    @Test
    void oddFieldsOfAConversationAreNoPromptAndNoFault() throws IOException {
        assertThat(read("""
                [{"conversations": [{"from": null, "value": "a"}, {"from": "gpt", "value": "b"}]},
                 {"conversations": [{"from": "human", "value": {"x": 1}}, {"from": "gpt", "value": "b"}]},
                 {"conversations": [{"from": "human", "value": null}, {"from": "gpt", "value": "b"}]},
                 {"conversations": ["text", 3]},
                 {"conversations": [{"role": "user"}, {"role": "assistant"}]},
                 %s]
                """.formatted(CONVERSATION))).hasSize(1);
    }

    @Test
    void aHugeLineIsRead() throws IOException {
        String text = "x".repeat(30_000_000);

        assertThat(read("{\"prompt\": \"" + text + "\"}\n{\"prompt\": \"a\"}")).hasSize(2);
    }

    @Test
    void aPromptOfSpacesIsNone() {
        assertThatThrownBy(() -> read("{\"prompt\": \"  \"}")).hasMessageStartingWith("prompts.jsonl:1: ");
    }

    private List<DatasetEntry> read(String text) throws IOException {
        return read(text, StandardCharsets.UTF_8);
    }

    private List<DatasetEntry> read(String text, Charset charset) throws IOException {
        Path file = Files.writeString(folder.resolve("prompts.jsonl"), text, charset);
        return DatasetReader.read(new DatasetFile("prompts.jsonl", file), null);
    }
}

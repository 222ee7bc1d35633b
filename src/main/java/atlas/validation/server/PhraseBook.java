package atlas.validation.server;

import static java.util.Objects.requireNonNull;

import atlas.validation.record.LogFinding;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Knows what lines of a server's log mean. The phrases are data, in {@code phrase-book.json} beside this class: a
 * phrase is looked for as it stands, the first that a line holds counts, and the more special ones come first.
 */
final class PhraseBook {

    private static final String RESOURCE = "phrase-book.json";

    /** What any container may say, whatever runs in it. */
    private static final String ANY = "any";

    /** What a Docker daemon says; in a server's log the same words may mean nothing. */
    private static final String DOCKER = "docker";

    private final List<Phrase> phrases;

    private PhraseBook(List<Phrase> phrases) {
        this.phrases = List.copyOf(phrases);
    }

    /**
     * One entry.
     *
     * @param kind what it is a sign of
     * @param fatal whether a server that says so is of no use any more
     * @param vague whether other lines, before or after it, are likely to tell more of the same trouble
     * @param text what a line must hold
     * @param names picks out of the line what the meaning names, or null when it names nothing
     * @param meaning one sentence; {@code {1}} stands for the first group of {@code names}
     */
    record Phrase(
            FailureKind kind,
            boolean fatal,
            boolean vague,
            String text,
            @Nullable Pattern names,
            String meaning) {

        Phrase {
            requireNonNull(kind, "kind is null");
            requireNonNull(text, "text is null");
            requireNonNull(meaning, "meaning is null");
        }

        private Optional<LogFinding> in(String line) {
            if (!line.contains(text)) {
                return Optional.empty();
            }
            String sentence = meaning;
            if (names != null) {
                Matcher matcher = names.matcher(line);
                if (!matcher.find()) {
                    return Optional.empty();
                }
                for (int group = 1; group <= matcher.groupCount(); group++) {
                    sentence = sentence.replace("{" + group + "}", String.valueOf(matcher.group(group)));
                }
            }
            return Optional.of(new LogFinding(kind.word(), fatal, text, line.strip(), sentence, null, 1));
        }
    }

    /** Returns the phrases that a driver's log may hold. */
    static PhraseBook ofLog(ServerDriver driver) {
        return of(driver.word(), ANY);
    }

    /** Returns the phrases with which a Docker daemon refuses. */
    static PhraseBook ofDocker() {
        return of(DOCKER, ANY);
    }

    private static PhraseBook of(String... sections) {
        JsonNode book = read();
        List<Phrase> phrases = new ArrayList<>();
        for (String section : sections) {
            book.path(section).forEach(entry -> phrases.add(phrase(entry)));
        }
        return new PhraseBook(phrases);
    }

    /** Returns what a line means, or nothing when it holds no phrase. */
    Optional<LogFinding> find(String line) {
        for (Phrase phrase : phrases) {
            Optional<LogFinding> found = phrase.in(line);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Tells whether a finding says so little that another one is to be told instead. */
    boolean isVague(LogFinding finding) {
        return phrases.stream().anyMatch(phrase -> phrase.vague && phrase.text.equals(finding.phrase()));
    }

    List<Phrase> phrases() {
        return phrases;
    }

    private static Phrase phrase(JsonNode entry) {
        String names = entry.path("names").asString("");
        return new Phrase(
                FailureKind.valueOf(entry.path("kind").asString().toUpperCase(Locale.ROOT)),
                entry.path("fatal").asBoolean(true),
                entry.path("vague").asBoolean(false),
                entry.path("phrase").asString(),
                names.isEmpty() ? null : Pattern.compile(names),
                entry.path("meaning").asString());
    }

    private static JsonNode read() {
        try (InputStream book = PhraseBook.class.getResourceAsStream(RESOURCE)) {
            return JsonMapper.shared().readTree(requireNonNull(book, "the phrase book is not on the class path"));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

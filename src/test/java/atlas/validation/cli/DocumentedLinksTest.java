package atlas.validation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Follows every link of the pages that stays within the project: to a file, and to a heading of a page. */
class DocumentedLinksTest {

    private static final Pattern LINK =
            Pattern.compile("\\[[^\\]]*]\\((?!https?:|mailto:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("#{1,6} (.+?)\\s*#*");

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        List<Path> pages;
        try (Stream<Path> files = Stream.concat(
                Stream.of(Path.of("README.md"), Path.of("CONTRIBUTING.md")), Files.walk(Path.of("docs")))) {
            pages = files.filter(file -> file.toString().endsWith(".md")).toList();
        }

        assertThat(dead(pages)).isEmpty();
        // A reader of links that finds none would pass whatever the pages say.
        assertThat(linksOf(pages)).isGreaterThan(100);
    }

    @Test
    void aDeadLinkIsFound(@TempDir Path folder) throws IOException {
        Path page = folder.resolve("page.md");
        Files.writeString(page, """
                # The `one_word`, and more
                [fine](#the-one_word-and-more) [again](#twice-1) [gone](#no-such) `[code](#skipped)`
                ## Twice
                ## Twice
                [other](other.md#far) [wrong](other.md#near) [nowhere](nothing.md)
                ```
                # no heading
                [no link](#skipped)
                ```
                [over two
                lines](#no-heading)
                """);
        Files.writeString(folder.resolve("other.md"), "# Far\n");

        assertThat(dead(List.of(page)))
                .containsExactly(
                        page + ":2 #no-such",
                        page + ":5 other.md#near",
                        page + ":5 nothing.md",
                        page + ":11 #no-heading");
    }

    private static List<String> dead(List<Path> pages) throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path page : pages) {
            String text = String.join("\n", prose(page));
            Matcher link = LINK.matcher(text);
            while (link.find()) {
                String anchor = link.group(2);
                Path file = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
                if (!Files.exists(file) || (anchor != null && !anchors(file).contains(anchor))) {
                    long line = text.substring(0, link.start(1)).lines().count();
                    dead.add("%s:%d %s%s".formatted(page, line, link.group(1), anchor == null ? "" : "#" + anchor));
                }
            }
        }
        return dead;
    }

    private static long linksOf(List<Path> pages) throws IOException {
        long links = 0;
        for (Path page : pages) {
            links += LINK.matcher(String.join("\n", prose(page))).results().count();
        }
        return links;
    }

    /** Returns the lines of a page; those of a block of code are empty, and code within a line loses its brackets. */
    private static List<String> prose(Path page) throws IOException {
        List<String> lines = new ArrayList<>();
        boolean code = false;
        for (String line : Files.readAllLines(page)) {
            boolean fence = line.strip().startsWith("```");
            code ^= fence;
            lines.add(code || fence ? "" : line.replaceAll("`[^`]*]\\([^`]*`", ""));
        }
        return lines;
    }

    /**
     * Returns the names that the forge gives a page's headings: lower case, blanks as hyphens, other signs left out,
     * and a number behind one that is there already.
     */
    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        Map<String, Integer> times = new HashMap<>();
        for (String line : prose(page)) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String words = heading.group(1).replaceAll("\\[([^\\]]*)]\\([^)]*\\)", "$1");
                String anchor = words.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int before = times.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? anchor : anchor + "-" + before);
            }
        }
        return anchors;
    }
}

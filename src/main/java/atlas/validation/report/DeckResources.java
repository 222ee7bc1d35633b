package atlas.validation.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** Reads the parts that a deck is made of from the class path. */
final class DeckResources {

    private static final String CHART_LIBRARY = "/META-INF/maven/org.webjars.npm/echarts/pom.properties";
    private static final List<String> STYLES =
            List.of("base.css", "top-bar.css", "sections.css", "charts.css", "tables.css", "figures.css", "print.css");

    /** The page's script, in one scope; {@code deck.js} comes last, as it starts the others. */
    private static final List<String> SCRIPTS = List.of(
            "record.js",
            "elements.js",
            "figures.js",
            "status.js",
            "view.js",
            "filters.js",
            "plots.js",
            "one-cell.js",
            "verdict.js",
            "run-card.js",
            "lifecycle.js",
            "nodes.js",
            "repeats.js",
            "gate-matrix.js",
            "load-charts.js",
            "trade-off.js",
            "distributions.js",
            "requests.js",
            "time-course.js",
            "failures.js",
            "probes.js",
            "evaluation.js",
            "second-record.js",
            "comparison.js",
            "full-table.js",
            "peers.js",
            "definitions.js",
            "deck.js");

    private DeckResources() {}

    static String page() {
        return text("deck.html");
    }

    static String styles() {
        return joined(STYLES);
    }

    static String script() {
        return "(() => {\n'use strict';\n" + joined(SCRIPTS) + "})();\n";
    }

    /** Returns the chart library; its version is told by its own artifact. */
    static String chartLibrary() {
        Properties artifact = new Properties();
        try (InputStream in = open(CHART_LIBRARY)) {
            artifact.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String version = artifact.getProperty("version");
        return text("/META-INF/resources/webjars/echarts/" + version + "/dist/echarts.min.js");
    }

    private static String joined(List<String> names) {
        return names.stream().map(DeckResources::text).collect(Collectors.joining("\n"));
    }

    /**
     * Returns a resource with line feeds alone: a parser turns carriage returns into them, and the hashes must agree.
     */
    private static String text(String name) {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), UTF_8).replace("\r\n", "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) {
        InputStream in = DeckResources.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("a part of the run deck is not on the class path: " + name);
        }
        return in;
    }
}

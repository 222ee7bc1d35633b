package atlas.validation.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What {@code node-facts.sh} printed, in its parts.
 *
 * @param parts every part, in order
 */
record ReportParts(List<Part> parts) {

    private static final String MARK = "@@ ";

    /**
     * One part.
     *
     * @param name what follows the mark
     * @param lines its lines without blanks at their ends; empty ones are left out
     */
    record Part(String name, List<String> lines) {}

    ReportParts {
        parts = List.copyOf(parts);
    }

    static ReportParts of(String printed) {
        List<Part> parts = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        String name = "";
        for (String line : printed.lines().map(String::strip).toList()) {
            if (line.startsWith(MARK)) {
                parts.add(new Part(name, List.copyOf(lines)));
                lines.clear();
                name = line.substring(MARK.length()).strip();
            } else if (!line.isEmpty()) {
                lines.add(line);
            }
        }
        parts.add(new Part(name, List.copyOf(lines)));
        return new ReportParts(parts);
    }

    /** Returns the lines of a part; none when it is absent. */
    List<String> lines(String name) {
        return parts.stream()
                .filter(part -> part.name.equals(name))
                .findFirst()
                .map(Part::lines)
                .orElse(List.of());
    }

    boolean has(String name) {
        return parts.stream().anyMatch(part -> part.name.equals(name));
    }

    Optional<String> first(String name) {
        return lines(name).stream().findFirst();
    }

    /** Returns what stands behind {@code key:} in a part. */
    Optional<String> value(String name, String key) {
        return lines(name).stream()
                .filter(line -> line.startsWith(key + ":"))
                .map(line -> line.substring(key.length() + 1).strip())
                .filter(value -> !value.isEmpty())
                .findFirst();
    }
}

package atlas.validation.model;

import static java.util.Objects.requireNonNull;

import atlas.validation.cluster.NodeDiscovery;
import atlas.validation.cluster.NodeShell;
import atlas.validation.cluster.ShellOutput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Folders of a node behind a shell.
 *
 * @param shell the way there
 * @param cancelled asked often; true makes a call give up
 */
public record ShellFiles(NodeShell shell, BooleanSupplier cancelled) implements NodeFiles {

    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String ABSENT = "@@ absent";

    public ShellFiles {
        requireNonNull(shell, "shell is null");
        requireNonNull(cancelled, "cancelled is null");
    }

    @Override
    public Optional<List<Entry>> list(String folder) {
        String script = """
                cd %s 2>/dev/null || { echo '%s'; exit 0; }
                find -L . \\( -type f -o -type l \\) | while IFS= read -r file; do
                  if [ -e "$file" ]; then echo "$(stat -L -c %%s "$file") $file"; else echo "-1 $file"; fi
                done
                """.formatted(NodeDiscovery.quoted(folder), ABSENT);
        List<Entry> entries = new ArrayList<>();
        for (String line : output(script, folder).lines().toList()) {
            if (line.equals(ABSENT)) {
                return Optional.empty();
            }
            int blank = line.indexOf(' ');
            if (blank > 0 && line.startsWith("./", blank + 1)) {
                entries.add(new Entry(line.substring(blank + 3), Long.parseLong(line.substring(0, blank))));
            }
        }
        return Optional.of(entries);
    }

    @Override
    public byte[] read(String file, long offset, int most) {
        // Base64 brings every byte through any shell.
        String script =
                "tail -c +%d %s | head -c %d | base64\n".formatted(offset + 1, NodeDiscovery.quoted(file), most);
        return Base64.getMimeDecoder().decode(output(script, file));
    }

    private String output(String script, String subject) {
        ShellOutput output = shell.run(script, LIMIT, cancelled);
        if (output.exitCode() != 0) {
            throw new ModelException("%s on %s cannot be read: %s"
                    .formatted(subject, shell.place(), output.err().strip()));
        }
        return output.out();
    }
}

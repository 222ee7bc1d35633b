package atlas.validation.config;

import atlas.validation.record.Problem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Loads a threshold file by itself, for a run that has been measured already. Bad input makes problems. */
public final class ThresholdLoader {

    private ThresholdLoader() {}

    /**
     * A file as it was read.
     *
     * @param file its limits, or empty where it is none, or does not have the block that is asked for
     */
    public record Loaded(Optional<ThresholdFile> file, List<Problem> problems, List<Problem> warnings) {

        public Loaded {
            problems = List.copyOf(problems);
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Loads a file.
     *
     * @param workingDirectory what the name is relative to
     * @param name the file as its user named it
     * @param profile the block to use in a file with profiles, or null for the only one
     * @param enforced whether a block that is missing matters
     */
    public static Loaded load(Path workingDirectory, String name, @Nullable String profile, boolean enforced) {
        Findings findings = new Findings(name);
        Optional<ThresholdFile> file = JsonFile.read(workingDirectory.resolve(name), findings)
                .flatMap(json -> new ThresholdReader(findings).read(json.root(), profile, enforced));
        return new Loaded(file, findings.problems(), findings.warnings());
    }
}

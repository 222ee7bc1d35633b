package atlas.validation.config;

import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Loads every file that a run needs. Bad input makes problems, never an exception. Reads files and nothing else; not
 * thread-safe, cheap to make.
 */
public final class ConfigLoader {

    /** Makes a loader that looks up environment variables and the user's name where it runs. */
    public ConfigLoader(Path workingDirectory) {
        this(workingDirectory, System::getenv, System.getProperty("user.name", ""));
    }

    /**
     * @param workingDirectory what the paths of {@code -D} knobs are relative to
     * @param environment looks up an environment variable by name
     * @param userId what {@code {user-id}} stands for
     */
    public ConfigLoader(
            Path workingDirectory, Function<String, @Nullable String> environment, String userId) {}

    /** Loads the files that the settings name, and puts the problems of the settings first. */
    public LoadedFiles load(SettingsReading reading) {
        throw new UnsupportedOperationException("load");
    }

    /** Loads the files that the settings name. */
    public LoadedFiles load(Settings settings) {
        throw new UnsupportedOperationException("load");
    }
}

package atlas.validation.engine;

import atlas.validation.record.SuiteInfo;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** Tells which suite this is, as its build wrote it down: not by the folder where it happens to run. */
public final class SuiteVersion {

    private static final String RESOURCE = "/atlas/validation/suite.properties";

    private SuiteVersion() {}

    /** Reads the version and the commit; each is unknown where the build did not know it. */
    public static SuiteInfo read() {
        Properties properties = new Properties();
        try (InputStream resource = SuiteVersion.class.getResourceAsStream(RESOURCE)) {
            if (resource != null) {
                properties.load(resource);
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        String commit = properties.getProperty("git.commit.id");
        boolean changed = Boolean.parseBoolean(properties.getProperty("git.dirty"));
        return new SuiteInfo(
                properties.getProperty("git.build.version", "unknown"),
                commit == null || !changed ? commit : commit + "-dirty");
    }
}

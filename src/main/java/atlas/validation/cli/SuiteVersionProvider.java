package atlas.validation.cli;

import atlas.validation.engine.SuiteVersion;
import atlas.validation.record.SuiteInfo;
import picocli.CommandLine.IVersionProvider;

/** Tells which suite this is, and on what it runs. */
final class SuiteVersionProvider implements IVersionProvider {

    @Override
    public String[] getVersion() {
        SuiteInfo suite = SuiteVersion.read();
        return new String[] {
            "Atlas Validation Suite %s%s"
                    .formatted(suite.version(), suite.gitCommit() == null ? "" : " (" + suite.gitCommit() + ")"),
            "Java %s (%s)".formatted(System.getProperty("java.version"), System.getProperty("java.vendor"))
        };
    }
}

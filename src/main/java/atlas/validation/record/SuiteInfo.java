package atlas.validation.record;

import org.jspecify.annotations.Nullable;

/**
 * The suite that made a record.
 *
 * @param version the suite's version
 * @param gitCommit the commit that the suite was built from, or null when it was not built from a repository
 */
public record SuiteInfo(String version, @Nullable String gitCommit) {}

package atlas.validation.config;

/**
 * Where the readers of one file put what they find.
 *
 * @param findings what is wrong and odd
 * @param effective what the values come to
 * @param fileKind prefix of the places of this file's keys, such as {@code cluster:}; empty for a config
 */
record Reading(Findings findings, EffectiveValues effective, String fileKind) {

    static Reading ofConfig(Findings findings, EffectiveValues effective) {
        return new Reading(findings, effective, "");
    }

    static Reading ofCluster(Findings findings) {
        return new Reading(findings, new EffectiveValues(findings.file()), "cluster:");
    }

    static Reading ofThresholds(Findings findings) {
        return new Reading(findings, new EffectiveValues(findings.file()), "thresholds:");
    }

    /** Returns a reading whose values are told elsewhere: shapes and cells are in a record anyway. */
    Reading withoutEffective() {
        return new Reading(findings, new EffectiveValues(findings.file()), fileKind);
    }

    /** Returns a reading of a part that only lends its values: nothing found in it is told. */
    static Reading unheard() {
        return ofConfig(new Findings(""), new EffectiveValues(""));
    }
}

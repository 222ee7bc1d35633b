package atlas.validation.metric;

import java.util.Locale;

/** The groups in which figures are judged and shown; the constants stand in the order of the rows of a cell. */
public enum Tier {
    THROUGHPUT,
    TTFT,
    TPOT,
    LATENCY,
    HEALTH,
    /** Of cells whose shape has a service level objective. */
    GOODPUT,
    /** Of targets on more than one node. */
    SCALING,
    /** Of cells whose workload calls tools. */
    TOOLS,
    /** Of cells whose workload shares prefixes. */
    PREFIX,
    /** Of cells that ask questions with known answers. */
    CORRECTNESS,
    /** Figures that are kept and never judged. */
    RECORD,
    /** What is measured once per server, such as its cold start; no tier of a cell. */
    TARGET;

    /** Returns the word that ids, tags and reports use: the name in lower case. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}

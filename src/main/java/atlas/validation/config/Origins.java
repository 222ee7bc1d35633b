package atlas.validation.config;

/** Spells where a value came from, as a run record shows it. */
final class Origins {

    static final String DEFAULT = "default";

    private Origins() {}

    static String file(String file, int line) {
        return file + ":" + line;
    }

    static String property(String name) {
        return "-D" + name;
    }

    static String environment(String name) {
        return "env " + name;
    }
}

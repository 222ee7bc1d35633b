package atlas.validation.cli;

import atlas.validation.record.Status;

/** Colours words where colours are allowed, and leaves them as they are elsewhere. */
record Paint(boolean colours) {

    private static final String RESET = "\u001b[0m";
    private static final String RED = "\u001b[31m";
    private static final String GREEN = "\u001b[32m";
    private static final String YELLOW = "\u001b[33m";
    private static final String CYAN = "\u001b[36m";
    private static final String FAINT = "\u001b[2m";
    private static final String BOLD = "\u001b[1m";

    /** Colours what is said of a status by how bad it is. */
    String status(Status status, String text) {
        return switch (status) {
            case ERROR, FAIL, CANCELLED -> in(RED, text);
            case INCONCLUSIVE -> in(YELLOW, text);
            case PASS -> in(GREEN, text);
            case RECORD -> in(CYAN, text);
            case SKIPPED -> in(FAINT, text);
        };
    }

    String faint(String text) {
        return in(FAINT, text);
    }

    String bold(String text) {
        return in(BOLD, text);
    }

    private String in(String colour, String text) {
        return colours ? colour + text + RESET : text;
    }
}

package atlas.validation.record;

/**
 * Something a reader of a figure should know.
 *
 * @param code a stable word, such as {@code length_not_forced}
 * @param message one sentence
 */
public record Warning(String code, String message) {}

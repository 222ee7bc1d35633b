package atlas.validation.probe;

/**
 * A call of a function that a model asks for.
 *
 * @param id its id
 * @param type its type
 * @param name the function's name
 * @param arguments the arguments, as the text that came
 */
record ToolCall(String id, String type, String name, String arguments) {}

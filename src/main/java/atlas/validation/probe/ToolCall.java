package atlas.validation.probe;

import static java.util.Objects.requireNonNullElse;

import atlas.validation.stream.StreamedCall;

/**
 * A call of a function that a model asks for.
 *
 * @param id its id
 * @param type its type
 * @param name the function's name
 * @param arguments the arguments, as the text that came
 */
record ToolCall(String id, String type, String name, String arguments) {

    static ToolCall of(StreamedCall call) {
        return new ToolCall(call.id(), call.type(), requireNonNullElse(call.name(), ""), call.arguments());
    }
}

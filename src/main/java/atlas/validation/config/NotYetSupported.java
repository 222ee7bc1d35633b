package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonBoolean;
import atlas.validation.config.JsonValue.JsonNull;
import atlas.validation.config.JsonValue.JsonNumber;
import atlas.validation.config.JsonValue.JsonString;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Names what a file or a knob may ask for and the suite cannot do yet: always a problem, never silence. Whoever brings
 * a feature deletes its line here. Places are full names without list positions.
 */
final class NotYetSupported {

    private static final List<Rule> RULES = List.of(
            new Rule("scheduler", NotYetSupported::given, "a scheduler", "remove it"),
            new Rule("container.lifetime", is("persistent"), "a server that stays", "write per_run or no_launch"),
            new Rule("params.nnodes", above(1), "more than one node", "write 1"),
            new Rule(
                    "params.scaling_baseline_output_throughput",
                    NotYetSupported::notBlank,
                    "scaling efficiency",
                    "remove it"),
            new Rule("cluster:scheduler", NotYetSupported::given, "a scheduler", "remove it"));

    private NotYetSupported() {}

    /** Says that the suite cannot use a second node. */
    static void secondNode(ObjectReader nodes) {
        nodes.findings()
                .problem(nodes.json(), "node_dict has more than one node, which is not yet supported", "keep one node");
    }

    static boolean asks(String place, JsonValue value) {
        return find(place, value).isPresent();
    }

    static void report(String place, String name, JsonValue value, Findings findings) {
        find(place, value)
                .ifPresent(rule -> findings.problem(
                        value,
                        name + " " + value.shown() + " asks for " + rule.what() + ", which is not yet supported",
                        rule.fix()));
    }

    /** Returns the full names of the keys that may ask for too much; those of another file begin with its kind. */
    static Set<String> places() {
        return RULES.stream().map(Rule::place).collect(Collectors.toSet());
    }

    /** Returns the keys directly below a place, which is empty or ends in a dot or colon. */
    static Set<String> keysBelow(String place) {
        return RULES.stream()
                .filter(rule -> rule.place().startsWith(place))
                .map(rule -> rule.place().substring(place.length()))
                .filter(key -> key.matches("\\w+"))
                .collect(Collectors.toSet());
    }

    private static Optional<Rule> find(String place, JsonValue value) {
        return RULES.stream()
                .filter(rule -> rule.place().equals(place) && rule.asked().test(value))
                .findFirst();
    }

    /**
     * A key whose value may ask for too much.
     *
     * @param place the key's full name
     * @param asked tells whether a value does
     * @param what what it asks for
     * @param fix what to write instead
     */
    private record Rule(String place, Predicate<JsonValue> asked, String what, String fix) {}

    private static boolean given(JsonValue value) {
        return !(value instanceof JsonNull);
    }

    private static boolean notBlank(JsonValue value) {
        return !text(value).isBlank();
    }

    private static Predicate<JsonValue> is(String... words) {
        return value -> List.of(words).contains(text(value));
    }

    private static Predicate<JsonValue> above(int limit) {
        return value -> JsonNumber.isNumber(text(value)) && Double.parseDouble(text(value)) > limit;
    }

    private static String text(JsonValue value) {
        if (value instanceof JsonString string) {
            return string.text();
        }
        if (value instanceof JsonNumber number) {
            return number.source();
        }
        return value instanceof JsonBoolean flag ? Boolean.toString(flag.value()) : value.shown();
    }
}

package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonArray;
import atlas.validation.config.JsonValue.JsonNumber;
import atlas.validation.config.JsonValue.JsonString;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the {@code container.runtime.args} section and holds each value against the form that Docker takes. */
final class RuntimeArgumentsReader {

    private static final Pattern GPUS = Pattern.compile("all|none|[1-9]\\d{0,2}|device=[\\w-]+(,[\\w-]+)*");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)([kmgt]?)b?");
    /** Docker knows no shell's {@code ~}, and takes a source without a slash in front for a volume's name. */
    private static final Pattern VOLUME = Pattern.compile("(?![~.])[^:]+:/[^:]*(:[A-Za-z]+(,[A-Za-z]+)*)?");

    private static final Pattern DEVICE = Pattern.compile("/[^:]+(:/[^:]+)?(:[rwm]{1,3})?");
    private static final Pattern CAPABILITY = Pattern.compile("[A-Z][A-Z0-9_]*");
    private static final Pattern OPTION = Pattern.compile("[a-z][a-z-]*([=:].+)?");
    private static final Pattern GROUP = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]*");
    private static final Pattern LIMIT = Pattern.compile("[a-z]+=-?\\d{1,18}(:-?\\d{1,18})?");
    private static final String UNITS = "kmgt";

    private final ObjectReader arguments;

    RuntimeArgumentsReader(ObjectReader arguments) {
        this.arguments = arguments;
    }

    RuntimeArguments read() {
        RuntimeArguments read = new RuntimeArguments(
                gpus(),
                word("network", RuntimeArguments.DEFAULT_NETWORK),
                arguments.optionalString("ipc"),
                size("shm_size"),
                size("memory"),
                all("volumes", VOLUME, "source:target, such as \"/models:/models:ro\", and {env.HOME} for ~"),
                all("devices", DEVICE, "a path, such as \"/dev/infiniband\""),
                all("cap_add", CAPABILITY, "a capability, such as \"IPC_LOCK\""),
                all("security_opt", OPTION, "name=value, such as \"seccomp=unconfined\""),
                all("group_add", GROUP, "the name or number of a group, such as \"video\""),
                all("ulimit", LIMIT, "name=soft or name=soft:hard, such as \"memlock=-1\""),
                arguments.flag("privileged", false));
        arguments.finish();
        return read;
    }

    private String gpus() {
        String key = "gpus";
        JsonValue value = arguments.value(key);
        String text = value instanceof JsonNumber number ? number.source() : word(key, RuntimeArguments.DEFAULT_GPUS);
        if (GPUS.matcher(text).matches()) {
            return text;
        }
        arguments.problem(
                key,
                arguments.name(key) + " " + arguments.at(key).shown() + " names no GPUs",
                "write \"all\", \"none\", a number of GPUs, or \"device=0,1\"");
        return RuntimeArguments.DEFAULT_GPUS;
    }

    private String word(String key, String byDefault) {
        String text = arguments.optionalString(key);
        if (text == null) {
            arguments.effective().byDefault(arguments.name(key), byDefault);
            return byDefault;
        }
        return text;
    }

    private @Nullable Long size(String key) {
        JsonValue value = arguments.value(key);
        String text = switch (value) {
            case null -> null;
            case JsonString string -> string.text();
            case JsonNumber number -> number.source();
            default -> "";
        };
        if (text == null || value == null) {
            return null;
        }
        Matcher size = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!size.matches() || new BigDecimal(size.group(1)).signum() == 0) {
            arguments.problem(
                    key,
                    arguments.name(key) + " " + value.shown() + " is no size of memory",
                    "write a number of bytes, or one with a unit, such as \"16g\"");
            return null;
        }
        arguments.effective().fromFile(arguments.name(key), text, value);
        long unit = size.group(2).isEmpty() ? 1 : 1L << (10 * (UNITS.indexOf(size.group(2)) + 1));
        return new BigDecimal(size.group(1)).multiply(BigDecimal.valueOf(unit)).longValue();
    }

    private List<String> all(String key, Pattern form, String words) {
        List<String> texts = arguments.texts(key);
        if (arguments.value(key) instanceof JsonArray array) {
            for (JsonValue element : array.elements()) {
                if (element instanceof JsonString string
                        && !form.matcher(string.text()).matches()) {
                    arguments
                            .findings()
                            .problem(
                                    element,
                                    arguments.name(key) + " has " + string.shown() + ", which has another form",
                                    "write " + words);
                }
            }
        }
        return texts;
    }
}

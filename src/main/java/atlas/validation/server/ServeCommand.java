package atlas.validation.server;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds a server's arguments, leaving out what was not asked for. */
final class ServeCommand {

    private final List<String> arguments = new ArrayList<>();

    ServeCommand(String command, @Nullable String model) {
        if (model == null) {
            throw new ServerException("a server cannot be launched without a model; set model.id in the config");
        }
        arguments.add(command);
        arguments.add(model);
    }

    ServeCommand option(String flag, @Nullable Object value) {
        if (value != null) {
            arguments.add(flag);
            arguments.add(value.toString());
        }
        return this;
    }

    ServeCommand optionUnlessOne(String flag, int value) {
        return value == 1 ? this : option(flag, value);
    }

    /** Returns the whole command line, with these arguments last so that they win. */
    List<String> with(List<String> last) {
        arguments.addAll(last);
        return List.copyOf(arguments);
    }
}

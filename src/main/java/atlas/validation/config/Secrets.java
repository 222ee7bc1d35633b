package atlas.validation.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Keeps secrets out of run records, told by the names that they go under. */
final class Secrets {

    static final String MASK = "***";

    private static final Pattern SECRET_NAME =
            Pattern.compile(".*(api[-_]?key|[-_]key|token|secret|password|passwd|credential)$");

    private Secrets() {}

    /** Tells whether a variable, field or flag of this name holds a secret. */
    static boolean isSecret(String name) {
        return SECRET_NAME.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    /** Returns command-line arguments with the values of secret flags masked. */
    static List<String> maskArguments(List<String> arguments) {
        List<String> masked = new ArrayList<>();
        boolean secretFollows = false;
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            boolean flag = argument.startsWith("-");
            if (secretFollows && !flag) {
                masked.add(MASK);
            } else if (flag && equals > 0 && isSecret(argument.substring(0, equals))) {
                masked.add(argument.substring(0, equals + 1) + MASK);
            } else {
                masked.add(argument);
            }
            secretFollows = flag && equals < 0 && isSecret(argument);
        }
        return masked;
    }
}

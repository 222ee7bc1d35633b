package atlas.validation.cli;

/**
 * Starts the command on a Java that is new enough, and says so in words on an older one, which would only tell of class
 * file versions. Compiled for Java 11, and apart from all else: it may refer to nothing of the suite.
 */
public final class Launcher {

    private static final int OLDEST = 21;
    private static final int CONFIGURATION = 2;

    private Launcher() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        if (Runtime.version().feature() < OLDEST) {
            System.err.println("error: this is Java " + Runtime.version().feature() + " (" + System.getProperty("java.home")
                    + "); the Atlas Validation Suite needs Java " + OLDEST
                    + " or newer: call the java of such a one by its path, or install one");
            System.exit(CONFIGURATION);
        }
        Class.forName("atlas.validation.cli.AtlasValidation")
                .getMethod("main", String[].class)
                .invoke(null, (Object) arguments);
    }
}

package atlas.validation.server;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The command of a server's container, fitted to what the image begins it with and to the flags that it knows.
 *
 * @param words what follows the image's entrypoint
 * @param notes what was fitted, each one sentence
 */
record ContainerCommand(List<String> words, List<String> notes) {

    private static final Pattern FLAG = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*");
    private static final Pattern PASSES_ON = Pattern.compile("(.*/)?([\\w.-]*entrypoint\\.sh|tini|dumb-init|env|--)");
    private static final String MODULE_OF_VLLM = "vllm.entrypoints.openai.api_server";
    private static final String SERVE = "serve";
    private static final String BIND = "--bind";
    private static final String HOST = "--host";

    ContainerCommand {
        words = List.copyOf(words);
        notes = List.copyOf(notes);
    }

    /**
     * Fits a driver's command line to an image.
     *
     * @param derived what the driver makes of the config
     * @param asked what the config adds in its own words
     * @param help what {@code serve --help} of this image prints, or nothing when it was not asked
     */
    static ContainerCommand fit(
            ImageFacts image, ServerDriver driver, List<String> derived, List<String> asked, Optional<String> help) {
        List<String> notes = new ArrayList<>();
        List<String> words =
                help.map(text -> known(derived, asked, text, notes)).orElse(derived);
        List<String> all = new ArrayList<>(begin(image, driver, words, notes));
        all.addAll(asked);
        return new ContainerCommand(all, notes);
    }

    /** Returns the command with which an image of this driver is asked for its flags; the model is not needed. */
    static List<String> help(ImageFacts image, ServerDriver driver) {
        return begin(image, driver, List.of(SERVE, "--help"), new ArrayList<>());
    }

    private static List<String> begin(ImageFacts image, ServerDriver driver, List<String> words, List<String> notes) {
        List<String> entrypoint = image.entrypoint();
        boolean bare =
                entrypoint.isEmpty() || PASSES_ON.matcher(entrypoint.getLast()).matches();
        return switch (driver) {
            case AtlasDriver atlas -> withProgram(entrypoint, bare, List.of("spark"), words, notes);
            case VllmDriver vllm ->
                entrypoint.contains(MODULE_OF_VLLM)
                        ? ofModule(words, notes)
                        : withProgram(entrypoint, bare, List.of("vllm"), words, notes);
            case SglangDriver sglang ->
                bare ? prefixed(List.of("python3", "-m", "sglang.launch_server"), words, notes) : words;
            case OpenAiDriver openAi -> words;
        };
    }

    private static List<String> withProgram(
            List<String> entrypoint, boolean bare, List<String> program, List<String> words, List<String> notes) {
        if (bare) {
            return prefixed(program, words, notes);
        }
        if (entrypoint.getLast().equals(SERVE) && words.getFirst().equals(SERVE)) {
            notes.add("the image's entrypoint ends with serve already: the word is left out");
            return words.subList(1, words.size());
        }
        return words;
    }

    private static List<String> prefixed(List<String> program, List<String> words, List<String> notes) {
        notes.add("the image's entrypoint starts no server: %s is put before the arguments"
                .formatted(String.join(" ", program)));
        List<String> all = new ArrayList<>(program);
        all.addAll(words);
        return all;
    }

    /** The older way to start vLLM takes the model as an option. */
    private static List<String> ofModule(List<String> words, List<String> notes) {
        if (!words.getFirst().equals(SERVE) || words.size() < 2) {
            return words;
        }
        notes.add("the image's entrypoint is vLLM's module: the model is given as --model");
        List<String> all = new ArrayList<>(List.of("--model"));
        all.addAll(words.subList(1, words.size()));
        return all;
    }

    /** Returns the derived words without the flags that the image does not know; each has a value. */
    private static List<String> known(List<String> derived, List<String> asked, String help, List<String> notes) {
        Set<String> flags = flags(help);
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < derived.size(); i++) {
            String word = derived.get(i);
            if (!word.startsWith("--") || flags.contains(word)) {
                kept.add(word);
            } else if (word.equals(BIND) && flags.contains(HOST)) {
                notes.add("this image knows --host and no --bind: it is given --host");
                kept.add(HOST);
            } else {
                i++;
                notes.add("this image's serve --help lists no %s: it is left out, and the server's own default holds"
                        .formatted(word));
            }
        }
        asked.stream()
                .filter(word -> word.startsWith("--"))
                .map(word -> word.contains("=") ? word.substring(0, word.indexOf('=')) : word)
                .filter(word -> !flags.contains(word))
                .distinct()
                .forEach(word -> notes.add(
                        "roles.server.args has %s, which this image's serve --help does not list".formatted(word)));
        return kept;
    }

    static Set<String> flags(String help) {
        Set<String> flags = new LinkedHashSet<>();
        Matcher flag = FLAG.matcher(help);
        while (flag.find()) {
            flags.add(flag.group());
        }
        return flags;
    }
}

package atlas.validation.cli;

import atlas.validation.config.LoadedFiles;
import atlas.validation.gate.RunVerdict;
import atlas.validation.record.Problem;
import atlas.validation.record.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Shows what a config comes to once its profile, its placeholders, the knobs and the defaults are applied. */
@Command(
        name = "show",
        description = "Show every effective value of a config and where it comes from; secrets are masked.")
final class ConfigShowCommand implements Callable<Integer> {

    private static final int WIDEST_NAME = 48;

    private final Surroundings surroundings;

    @Parameters(paramLabel = "CONFIG", arity = "0..*", description = "Config files, as --config takes them.")
    private List<String> configs = new ArrayList<>();

    @Mixin
    private Knobs knobs = new Knobs();

    @Option(names = "--json", description = "Print JSON, for a program.")
    private boolean json;

    ConfigShowCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        knobs.addConfigs(configs);
        LoadedFiles files;
        try (ShippedFiles.Unpacked shipped = ShippedFiles.read().unpack()) {
            files = Inputs.load(knobs::orSystemProperty, surroundings, shipped.folder());
        }
        JsonMapper mapper =
                JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        if (json) {
            surroundings.print(mapper.writeValueAsString(files.effective()));
        } else {
            JsonMapper flat = JsonMapper.shared();
            int width = files.effective().keySet().stream()
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            for (Map.Entry<String, Setting> entry : files.effective().entrySet()) {
                Setting setting = entry.getValue();
                surroundings.print("%-"
                        .concat(Math.min(width, WIDEST_NAME) + "s  %s  %s")
                        .formatted(
                                entry.getKey(),
                                flat.writeValueAsString(setting.value()),
                                new Paint(surroundings.terminal().colours()).faint("[" + setting.origin() + "]")));
            }
        }
        files.problems().stream()
                .map(Problem::sentence)
                .forEach(sentence -> surroundings.terminal().err().println("problem: " + sentence));
        return files.problems().isEmpty() ? RunVerdict.OK : RunVerdict.CONFIGURATION;
    }
}

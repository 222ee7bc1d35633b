package atlas.validation.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads those of {@code params} that say how to get to the server. */
final class AccessReader {

    private static final String KEY_VARIABLE = "api_key_env";
    private static final String KEY_FILE = "api_key_file";

    private final ObjectReader params;
    private final Settings settings;
    private final Function<String, @Nullable String> environment;
    private final NamedFiles files;

    AccessReader(
            ObjectReader params, Settings settings, Function<String, @Nullable String> environment, NamedFiles files) {
        this.params = params;
        this.settings = settings;
        this.environment = environment;
        this.files = files;
    }

    AccessSettings read() {
        String variable = apiKeyEnv();
        Path keyFile = files.named(KEY_FILE, AccessFiles::apiKey, "write the key alone into the file that it names");
        Path authorities = files.named(
                "ca_file", AccessFiles::authorities, "name a PEM file, which has -----BEGIN CERTIFICATE-----");
        if (settings.apiKeyEnv().isPresent()) {
            keyFile = null;
        } else if (variable != null && keyFile != null) {
            params.problem(
                    KEY_FILE,
                    params.name(KEY_FILE) + " and " + params.name(KEY_VARIABLE) + " both say where the API key is",
                    "remove one of them");
        }
        return new AccessSettings(variable, keyFile, authorities, proxy());
    }

    private @Nullable String apiKeyEnv() {
        String written = params.optionalString(KEY_VARIABLE);
        if (settings.apiKeyEnv().isPresent()) {
            String asked = settings.apiKeyEnv().get();
            params.effective()
                    .override(params.name(KEY_VARIABLE), ApiKeyVariable.shown(asked), settings.origin("api.key.env"));
            return asked;
        }
        if (written != null) {
            params.effective()
                    .fromFile(params.name(KEY_VARIABLE), ApiKeyVariable.shown(written), params.at(KEY_VARIABLE));
            ApiKeyVariable.problem(written, params.name(KEY_VARIABLE), environment)
                    .ifPresent(message -> params.problem(KEY_VARIABLE, message, ApiKeyVariable.FIX));
        }
        return written;
    }

    private @Nullable URI proxy() {
        String key = "proxy";
        String written = params.optionalString(key);
        if (written == null) {
            return null;
        }
        String name = params.name(key);
        params.effective().fromFile(name, ServerUrl.shown(written), params.at(key));
        if (written.contains("@")) {
            params.problem(
                    key,
                    name + " holds a user or password, which is not yet supported",
                    "name a proxy that asks for none");
            return null;
        }
        switch (ServerUrl.parse(name, written)) {
            case ServerUrl.Good(URI url)
            when !url.getScheme().equals("http") ->
                params.problem(
                        key,
                        name + " has scheme " + url.getScheme() + ": the way to a proxy is plain HTTP",
                        "write it as http://host:port; TLS to the server goes through it in a tunnel");
            case ServerUrl.Good(URI url)
            when !url.getRawPath().matches("/?") ->
                params.problem(key, name + " has a path", "write it as http://host:port");
            case ServerUrl.Good(URI url) -> {
                return url;
            }
            case ServerUrl.Bad(String message, String fix) -> params.problem(key, message, fix);
        }
        return null;
    }
}

package atlas.validation.model;

import static java.util.Objects.requireNonNull;

import atlas.validation.model.ModelPlaces.HubCache;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A model hub that speaks as Hugging Face's does. Safe for use by several threads.
 *
 * <p>The token goes to the hub alone: large files are kept elsewhere, under addresses that carry their own permission.
 */
final class ModelHub implements AutoCloseable {

    private static final String USUAL = "https://huggingface.co";
    private static final int MOST_REDIRECTS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{40}|[0-9a-f]{64}");

    /** The same weights in other formats, which servers leave where safetensors are there. */
    private static final Pattern OTHER_FORMATS =
            Pattern.compile("(original/.*|.*\\.(bin|pt|pth|h5|msgpack|onnx|onnx_data|gguf|ot|tflite))");

    private final URI endpoint;
    private final HubToken token;
    private final HttpClient client;

    ModelHub(URI endpoint, HubToken token) {
        this.endpoint = requireNonNull(endpoint, "endpoint is null");
        this.token = requireNonNull(token, "token is null");
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(PATIENCE)
                .build();
    }

    /** Returns the address of the hub: of {@code HF_ENDPOINT}, else the usual one. */
    static URI endpoint(Map<String, String> environment) {
        String written =
                Objects.requireNonNullElse(environment.get("HF_ENDPOINT"), "").strip();
        try {
            return URI.create(written.isEmpty() ? USUAL : written.replaceAll("/+$", ""));
        } catch (IllegalArgumentException malformed) {
            throw new ModelException("HF_ENDPOINT is no address: %s".formatted(malformed.getMessage()));
        }
    }

    /**
     * Asks what a model consists of.
     *
     * @param revision a branch, tag or commit
     * @throws ModelException if the hub does not tell
     */
    HubSnapshot snapshot(String model, String revision) {
        String named = URLEncoder.encode(revision, StandardCharsets.UTF_8);
        URI address = address("/api/models/%s/revision/%s?blobs=true".formatted(escaped(model), named));
        HttpResponse<InputStream> response =
                get(address, 0, model + (revision.equals(HubCache.USUAL_REVISION) ? "" : " at " + revision));
        try (InputStream body = response.body()) {
            return read(JSON.readTree(body.readAllBytes()), model);
        } catch (IOException | JacksonException broken) {
            throw new ModelException("%s does not say what %s consists of: %s".formatted(endpoint, model, broken));
        }
    }

    private HubSnapshot read(JsonNode answer, String model) {
        String commit = answer.path("sha").asString("");
        if (!COMMIT.matcher(commit).matches()) {
            throw new ModelException("%s names no revision of %s".formatted(endpoint, model));
        }
        List<HubFile> files = new ArrayList<>();
        for (JsonNode sibling : answer.path("siblings")) {
            JsonNode large = sibling.path("lfs");
            String path = sibling.path("rfilename").asString("");
            String hash = large.path("sha256").asString(sibling.path("blobId").asString(""));
            long bytes = large.path("size").asLong(sibling.path("size").asLong(-1));
            boolean inside = !path.isEmpty()
                    && !path.startsWith("/")
                    && !path.contains("\\")
                    && !Arrays.asList(path.split("/", -1)).contains("..");
            if (!inside || bytes < 0 || !HASH.matcher(hash).matches()) {
                throw new ModelException("%s describes the file '%s' of %s in a way that cannot be followed"
                        .formatted(endpoint, path, model));
            }
            files.add(new HubFile(path, bytes, hash));
        }
        if (files.isEmpty()) {
            throw new ModelException("%s says that %s has no files".formatted(endpoint, model));
        }
        boolean safetensors = files.stream().anyMatch(file -> file.path().endsWith(".safetensors"));
        return new HubSnapshot(
                commit,
                files.stream()
                        .filter(file -> !safetensors
                                || !OTHER_FORMATS.matcher(file.path()).matches())
                        .toList());
    }

    /**
     * Opens a file.
     *
     * @param from first byte that is wanted; the answer tells with 206 whether it begins there
     * @throws ModelException if the hub does not give it
     */
    HttpResponse<InputStream> open(String model, String commit, HubFile file, long from) {
        return get(address("/%s/resolve/%s/%s".formatted(escaped(model), commit, escaped(file.path()))), from, model);
    }

    private HttpResponse<InputStream> get(URI first, long from, String model) {
        URI address = first;
        for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
            HttpRequest.Builder request = HttpRequest.newBuilder(address).timeout(PATIENCE);
            if (from > 0) {
                request.header("Range", "bytes=%d-".formatted(from));
            }
            if (token.given() && sameServer(address)) {
                request.header("Authorization", token.header());
            }
            HttpResponse<InputStream> response = send(request.build());
            int status = response.statusCode();
            boolean redirect = List.of(301, 302, 303, 307, 308).contains(status);
            String location = response.headers().firstValue("Location").orElse("");
            if (!redirect || location.isEmpty()) {
                if (status != 200 && status != 206 && status != 416) {
                    close(response.body());
                    throw new ModelException(refusal(status, model));
                }
                return response;
            }
            close(response.body());
            address = address.resolve(location);
        }
        throw new ModelException("%s leads from one address to the next without end".formatted(endpoint));
    }

    private HttpResponse<InputStream> send(HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.ofInputStream());
        } catch (IOException broken) {
            throw new BrokenTransfer(
                    "%s does not answer: %s".formatted(request.uri().getAuthority(), said(broken)));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BrokenTransfer("interrupted");
        }
    }

    static String said(IOException broken) {
        return broken.getMessage() == null ? broken.getClass().getSimpleName() : broken.getMessage();
    }

    private String refusal(int status, String model) {
        return switch (status) {
            case 401 ->
                "%s asks who is asking for %s (401): %s; the model is gated, private, or does not exist: put a valid token into paths.hf_token_file"
                        .formatted(endpoint, model, token.origin());
            case 403 ->
                "%s does not give %s to the owner of %s (403): accept its conditions on %s/%s, and see that the token may read it"
                        .formatted(endpoint, model, token.origin(), endpoint, model);
            case 404 ->
                "%s knows no model %s (404); correct model.id or --revision, or give a token if it is private"
                        .formatted(endpoint, model);
            case 429 -> "%s has had too many requests from here (429); try again later".formatted(endpoint);
            default -> "%s answers %d for %s; try again later".formatted(endpoint, status, model);
        };
    }

    private boolean sameServer(URI address) {
        return Objects.equals(endpoint.getScheme(), address.getScheme())
                && Objects.equals(endpoint.getAuthority(), address.getAuthority());
    }

    private URI address(String path) {
        return URI.create(endpoint + path);
    }

    private static String escaped(String path) {
        return Arrays.stream(path.split("/"))
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
    }

    private static void close(InputStream body) {
        try {
            body.close();
        } catch (IOException broken) {
            // What is not wanted may break.
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}

package atlas.validation.lifecycle;

import static java.util.Objects.requireNonNull;

import java.net.URI;

/**
 * What the record keeps of a server after the way to it is closed.
 *
 * @param baseUrl where it answered
 * @param model the model that it is asked for
 * @param simulated whether it is a simulator
 */
record ServerFacts(URI baseUrl, String model, boolean simulated) {

    ServerFacts {
        requireNonNull(baseUrl, "baseUrl is null");
        requireNonNull(model, "model is null");
    }
}

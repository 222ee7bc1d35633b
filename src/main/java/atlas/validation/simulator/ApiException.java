package atlas.validation.simulator;

import io.netty.handler.codec.http.HttpResponseStatus;

/** A request that is refused, in the shape of OpenAI's errors. */
final class ApiException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient HttpResponseStatus status;

    ApiException(HttpResponseStatus status, String message) {
        super(message, null, false, false);
        this.status = status;
    }

    static ApiException badRequest(String message) {
        return new ApiException(HttpResponseStatus.BAD_REQUEST, message);
    }

    static ApiException invalidJson(String message) {
        return badRequest("Invalid request JSON: " + message);
    }

    HttpResponseStatus status() {
        return status;
    }

    /** Returns the error's type, which Atlas derives from the status. */
    String type() {
        return switch (status.code()) {
            case 404 -> "not_found_error";
            case 500, 501, 503 -> "server_error";
            default -> "invalid_request_error";
        };
    }
}

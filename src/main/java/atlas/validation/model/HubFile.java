package atlas.validation.model;

import static java.util.Objects.requireNonNull;

/**
 * One file of a model on the hub.
 *
 * @param path its path in the repository
 * @param bytes its size
 * @param hash SHA-256 of a large file, or git's SHA-1 of a small one, in hexadecimal: also the name that the cache
 *     gives its contents
 */
record HubFile(String path, long bytes, String hash) {

    private static final int SHA256_DIGITS = 64;

    HubFile {
        requireNonNull(path, "path is null");
        requireNonNull(hash, "hash is null");
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes must not be negative, got [%d]".formatted(bytes));
        }
    }

    boolean large() {
        return hash.length() == SHA256_DIGITS;
    }
}

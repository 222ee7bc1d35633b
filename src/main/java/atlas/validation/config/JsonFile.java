package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One JSON file as read.
 *
 * @param path where it is, absolute
 * @param sha256 SHA-256 of its bytes, in hexadecimal
 * @param root its outermost object
 */
record JsonFile(Path path, String sha256, JsonObject root) {

    /** Files of this kind have kilobytes; whatever is larger is another kind of file. */
    private static final long MAX_BYTES = 10L * 1024 * 1024;

    private static final String ENDING = ".json";

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** Reads a file. What is wrong with it goes to {@code findings}; without a usable root the answer is empty. */
    static Optional<JsonFile> read(Path path, Findings findings) {
        return bytes(path, findings)
                .flatMap(bytes -> text(bytes, findings)
                        .flatMap(text -> LocatedParser.parse(text, findings))
                        .map(root -> new JsonFile(path, sha256(bytes), root)));
    }

    private static Optional<byte[]> bytes(Path path, Findings findings) {
        try {
            if (Files.isDirectory(path)) {
                findings.problem("is a folder, not a file", fixFolder(path));
            } else if (!Files.exists(path)) {
                findings.problem("does not exist", fixMissing(path));
            } else if (!Files.isRegularFile(path)) {
                findings.problem("is no regular file", "name a JSON file");
            } else if (Files.size(path) > MAX_BYTES) {
                findings.problem(
                        "has " + Files.size(path) / (1024 * 1024)
                                + " MB, which is more than the 10 MB that such a file may have",
                        "name a config, threshold or cluster file");
            } else {
                return Optional.of(Files.readAllBytes(path));
            }
        } catch (AccessDeniedException denied) {
            findings.problem("may not be read by this user", "change its permissions");
        } catch (IOException broken) {
            findings.problem("could not be read: " + broken.getMessage(), null);
        }
        return Optional.empty();
    }

    private static String fixFolder(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !ThresholdSearch.isThresholdFile(file))
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(ENDING))
                    .min(Comparator.naturalOrder())
                    .map(name -> "name a file in it, such as " + name)
                    .orElse("name a JSON file");
        } catch (IOException unreadable) {
            return "name a JSON file";
        }
    }

    /** Returns what to do about a file that is not there: the one beside it with a similar name, if any. */
    static String fixMissing(Path path) {
        Path folder = path.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            return "there is no folder " + folder;
        }
        return nearestFile(path)
                .orElse("check the path, which is relative to the working directory or to the file that names it");
    }

    /** Returns which file beside one that is not there may be meant. */
    static Optional<String> nearestFile(Path path) {
        Path folder = path.getParent();
        Path name = path.getFileName();
        if (folder == null || name == null) {
            return Optional.empty();
        }
        try (Stream<Path> siblings = Files.list(folder)) {
            // Endings are alike anyway: only what stands before them tells whether a name is near.
            Map<String, String> names = new TreeMap<>();
            siblings.filter(Files::isRegularFile)
                    .map(sibling -> String.valueOf(sibling.getFileName()))
                    .forEach(sibling -> names.put(stem(sibling), sibling));
            return Suggestion.of(stem(name.toString()), names.keySet())
                    .map(nearest -> "did you mean " + names.get(nearest) + "?");
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static String stem(String name) {
        return name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
    }

    private static Optional<String> text(byte[] bytes, Findings findings) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                .decode(in, out, true);
        if (result.isError()) {
            int line = 1;
            for (int i = 0; i < in.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            findings.problem(
                    line,
                    null,
                    "byte 0x%02X is not UTF-8".formatted(bytes[in.position()] & 0xFF),
                    "save the file as UTF-8");
            return Optional.empty();
        }
        String text = out.flip().toString();
        if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            findings.warning(
                    1,
                    null,
                    "begins with a byte order mark, which JSON does not allow",
                    "save it as UTF-8 without BOM");
            text = text.substring(1);
        }
        if (text.isBlank()) {
            findings.problem("is empty", "write a JSON object");
            return Optional.empty();
        }
        return Optional.of(text);
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}

package atlas.validation.report;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Tells in one sentence that something of the run folder could not be written: what, where, why, and what to do about
 * it. An expected failure: show the message, not the stack.
 */
public final class RunFolderException extends RuntimeException {

    private static final String ELSEWHERE = "choose another folder with -Druns.dir";

    private static final String IN_THE_WAY = "a file is in the way of a folder; remove it, or " + ELSEWHERE;

    private final String sentence;

    private RunFolderException(String sentence, IOException cause) {
        super(sentence, cause);
        this.sentence = sentence;
    }

    /** Returns the message, which is one sentence on one line. */
    public String sentence() {
        return sentence;
    }

    /**
     * Returns the exception for a failure of {@code action}, such as {@code write}, on {@code path}.
     *
     * @param action the verb that completes "cannot …"
     * @param path the file or folder at fault
     * @param cause what the file system said
     */
    static RunFolderException of(String action, Path path, IOException cause) {
        return new RunFolderException("cannot %s %s: %s".formatted(action, path, reasonAndAdvice(path, cause)), cause);
    }

    private static String reasonAndAdvice(Path path, IOException cause) {
        String said = said(cause);
        String lower = said.toLowerCase(Locale.ROOT);
        if (lower.contains("no space left") || lower.contains("quota")) {
            return "the disk is full; free some space, or " + ELSEWHERE;
        }
        if (lower.contains("read-only")) {
            return "the file system is read-only; " + ELSEWHERE;
        }
        if (lower.contains("not a directory")) {
            return IN_THE_WAY;
        }
        return switch (cause) {
            case AccessDeniedException denied -> "permission denied; make the folder writable, or " + ELSEWHERE;
            case FileAlreadyExistsException exists -> IN_THE_WAY;
            case NotDirectoryException notFolder -> IN_THE_WAY;
            case NoSuchFileException missing -> missingAt(path);
            default -> said + "; " + ELSEWHERE;
        };
    }

    private static String missingAt(Path path) {
        Path parent = path.toAbsolutePath().getParent();
        return parent != null && Files.isDirectory(parent)
                ? "nothing can be made there; " + ELSEWHERE
                : "its folder does not exist, or was removed during the run";
    }

    /** Returns the reason alone: a {@link FileSystemException}'s message repeats the path. */
    private static String said(IOException cause) {
        @Nullable String reason = cause instanceof FileSystemException system ? system.getReason() : cause.getMessage();
        return reason == null ? cause.getClass().getSimpleName() : reason;
    }
}

package atlas.validation.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads keys whose value is the path of a file that must be there before a run. */
final class NamedFiles {

    private final ObjectReader section;
    private final Path folder;

    /** Looks into a file before a run, so that nobody waits for a server only to hear that a file is missing. */
    interface Look {

        Object into(Path file) throws AccessFiles.Unusable;
    }

    /** @param folder what paths are relative to */
    NamedFiles(ObjectReader section, Path folder) {
        this.section = section;
        this.folder = folder;
    }

    /**
     * Returns the file that a key names, null if it names none, or none that can be used.
     *
     * @param fix what to do about one that cannot be used
     */
    @Nullable
    Path named(String key, Look look, String fix) {
        String written = section.optionalString(key);
        if (written == null) {
            return null;
        }
        String shown = shown(written);
        section.effective().fromFile(section.name(key), shown, section.at(key));
        try {
            Path file = folder.resolve(written.strip());
            look.into(file);
            return file;
        } catch (InvalidPathException invalid) {
            section.problem(key, section.name(key) + " is no path", "name a file relative to this one");
        } catch (AccessFiles.Unusable unusable) {
            section.problem(key, "%s %s %s".formatted(section.name(key), shown, unusable.what()), fix);
        }
        return null;
    }

    /** Returns a path as a message may show it: what has no part of a path may be a key in the wrong place. */
    private static String shown(String path) {
        return path.matches(".*[/\\\\.].*") ? path : Secrets.MASK;
    }
}

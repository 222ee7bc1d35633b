package atlas.validation.model;

import static java.util.Objects.requireNonNull;

import atlas.validation.model.ModelPlaces.HubCache;
import atlas.validation.model.ModelPlaces.ModelFolder;
import atlas.validation.model.ModelPlaces.Place;
import atlas.validation.model.ModelState.Absent;
import atlas.validation.model.ModelState.Complete;
import atlas.validation.model.ModelState.Incomplete;
import atlas.validation.model.NodeFiles.Entry;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Tells whether one model is whole in a place: this model, in the revision that a server would load, and not whatever
 * else the folder holds.
 *
 * @param files the node's files
 */
public record ModelCheck(NodeFiles files) {

    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");
    private static final int LONGEST_REF = 100;

    public ModelCheck {
        requireNonNull(files, "files is null");
    }

    /**
     * Looks at one place.
     *
     * @param model the model's id, {@code organisation/name}
     * @throws ModelException if the place cannot be read
     */
    public ModelState check(Place place, String model) {
        return switch (place) {
            case HubCache cache -> ofCache(cache, model);
            case ModelFolder(String folder) ->
                files.list(folder)
                        .map(entries -> ofFolder(folder, entries, List.of()))
                        .orElse(new Absent(folder, ""));
        };
    }

    /** Returns the name of a model's folder in a hub cache. */
    static String folderName(String model) {
        return "models--" + model.replace("/", "--");
    }

    private ModelState ofCache(HubCache cache, String model) {
        String folder = cache.folder() + "/" + folderName(model);
        Optional<List<Entry>> found = files.list(folder);
        if (found.isEmpty()) {
            return new Absent(folder, hint(cache.folder(), model));
        }
        List<Entry> entries = found.get();
        Optional<String> revision = commit(folder, cache.revision(), entries);
        if (revision.isEmpty()) {
            return new Incomplete(
                    folder, List.of("it has no snapshot that refs/%s leads to".formatted(cache.revision())));
        }
        String snapshot = "snapshots/" + revision.get() + "/";
        List<Entry> inSnapshot = entries.stream()
                .filter(entry -> entry.path().startsWith(snapshot))
                .map(entry -> new Entry(entry.path().substring(snapshot.length()), entry.bytes()))
                .toList();
        List<String> leftovers = entries.stream()
                .map(Entry::path)
                .filter(path -> path.endsWith(".incomplete"))
                .map(path -> path.substring(path.lastIndexOf('/') + 1))
                .toList();
        return ofFolder(folder + "/" + snapshot.substring(0, snapshot.length() - 1), inSnapshot, leftovers);
    }

    /** Returns the commit that a server loads which asks for a revision. */
    private Optional<String> commit(String folder, String revision, List<Entry> entries) {
        if (COMMIT.matcher(revision).matches()) {
            return Optional.of(revision);
        }
        String ref = "refs/" + revision;
        boolean named = entries.stream().anyMatch(entry -> entry.path().equals(ref) && !entry.broken());
        if (named) {
            String commit = text(folder + "/" + ref, LONGEST_REF).strip();
            return COMMIT.matcher(commit).matches() ? Optional.of(commit) : Optional.empty();
        }
        if (!revision.equals(HubCache.USUAL_REVISION)) {
            return Optional.empty();
        }
        Set<String> revisions = new TreeSet<>();
        entries.stream()
                .map(entry -> entry.path().split("/"))
                .filter(path -> path.length > 2 && path[0].equals("snapshots"))
                .forEach(path -> revisions.add(path[1]));
        return revisions.size() == 1 ? revisions.stream().findFirst() : Optional.empty();
    }

    /** Whoever mounts the hub folder itself, or its parent's parent, has the model in a place where no server looks. */
    private String hint(String cache, String model) {
        String parent = cache.substring(0, Math.max(cache.lastIndexOf('/'), 0));
        return files.list(parent + "/" + folderName(model)).isPresent()
                ? "it is in %s, one folder above: mount the parent of that".formatted(parent)
                : "";
    }

    private ModelState ofFolder(String folder, List<Entry> entries, List<String> leftovers) {
        List<String> faults = new WeightFiles(files, folder, entries).faults();
        if (!faults.isEmpty()) {
            if (!leftovers.isEmpty()) {
                faults.add("%d unfinished downloads are left".formatted(leftovers.size()));
            }
            return new Incomplete(folder, faults);
        }
        List<String> notes = leftovers.isEmpty()
                ? List.of()
                : List.of("%d unfinished downloads are left beside it, such as %s"
                        .formatted(leftovers.size(), leftovers.getFirst()));
        long bytes = entries.stream().mapToLong(Entry::bytes).sum();
        return new Complete(folder, entries.size(), bytes, notes);
    }

    private String text(String file, int most) {
        return new String(files.read(file, 0, most), StandardCharsets.UTF_8);
    }
}

package atlas.validation.model;

import atlas.validation.cluster.HostException;
import atlas.validation.cluster.NodeDiscovery;
import atlas.validation.cluster.NodeShell;
import atlas.validation.cluster.ShellOutput;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Makes a node forget what it holds of a model's files in memory, so that a server has to read them from the disk.
 *
 * <p>Needs no privilege: {@code dd} with {@code iflag=nocache} and a count of 0 tells the kernel that a whole file is
 * not needed any more (posix_fadvise, POSIX_FADV_DONTNEED), which whoever may read a file may do. The kernel need not
 * obey, and does not for pages that a process has mapped or that are not written yet; so {@code fincore} is asked
 * before and afterwards. Where much is left and the user may write {@code /proc/sys/vm/drop_caches}, that is used,
 * which empties the cache of the whole machine.
 */
public final class PageCache {

    private static final Duration LIMIT = Duration.ofMinutes(5);

    /** What is left of a file system's readahead and of small files that others read meanwhile is no warm start. */
    private static final double MOST_LEFT = 0.01;

    /** The variable is for tests: nobody else sets it. */
    private static final String SCRIPT = """
            drop=${ATLAS_VALIDATION_DROP_CACHES:-/proc/sys/vm/drop_caches}
            cd %s || exit 3
            files() { find -L . -type f -print; }
            resident() {
              files | while IFS= read -r file; do fincore -nb -o RES "$file" 2>/dev/null || echo unknown; done |
                awk '/unknown/ { bad = 1 } { sum += $1 } END { if (bad || NR == 0) print -1; else printf "%%.0f\\n", sum }'
            }
            echo "bytes $(files | while IFS= read -r file; do stat -L -c %%s "$file"; done |
              awk '{ sum += $1 } END { printf "%%.0f", sum }')"
            echo "before $(resident)"
            files | while IFS= read -r file; do
              dd if="$file" iflag=nocache count=0 2>/dev/null || echo "refused 1"
            done
            left=$(resident)
            echo "after $left"
            if [ "$left" != 0 ] && [ -w "$drop" ]; then
              sync
              if echo 3 2>/dev/null > "$drop"; then
                echo "machine 1"
                echo "after $(resident)"
              fi
            fi
            """;

    private PageCache() {}

    /**
     * What came of it.
     *
     * @param dropped whether the next reader has to go to the disk; false also where that is not known
     * @param sentence what was done and what was seen
     */
    public record Result(boolean dropped, String sentence) {}

    /**
     * Drops a folder's files from the page cache of a node.
     *
     * @param folder where they are; links are followed
     * @param cancelled asked often; true makes the call give up
     */
    public static Result drop(NodeShell shell, String folder, BooleanSupplier cancelled) {
        ShellOutput output;
        try {
            output = shell.run(SCRIPT.formatted(NodeDiscovery.quoted(folder)), LIMIT, cancelled);
        } catch (HostException unreachable) {
            return new Result(false, "the page cache was not dropped: " + unreachable.sentence());
        }
        if (output.exitCode() != 0) {
            return new Result(
                    false,
                    "the page cache was not dropped: %s on %s: %s"
                            .formatted(folder, shell.place(), output.err().strip()));
        }
        Map<String, Long> said = new HashMap<>();
        output.out()
                .lines()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 2)
                .forEach(words -> said.put(words[0], Long.parseLong(words[1])));
        return result(said, shell.place());
    }

    private static Result result(Map<String, Long> said, String place) {
        long bytes = said.getOrDefault("bytes", 0L);
        long before = said.getOrDefault("before", -1L);
        long after = said.getOrDefault("after", -1L);
        String how = said.containsKey("machine")
                ? "/proc/sys/vm/drop_caches was written, as the files alone could not be dropped"
                : "the files were dropped one by one (posix_fadvise)";
        if (after < 0) {
            return new Result(
                    false,
                    "%s on %s, but whether the kernel obeyed is not known: fincore, of util-linux, is not there"
                            .formatted(how, place));
        }
        boolean dropped = after <= MOST_LEFT * bytes;
        String seen = "%s of %s were in memory before, %s after"
                .formatted(before < 0 ? "an unknown part" : Bytes.of(before), Bytes.of(bytes), Bytes.of(after));
        return dropped
                ? new Result(true, "the page cache of %s was dropped: %s; %s".formatted(place, how, seen))
                : new Result(
                        false,
                        "the page cache of %s could not be dropped: %s; %s; another process may have the files mapped,"
                                        .formatted(place, how, seen)
                                + " and without root the kernel may keep them");
    }
}

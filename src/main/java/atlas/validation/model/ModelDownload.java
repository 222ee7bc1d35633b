package atlas.validation.model;

import static java.util.Objects.requireNonNull;

import atlas.validation.model.ModelPlaces.HubCache;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Fetches a model into the hub cache of this machine, in the layout of {@code huggingface_hub}: contents under their
 * hashes in {@code blobs}, one folder of links per revision in {@code snapshots}, and the revision's name in
 * {@code refs}, which is written last, so that a half-fetched revision is never taken for the model.
 */
public final class ModelDownload {

    private static final Duration CANCEL_CHECK = Duration.ofMillis(100);
    private static final int MOST_TRIES_WITHOUT_PROGRESS = 5;

    private final ModelHub hub;
    private final Limits limits;
    private final Progress progress;
    private final BooleanSupplier cancelled;

    /**
     * How long to wait for what.
     *
     * @param report time between two reports of progress
     * @param stall longest time without a byte, after which the transfer is tried again
     * @param pause time before another try, grown by itself with each that brings nothing
     */
    record Limits(Duration report, Duration stall, Duration pause) {

        static Limits usual() {
            return new Limits(Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(2));
        }
    }

    /** Hears how far a download is. */
    @FunctionalInterface
    public interface Progress {

        /**
         * Is called every few seconds.
         *
         * @param bytes how much is there, of this and of earlier tries
         * @param of how much there will be
         * @param bytesPerSecond how fast it came since the last call
         */
        void fetched(long bytes, long of, double bytesPerSecond);
    }

    ModelDownload(ModelHub hub, Limits limits, Progress progress, BooleanSupplier cancelled) {
        this.hub = requireNonNull(hub, "hub is null");
        this.limits = requireNonNull(limits, "limits is null");
        this.progress = requireNonNull(progress, "progress is null");
        this.cancelled = requireNonNull(cancelled, "cancelled is null");
    }

    /**
     * Fetches what is missing of a model.
     *
     * @param tokenFile the file with the hub's token, or null
     * @param environment where {@code HF_ENDPOINT} and {@code HF_TOKEN} are looked up
     * @throws ModelException if it cannot be fetched
     * @throws CancellationException if it was cancelled; what has come stays, and the next download goes on from there
     */
    public static void fetch(
            HubCache cache,
            String model,
            @Nullable String tokenFile,
            Map<String, String> environment,
            Progress progress,
            BooleanSupplier cancelled) {
        HubToken token = HubToken.find(tokenFile, environment);
        try (ModelHub hub = new ModelHub(ModelHub.endpoint(environment), token)) {
            new ModelDownload(hub, Limits.usual(), progress, cancelled).into(cache, model);
        }
    }

    void into(HubCache cache, String model) {
        HubSnapshot snapshot = asked(model, cache.revision());
        Path folder = Path.of(cache.folder(), ModelCheck.folderName(model));
        Path locks = Path.of(cache.folder(), ".locks", ModelCheck.folderName(model));
        try {
            Files.createDirectories(folder.resolve("blobs"));
            Files.createDirectories(folder.resolve("refs"));
            Files.createDirectories(locks);
            try (FileChannel channel = FileChannel.open(
                            locks.resolve("atlas-validation.lock"),
                            StandardOpenOption.CREATE,
                            StandardOpenOption.WRITE);
                    FileLock lock = channel.tryLock()) {
                if (lock == null) {
                    throw busy(model);
                }
                new Run(model, cache.revision(), folder, snapshot).all();
            } catch (OverlappingFileLockException ofThisProcess) {
                throw busy(model);
            }
        } catch (IOException unwritable) {
            throw new ModelException("%s cannot be written: %s; see whom it belongs to".formatted(folder, unwritable));
        }
    }

    private HubSnapshot asked(String model, String revision) {
        try {
            return hub.snapshot(model, revision);
        } catch (BrokenTransfer broken) {
            throw new ModelException("%s; see whether this machine reaches the hub, or fetch the model elsewhere"
                    .formatted(broken.getMessage()));
        }
    }

    private static ModelException busy(String model) {
        return new ModelException("another run fetches %s into the same cache; wait for it".formatted(model));
    }

    /** One download on its way. */
    private final class Run {

        private final String model;
        private final String revision;
        private final Path folder;
        private final HubSnapshot snapshot;
        private final Map<String, Long> presentByHash = new LinkedHashMap<>();
        private long reportedNanos = System.nanoTime();
        private long reportedBytes;

        Run(String model, String revision, Path folder, HubSnapshot snapshot) {
            this.model = model;
            this.revision = revision;
            this.folder = folder;
            this.snapshot = snapshot;
        }

        void all() throws IOException {
            for (HubFile file : snapshot.files()) {
                presentByHash.put(file.hash(), sizeOfWhatIsThere(file));
            }
            reportedBytes = present();
            diskSpace();
            for (HubFile file : snapshot.files()) {
                Path blob = blob(file);
                if (!Files.exists(blob)) {
                    fetch(file);
                    Files.move(unfinished(file), blob, StandardCopyOption.ATOMIC_MOVE);
                }
                presentByHash.put(file.hash(), file.bytes());
                link(file, blob);
            }
            if (!revision.equals(snapshot.commit())) {
                Path ref = folder.resolve("refs").resolve(revision);
                Files.createDirectories(requireNonNull(ref.getParent(), "a ref has a folder"));
                Path written = Files.writeString(Path.of(ref + ".incomplete"), snapshot.commit());
                Files.move(written, ref, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            }
        }

        private Path blob(HubFile file) {
            return folder.resolve("blobs").resolve(file.hash());
        }

        private Path unfinished(HubFile file) {
            return folder.resolve("blobs").resolve(file.hash() + ".incomplete");
        }

        private long sizeOfWhatIsThere(HubFile file) throws IOException {
            if (Files.exists(blob(file))) {
                if (Files.size(blob(file)) == file.bytes()) {
                    return file.bytes();
                }
                // A blob of another size is no blob of this name: what was cut off there is fetched anew.
                Files.delete(blob(file));
            }
            return Files.exists(unfinished(file)) ? Math.min(Files.size(unfinished(file)), file.bytes()) : 0;
        }

        private long present() {
            return presentByHash.values().stream().mapToLong(bytes -> bytes).sum();
        }

        private void diskSpace() throws IOException {
            Map<String, Long> sizes = new LinkedHashMap<>();
            snapshot.files().forEach(file -> sizes.put(file.hash(), file.bytes()));
            long missing = sizes.values().stream().mapToLong(bytes -> bytes).sum() - present();
            long free = Files.getFileStore(folder).getUsableSpace();
            if (missing > free) {
                throw new ModelException(
                        "%s needs %s more, and the disk of %s has %s free; make room or mount another folder"
                                .formatted(model, Bytes.of(missing), folder, Bytes.of(free)));
            }
        }

        private void fetch(HubFile file) {
            int tries = 0;
            while (true) {
                long before = presentByHash.getOrDefault(file.hash(), 0L);
                try {
                    await(file);
                    return;
                } catch (BrokenTransfer broken) {
                    boolean progressed = presentByHash.getOrDefault(file.hash(), 0L) > before;
                    tries = progressed ? 1 : tries + 1;
                    if (tries >= MOST_TRIES_WITHOUT_PROGRESS) {
                        throw new ModelException(
                                "%s cannot be fetched: %s, %d times without progress; what has come is kept"
                                        .formatted(model, broken.getMessage(), tries));
                    }
                    pause(limits.pause().multipliedBy(tries));
                }
            }
        }

        /** Runs one try in a thread of its own, so that a connection on which nothing comes can be given up. */
        private void await(HubFile file) {
            Transfer transfer = new Transfer(hub, model, snapshot.commit(), file, unfinished(file));
            CompletableFuture<Void> done = new CompletableFuture<>();
            Thread thread = Thread.ofVirtual().start(() -> {
                try {
                    transfer.run();
                    done.complete(null);
                } catch (RuntimeException | Error failed) {
                    done.completeExceptionally(failed);
                }
            });
            long lastBytes = -1;
            long lastNanos = System.nanoTime();
            try {
                while (true) {
                    try {
                        done.get(CANCEL_CHECK.toMillis(), TimeUnit.MILLISECONDS);
                        return;
                    } catch (TimeoutException goesOn) {
                        checkCancelled();
                    }
                    long now = System.nanoTime();
                    if (transfer.present() != lastBytes) {
                        lastBytes = transfer.present();
                        lastNanos = now;
                    } else if (now - lastNanos > limits.stall().toNanos()) {
                        throw new BrokenTransfer("%s brought nothing for %d s"
                                .formatted(file.path(), limits.stall().toSeconds()));
                    }
                    presentByHash.put(file.hash(), transfer.present());
                    report(now);
                }
            } catch (ExecutionException failed) {
                if (failed.getCause() instanceof RuntimeException known) {
                    throw known;
                }
                throw new IllegalStateException(failed.getCause());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while " + model + " was fetched");
            } finally {
                transfer.end();
                thread.interrupt();
                join(thread);
                presentByHash.put(file.hash(), transfer.present());
            }
        }

        private void join(Thread thread) {
            try {
                thread.join(limits.stall());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private void report(long now) {
            if (now - reportedNanos >= limits.report().toNanos()) {
                long bytes = present();
                progress.fetched(bytes, snapshot.bytes(), (bytes - reportedBytes) / ((now - reportedNanos) / 1e9));
                reportedNanos = now;
                reportedBytes = bytes;
            }
        }

        private void checkCancelled() {
            if (cancelled.getAsBoolean()) {
                throw new CancellationException("cancelled while " + model + " was fetched");
            }
        }

        private void pause(Duration length) {
            long end = System.nanoTime() + length.toNanos();
            try {
                while (System.nanoTime() - end < 0) {
                    checkCancelled();
                    TimeUnit.MILLISECONDS.sleep(CANCEL_CHECK.toMillis());
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new CancellationException("interrupted while " + model + " was fetched");
            }
        }

        /** Links a file of the snapshot to its contents; where there are no links, it becomes the contents. */
        private void link(HubFile file, Path blob) throws IOException {
            Path link = folder.resolve("snapshots").resolve(snapshot.commit()).resolve(file.path());
            Path parent = requireNonNull(link.getParent(), "a snapshot has a folder");
            Files.createDirectories(parent);
            if (Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                if (Files.exists(link) && Files.size(link) == file.bytes()) {
                    return;
                }
                Files.delete(link);
            }
            try {
                Files.createSymbolicLink(link, parent.relativize(blob));
            } catch (FileAlreadyExistsException another) {
                // Somebody else was faster, with the same contents.
            } catch (UnsupportedOperationException noLinks) {
                Files.copy(blob, link);
            }
        }
    }
}

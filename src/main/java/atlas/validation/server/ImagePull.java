package atlas.validation.server;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.PullResponseItem;
import com.github.dockerjava.api.model.ResponseItem.ErrorDetail;
import com.github.dockerjava.api.model.ResponseItem.ProgressDetail;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Has a daemon pull an image. It has limits of its own, apart from the server's: images of tens of gigabytes take long,
 * and unpacking is silent.
 */
final class ImagePull {

    private static final Duration LONGEST = Duration.ofHours(2);
    private static final Duration LONGEST_SILENCE = Duration.ofMinutes(10);
    static final Duration BETWEEN_LINES = Duration.ofSeconds(10);
    private static final long CANCEL_CHECK_MILLIS = 100;
    private static final long GIGABYTE = 1_000_000_000;
    private static final long MEGABYTE = 1_000_000;

    private final DockerDaemon daemon;
    private final LaunchListener listener;
    private final BooleanSupplier cancelled;
    private final Duration betweenLines;

    ImagePull(DockerDaemon daemon, LaunchListener listener, BooleanSupplier cancelled, Duration betweenLines) {
        this.betweenLines = betweenLines;
        this.daemon = daemon;
        this.listener = listener;
        this.cancelled = cancelled;
    }

    /**
     * Returns when the image is there.
     *
     * @param name the image with its tag or digest
     * @throws ServerException if it cannot be had
     */
    void pull(String name) {
        listener.progress("pulling the image " + name);
        Progress progress = new Progress(name, listener, betweenLines);
        long deadline = System.nanoTime() + LONGEST.toNanos();
        try (Progress pulling = daemon.client().pullImageCmd(name).exec(progress)) {
            while (!pulling.hasEndedWithin(CANCEL_CHECK_MILLIS)) {
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException("cancelled while " + name + " was pulled");
                }
                long now = System.nanoTime();
                if (now - deadline > 0) {
                    throw new ServerException("the image %s is not there after %d minutes; last heard: %s"
                            .formatted(name, LONGEST.toMinutes(), pulling.last));
                }
                if (now - pulling.heardNanos > LONGEST_SILENCE.toNanos()) {
                    throw new ServerException(
                            "nothing was heard of the image %s for %d minutes; last heard: %s; see whether docker pull gets on on that host"
                                    .formatted(name, LONGEST_SILENCE.toMinutes(), pulling.last));
                }
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted while " + name + " was pulled");
        } catch (IOException unheeded) {
            // Closing the stream failed; whether the image is there is looked up afterwards.
        } catch (ServerException | CancellationException known) {
            throw known;
        } catch (RuntimeException refused) {
            throw DockerTrouble.exception(
                    "the image %s cannot be pulled".formatted(name),
                    daemon.host().asked(),
                    refused);
        }
        String error = progress.error;
        if (error != null) {
            throw DockerTrouble.exception("the image %s cannot be pulled".formatted(name), error);
        }
    }

    /** Hears of each layer and tells the whole now and then. */
    private static final class Progress extends ResultCallback.Adapter<PullResponseItem> {

        private final String name;
        private final LaunchListener listener;
        private final Duration betweenLines;
        private final Map<String, long[]> layers = new HashMap<>();
        private final Set<String> finished = new HashSet<>();
        private long toldNanos = System.nanoTime();
        private volatile long heardNanos = System.nanoTime();
        private volatile String last = "(nothing)";
        private volatile @Nullable String error;
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile @Nullable Throwable broken;

        Progress(String name, LaunchListener listener, Duration betweenLines) {
            this.name = name;
            this.betweenLines = betweenLines;
            this.listener = listener;
        }

        /** Its own wait with a limit would end the pull with the first limit that passes. */
        boolean hasEndedWithin(long millis) throws InterruptedException {
            boolean over = ended.await(millis, TimeUnit.MILLISECONDS);
            Throwable thrown = broken;
            if (over && thrown != null) {
                throw thrown instanceof RuntimeException known ? known : new IllegalStateException(thrown);
            }
            return over;
        }

        @Override
        public void onComplete() {
            super.onComplete();
            ended.countDown();
        }

        @Override
        public void onError(Throwable thrown) {
            broken = thrown;
            super.onError(thrown);
            ended.countDown();
        }

        @Override
        public void onNext(PullResponseItem item) {
            heardNanos = System.nanoTime();
            ErrorDetail detail = item.getErrorDetail();
            if (detail != null) {
                error = String.valueOf(detail.getMessage());
                return;
            }
            String status = item.getStatus();
            if (status != null) {
                last = status;
            }
            keep(item, String.valueOf(status));
            if (heardNanos - toldNanos > betweenLines.toNanos()) {
                toldNanos = heardNanos;
                listener.progress(line());
            }
        }

        private void keep(PullResponseItem item, String status) {
            String id = item.getId();
            if (id == null) {
                return;
            }
            if (status.startsWith("Pull complete") || status.startsWith("Already exists")) {
                finished.add(id);
            }
            if (status.startsWith("Download complete")) {
                layers.computeIfPresent(id, (layer, bytes) -> new long[] {bytes[1], bytes[1]});
            }
            ProgressDetail detail = item.getProgressDetail();
            if (status.startsWith("Downloading") && detail != null) {
                Long current = detail.getCurrent();
                Long total = detail.getTotal();
                if (current != null && total != null) {
                    layers.put(id, new long[] {current, total});
                }
            }
        }

        private String line() {
            long loaded = layers.values().stream().mapToLong(layer -> layer[0]).sum();
            long total = layers.values().stream().mapToLong(layer -> layer[1]).sum();
            boolean large = total >= GIGABYTE;
            double unit = large ? GIGABYTE : MEGABYTE;
            return "pulling %s: %.1f of %.1f %s seen so far, %d layers unpacked"
                    .formatted(name, loaded / unit, total / unit, large ? "GB" : "MB", finished.size());
        }
    }
}

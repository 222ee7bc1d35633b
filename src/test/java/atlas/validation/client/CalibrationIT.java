package atlas.validation.client;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.record.CellId;
import atlas.validation.record.ClientReadings;
import atlas.validation.simulator.NullServer;
import atlas.validation.simulator.NullServerOptions;
import atlas.validation.workload.Prompt;
import atlas.validation.workload.PromptSource;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class CalibrationIT {

    private static final TimeLimits LIMITS =
            new TimeLimits(Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofSeconds(20));

    private static final NullServerOptions QUICK =
            new NullServerOptions(0, Duration.ofMillis(20), Duration.ofMillis(2), 3);

    private record Sized(int characters) implements PromptSource {

        @Override
        public Prompt measured(int index) {
            return new Prompt("x".repeat(characters), 64, true);
        }

        @Override
        public Prompt warmup(int index) {
            return measured(index);
        }
    }

    private static CellLoad load(int users, int requests, int characters) {
        return new CellLoad("t", CellId.ofConcurrency("c", users), new Sized(characters), users, users, requests);
    }

    /** A client of a server that is not there: only the null server is asked. */
    private static LoadClient client(boolean lengthForced) {
        RequestTemplate template = new RequestTemplate("m", Map.of(), Map.of(), Map.of())
                .withLengthForcing(Map.of("min_tokens", RequestTemplate.MAX_TOKENS), lengthForced);
        return new LoadClient(new Endpoint(URI.create("http://127.0.0.1:1"), "secret"), template, LIMITS);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theClientAddsSomethingToEveryTtft(boolean lengthForced) {
        try (NullServer server = NullServer.start(QUICK);
                LoadClient client = client(lengthForced);
                Calibration calibration = Calibration.of(client, server.baseUrl())) {
            Calibration.Result result = calibration.measure(load(4, 16, 100), new Cancellation());

            assertThat(result.trouble()).isNull();
            assertThat(result.ttftOverheadMs()).isPositive();
        }
    }

    @Test
    @DisplayName("F20 prompts of 200 KB at concurrency 32 are measured against the null server")
    void f20LargePrompts() {
        try (NullServer server = NullServer.start(QUICK);
                LoadClient client = client(false);
                Calibration calibration = Calibration.of(client, server.baseUrl())) {
            Calibration.Result result = calibration.measure(load(32, 32, 200_000), new Cancellation());

            assertThat(result.trouble()).isNull();
            assertThat(result.ttftOverheadMs()).isPositive();
        }
    }

    @Test
    void withoutANullServerThereIsNoFigure() {
        try (LoadClient client = client(false);
                Calibration calibration = Calibration.of(client, URI.create("http://127.0.0.1:1"))) {
            Calibration.Result result = calibration.measure(load(2, 4, 100), new Cancellation());

            assertThat(result.ttftOverheadMs()).isNull();
            assertThat(result.trouble())
                    .startsWith(
                            "0 of 4 requests to the null server were answered, else: cannot connect to 127.0.0.1:1");
        }
    }

    @Test
    void aCellTellsWhatItsClientNoticed() {
        try (NullServer server = NullServer.start(QUICK);
                LoadClient client = client(false);
                LoadClient toServer = client.toward(new Endpoint(server.baseUrl(), null), LIMITS)) {
            ClientReadings readings = toServer.run(load(2, 20, 100), new Cancellation(), LoadListener.silent())
                    .readings();

            assertThat(readings.loopLagSamples()).isPositive();
            assertThat(readings.loopLagP99Ms()).isNotNull();
            assertThat(readings.longestPauseMs()).isNotNull();
            assertThat(readings.ownCpuPct()).isPositive();
            assertThat(readings.gcPct()).isNotNegative();
        }
    }

    @Test
    void aLoopThatIsHeldUpIsLate() throws InterruptedException {
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        EventLoop loop = (EventLoop) group.next();
        ProcessorTimes.Start start = new ProcessorTimes.Start(0, 0, 0);
        ProcessorTimes injected = new ProcessorTimes() {
            @Override
            public Start start() {
                return start;
            }

            @Override
            public Use since(Start begun) {
                return new Use(81.0, 99.0, 12.3456);
            }
        };
        try (ClientWatch watch = new ClientWatch(List.of(loop), injected)) {
            assertThat(watch.readings()).isEqualTo(ClientReadings.NONE);
            watch.begin();
            long until = System.nanoTime() + Duration.ofMillis(100).toNanos();
            loop.execute(() -> {
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
            });
            CountDownLatch caughtUp = new CountDownLatch(1);
            loop.schedule(caughtUp::countDown, 150, TimeUnit.MILLISECONDS);
            caughtUp.await();
            ClientReadings readings = watch.readings();

            assertThat(readings.loopLagP99Ms()).isGreaterThan(50);
            assertThat(readings.loopLagSamples()).isGreaterThan(20);
            assertThat(readings.ownCpuPct()).isEqualTo(81);
            assertThat(readings.machineCpuPct()).isEqualTo(99);
            assertThat(readings.gcPct()).isEqualTo(12.346);
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
        }
    }
}

package atlas.validation.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PrefixCacheTest {

    private final List<String> prefix = words("a", 40);

    @Test
    void anUnknownPromptIsNotHeld() {
        assertThat(new PrefixCache(10).lookUp(PrefixCache.keys(prefix))).isZero();
    }

    @Test
    void aCommonBeginningIsHeldInWholeBlocks() {
        PrefixCache cache = new PrefixCache(10);
        cache.add(PrefixCache.keys(prefix));

        List<String> longer =
                Stream.concat(prefix.stream(), words("b", 40).stream()).toList();

        assertThat(cache.lookUp(PrefixCache.keys(longer))).isEqualTo(32);
    }

    @Test
    void aPromptThatBeginsOtherwiseIsNotHeld() {
        PrefixCache cache = new PrefixCache(10);
        cache.add(PrefixCache.keys(prefix));

        List<String> salted = Stream.concat(Stream.of("salt"), prefix.stream()).toList();

        assertThat(cache.lookUp(PrefixCache.keys(salted))).isZero();
    }

    @Test
    void theLeastRecentlyUsedBlocksGoFirst() {
        PrefixCache cache = new PrefixCache(2);
        long[] old = PrefixCache.keys(words("old", 16));
        long[] used = PrefixCache.keys(words("used", 16));
        cache.add(old);
        cache.add(used);
        cache.lookUp(old);
        cache.add(PrefixCache.keys(words("new", 16)));

        assertThat(cache.lookUp(old)).isEqualTo(16);
        assertThat(cache.lookUp(used)).isZero();
    }

    @Test
    void withoutCapacityNothingIsHeld() {
        PrefixCache cache = new PrefixCache(0);
        cache.add(PrefixCache.keys(prefix));

        assertThat(cache.lookUp(PrefixCache.keys(prefix))).isZero();
    }

    private static List<String> words(String stem, int count) {
        return IntStream.range(0, count).mapToObj(i -> stem + i).toList();
    }
}

package atlas.validation.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import atlas.validation.stream.Parsed.Chunk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What the events of one stream have in common: bytes that never change, and between them the string of the token and
 * whole numbers, which do. An event that fits is read by its numbers alone.
 *
 * <p>What each number means is not guessed. A copy of the sample with another number in each place is read as JSON: a
 * count that follows a number is that number, and if anything else follows one, there is no shape. So whatever fits has
 * the structure of the sample, whole numbers where it has whole numbers and a plain string where it has its token, and
 * means what the reader of JSON would make of it.
 */
final class EventShape {

    /** Beyond this, an event is not worth keeping for comparison. */
    private static final int SAMPLE_LIMIT = 4096;

    /** A count of so many digits is read as it stands; a longer one may be none. */
    private static final int MOST_DIGITS_OF_COUNT = 9;

    private static final int MOST_DIGITS = 18;
    private static final int MOST_HOLES = 64;

    /** Numbers that no two places share; far from any that a server sends, and from the largest count. */
    private static final int FIRST_MARK = 1_234_500_000;

    private static final int NOT_FOLLOWED = -1;

    private final byte[] sample;
    private final Chunk chunk;

    /** Ends of the fixed parts, and starts of those behind each hole; the last part ends with the sample. */
    private final int[] holeStarts;

    private final int[] holeEnds;
    private final int tokenHole;

    /** Which hole each count follows, {@link #NOT_FOLLOWED} if none. */
    private final int promptHole;

    private final int completionHole;
    private final int reasoningHole;
    private final int cachedHole;
    private final boolean[] isCount;
    private final int[] counts;

    private record Hole(int start, int end, boolean token) {}

    private EventShape(byte[] sample, Chunk chunk, List<Hole> holes, int[] countHoles) {
        this.sample = sample;
        this.chunk = chunk;
        this.holeStarts = holes.stream().mapToInt(Hole::start).toArray();
        this.holeEnds = holes.stream().mapToInt(Hole::end).toArray();
        this.tokenHole =
                holes.indexOf(holes.stream().filter(Hole::token).findFirst().orElseThrow());
        this.promptHole = countHoles[0];
        this.completionHole = countHoles[1];
        this.reasoningHole = countHoles[2];
        this.cachedHole = countHoles[3];
        this.isCount = new boolean[holes.size()];
        this.counts = new int[holes.size()];
        for (int hole : countHoles) {
            if (hole != NOT_FOLLOWED) {
                isCount[hole] = true;
            }
        }
    }

    /** Returns the shape of an event, null if it has none that others could fit. The array is not copied. */
    static @Nullable EventShape of(byte[] data, Chunk chunk) {
        if (chunk.tokenAt() < 0 || data.length > SAMPLE_LIMIT || data[chunk.tokenAt()] != '"') {
            return null;
        }
        List<Hole> holes = holes(data, chunk.tokenAt());
        if (holes.isEmpty() || holes.size() > MOST_HOLES || holes.stream().noneMatch(Hole::token)) {
            return null;
        }
        if (!(ChunkParser.parse(marked(data, holes)) instanceof Chunk read)) {
            return null;
        }
        Usage usage = chunk.usage();
        Usage seen = read.usage();
        int[] countHoles = {NOT_FOLLOWED, NOT_FOLLOWED, NOT_FOLLOWED, NOT_FOLLOWED};
        if (usage != null && seen != null) {
            @Nullable Integer[] before = counts(usage);
            @Nullable Integer[] after = counts(seen);
            for (int i = 0; i < before.length; i++) {
                countHoles[i] = holeOf(after[i], holes);
                if (countHoles[i] == NOT_FOLLOWED && !Objects.equals(before[i], after[i])) {
                    return null;
                }
            }
        }
        Chunk expected = chunk.with(seen, read.tokenAt());
        return (usage == null) == (seen == null) && expected.equals(read)
                ? new EventShape(data, chunk, holes, countHoles)
                : null;
    }

    private static @Nullable Integer[] counts(Usage usage) {
        return new @Nullable Integer[] {
            usage.promptTokens(), usage.completionTokens(), usage.reasoningTokens(), usage.cachedTokens()
        };
    }

    private static int holeOf(@Nullable Integer mark, List<Hole> holes) {
        int hole = mark == null ? NOT_FOLLOWED : mark - FIRST_MARK;
        return hole >= 0 && hole < holes.size() && !holes.get(hole).token() ? hole : NOT_FOLLOWED;
    }

    /** Finds the token and every whole number outside of strings. */
    private static List<Hole> holes(byte[] data, int tokenAt) {
        List<Hole> holes = new ArrayList<>();
        int at = 0;
        while (at < data.length) {
            if (data[at] == '"') {
                int end = endOfString(data, at + 1);
                if (at == tokenAt && isPlain(data, at + 1, end)) {
                    holes.add(new Hole(at + 1, end, true));
                }
                at = end + 1;
            } else if (isDigit(data[at]) && isDelimiter(data[at - 1])) {
                int end = at;
                while (end < data.length && isDigit(data[end])) {
                    end++;
                }
                if (end < data.length && isDelimiter(data[end])) {
                    holes.add(new Hole(at, end, false));
                }
                at = end;
            } else {
                at++;
            }
        }
        return holes;
    }

    private static int endOfString(byte[] data, int from) {
        int at = from;
        while (at < data.length && data[at] != '"') {
            at += data[at] == '\\' ? 2 : 1;
        }
        return Math.min(at, data.length);
    }

    private static byte[] marked(byte[] data, List<Hole> holes) {
        ByteBuilder marked = new ByteBuilder();
        int from = 0;
        for (int i = 0; i < holes.size(); i++) {
            Hole hole = holes.get(i);
            if (!hole.token()) {
                marked.append(data, from, hole.start());
                byte[] mark = Integer.toString(FIRST_MARK + i).getBytes(UTF_8);
                marked.append(mark, 0, mark.length);
                from = hole.end();
            }
        }
        marked.append(data, from, data.length);
        return marked.toArray();
    }

    /** Reads an event of this shape; returns null for one that does not fit. */
    @Nullable
    Chunk read(byte[] data, boolean keepText) {
        int tokenStart = 0;
        int tokenEnd = 0;
        int at = 0;
        int from = 0;
        for (int hole = 0; hole < holeStarts.length; hole++) {
            int length = holeStarts[hole] - from;
            if (at + length >= data.length || !Arrays.equals(sample, from, from + length, data, at, at + length)) {
                return null;
            }
            at += length;
            int end = hole == tokenHole ? endOfPlain(data, at) : endOfNumber(data, at, hole);
            if (end == at) {
                return null;
            }
            if (hole == tokenHole) {
                tokenStart = at;
                tokenEnd = end;
            }
            at = end;
            from = holeEnds[hole];
        }
        if (!Arrays.equals(sample, from, sample.length, data, at, data.length)) {
            return null;
        }
        Chunk counted = chunk.usage() == null ? chunk : chunk.with(usage(chunk.usage()), chunk.tokenAt());
        return keepText ? counted.withToken(new String(data, tokenStart, tokenEnd - tokenStart, UTF_8)) : counted;
    }

    private Usage usage(Usage like) {
        return new Usage(
                promptHole == NOT_FOLLOWED ? like.promptTokens() : (Integer) counts[promptHole],
                completionHole == NOT_FOLLOWED ? like.completionTokens() : (Integer) counts[completionHole],
                reasoningHole == NOT_FOLLOWED ? like.reasoningTokens() : (Integer) counts[reasoningHole],
                cachedHole == NOT_FOLLOWED ? like.cachedTokens() : (Integer) counts[cachedHole]);
    }

    private static int endOfPlain(byte[] data, int from) {
        int at = from;
        while (at < data.length && isPlain(data[at])) {
            at++;
        }
        return at;
    }

    /** Returns where a whole number ends as JSON writes one, or {@code from} if there is none that can be read here. */
    private int endOfNumber(byte[] data, int from, int hole) {
        int at = from;
        long number = 0;
        while (at < data.length && isDigit(data[at]) && at - from <= MOST_DIGITS) {
            number = 10 * number + (data[at] - '0');
            at++;
        }
        int digits = at - from;
        boolean leadingZero = digits > 1 && data[from] == '0';
        if (leadingZero || digits > MOST_DIGITS || (isCount[hole] && digits > MOST_DIGITS_OF_COUNT)) {
            return from;
        }
        counts[hole] = (int) number;
        return at;
    }

    private static boolean isPlain(byte[] data, int from, int to) {
        return to < data.length && endOfPlain(data, from) == to;
    }

    /** Tells whether a byte inside of a JSON string stands for itself; bytes of UTF-8 beyond ASCII are negative. */
    private static boolean isPlain(byte value) {
        return value != '"' && value != '\\' && (value < 0 || value >= ' ');
    }

    private static boolean isDigit(byte value) {
        return value >= '0' && value <= '9';
    }

    private static boolean isDelimiter(byte value) {
        return switch (value) {
            case ':', ',', '[', ']', '}', ' ' -> true;
            default -> false;
        };
    }
}

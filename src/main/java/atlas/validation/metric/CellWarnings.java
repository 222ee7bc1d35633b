package atlas.validation.metric;

import atlas.validation.record.Outcome;
import atlas.validation.record.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says what a reader of a cell's figures should know before trusting them. */
final class CellWarnings {

    private static final double MOST_CACHED_SHARE = 0.01;
    private static final double LENGTH_TOLERANCE = 0.01;

    /** Every closed loop has a start burst, and its share is a figure; a cell that is mostly burst is worth a word. */
    private static final double MOST_START_BURST = 0.5;

    private static final double ONE_TOKEN_EACH_TOLERANCE = 0.02;

    private CellWarnings() {}

    static List<Warning> of(MeasuredCell cell) {
        List<@Nullable Warning> found = new ArrayList<>();
        found.add(cachedTokens(cell));
        found.add(inputLength(cell));
        found.add(outputLength(cell));
        found.add(chunkCounted(cell));
        found.add(gapsOfChunks(cell));
        found.add(withoutTpot(cell));
        found.add(startBurst(cell));
        found.add(givenUp(cell));
        found.add(sentAgain(cell));
        found.add(history(cell));
        found.add(cutConversations(cell));
        found.add(cachelessPrefix(cell));
        found.add(ToolFigures.troubles(cell)
                .map(troubles -> new Warning("no_tool_call", troubles))
                .orElse(null));
        found.addAll(OpenLoopWarnings.of(cell));
        found.addAll(Identities.breaches(cell));
        return found.stream().filter(Objects::nonNull).toList();
    }

    private static @Nullable Warning cachedTokens(MeasuredCell cell) {
        long cached = 0;
        long prompt = 0;
        for (MeasuredRequest request : firstTurns(cell)) {
            Integer cachedTokens = request.row().cachedTokens();
            Integer promptTokens = request.row().promptTokens();
            if (cachedTokens != null && promptTokens != null) {
                cached += cachedTokens;
                prompt += promptTokens;
            }
        }
        return cached <= MOST_CACHED_SHARE * prompt
                ? null
                : warning(
                        "cached_tokens",
                        "%.1f %% of the prompt tokens came from the server's cache, above 1 %%: TTFT is flattered",
                        100.0 * cached / prompt);
    }

    /** Returns the requests whose prompts no cache should know; without turns, all of them. */
    private static List<MeasuredRequest> firstTurns(MeasuredCell cell) {
        return cell.successes().stream()
                .filter(request -> request.row().turn() == 0)
                .toList();
    }

    private static @Nullable Warning history(MeasuredCell cell) {
        Integer isl = cell.input().isl();
        if (isl == null || cell.input().kind() != WorkloadKind.CONVERSATIONS) {
            return null;
        }
        int odd = ConversationFigures.oddPrompts(
                cell, AskedLength.of(isl, cell.input().rangeRatio()));
        return odd == 0
                ? null
                : warning(
                        "history_off_target",
                        "the prompts of %d turns did not grow by about one answer and one question, by the server's"
                                + " count: it may cut the history, or count something else",
                        odd);
    }

    private static @Nullable Warning cutConversations(MeasuredCell cell) {
        int turns = cell.input().turns();
        long begun = cell.requests().stream()
                .filter(request -> request.row().turn() == 0)
                .count();
        long cut = begun
                - cell.requests().stream()
                        .filter(request -> request.row().turn() == turns - 1)
                        .count();
        return turns == 1 || cut <= 0
                ? null
                : warning(
                        "follow_ups_not_sent",
                        "%d of %d users did not come to the last of %d requests, since one before it had no whole answer"
                                + " or time was up: what was not sent counts nowhere",
                        cut,
                        begun,
                        turns);
    }

    private static @Nullable Warning cachelessPrefix(MeasuredCell cell) {
        return cell.input().kind() != WorkloadKind.PREFIX_PAIRS || !PrefixFigures.cachedNothing(cell)
                ? null
                : warning(
                        "prefix_not_cached",
                        "the server says that nothing of the shared beginnings was in its cache: it has none, or it is"
                                + " off, and warm is as cold as cold");
    }

    private static @Nullable Warning inputLength(MeasuredCell cell) {
        Integer isl = cell.input().isl();
        // Later turns have their history on top.
        List<MeasuredRequest> bare =
                cell.input().kind() == WorkloadKind.CONVERSATIONS ? firstTurns(cell) : cell.successes();
        Double mean =
                Figures.ratio(MeasuredCell.sum(bare, request -> request.row().promptTokens()), bare.size());
        if (isl == null || bare.isEmpty()) {
            return null;
        }
        if (mean == null) {
            return warning(
                    "isl_not_counted",
                    "the server told the prompt tokens of %d of %d answers, so nobody knows whether prompts had the"
                            + " asked %d",
                    bare.stream()
                            .filter(request -> request.row().promptTokens() != null)
                            .count(),
                    bare.size(),
                    isl);
        }
        AskedLength asked = AskedLength.of(isl, cell.input().rangeRatio());
        double allowed = LENGTH_TOLERANCE * asked.mean() + asked.chance(bare.size());
        return Math.abs(mean - asked.mean()) <= allowed
                ? null
                : warning(
                        "isl_off_target",
                        "mean ISL %.1f is %+.1f %% off the asked %s (the server's count, chat template included)",
                        mean,
                        100 * (mean / asked.mean() - 1),
                        tokens(asked.mean()));
    }

    private static @Nullable Warning outputLength(MeasuredCell cell) {
        long shortAnswers = cell.successes().stream()
                .filter(request -> request.row().warnings().contains(CellDoubts.LENGTH_NOT_FORCED))
                .count();
        Double share = CellDoubts.shareOfLength(cell);
        Double mean = Figures.ratio(cell.outputTokens(), cell.successes().size());
        return shortAnswers == 0 || share == null || mean == null
                ? null
                : warning(
                        CellDoubts.LENGTH_NOT_FORCED,
                        "%d of %d answers are shorter than asked, as the server cannot be made to reach the length:"
                                + " mean OSL is %.1f tokens, %.0f %% of the asked one",
                        shortAnswers,
                        cell.successes().size(),
                        mean,
                        100 * share);
    }

    private static @Nullable Warning chunkCounted(MeasuredCell cell) {
        return cell.chunkCounted() == 0
                ? null
                : warning(
                        "chunk_counted",
                        "the tokens of %d of %d answers were counted by chunks, as the server tells no token counts: no"
                                + " gate can rest on token figures",
                        cell.chunkCounted(),
                        cell.successes().size());
    }

    private static @Nullable Warning gapsOfChunks(MeasuredCell cell) {
        if (cell.chunkCounted() > 0) {
            return null;
        }
        long tokens = 0;
        long chunks = 0;
        int requests = 0;
        for (MeasuredRequest request : cell.successes()) {
            Integer n = request.row().completionTokens();
            if (request.chunkTokens() == null && n != null && request.row().chunks() > 1) {
                tokens += n;
                chunks += request.row().chunks();
                requests++;
            }
        }
        return Math.abs(tokens - chunks) <= ONE_TOKEN_EACH_TOLERANCE * chunks
                ? null
                : warning(
                        "itl_of_chunks",
                        "ITL is the gap between chunks in %d of %d answers: they carry %.2f tokens each on average, and"
                                + " how many each carries is not known",
                        requests,
                        cell.successes().size(),
                        (double) tokens / chunks);
    }

    private static @Nullable Warning withoutTpot(MeasuredCell cell) {
        TpotExclusions excluded = TpotExclusions.of(cell);
        int successes = cell.successes().size();
        return excluded.all() == 0
                ? null
                : warning(
                        "tpot_excluded",
                        "TPOT rests on %d of %d answers, excluded: %s",
                        successes - excluded.all(),
                        successes,
                        excluded.reasons());
    }

    private static @Nullable Warning startBurst(MeasuredCell cell) {
        Integer burst = cell.startBurst();
        int attempted = cell.counts().attempted();
        return burst == null || burst < 2 || burst <= MOST_START_BURST * attempted
                ? null
                : warning(
                        "start_burst",
                        "%d of %d requests start together, %.0f %% of the cell, and own the tail of TTFT",
                        burst,
                        attempted,
                        100.0 * burst / attempted);
    }

    /** Requests without an end are in no figure, so that those of a server that chokes on its load look good. */
    private static @Nullable Warning givenUp(MeasuredCell cell) {
        long given = cell.requests().stream()
                .filter(request -> request.row().outcome() == Outcome.CANCELLED && request.sentAt() != null)
                .count();
        return given == 0
                ? null
                : warning(
                        "given_up",
                        "%d of %d requests had no whole answer when their time was up and were given up: they count in"
                                + " no rate of success and no latency",
                        given,
                        cell.counts().attempted());
    }

    /** A server that drops every other request at first would look as good as one that drops none. */
    private static @Nullable Warning sentAgain(MeasuredCell cell) {
        long again = cell.requests().stream()
                .filter(request -> request.row().retries() > 0)
                .count();
        return again == 0
                ? null
                : warning(
                        "sent_again",
                        "%d of %d requests were sent a second time, as their connection was closed before a byte of an"
                                + " answer had come: their times count from the second time",
                        again,
                        cell.counts().attempted());
    }

    private static String tokens(double count) {
        return count == Math.rint(count) ? String.valueOf((long) count) : String.valueOf(count);
    }

    private static Warning warning(String code, String format, Object... values) {
        return new Warning(code, String.format(Locale.ROOT, format, values));
    }
}

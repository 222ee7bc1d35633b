package atlas.validation.lifecycle;

import atlas.validation.model.PageCache;
import atlas.validation.record.ColdStart;
import atlas.validation.record.Warning;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the model lies on the node that serves, and what was done to its page cache before the launch. */
final class WeightsOnNode {

    private final boolean dropAsked;
    private final Consumer<Warning> warnings;
    private @Nullable String folder;
    private PageCache.@Nullable Result pageCache;

    /** @param dropAsked whether the config asks for a start from disk */
    WeightsOnNode(boolean dropAsked, Consumer<Warning> warnings) {
        this.dropAsked = dropAsked;
        this.warnings = warnings;
    }

    /** Takes note of the folder that holds the model, whole. */
    void folder(String whole) {
        folder = whole;
    }

    @Nullable
    String folder() {
        return folder;
    }

    /** Takes note of what was done to the node's page cache before the launch. */
    void pageCache(PageCache.Result result) {
        pageCache = result;
        if (!result.dropped()) {
            warnings.accept(new Warning("page_cache_not_dropped", result.sentence()));
        }
    }

    /** Returns the times with what was done to the page cache before them. */
    ColdStart withPageCache(ColdStart measured) {
        if (pageCache == null && dropAsked) {
            pageCache(new PageCache.Result(false, "the page cache was left alone: the server was running already"));
        }
        PageCache.Result result = pageCache;
        return result == null ? measured : measured.withPageCache(result.dropped(), result.sentence());
    }
}

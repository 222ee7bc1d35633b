package atlas.validation.server;

import atlas.validation.record.LogFinding;
import atlas.validation.record.Warning;

/** Hears what becomes known while a server is launched and for as long as it runs. Calls come from any thread. */
public interface LaunchListener {

    /** Hears nothing. */
    LaunchListener NONE = new LaunchListener() {};

    /** A launch that takes long goes on: one sentence for whoever waits. */
    default void progress(String sentence) {}

    /** It is known which image the container is made from. */
    default void image(ImageFacts image) {}

    /** There is something that a reader of the figures should know. */
    default void warn(Warning warning) {}

    /** There is a server to be stopped, although it may not serve yet. */
    default void launched(RunningServer server) {}

    /**
     * A launch has begun.
     *
     * @param removal removes at once, from any thread, all that it has started: for a process that must end now
     */
    default void launching(Runnable removal) {}

    /** A phrase with a meaning was seen; heard for every line that holds one. */
    default void found(LogFinding finding) {}
}

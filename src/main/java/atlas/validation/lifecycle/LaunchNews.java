package atlas.validation.lifecycle;

import atlas.validation.record.LogFinding;
import atlas.validation.record.Warning;
import atlas.validation.server.ImageFacts;
import atlas.validation.server.LaunchListener;
import atlas.validation.server.RunningServer;

/**
 * Keeps for a target what becomes known of its server.
 *
 * @param target the target
 */
record LaunchNews(TargetRun target) implements LaunchListener {

    @Override
    public void progress(String sentence) {
        target.listener().stageStarted(target.plan(), "launch_container", sentence);
    }

    @Override
    public void image(ImageFacts image) {
        target.notes().imageDigest(image.digest());
    }

    @Override
    public void warn(Warning warning) {
        target.warn(warning);
    }

    @Override
    public void launching(Runnable removal) {
        target.launching(removal);
    }

    @Override
    public void launched(RunningServer server) {
        target.server(server);
    }

    @Override
    public void found(LogFinding finding) {
        target.news().found(finding);
    }
}

package atlas.validation.cluster;

import java.util.List;
import java.util.regex.Pattern;

/** Turns what {@code ssh} prints when it fails into one sentence: where, what was seen, what to do. */
final class SshTrouble {

    private static final List<Known> KNOWN = List.of(
            new Known(
                    "REMOTE HOST IDENTIFICATION HAS CHANGED",
                    "it shows another host key than the one in known_hosts",
                    "if the machine was set up anew, remove the old key with ssh-keygen -R"),
            new Known(
                    "Host key verification failed|No [\\w-]+ host key is known",
                    "its host key is not known on this machine",
                    "connect once by hand and compare the key"),
            new Known(
                    "Could not resolve hostname",
                    "no such host is known",
                    "correct docker_host, or give the host in ~/.ssh/config"),
            new Known(
                    "UNPROTECTED PRIVATE KEY FILE|bad permissions",
                    "the private key can be read by others, so ssh does not use it",
                    "chmod 600 the key"),
            new Known(
                    "Permission denied|Too many authentication failures",
                    "it accepts none of the keys",
                    "load the key into the agent with ssh-add, or name it as priv_key_file in the cluster file; a key with a "
                            + "passphrase needs the agent"),
            new Known("Connection refused", "nothing listens on its SSH port", "see whether sshd runs there"),
            new Known(
                    "timed out|No route to host|Network is unreachable",
                    "it does not answer",
                    "see whether it is up and reachable from here"),
            new Known(
                    "Address already in use|cannot listen to port",
                    "a local port of the tunnel is taken",
                    "end what listens there, or choose another params.port"),
            new Known(
                    "administratively prohibited|forwarding (is )?(disabled|not allowed)|remote forward failure",
                    "its sshd forbids forwarding",
                    "set AllowTcpForwarding and AllowStreamLocalForwarding there"),
            new Known(
                    "open failed: connect failed",
                    "what the tunnel leads to does not answer there",
                    "see whether the Docker daemon runs there and whether the user may use its socket"),
            new Known(
                    "Could not request local forwarding|bind.*: ",
                    "the tunnel's local end cannot be opened",
                    "see what else uses it"),
            new Known("Bad configuration option|terminating, \\d+ bad", "ssh rejects its configuration", "mend it"),
            new Known(
                    "Connection (reset|closed)|kex_exchange_identification|Broken pipe",
                    "the connection was cut",
                    "see the log of sshd there"));

    private record Known(String words, String seen, String advice) {}

    private SshTrouble() {}

    /** @param printed what {@code ssh} printed as errors */
    static String sentence(SshTarget target, String printed) {
        for (Known known : KNOWN) {
            if (Pattern.compile(known.words).matcher(printed).find()) {
                return "%s cannot be reached over ssh: %s (\"%s\"); %s, then try: %s"
                        .formatted(
                                target.destination(),
                                known.seen,
                                line(printed, known.words),
                                known.advice,
                                target.trial());
            }
        }
        return "%s cannot be reached over ssh: %s; try: %s"
                .formatted(target.destination(), lastLine(printed), target.trial());
    }

    private static String line(String printed, String words) {
        Pattern pattern = Pattern.compile(words);
        return printed.lines()
                .filter(line -> pattern.matcher(line).find())
                .findFirst()
                .map(SshTrouble::bare)
                .orElse("");
    }

    private static String lastLine(String printed) {
        return printed.lines()
                .map(SshTrouble::bare)
                .filter(line -> !line.isEmpty())
                .reduce((first, second) -> second)
                .map(line -> "\"" + line + "\"")
                .orElse("ssh says nothing");
    }

    /** Returns a line without the frame of at-signs that ssh draws around warnings. */
    private static String bare(String line) {
        return line.replaceAll("^[@\\s]+|[@\\s]+$", "");
    }
}

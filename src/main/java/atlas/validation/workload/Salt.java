package atlas.validation.workload;

import java.util.HexFormat;

/**
 * Makes the mark that precedes a prompt which is not random: the number keeps two marks of a cell apart, the random
 * part those of two runs.
 */
record Salt(Seed seed) {

    String mark(boolean warmup, int index) {
        int random = seed.random(warmup, index).nextInt();
        return "[" + HexFormat.of().toHexDigits(random) + (warmup ? "-w" : "-m") + index + "] ";
    }
}

package atlas.validation.gate;

import atlas.validation.record.CellRecord;
import atlas.validation.record.Gpu;
import atlas.validation.record.TargetRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds what makes two targets differ beyond the server, so that nobody takes their figures for a fair race. */
final class Alikeness {

    private static final double LENGTH_TOLERANCE = 0.01;
    private static final Set<String> TELLING_WARNINGS = Set.of(
            "chunk_counted",
            "length_not_forced",
            "cached_tokens",
            "itl_of_chunks",
            "history_off_target",
            "follow_ups_not_sent",
            "no_tool_call",
            "prefix_not_cached");

    private static final String TEMPERATURE = "temperature";

    /** Fields that choose among the likeliest tokens: the likeliest of all, which greedy sampling takes, stays. */
    private static final Set<String> WITHOUT_EFFECT_WHEN_GREEDY =
            Set.of("top_p", "top_k", "min_p", "top_n_sigma", "typical_p", "seed");

    private final String subjectName;
    private final String otherName;
    private final List<String> differences = new ArrayList<>();

    private Alikeness(String subjectName, String otherName) {
        this.subjectName = subjectName;
        this.otherName = otherName;
    }

    /** Returns one sentence per difference. */
    static List<String> differences(TargetRecord subject, TargetRecord other, List<CellPair> cells) {
        Alikeness alikeness = new Alikeness(subject.name(), other.name());
        alikeness.compare("model", subject.model(), other.model());
        if (subject.precision() != null && other.precision() != null) {
            alikeness.compare("precision", subject.precision(), other.precision());
        }
        alikeness.compareSampling(subject.sampling(), other.sampling());
        alikeness.compare("server", simulated(subject), simulated(other));
        if (!subject.gpus().isEmpty() && !other.gpus().isEmpty()) {
            alikeness.compare("GPUs", gpus(subject), gpus(other));
        }
        for (CellPair cell : cells) {
            alikeness.compareCells(cell.subject(), cell.other());
        }
        alikeness.onlyIn(subject, other);
        alikeness.onlyIn(other, subject);
        return List.copyOf(alikeness.differences);
    }

    /** A field that only one of them is sent is the other server's own default, whatever that is. */
    private void compareSampling(Map<String, Object> subject, Map<String, Object> other) {
        if (subject.isEmpty() || other.isEmpty()) {
            return;
        }
        boolean greedy = isZero(subject.get(TEMPERATURE)) && isZero(other.get(TEMPERATURE));
        Set<String> fields = new TreeSet<>(subject.keySet());
        fields.addAll(other.keySet());
        for (String field : fields) {
            if (!greedy || !WITHOUT_EFFECT_WHEN_GREEDY.contains(field)) {
                compare("sampling " + field, sent(subject.get(field)), sent(other.get(field)));
            }
        }
    }

    private static boolean isZero(@Nullable Object value) {
        return value instanceof Number number && number.doubleValue() == 0;
    }

    private static String sent(@Nullable Object value) {
        if (value == null) {
            return "the server's own default";
        }
        return value instanceof Number number ? Numbers.measured(number.doubleValue()) : value.toString();
    }

    private void compareCells(CellRecord subject, CellRecord other) {
        String where = " in " + subject.id();
        compare("workload" + where, subject.workload(), other.workload());
        compare("asked ISL" + where, length(subject.isl()), length(other.isl()));
        compare("asked OSL" + where, length(subject.osl()), length(other.osl()));
        compareLength("mean ISL", "mean_isl", subject, other);
        compareLength("mean OSL", "mean_osl", subject, other);
        for (String code : TELLING_WARNINGS.stream().sorted().toList()) {
            boolean ofSubject = warns(subject, code);
            if (ofSubject != warns(other, code)) {
                differences.add("warning %s%s: only of %s".formatted(code, where, ofSubject ? subjectName : otherName));
            }
        }
    }

    private void compareLength(String what, String metric, CellRecord subject, CellRecord other) {
        Double ofSubject = subject.metrics().get(metric);
        Double ofOther = other.metrics().get(metric);
        if (ofSubject != null
                && ofOther != null
                && Math.abs(ofSubject - ofOther) > LENGTH_TOLERANCE * Math.max(ofSubject, ofOther)) {
            compare(what + " in " + subject.id(), Numbers.measured(ofSubject), Numbers.measured(ofOther));
        }
    }

    private void compare(String what, String ofSubject, String ofOther) {
        if (!ofSubject.equals(ofOther)) {
            differences.add("%s: %s of %s, %s of %s".formatted(what, ofSubject, subjectName, ofOther, otherName));
        }
    }

    private void onlyIn(TargetRecord target, TargetRecord missing) {
        List<String> known = missing.cells().stream().map(CellRecord::id).toList();
        String only = target.cells().stream()
                .map(CellRecord::id)
                .filter(id -> !known.contains(id))
                .collect(Collectors.joining(", "));
        if (!only.isEmpty()) {
            differences.add("cells only of %s: %s".formatted(target.name(), only));
        }
    }

    private static boolean warns(CellRecord cell, String code) {
        return cell.warnings().stream().anyMatch(warning -> warning.code().equals(code));
    }

    private static String simulated(TargetRecord target) {
        return target.simulated() ? "simulated" : "real";
    }

    private static String length(@Nullable Integer tokens) {
        return tokens == null ? "none" : tokens.toString();
    }

    private static String gpus(TargetRecord target) {
        return target.gpus().stream()
                .map(Alikeness::gpu)
                .sorted()
                .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()))
                .entrySet()
                .stream()
                .map(entry -> entry.getValue() + " x " + entry.getKey())
                .collect(Collectors.joining(", "));
    }

    private static String gpu(Gpu gpu) {
        return String.format(
                Locale.ROOT, "%s (driver %s)", gpu.name(), Objects.toString(gpu.driverVersion(), "unknown"));
    }
}

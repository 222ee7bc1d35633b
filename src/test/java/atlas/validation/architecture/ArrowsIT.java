package atlas.validation.architecture;

import static com.tngtech.archunit.lang.conditions.ArchConditions.dependOnClassesThat;
import static com.tngtech.archunit.lang.conditions.ArchConditions.not;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The rooms of the house and the arrows between them. A package that is not in the plan fails, as does a new arrow. */
class ArrowsIT {

    private static final String ROOT = "atlas.validation";

    /** What each package may use, in the order of the road. Words and data are for everybody. */
    private static final Map<String, List<String>> MAY_USE = plan();

    private final JavaClasses classes = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages(ROOT);

    private static Map<String, List<String>> plan() {
        Map<String, List<String>> plan = new LinkedHashMap<>();
        plan.put("text", List.of());
        plan.put("record", List.of());
        plan.put("signal", List.of());
        plan.put("tokenizer", List.of());
        plan.put("config", List.of("record", "text"));
        plan.put("metric", List.of("record", "text"));
        plan.put("gate", List.of("record", "metric", "config"));
        plan.put("plan", List.of("record", "config", "metric", "text"));
        plan.put("workload", List.of("record", "config"));
        plan.put("stream", List.of("record"));
        plan.put("client", List.of("record", "workload", "stream"));
        plan.put("cluster", List.of("record", "config"));
        plan.put("model", List.of("record", "config", "cluster"));
        plan.put("server", List.of("record", "config", "cluster"));
        plan.put("probe", List.of("record", "config", "server", "workload", "stream", "client"));
        List<String> lifecycle = new ArrayList<>(plan.keySet());
        plan.put("lifecycle", lifecycle);
        plan.put("report", List.of("record", "metric"));
        List<String> engine = new ArrayList<>(lifecycle);
        engine.addAll(List.of("lifecycle", "report"));
        plan.put("engine", engine);
        plan.put("simulator", List.of("record", "signal"));
        List<String> cli = new ArrayList<>(plan.keySet());
        // The class that stands for a run, as build tools select it.
        cli.add("");
        plan.put("cli", cli);
        return plan;
    }

    @TestFactory
    Stream<DynamicTest> aPackageUsesOnlyWhatItMay() {
        return MAY_USE.entrySet().stream()
                .map(room -> DynamicTest.dynamicTest(room.getKey(), () -> {
                    Set<String> allowed = new TreeSet<>(room.getValue());
                    allowed.add(room.getKey());
                    DescribedPredicate<JavaClass> elsewhere = DescribedPredicate.describe(
                            "in rooms other than " + allowed,
                            used -> used.getPackageName().startsWith(ROOT) && !allowed.contains(room(used)));
                    noClasses()
                            .that()
                            .resideInAPackage(ROOT + "." + room.getKey() + "..")
                            .should()
                            .dependOnClassesThat(elsewhere)
                            .check(classes);
                }));
    }

    @Test
    void everyPackageIsInThePlan() {
        Set<String> rooms = new TreeSet<>();
        classes.forEach(type -> rooms.add(room(type)));
        rooms.remove("");

        assertThat(MAY_USE.keySet()).containsAll(rooms);
    }

    @Test
    void thereAreNoCycles() {
        slices().matching(ROOT + ".(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void onlyTheSuiteClassStandsOutsideTheRooms() {
        assertThat(classes.stream().filter(type -> room(type).isEmpty()).map(JavaClass::getSimpleName))
                .containsOnly("AtlasValidationIT", "package-info");
    }

    /** The measured path must not run through clients that add to a time stamp. */
    @Test
    void theClientUsesNoOtherHttpClient() {
        classes()
                .that()
                .resideInAPackage(ROOT + ".client..")
                .should(not(dependOnClassesThat(DescribedPredicate.describe(
                        "of RestAssured or java.net.http",
                        used -> used.getPackageName().startsWith("io.restassured")
                                || used.getPackageName().startsWith("java.net.http")))))
                .check(classes);
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        if (name.equals(ROOT)) {
            return "";
        }
        String below = name.substring(ROOT.length() + 1);
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }
}

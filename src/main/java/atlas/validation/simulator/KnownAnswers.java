package atlas.validation.simulator;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Knows the few answers by which a check tells sense from nonsense; the simulator makes up everything else. */
final class KnownAnswers {

    private static final Map<String, String> CAPITALS = Map.of(
            "france", "Paris",
            "germany", "Berlin",
            "italy", "Rome",
            "spain", "Madrid",
            "japan", "Tokyo",
            "portugal", "Lisbon");
    private static final Pattern CAPITAL =
            Pattern.compile("capital (?:city )?of (\\p{Alpha}+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern SUM = Pattern.compile("(\\d{1,9}) ?(?:\\+|plus) ?(\\d{1,9})");

    private static final Pattern COUNT =
            Pattern.compile("count from (\\d{1,4}) to (\\d{1,4})", Pattern.CASE_INSENSITIVE);
    private static final Pattern JOURNEY = Pattern.compile("(\\d{1,4}) hours at (\\d{1,4}) km/h");
    private static final Pattern REPEAT =
            Pattern.compile("repeat this text exactly[^:]*: (.+)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private KnownAnswers() {}

    /** Returns the words of the answer to a question, or none if it is not known. */
    static List<String> to(String question) {
        Matcher capital = CAPITAL.matcher(question);
        if (capital.find()) {
            String city = CAPITALS.get(capital.group(1).toLowerCase(Locale.ROOT));
            if (city != null) {
                return List.of("The", "capital", "of", capital.group(1), "is", city + ".");
            }
        }
        Matcher repeat = REPEAT.matcher(question);
        if (repeat.find()) {
            return List.of(repeat.group(1).strip().split("\\s+", -1));
        }
        Matcher count = COUNT.matcher(question);
        if (count.find()) {
            int last = Integer.parseInt(count.group(2));
            return IntStream.rangeClosed(Integer.parseInt(count.group(1)), last)
                    .mapToObj(number -> number == last ? String.valueOf(number) : number + ",")
                    .toList();
        }
        List<Long> legs = JOURNEY.matcher(question)
                .results()
                .map(leg -> Long.parseLong(leg.group(1)) * Long.parseLong(leg.group(2)))
                .toList();
        if (!legs.isEmpty()) {
            long kilometres = legs.stream().mapToLong(Long::longValue).sum();
            return List.of("That", "is", String.valueOf(kilometres), "km", "in", "all.");
        }
        Matcher sum = SUM.matcher(question);
        if (sum.find()) {
            long result = Long.parseLong(sum.group(1)) + Long.parseLong(sum.group(2));
            return List.of("The", "answer", "is", result + ".");
        }
        return List.of();
    }
}

package atlas.validation.gate;

/** Writes a number with its unit; counts and ratios stand alone. */
final class Quantity {

    private Quantity() {}

    static String exact(double value, String unit) {
        return Numbers.exact(value) + suffix(unit);
    }

    static String measured(double value, String unit) {
        return Numbers.measured(value) + suffix(unit);
    }

    static String measured(double value, double limit, String unit) {
        return Numbers.measured(value, limit) + suffix(unit);
    }

    private static String suffix(String unit) {
        return switch (unit) {
            case "", "count", "ratio" -> "";
            default -> " " + unit;
        };
    }
}

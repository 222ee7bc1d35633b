package atlas.validation.report;

import atlas.validation.record.CheckRecord;
import atlas.validation.record.Comparison.ComparedMetric;
import java.math.BigDecimal;
import java.util.stream.DoubleStream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Reads and writes numbers as the files promise them: finite or not at all. Those that are written have no exponent,
 * and times have microsecond precision. A time is a value whose name ends with {@code _ms}, an element of a list with
 * such a name, or what a check or a comparison has of such a metric.
 */
final class FiniteNumbers extends SimpleModule {

    private static final double MICROS_PER_MILLI = 1_000.0;
    /** Beyond it a double cannot hold microseconds, nor {@link Math#round} the product. */
    static final double LARGEST_ROUNDED = 1e12;

    FiniteNumbers() {
        addSerializer(Double.class, new DoubleSerializer());
        addSerializer(Double.TYPE, new DoubleSerializer());
        addSerializer(Float.class, new FloatSerializer());
        addSerializer(double[].class, new DoubleArraySerializer());
        addDeserializer(Double.class, new DoubleDeserializer());
        addDeserializer(Double.TYPE, new DoubleDeserializer());
        addDeserializer(double[].class, new DoubleArrayDeserializer());
    }

    /** Refuses what other programs write for a number that is none: {@code "NaN"}, or more than a double can hold. */
    private static final class DoubleDeserializer extends StdDeserializer<Double> {
        DoubleDeserializer() {
            super(Double.class);
        }

        @Override
        public Double deserialize(JsonParser json, DeserializationContext context) {
            return readNumber(json, context);
        }
    }

    private static final class DoubleArrayDeserializer extends StdDeserializer<double[]> {
        DoubleArrayDeserializer() {
            super(double[].class);
        }

        @Override
        public double[] deserialize(JsonParser json, DeserializationContext context) {
            if (!json.isExpectedStartArrayToken()) {
                return context.reportInputMismatch(this, "expected a list of numbers, got [%s]", json.getString());
            }
            DoubleStream.Builder numbers = DoubleStream.builder();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                numbers.add(readNumber(json, context));
            }
            return numbers.build().toArray();
        }
    }

    private static double readNumber(JsonParser json, DeserializationContext context) {
        double number = json.currentToken().isNumeric() ? json.getDoubleValue() : Double.NaN;
        return Double.isFinite(number)
                ? number
                : context.reportInputMismatch(Double.class, "a number must be finite, got [%s]", json.getString());
    }

    private static final class DoubleSerializer extends StdSerializer<Double> {
        DoubleSerializer() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializationContext context) {
            writeNumber(json, value, isTime(json.streamWriteContext()));
        }
    }

    private static final class FloatSerializer extends StdSerializer<Float> {
        FloatSerializer() {
            super(Float.class);
        }

        @Override
        public void serialize(Float value, JsonGenerator json, SerializationContext context) {
            // By way of its text: 0.1f is meant as 0.1, not as the nearest double of its bits.
            writeNumber(json, Double.parseDouble(value.toString()), false);
        }
    }

    private static final class DoubleArraySerializer extends StdSerializer<double[]> {
        DoubleArraySerializer() {
            super(double[].class);
        }

        @Override
        public void serialize(double[] values, JsonGenerator json, SerializationContext context) {
            boolean time = isTime(json.streamWriteContext());
            json.writeStartArray();
            for (double value : values) {
                writeNumber(json, value, time);
            }
            json.writeEndArray();
        }
    }

    private static boolean isTime(TokenStreamContext context) {
        TokenStreamContext named = context;
        while (named.inArray() && named.getParent() != null) {
            named = named.getParent();
        }
        String name = named.currentName();
        if (named.currentValue() instanceof CheckRecord check && ("actual".equals(name) || "limit".equals(name))) {
            return check.unit().equals("ms");
        }
        if (named.currentValue() instanceof ComparedMetric && !"ratio".equals(name) && named.getParent() != null) {
            name = named.getParent().currentName();
        }
        return name != null && name.endsWith("_ms");
    }

    /**
     * Returns the JSON pointer to the value about to be written; within a list, the context still stands at the last.
     */
    private static String pathOfNext(TokenStreamContext context) {
        TokenStreamContext parent = context.getParent();
        if (context.inArray() && parent != null) {
            return parent.pathAsPointer() + "/" + (context.getCurrentIndex() + 1);
        }
        return context.pathAsPointer().toString();
    }

    private static void writeNumber(JsonGenerator json, double value, boolean time) {
        if (!Double.isFinite(value)) {
            throw new RecordJsonException(
                    "a number that is not finite cannot be written, got [%s] at %s"
                            .formatted(value, pathOfNext(json.streamWriteContext())),
                    null);
        }
        double written = value;
        if (time && Math.abs(value) < LARGEST_ROUNDED) {
            written = Math.round(value * MICROS_PER_MILLI) / MICROS_PER_MILLI;
        }
        double magnitude = Math.abs(written);
        boolean withoutExponent = magnitude == 0 || (magnitude >= 1e-3 && magnitude < 1e7);
        if (withoutExponent) {
            json.writeNumber(written == 0 ? 0.0 : written);
        } else {
            json.writeNumber(BigDecimal.valueOf(written).toPlainString());
        }
    }
}

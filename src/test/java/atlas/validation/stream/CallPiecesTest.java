package atlas.validation.stream;

import static atlas.validation.testing.ChatEvents.data;
import static atlas.validation.testing.ChatEvents.delta;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Which pieces make a call together, whatever the server tells of where they belong. */
class CallPiecesTest {

    @ParameterizedTest(name = "{0}")
    @MethodSource("streams")
    void piecesOfOneCallAreOneCall(String name, String stream, List<String> calls) {
        AnswerReader reader = new AnswerReader(true, true);
        byte[] bytes = stream.getBytes(UTF_8);
        reader.feed(bytes, 0, bytes.length, 1);

        assertThat(reader.end(2).calls())
                .extracting(call -> call.name() + call.arguments())
                .isEqualTo(calls);
    }

    static Stream<Arguments> streams() {
        return Stream.of(
                of(
                        "two indices whose pieces alternate",
                        pieces("'index':0,'id':'a',F", "'index':1,'id':'b',G")
                                + pieces("'index':0,ARGS({'x':)")
                                + pieces("'index':1,ARGS({'y':)")
                                + pieces("'index':0,ARGS(1})", "'index':1,ARGS(2})"),
                        "f{'x':1}",
                        "g{'y':2}"),
                of(
                        "whole calls, each with an id and no index",
                        pieces("'id':'a',FX") + pieces("'id':'b',FX"),
                        "f{'x':1}",
                        "f{'x':1}"),
                of(
                        "whole calls with neither",
                        pieces("FX") + pieces("FX") + pieces("'index':null,FX"),
                        "f{'x':1}",
                        "f{'x':1}",
                        "f{'x':1}"),
                of("whole calls with neither, in one event", pieces("FX", "FX"), "f{'x':1}", "f{'x':1}"),
                of(
                        "whole calls that all have the index 0 and an id of their own",
                        pieces("'index':0,'id':'a',FX") + pieces("'index':0,'id':'b',FX"),
                        "f{'x':1}",
                        "f{'x':1}"),
                of(
                        "one call whose pieces all have an id of their own",
                        pieces("'index':0,'id':'a',F")
                                + pieces("'index':0,'id':'b',ARGS({'x':)")
                                + pieces("'index':0,'id':'c',ARGS(1})"),
                        "f{'x':1}"),
                of(
                        "pieces with an id and no index that alternate",
                        pieces("'id':'a',F")
                                + pieces("'id':'b',G")
                                + pieces("'id':'a',ARGS({'x':1})")
                                + pieces("'id':'b',ARGS({'y':2})")
                                + pieces("'id':'a'")
                                + pieces("'id':'c',FX"),
                        "f{'x':1}",
                        "g{'y':2}",
                        "f{'x':1}"),
                of(
                        "a third call while the first is spoken of",
                        pieces("'id':'a',F")
                                + pieces("'id':'b',G")
                                + pieces("'id':'a',ARGS({'x':1})")
                                + pieces("'id':'c',FX"),
                        "f{'x':1}",
                        "g",
                        "f{'x':1}"),
                of(
                        "neither id nor index, and arguments in pieces behind the name",
                        pieces("F")
                                + pieces("ARGS({'x':)")
                                + pieces("ARGS(1})")
                                + pieces("G")
                                + pieces("ARGS({'y':2})"),
                        "f{'x':1}",
                        "g{'y':2}"),
                of(
                        "neither id nor index, two calls at a time",
                        pieces("F", "G") + pieces("ARGS({'x':1})", "ARGS({'y':2})"),
                        "f{'x':1}",
                        "g{'y':2}"),
                of(
                        "a name in each piece",
                        pieces("'index':0,F") + pieces("'index':0,'function':{'name':'f','arguments':'{}'}"),
                        "f{}"),
                of(
                        "the calls of two choices",
                        data(json("{'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,FX}]}},"
                                + "{'index':1,'delta':{'tool_calls':[{'index':0,FX}]}}]}")),
                        "f{'x':1}",
                        "f{'x':1}"),
                of(
                        "the old spelling",
                        delta(json("{'function_call':{'name':'f','arguments':''}}"))
                                + delta(json("{'function_call':{ARGUMENTS({'x':)}}"))
                                + delta(json("{'function_call':{ARGUMENTS(1})}}")),
                        "f{'x':1}"));
    }

    private static Arguments of(String name, String stream, String... calls) {
        return Arguments.of(
                name,
                stream,
                Stream.of(calls).map(call -> call.replace('\'', '"')).toList());
    }

    private static String pieces(String... pieces) {
        return delta(json("{'tool_calls':[{" + String.join("},{", pieces) + "}]}"));
    }

    /** Writes JSON from its short form. */
    private static String json(String text) {
        return text.replace("FX", "'function':{'name':'f',ARGUMENTS({'x':1})}")
                .replaceAll("\\bF\\b", "'function':{'name':'f'}")
                .replaceAll("\\bG\\b", "'function':{'name':'g'}")
                .replaceAll("\\bARGS\\((.*?)\\)", "'function':{ARGUMENTS($1)}")
                .transform(CallPiecesTest::withArguments)
                .replace('\'', '"');
    }

    private static String withArguments(String text) {
        return Pattern.compile("ARGUMENTS\\((.*?)\\)")
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        "'arguments':'" + found.group(1).replace("'", "\\'") + "'"));
    }
}

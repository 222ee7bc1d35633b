package atlas.validation.report;

import static org.assertj.core.api.Assertions.assertThat;

import atlas.validation.testing.Browser;
import atlas.validation.testing.HostileRecord;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Opens a deck of every kind in a browser, in windows from a phone's to a wide screen's, light and dark, and on paper.
 */
@ExtendWith(Browser.Provided.class)
class DeckInBrowserIT {

    /** Sections in the order that a reader meets them; the verdict stands before them. */
    private static final List<String> SECTIONS = List.of(
            "run-card",
            "lifecycle",
            "nodes",
            "gates",
            "trade-off",
            "load",
            "distributions",
            "requests",
            "time",
            "failures",
            "api",
            "evaluation",
            "comparison",
            "figures",
            "definitions");

    /** What a section can show; else it must give the reason why it shows nothing. */
    private static final String BARE_SECTIONS = """
            return [...document.querySelectorAll('section.section')].filter((section) => {
              const body = section.querySelector('.section-body');
              const shown = body.querySelector('table tbody tr, svg, dl, ul li, ol li, pre');
              const reasons = [...body.querySelectorAll('.empty, .plot-note')].filter((reason) => reason.textContent.trim());
              return !shown && reasons.length === 0;
            }).map((section) => section.id);""";

    private static final String EMPTY_PLOTS_WITHOUT_REASON = """
            return [...document.querySelectorAll('figure')].filter((figure) =>
              !figure.querySelector('svg path, svg rect, svg circle') && !figure.querySelector('.plot-note').textContent.trim())
              .map((figure) => figure.querySelector('h3').textContent);""";

    private static final String BEYOND_THE_WINDOW = """
            const wide = [...document.querySelectorAll('body *')].filter((element) =>
              element.getBoundingClientRect().right > innerWidth + 1
                && !element.closest('.scroll, .contents, svg, pre, .hint, details:not([open]), [hidden]')
                && getComputedStyle(element).display !== 'none')
              .map((element) => element.tagName + '.' + element.className);
            return document.documentElement.scrollWidth > innerWidth ? ['page ' + document.documentElement.scrollWidth, ...wide] : wide;""";

    @TempDir
    private static Path folder;

    @ParameterizedTest
    @EnumSource
    void h1_h11_h13_everyDeckIsWholeInEveryWindowAndAsksForNothing(Decks deck, Browser browser) {
        Path page = deck.in(folder);
        browser.window(1280, 900, false);
        browser.open(page, "");
        browser.scrollThrough();

        assertThat(browser.texts(
                        "return [...document.querySelectorAll('section.section')].map((section) => section.id)"))
                .isEqualTo(SECTIONS);
        assertThat(browser.texts(BARE_SECTIONS))
                .as("sections that show nothing and say nothing")
                .isEmpty();
        assertThat(browser.texts(EMPTY_PLOTS_WITHOUT_REASON))
                .as("charts without a line or a reason")
                .isEmpty();
        assertThat(browser.texts("return [document.getElementById('deck').textContent]")
                        .getFirst())
                .doesNotContain("could not be drawn", "undefined", "NaN", "[object");
        for (int width : List.of(390, 1280, 1920)) {
            for (boolean dark : List.of(false, true)) {
                browser.window(width, 900, dark);
                assertThat(browser.texts(BEYOND_THE_WINDOW))
                        .as("%s at %d px, dark: %s", deck, width, dark)
                        .isEmpty();
            }
        }
        assertThat(browser.console()).as("complaints on the console").isEmpty();
        assertThat(browser.requests())
                .as("requests")
                .allMatch(address -> address.startsWith(page.toUri().toString()));
    }

    @Test
    void h16_hostileTextIsTextInEveryField(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.HOSTILE.in(folder), "");
        browser.scrollThrough();

        assertThat(browser.run(
                        "return document.querySelectorAll('img, #deck script, #deck iframe, #deck link').length"))
                .isEqualTo(0L);
        assertThat(browser.run("return document.title")).asString().contains("</script><script>alert(1)</script>");
        assertThat(browser.texts(
                        "return [...document.querySelectorAll('#deck a')].map((link) => link.getAttribute('href'))"))
                .allMatch(href -> href.matches("(?s)(#|inputs/|logs/|[a-z_]+\\.(json|jsonl|csv|md)$).*"));
        assertThat(browser.texts(
                        "return [...document.querySelectorAll('#failures pre')].map((pre) => pre.textContent)"))
                .contains(HostileRecord.TEXT);
    }

    @Test
    void anErrorOfTenMegabytesIsCutAndSaysSo(Browser browser) {
        browser.window(390, 900, false);
        browser.open(Decks.ENDLESS_ERROR.in(folder), "");

        long length = ((Number) browser.run("return document.documentElement.outerHTML.length")).longValue();
        assertThat(length).isLessThan(8_000_000);
        assertThat(browser.run("return document.querySelectorAll('#deck img').length"))
                .isEqualTo(0L);
    }

    @Test
    void h2_h3_oneCellIsShownAsOneAndDrawsItsOnePoint(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.ONE_CELL.in(folder), "");
        browser.scrollThrough();

        assertThat(browser.texts(
                        "return [...document.querySelectorAll('.tallies > div')].map((tally) => tally.textContent)"))
                .contains("cells measured1 of 1");
        assertThat(browser.texts("""
                        return [...document.querySelectorAll('#trade-off figure, #load figure')]
                          .filter((figure) => figure.querySelector('.plot svg path[fill]:not([fill="none"])'))
                          .map((figure) => figure.querySelector('h3').textContent);""")).hasSizeGreaterThanOrEqualTo(5);
    }

    @Test
    void h10_aCancelledRunSaysSoFirst(Browser browser) {
        browser.window(390, 900, true);
        browser.open(Decks.CANCELLED.in(folder), "");

        assertThat(browser.find("h1").getText()).isEqualTo("Cancelled");
        assertThat(browser.find(".verdict").getText()).contains("The run was stopped before its end");
    }

    @Test
    void simulatedFiguresSaySoOnEveryChart(Browser browser) {
        browser.window(1280, 900, false);
        browser.open(Decks.SIMULATED.in(folder), "");

        assertThat(browser.find(".simulated").getText()).startsWith("SIMULATED");
        assertThat(browser.run("return document.querySelectorAll('figure:not(:has(.simulated-tag))').length"))
                .isEqualTo(0L);
    }

    @Test
    void aSheetOfPaperHoldsEverythingAndNeedsNoClick(Browser browser) {
        browser.window(794, 1123, false);
        browser.open(Decks.TWO_SERVERS.in(folder), "");
        byte[] pdf = browser.print();
        assertThat(new String(pdf, 0, 5, StandardCharsets.US_ASCII)).isEqualTo("%PDF-");

        assertThat(browser.run("return document.querySelectorAll('.plot:not(.nothing):not(:has(svg))').length"))
                .as("charts that were not drawn for paper")
                .isEqualTo(0L);
        assertThat(browser.run("return document.querySelectorAll('tr.checks:not([hidden])').length"))
                .as("cells in trouble with their checks opened")
                .isEqualTo(1L);
        browser.media("print", false);
        browser.settle();
        assertThat(browser.texts(BEYOND_THE_WINDOW)).isEmpty();
        assertThat(browser.run("return getComputedStyle(document.querySelector('.top-bar')).display"))
                .isEqualTo("none");
        browser.media("screen", false);
    }
}

package atlas.validation.testing;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/**
 * A headless Chromium, one for all tests of a run. It has no network to need: it opens files. Where the machine has
 * none, tests that ask for it are skipped and say why; with {@code -Drequire=browser} they fail instead.
 */
public final class Browser implements AutoCloseable {

    private static final List<String> BROWSERS = List.of("chromium", "chromium-browser", "google-chrome");
    private static final String DRIVER = "chromedriver";
    private static final Pattern REQUESTED = Pattern.compile("\"request\":\\{.*?\"url\":\"([^\"]*)\"");

    /** Held, as a logger that nobody holds forgets its level: Selenium warns of every version that it does not know. */
    private final Logger log = Logger.getLogger("org.openqa.selenium");

    private final ChromeDriver driver;

    private Browser(Path browser, Path chromeDriver) {
        log.setLevel(Level.SEVERE);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(browser.toFile());
        options.addArguments(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-background-networking",
                "--disable-component-update",
                // Pages are waited for in frames, which need not come at the pace of a screen.
                "--disable-frame-rate-limit",
                "--disable-gpu-vsync",
                "--no-first-run");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        // With both paths given, Selenium looks for nothing, and so downloads nothing.
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(chromeDriver.toFile())
                .usingAnyFreePort()
                .withSilent(true)
                .build();
        driver = new ChromeDriver(service, options);
        // Far more than a page needs; it only ends what hangs.
        driver.manage().timeouts().scriptTimeout(Duration.ofMinutes(3));
    }

    /** Starts the machine's browser, which its user closes; empty where there is none. */
    public static Optional<Browser> ofThisMachine() {
        return Provided.browser().flatMap(browser -> Provided.driver().map(driver -> new Browser(browser, driver)));
    }

    /** Gives a test class its browser; use with {@code @ExtendWith}. */
    public static final class Provided implements ExecutionCondition, ParameterResolver {

        @Override
        public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
            boolean required =
                    List.of(System.getProperty("require", "").split(",")).contains("browser");
            if (required || (browser().isPresent() && driver().isPresent())) {
                return ConditionEvaluationResult.enabled("there is a browser, or it is required");
            }
            return ConditionEvaluationResult.disabled(
                    "no browser here: Debian's packages chromium and chromium-driver are not installed");
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Browser.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return context.getRoot()
                    .getStore(Namespace.create(Browser.class))
                    .getOrComputeIfAbsent(
                            Browser.class,
                            key -> new Browser(
                                    browser().orElseThrow(() -> missing("chromium")),
                                    driver().orElseThrow(() -> missing("chromium-driver"))));
        }

        private static IllegalStateException missing(String thing) {
            return new IllegalStateException("-Drequire=browser, and " + thing + " is not on the path: install it");
        }

        private static Optional<Path> browser() {
            return BROWSERS.stream().flatMap(name -> onPath(name).stream()).findFirst();
        }

        private static Optional<Path> driver() {
            return onPath(DRIVER);
        }

        private static Optional<Path> onPath(String name) {
            return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                    .map(folder -> Path.of(folder, name))
                    .filter(Files::isExecutable)
                    .findFirst();
        }
    }

    /**
     * Sets the window, by the device that the page believes itself on: a headless window is never as narrow as a phone.
     */
    public void window(int width, int height, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        media("screen", dark);
    }

    /** Shows the page as on paper, or as on a screen. */
    public void media(String media, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "media",
                        media,
                        "features",
                        List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
    }

    /** Opens a file, with a fragment that may be empty, in a page that knows nothing of the one before. */
    public void open(Path file, String fragment) {
        driver.get("about:blank");
        console();
        requests();
        driver.get(file.toUri() + fragment);
        settle();
    }

    /** Runs a script in the page; it gets {@code arguments} and may return plain values and lists. */
    public Object run(String script, Object... arguments) {
        return driver.executeScript(script, arguments);
    }

    /** Returns a list of texts that a script returns, once the page is at rest. */
    public List<String> texts(String script, Object... arguments) {
        settle();
        List<String> texts = new ArrayList<>();
        if (run(script, arguments) instanceof List<?> list) {
            list.forEach(text -> texts.add(String.valueOf(text)));
        }
        return texts;
    }

    public WebElement find(String selector) {
        return driver.findElement(By.cssSelector(selector));
    }

    /** Lets the page come to rest: what waited for the next frames or for an idle moment is done. */
    public void settle() {
        driver.executeAsyncScript("""
                const done = arguments[0];
                let frames = 4;
                const next = () => {
                  const busy = document.querySelector('[aria-busy="true"]');
                  if (busy || frames-- > 0) {
                    requestAnimationFrame(next);
                  } else {
                    setTimeout(done, 0);
                  }
                };
                next();""");
    }

    /** Brings every section and chart into view, so that everything that is drawn when seen has been seen. */
    public void scrollThrough() {
        // A chart is told between the frame in which it came into view and the next, and draws itself then.
        driver.executeAsyncScript("""
                const done = arguments[0];
                let stop = 0;
                let frames = 0;
                const next = () => {
                  const stops = document.querySelectorAll('.section, figure');
                  if (frames-- > 0 || document.querySelector('[aria-busy="true"]')) {
                    requestAnimationFrame(next);
                  } else if (stop < stops.length) {
                    stops[stop++].scrollIntoView();
                    frames = 1;
                    requestAnimationFrame(next);
                  } else {
                    setTimeout(done, 0);
                  }
                };
                next();""");
        settle();
    }

    public void goBack() {
        driver.navigate().back();
        settle();
    }

    public String address() {
        return String.valueOf(driver.getCurrentUrl());
    }

    /** Returns what the page has complained of since the last call. */
    public List<String> console() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .map(LogEntry::getMessage)
                .toList();
    }

    /** Returns the addresses that the page has asked for since the last call, its own file left out. */
    public List<String> requests() {
        List<String> addresses = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            String message = entry.getMessage();
            if (!message.contains("\"Network.requestWillBeSent\"")) {
                continue;
            }
            Matcher url =
                    Pattern.compile("\"request\":\\{.*?\"url\":\"([^\"]*)\"").matcher(message);
            if (url.find() && !url.group(1).toLowerCase(Locale.ROOT).matches("(data|blob|about):.*")) {
                addresses.add(url.group(1));
            }
        }
        return addresses;
    }

    /** Prints the page and returns the PDF. */
    public byte[] print() {
        Object data = driver.executeCdpCommand(
                        "Page.printToPDF", Map.of("preferCSSPageSize", true, "printBackground", true))
                .get("data");
        return Base64.getDecoder().decode(String.valueOf(data));
    }

    @Override
    public void close() {
        driver.quit();
    }
}

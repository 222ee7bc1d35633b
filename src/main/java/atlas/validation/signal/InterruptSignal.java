package atlas.validation.signal;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;

/**
 * Hears the interrupt signal, which Ctrl-C sends.
 *
 * <p>Every JDK has {@code sun.misc.Signal} for that, and no other class. It is used by reflection because javac warns
 * of each mention of it, and has no switch for that.
 */
public final class InterruptSignal implements AutoCloseable {

    private static final String NAME = "INT";

    private final Method handle;
    private final Object signal;
    private final Object previous;

    private InterruptSignal(Method handle, Object signal, Object previous) {
        this.handle = handle;
        this.signal = signal;
        this.previous = previous;
    }

    /**
     * Has an action run at each signal, on a thread of the JVM's, until this is closed.
     *
     * @return nothing where the JVM leaves signals alone, as with {@code -Xrs}
     */
    public static Optional<InterruptSignal> onEach(Runnable action) {
        requireNonNull(action, "action is null");
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object signal = signalType.getConstructor(String.class).newInstance(NAME);
            Object handler = Proxy.newProxyInstance(
                    handlerType.getClassLoader(),
                    new Class<?>[] {handlerType},
                    (proxy, method, arguments) -> switch (method.getName()) {
                        case "hashCode" -> System.identityHashCode(proxy);
                        case "equals" -> arguments[0] == proxy;
                        case "toString" -> "handler of " + NAME;
                        default -> {
                            action.run();
                            yield null;
                        }
                    });
            Method handle = signalType.getMethod("handle", signalType, handlerType);
            return Optional.of(new InterruptSignal(handle, signal, handle.invoke(null, signal, handler)));
        } catch (ReflectiveOperationException notOurs) {
            return Optional.empty();
        }
    }

    /** Gives the signal back to whoever heard it before. */
    @Override
    public void close() {
        try {
            handle.invoke(null, signal, previous);
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException("the interrupt signal cannot be given back", impossible);
        }
    }
}

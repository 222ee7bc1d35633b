package atlas.validation.engine;

import atlas.validation.record.ClientInfo;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** Describes the machine that sends the load. */
final class ThisMachine {

    private static final long BYTES_PER_MIB = 1024 * 1024;

    private ThisMachine() {}

    static ClientInfo describe() {
        return new ClientInfo(
                hostName(),
                Runtime.getRuntime().availableProcessors(),
                memoryMb(),
                System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                null);
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException unresolved) {
            return "unknown";
        }
    }

    private static @Nullable Long memoryMb() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
                ? (Long) (system.getTotalMemorySize() / BYTES_PER_MIB)
                : null;
    }
}

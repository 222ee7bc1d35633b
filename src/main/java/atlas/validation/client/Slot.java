package atlas.validation.client;

import atlas.validation.record.ConnectionUse;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * One of a cell's users: sends a request, waits for the end of its answer, and sends the next one at once, over the
 * same connection while that lasts. Everything but the constructor runs on its event loop.
 */
final class Slot implements Exchange.Owner {

    private final EventLoop loop;
    private final Connector connector;
    private final TimeLimits limits;
    private @Nullable Connection connection;
    private @Nullable Exchange current;
    private @Nullable RequestQueue requests;

    Slot(EventLoop loop, Connector connector, TimeLimits limits) {
        this.loop = loop;
        this.connector = connector;
        this.limits = limits;
    }

    EventLoop loop() {
        return loop;
    }

    /** Opens the connection if it is not open; a failure shows when the first request needs it. */
    void open(Runnable afterwards) {
        if (isConnected()) {
            afterwards.run();
            return;
        }
        connector.connect(loop, new Connector.Result() {
            @Override
            public void connected(Connection made) {
                connection = made;
                afterwards.run();
            }

            @Override
            public void failed(String why) {
                afterwards.run();
            }
        });
    }

    /** Takes requests from a queue until it gives none. */
    void start(RequestQueue queue, long startedAt) {
        requests = queue;
        next(queue, startedAt);
    }

    /** Gives up the request on its way, if any. */
    void cancel() {
        if (current != null) {
            current.giveUp();
        }
    }

    void close() {
        cancel();
        drop();
    }

    private void next(RequestQueue queue, long freeSince) {
        PreparedRequest request = queue.next();
        if (request == null) {
            return;
        }
        Exchange exchange = new Exchange(request, freeSince, limits, loop, this);
        current = exchange;
        if (connection != null && isConnected()) {
            exchange.send(connection, ConnectionUse.REUSED);
        } else {
            drop();
            sendOverNewConnection(exchange);
        }
    }

    private void sendOverNewConnection(Exchange exchange) {
        connector.connect(loop, new Connector.Result() {
            @Override
            public void connected(Connection made) {
                if (current == exchange) {
                    connection = made;
                    exchange.send(made, ConnectionUse.NEW);
                } else {
                    made.close();
                }
            }

            @Override
            public void failed(String why) {
                if (current == exchange) {
                    exchange.notConnected(why);
                }
            }
        });
    }

    @Override
    public void retry(Exchange exchange) {
        drop();
        sendOverNewConnection(exchange);
    }

    @Override
    public void ended(Attempt attempt, boolean reusable) {
        current = null;
        if (!reusable) {
            drop();
        }
        if (requests != null) {
            requests.ended(attempt);
            next(requests, System.nanoTime());
        }
    }

    private boolean isConnected() {
        return connection != null && connection.isUsable();
    }

    private void drop() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}

package atlas.validation.client;

import atlas.validation.record.ConnectionUse;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * A place for one request in flight: sends it over its connection, which it keeps for the next one while that lasts.
 * Everything but the constructor runs on its event loop.
 */
final class Slot implements Exchange.Owner {

    private final EventLoop loop;
    private final Connector connector;
    private final TimeLimits limits;
    private @Nullable Connection connection;
    private @Nullable Exchange current;
    private @Nullable User user;
    private boolean closed;

    /** Whoever sends requests through slots. */
    interface User {

        /** Takes a request that has ended; the slot is free. Called on the event loop of the slot. */
        void freed(Slot slot, Attempt attempt);
    }

    Slot(EventLoop loop, Connector connector, TimeLimits limits) {
        this.loop = loop;
        this.connector = connector;
        this.limits = limits;
    }

    EventLoop loop() {
        return loop;
    }

    /** Runs a task on the slot's event loop, at once if this is it. */
    void execute(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
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
                if (closed || isConnected()) {
                    made.close();
                } else {
                    connection = made;
                }
                afterwards.run();
            }

            @Override
            public void failed(String why) {
                afterwards.run();
            }
        });
    }

    /**
     * Sends a request, over a new connection if need be.
     *
     * @param scheduled stamp of the moment at which it was due
     */
    void send(PreparedRequest request, long scheduled, User sender) {
        user = sender;
        Exchange exchange = new Exchange(request, scheduled, limits, loop, this);
        current = exchange;
        if (connection != null && isConnected()) {
            exchange.send(connection, ConnectionUse.REUSED);
        } else {
            drop();
            sendOverNewConnection(exchange);
        }
    }

    /** Gives up the request on its way, if any. */
    void cancel() {
        if (current != null) {
            current.giveUp();
        }
    }

    void close() {
        closed = true;
        cancel();
        drop();
    }

    private void sendOverNewConnection(Exchange exchange) {
        try {
            connectFor(exchange);
        } catch (RuntimeException | Error fault) {
            exchange.notConnected(NetworkTrouble.of(fault));
        }
    }

    private void connectFor(Exchange exchange) {
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
        if (user != null) {
            user.freed(this, attempt);
        }
    }

    /** Tells whether a request could be sent without opening a connection, as far as this side knows. */
    boolean isConnected() {
        return connection != null && connection.isUsable();
    }

    private void drop() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
    }
}

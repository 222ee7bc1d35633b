package atlas.validation.server;

/** Waits until a server is ready. */
public final class ServerReadiness {}

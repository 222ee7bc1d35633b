package atlas.validation.probe;

/**
 * Where an answer departs from the standard.
 *
 * @param seen what the server did
 * @param standard what it should have done
 */
record Departure(String seen, String standard) {}

package atlas.validation.simulator;

/** The vocabulary: every token that no known answer gives is one of these words, chosen by seed and position. */
final class Words {

    private static final String[] ALL = {
        "the", "river", "keeps", "its", "own", "time", "while", "light", "falls", "over", "stone", "and", "water",
        "every", "small", "boat", "turns", "toward", "an", "open", "shore", "where", "people", "count", "waves",
        "before", "morning", "comes", "with", "slow", "wind", "from", "far", "hills", "that", "carry", "rain",
        "through", "quiet", "fields", "under", "wide", "sky", "as", "birds", "move", "between", "trees", "near", "old",
        "walls", "of", "a", "town", "which", "nobody", "has", "named", "since", "first", "snow", "came", "down", "again"
    };

    private Words() {}

    /** Returns the word at a position. */
    static String at(long seed, int position) {
        return ALL[Seeds.below(ALL.length, seed, position)];
    }
}

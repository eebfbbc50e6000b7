import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * A complete set of placement rules. What these two dialects share stands in {@link Ring}: the label, the order of the
 * points, the boundary.
 *
 * @param hash text to position; the text must be free of lone surrogates
 * @param defaultVnodes the vnodes of a ring that is created without saying how many
 * @param refuses what is an error; what each is where it is none, {@link Refusal} says
 * @param sortsNodes whether the list of members is sorted by name; else it is in list order
 */
record Dialect(
        String name, Function<String, Position> hash, int defaultVnodes, Set<Refusal> refuses, boolean sortsNodes) {

    /** What a dialect may refuse, each with an error code of its own. */
    enum Refusal {
        /** Creating a ring with vnodes below 1; else its members have no points. */
        LOW_VNODES,
        /** Creating a ring with a node listed twice; else the first place and weight count. */
        LISTED_TWICE,
        /** Removing a node that is not there; else the answer is false. */
        REMOVE_UNKNOWN,
        /** A lookup on a ring without points; else the owner is null, and there are no replicas. */
        EMPTY_LOOKUP
    }

    static final Dialect MD5_32 =
            new Dialect("md5-32", Dialect::md5First32, 100, Set.of(Refusal.LOW_VNODES, Refusal.LISTED_TWICE), true);

    static final Dialect MD5_128 =
            new Dialect("md5-128", Dialect::md5, 100, Set.of(Refusal.REMOVE_UNKNOWN, Refusal.EMPTY_LOOKUP), false);

    static final List<Dialect> ALL = List.of(MD5_32, MD5_128);

    boolean refuses(Refusal what) {
        return refuses.contains(what);
    }

    /**
     * MD5 over the UTF-8 of the text, all 16 bytes, big-endian. String.hashCode will not do in its place: it has 32
     * signed bits, and works on UTF-16 units.
     */
    private static Position md5(String text) {
        // getBytes() alone would take the platform's charset. This one would turn a lone surrogate into '?', so that
        // two names hash alike.
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            ByteBuffer digest = ByteBuffer.wrap(MessageDigest.getInstance("MD5").digest(bytes));
            return new Position(digest.getLong(), digest.getLong()); // a ByteBuffer is big-endian unless told otherwise
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has MD5", e);
        }
    }

    /** The first 4 of the 16 bytes. */
    private static Position md5First32(String text) {
        // >> would fill up with copies of the first bit.
        return new Position(0, md5(text).high() >>> 32);
    }
}

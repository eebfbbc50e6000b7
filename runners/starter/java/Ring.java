import java.util.List;
import java.util.OptionalInt;

/**
 * What Adapter asks of your ring. Fill it in here, in this order:
 *
 * <ol>
 *   <li>hash: the position of a text; all else follows from it
 *   <li>ring and points: a new ring, and its points in ring order
 *   <li>owners: the owners of keys
 *   <li>replicas: the first distinct nodes from a key on
 *   <li>nodes, add, remove
 * </ol>
 *
 * After each step add its name to OPS, build, and run {@code ringkit doctor} and {@code ringkit check}. What is not in
 * OPS is answered {@code unsupported}, which is never a pass.
 *
 * <p>Pass on what comes in and what comes out, as it is. Whatever is sorted, checked or filled in here is not tested in
 * your ring. What your ring refuses is a {@link RingException}: throw one in place of its own exception, with the code
 * unsupported for what your ring does not have, such as weights. Any other exception is answered {@code internal},
 * which is a failure.
 */
final class Ring {
    static final String NAME = "my ring";

    /** What is filled in, by the names of the list above: "hash", "ring", "points" ... */
    static final List<String> OPS = List.of();

    /** A member to be. */
    record Node(String name, int weight) {}

    /** A position, in decimal digits, and the name of the node it belongs to. */
    record Point(String position, String node) {}

    /** 1. The position of a text. It is unsigned: Integer.toUnsignedString, or new BigInteger(1, bytes).toString(). */
    static String md5First32(String text) {
        throw new UnsupportedOperationException("hash is not filled in");
    }

    /** 2. Create your ring; its own default counts where vnodes is empty. */
    Ring(Dialect dialect, List<Node> nodes, OptionalInt vnodes) {
        throw new UnsupportedOperationException("ring is not filled in");
    }

    /** 2. All points, in ring order. */
    List<Point> points() {
        throw new UnsupportedOperationException("points is not filled in");
    }

    /** 3. The owner of each key; null is the answer "none", and List.of refuses it. */
    List<String> owners(List<String> keys) {
        throw new UnsupportedOperationException("owners is not filled in");
    }

    /** 4. The first count distinct nodes from the key on. */
    List<String> replicas(String key, long count) {
        throw new UnsupportedOperationException("replicas is not filled in");
    }

    /** 5. The names of the members. */
    List<String> nodes() {
        throw new UnsupportedOperationException("nodes is not filled in");
    }

    /** 5. Adds a node. */
    void add(Node node) {
        throw new UnsupportedOperationException("add is not filled in");
    }

    /** 5. Removes a node, and says whether it was there. */
    boolean remove(String name) {
        throw new UnsupportedOperationException("remove is not filled in");
    }
}

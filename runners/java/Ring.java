import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A consistent-hash ring after the rules in spec/. Names and keys are any text without lone surrogates, and are taken
 * exactly as they are. Not safe for use by several threads while one of them changes it.
 */
final class Ring {
    /** A member: its name, and its weight of at least 1. */
    record Node(String name, int weight) {}

    /** A position and the name of the node it belongs to. */
    record Point(Position position, String node) {}

    /**
     * Code point order, which is the order of the UTF-8 bytes. String.compareTo would compare UTF-16 units, in which
     * U+1F7E2 sorts before U+FF4E, and a Collator would make the order depend on the machine's locale.
     */
    private static final Comparator<String> BY_NAME =
            (a, b) -> Arrays.compareUnsigned(a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));

    /** Of equal positions, the node whose name sorts first leads and so owns. */
    private static final Comparator<Point> RING_ORDER =
            Comparator.comparing(Point::position).thenComparing(Point::node, BY_NAME);

    private final Dialect dialect;
    private final int vnodes;
    /** In list order, which a HashSet would forget. */
    private final Set<String> members = new LinkedHashSet<>();
    /** In ring order. A list, not a map: a TreeMap would keep only one of several points at one position. */
    private List<Point> points = new ArrayList<>();

    /**
     * Creates a ring in which each node has weight * vnodes points.
     *
     * @param vnodes empty for the dialect's default
     * @throws RingException bad-vnodes, bad-weight, duplicate-node
     */
    Ring(Dialect dialect, List<Node> nodes, OptionalInt vnodes) {
        this.dialect = dialect;
        this.vnodes = vnodes.orElse(dialect.defaultVnodes());
        if (this.vnodes < 1 && dialect.refuses(Dialect.Refusal.LOW_VNODES)) {
            throw new RingException("bad-vnodes", "vnodes is " + this.vnodes + ", must be at least 1");
        }
        for (Node node : nodes) {
            checkWeight(node);
            if (members.add(node.name())) {
                points.addAll(pointsOf(node));
            } else if (dialect.refuses(Dialect.Refusal.LISTED_TWICE)) {
                throw new RingException("duplicate-node", "the node " + node.name() + " is listed twice");
            }
        }
        points.sort(RING_ORDER);
    }

    /**
     * The owner of each key, in order. A ring without points answers no keys with an empty list, and any key with null
     * where the dialect does not refuse it.
     *
     * @throws RingException empty-ring
     */
    List<String> owners(List<String> keys) {
        // List.copyOf and List.of would not do here: they refuse null.
        return keys.stream().map(this::owner).toList();
    }

    private String owner(String key) {
        if (points.isEmpty()) {
            checkLookup();
            return null;
        }
        return points.get(find(key) % points.size()).node();
    }

    /**
     * The first count distinct nodes from the key on, the owner first; all of them where there are fewer.
     *
     * @throws RingException bad-count, empty-ring
     */
    List<String> replicas(String key, long count) {
        if (count < 1) {
            throw new RingException("bad-count", "count is " + count + ", must be at least 1");
        }
        if (points.isEmpty()) {
            checkLookup();
            return List.of();
        }
        int start = find(key);
        int size = points.size();
        return IntStream.range(0, size)
                // As a long, since start + i could pass the largest int and come out negative.
                .mapToObj(i -> points.get((int) (((long) start + i) % size)).node())
                .distinct()
                .limit(Math.min(count, members.size()))
                .toList();
    }

    /** All points, ascending; of equal ones the owner's first. */
    List<Point> points() {
        return List.copyOf(points);
    }

    /** Each member's name once, sorted by code point where the dialect sorts. */
    List<String> nodes() {
        return dialect.sortsNodes() ? members.stream().sorted(BY_NAME).toList() : List.copyOf(members);
    }

    /**
     * Adds a node, last in list order.
     *
     * @throws RingException bad-weight, duplicate-node
     */
    void add(Node node) {
        checkWeight(node);
        if (members.contains(node.name())) {
            throw new RingException("duplicate-node", "the node " + node.name() + " is in the ring");
        }
        // A new list, so that the ring is whole even if the memory for it runs out.
        List<Point> changed = new ArrayList<>(points);
        changed.addAll(pointsOf(node));
        changed.sort(RING_ORDER);
        members.add(node.name());
        points = changed;
    }

    /**
     * Removes a node and its points.
     *
     * @return whether it was there
     * @throws RingException unknown-node, where the dialect does not answer false
     */
    boolean remove(String name) {
        if (!members.remove(name)) {
            if (dialect.refuses(Dialect.Refusal.REMOVE_UNKNOWN)) {
                throw new RingException("unknown-node", "the node " + name + " is not in the ring");
            }
            return false;
        }
        // equals, never ==, which is true only for the same object, not for the same text.
        points.removeIf(point -> point.node().equals(name));
        return true;
    }

    private List<Point> pointsOf(Node node) {
        List<Point> result = new ArrayList<>();
        // The product of two ints would wrap around without a word.
        long count = (long) node.weight() * vnodes;
        for (long i = 0; i < count; i++) {
            // Not String.format, which writes %d in the digits of the default locale.
            result.add(new Point(dialect.hash().apply(node.name() + "#" + i), node.name()));
        }
        return result;
    }

    /**
     * The index of the first point at or after the key's position; the number of points where there is none. Not
     * Collections.binarySearch: of several equal points it finds any.
     */
    private int find(String key) {
        Position position = dialect.hash().apply(key);
        int low = 0;
        int high = points.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (points.get(middle).position().compareTo(position) >= 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void checkLookup() {
        if (dialect.refuses(Dialect.Refusal.EMPTY_LOOKUP)) {
            throw new RingException("empty-ring", "the ring has no points");
        }
    }

    private static void checkWeight(Node node) {
        if (node.weight() < 1) {
            throw new RingException("bad-weight", "weight is " + node.weight() + ", must be at least 1");
        }
    }
}

import java.util.List;
import java.util.OptionalInt;

/** One library. It refuses a ring or a lookup with a RingException, of the code "unsupported" for what it does not have. */
interface Program {
    /** A node as the request has it; the weight is 1 where it has none. */
    record Node(String name, int weight) {}

    List<String> dialects();

    /** Replaces the last ring. Without vnodes the library's default is meant. */
    void ring(String dialect, List<Node> nodes, OptionalInt vnodes);

    /** The owner of a key, or null where there is none. */
    String owner(String key);
}

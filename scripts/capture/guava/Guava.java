import com.google.common.hash.Hashing;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Asks Hashing.consistentHash of Guava: bucket i is the i-th node. A key is the decimal text of a hash of 64 bits. */
final class Guava implements Program {
    private static final Pattern NUMBER = Pattern.compile("0|-?[1-9][0-9]{0,19}");

    private List<Node> nodes;

    public static void main(String[] arguments) throws Exception {
        Driver.serve("guava " + arguments[0], new Guava());
    }

    @Override
    public List<String> dialects() {
        return List.of("guava");
    }

    @Override
    public void ring(String dialect, List<Node> nodes, OptionalInt vnodes) {
        if (vnodes.isPresent() || nodes.stream().anyMatch(node -> node.weight() != 1)) {
            throw new RingException("unsupported", "it has neither vnodes nor weights");
        }
        this.nodes = nodes;
    }

    @Override
    public String owner(String key) {
        Long hash = number(key);
        try {
            return hash == null ? null : nodes.get(Hashing.consistentHash(hash, nodes.size())).name();
        } catch (IllegalArgumentException e) {
            throw new RingException("empty-ring", e.getMessage()); // "buckets must be positive"
        }
    }

    /** The signed or unsigned number that a text is; null where it is none. */
    private static Long number(String text) {
        if (!NUMBER.matcher(text).matches()) {
            return null;
        }
        try {
            return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            return null; // too large
        }
    }
}

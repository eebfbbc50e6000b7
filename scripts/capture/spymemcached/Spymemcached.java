import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.spy.memcached.DefaultHashAlgorithm;
import net.spy.memcached.KetamaNodeLocator;
import net.spy.memcached.MemcachedNode;
import net.spy.memcached.util.DefaultKetamaNodeLocatorConfiguration;

/** Asks the KetamaNodeLocator of spymemcached, in its own key format; nothing connects. */
final class Spymemcached implements Program {
    private static final Pattern ADDRESS = Pattern.compile("(?:([^/]*)/)?(.+):([0-9]{1,5})");
    private static final Pattern LITERAL = Pattern.compile("[0-9.]+|[0-9a-fA-F:]+");

    private KetamaNodeLocator locator;

    public static void main(String[] arguments) throws Exception {
        Driver.serve("spymemcached " + arguments[0], new Spymemcached());
    }

    @Override
    public List<String> dialects() {
        return List.of("spymemcached");
    }

    @Override
    public void ring(String dialect, List<Node> nodes, OptionalInt vnodes) {
        List<MemcachedNode> members = new ArrayList<>();
        Map<InetSocketAddress, Integer> weights = new HashMap<>();
        for (Node node : nodes) {
            InetSocketAddress address = address(node.name());
            members.add(member(address));
            weights.put(address, node.weight());
        }
        // Weights make another ring, also where they are all alike.
        if (nodes.stream().allMatch(node -> node.weight() == 1)) {
            weights.clear();
        }
        locator = new KetamaNodeLocator(
                members, DefaultHashAlgorithm.KETAMA_HASH, weights, new DefaultKetamaNodeLocatorConfiguration() {
                    @Override
                    public int getNodeRepetitions() {
                        return vnodes.orElse(super.getNodeRepetitions());
                    }
                });
    }

    @Override
    public String owner(String key) {
        try {
            return text(locator.getPrimary(key).getSocketAddress());
        } catch (NoSuchElementException e) {
            throw new RingException("empty-ring", e.toString());
        }
    }

    /** A node that knows its address and is equal to itself, which is all that the locator asks of it. */
    private static MemcachedNode member(InetSocketAddress address) {
        return (MemcachedNode) Proxy.newProxyInstance(
                Spymemcached.class.getClassLoader(), new Class<?>[] {MemcachedNode.class}, (self, method, arguments) ->
                        switch (method.getName()) {
                            case "getSocketAddress" -> address;
                            case "hashCode" -> System.identityHashCode(self);
                            case "equals" -> self == arguments[0];
                            case "toString" -> address.toString();
                            default -> throw new UnsupportedOperationException(method.getName());
                        });
    }

    /** The address whose text is the node's; no name is looked up. */
    private static InetSocketAddress address(String node) {
        Matcher parts = ADDRESS.matcher(node);
        if (parts.matches()) {
            String host = parts.group(1);
            int port = Integer.parseInt(parts.group(3));
            try {
                InetSocketAddress address = LITERAL.matcher(parts.group(2)).matches()
                        ? new InetSocketAddress(
                                InetAddress.getByAddress(host, InetAddress.getByName(parts.group(2)).getAddress()), port)
                        : InetSocketAddress.createUnresolved(host == null ? "" : host, port);
                if (text(address).equals(node)) {
                    return address;
                }
            } catch (UnknownHostException | IllegalArgumentException e) {
                // No address.
            }
        }
        throw new RingException("unsupported", "not the text of a socket address: " + node);
    }

    private static String text(Object address) {
        String text = address.toString();
        return text.startsWith("/") ? text.substring(1) : text;
    }
}

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;

/** Tests of Ring and Json, without a test library: javac -d OUT *.java, then java -cp OUT RingTest. */
final class RingTest {
    private static final String N = "\uff4e"; // first by code point, last by UTF-16 unit
    private static final String GREEN = "\ud83d\udfe2"; // U+1F7E2

    public static void main(String[] arguments) throws Exception {
        positions();
        lookups();
        ties();
        refusals();
        json();
        System.out.println("ok");
    }

    private static void positions() {
        check(hash(Dialect.MD5_32, "user:1001"), "309056740");
        check(hash(Dialect.MD5_32, "k1"), "3057103226");
        check(hash(Dialect.MD5_128, "k1"), "242208671286853988395785178707875403226");
        Position low = new Position(0, Long.MAX_VALUE);
        Position middle = new Position(0, Long.MIN_VALUE);
        Position high = new Position(Long.MIN_VALUE, 0);
        check(low.compareTo(middle) < 0 && middle.compareTo(high) < 0, true);
        check(new Position(-1, -1).toString(), "340282366920938463463374607431768211455");
    }

    private static void lookups() {
        Ring ring = ring(Dialect.MD5_128, 2, "a", "b");
        check(
                ring.points().stream().map(point -> point.position() + " " + point.node()).toList(),
                List.of(
                        "40339664643828780129851524715318385961 b",
                        "63808213551122576434484212566309242220 b",
                        "112086264311952237304186098051682475562 a",
                        "287417676344570401489397452454265867888 a"));
        check(ring.owners(List.of("a#0", "b#0", "a#1", "b#1", "k2")), List.of("a", "b", "a", "b", "a"));
        check(ring.replicas("k2", 9), List.of("a", "b"));

        Ring empty = ring(Dialect.MD5_32, 2);
        check(empty.owners(List.of("a", "b")), Arrays.asList(null, null));
        check(empty.replicas("a", 1), List.of());
        check(ring(Dialect.MD5_128, 0, "a").owners(List.of()), List.of());
    }

    private static void ties() {
        Ring ring = ring(Dialect.MD5_32, 2, GREEN + "888", N + "361978");
        List<String> key = List.of(GREEN + "888#0");
        check(ring.nodes(), List.of(N + "361978", GREEN + "888"));
        check(ring.owners(key), List.of(N + "361978"));
        check(ring.remove(N + "361978"), true);
        check(ring.owners(key), List.of(GREEN + "888"));
    }

    private static void refusals() {
        Ring ring = ring(Dialect.MD5_128, 3, "a", "b");
        List<Ring.Point> before = ring.points();
        refuses("duplicate-node", () -> ring.add(new Ring.Node("a", 2)));
        refuses("bad-weight", () -> ring.add(new Ring.Node("c", 0)));
        refuses("unknown-node", () -> ring.remove("c"));
        refuses("bad-count", () -> ring.replicas("k", 0));
        check(ring.points(), before);
        check(ring.nodes(), List.of("a", "b"));
        refuses("bad-vnodes", () -> ring(Dialect.MD5_32, 0, "a"));
        refuses("duplicate-node", () -> ring(Dialect.MD5_32, 1, "a", "a"));
        refuses("empty-ring", () -> ring(Dialect.MD5_128, 0, "a").owners(List.of("k")));
        check(ring(Dialect.MD5_128, 1, "b", "a", "b").nodes(), List.of("b", "a"));
    }

    private static void json() throws Exception {
        String text = "{\"a\":[1,\"\\u0000\\\"\\\\\\ud83d\\ude00\",{},[],true,null],\"\":false}";
        check(Json.write(Json.read(text)), text);
        check(Json.read(" \"\\b\\f\\n\\r\\t\\/\\u00E9\u00e9\" "), "\b\f\n\r\t/\u00e9\u00e9");
        check(Json.read("[-0,9223372036854775807,1.5e1]"), List.of(0L, Long.MAX_VALUE, 15.0));
        for (String malformed : List.of(
                "", "{", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":1,}", "1 2", "nul", "NaN", "01", "+1", ".5", "1.", "1e",
                "\"", "\"\\x\"", "\"\\u12\"", "\"\\u+123\"", "\"\n\"", "\u00a01", "[".repeat(100_000))) {
            try {
                Json.read(malformed);
            } catch (Json.MalformedException e) {
                continue;
            }
            throw new AssertionError("accepted " + malformed);
        }
    }

    private static Ring ring(Dialect dialect, int vnodes, String... names) {
        List<Ring.Node> nodes = Arrays.stream(names).map(name -> new Ring.Node(name, 1)).toList();
        return new Ring(dialect, nodes, OptionalInt.of(vnodes));
    }

    private static String hash(Dialect dialect, String text) {
        return dialect.hash().apply(text).toString();
    }

    private static void check(Object got, Object want) {
        if (!Objects.equals(got, want)) {
            throw new AssertionError("got " + got + ", want " + want);
        }
    }

    private static void refuses(String code, Runnable action) {
        try {
            action.run();
        } catch (RingException e) {
            check(e.code(), code);
            return;
        }
        throw new AssertionError("not refused: " + code);
    }
}

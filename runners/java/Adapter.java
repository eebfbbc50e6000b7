import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Lets the kit talk to {@link Ring} over standard input and output: protocol 1 of spec/, one JSON object a line, one
 * reply a request, in order, until the input ends. To adapt another ring, keep this file, Json and Lines, and replace
 * what it calls. To build and run it: {@code javac -d OUT *.java}, then {@code java -cp OUT Adapter}.
 */
final class Adapter {
    /** The request needs what is not offered. */
    private static final class UnsupportedException extends RuntimeException {
        private static final long serialVersionUID = 1;

        UnsupportedException(String message) {
            super(message);
        }
    }

    private Ring ring;

    /** Answers standard input. The exit status is 0 at its end, and 1 where a line of it is no request. */
    public static void main(String[] arguments) throws IOException {
        // Bytes, not System.out: println ends a line as the platform does, encodes with the platform's charset, and
        // writes through at once or not at all. A stray println would break the protocol, so it goes to the logs.
        OutputStream replies = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
        System.setOut(System.err);
        Lines lines = new Lines(new FileInputStream(FileDescriptor.in), replies::flush);
        Adapter adapter = new Adapter();
        int number = 0;
        try {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                number++;
                String reply = Json.write(adapter.reply(line));
                replies.write(reply.getBytes(StandardCharsets.US_ASCII));
                replies.write('\n');
            }
        } catch (Json.MalformedException e) {
            replies.flush();
            System.err.println("adapter: line " + number + " of the input: " + e.getMessage());
            System.exit(1);
        }
    }

    /**
     * The reply to a request. Whatever goes wrong in answering becomes an error reply.
     *
     * @throws Json.MalformedException if the line is no object with an id, so that there is nothing to reply to
     */
    private Map<String, Object> reply(byte[] line) throws Json.MalformedException {
        Map<String, Object> reply = new LinkedHashMap<>();
        if (!(Json.read(decode(line)) instanceof Map<?, ?> request) || !(request.get("id") instanceof Long id)) {
            throw new Json.MalformedException("not an object with an integer id");
        }
        reply.put("id", id);
        try {
            answer(request, reply);
        } catch (RingException e) {
            fail(reply, e.code(), e.getMessage());
        } catch (UnsupportedException e) {
            fail(reply, "unsupported", e.getMessage());
        } catch (RuntimeException e) {
            fail(reply, "internal", e.toString());
        }
        return reply;
    }

    private static void fail(Map<String, Object> reply, String code, String message) {
        reply.put("error", code);
        reply.put("message", message);
    }

    private static String decode(byte[] line) throws Json.MalformedException {
        try {
            // new String(line, UTF_8) would put U+FFFD in the place of what is not UTF-8; a decoder reports it.
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
        } catch (CharacterCodingException e) {
            throw new Json.MalformedException("not UTF-8");
        }
    }

    /** Puts the fields of the answer into the reply: none of them where the answer is an exception. */
    private void answer(Map<?, ?> request, Map<String, Object> reply) {
        String op = text(request.get("op"));
        switch (op) {
            case "hello" -> hello(request, reply);
            case "hash" -> reply.put("hash", dialect(request).hash().apply(text(request.get("key"))).toString());
            case "ring" -> {
                ring = null; // whatever may fail below, the last ring is gone
                ring = newRing(request);
            }
            case "owners" -> reply.put("owners", ring().owners(texts(request.get("keys"))));
            case "replicas" ->
                reply.put("nodes", ring().replicas(text(request.get("key")), number(request.get("count"))));
            case "points" -> reply.put("points", ring().points().stream().map(Adapter::point).toList());
            case "nodes" -> reply.put("nodes", ring().nodes());
            case "add" -> ring().add(node(request.get("node")));
            case "remove" -> reply.put("removed", ring().remove(text(request.get("node"))));
            default -> throw new UnsupportedException("no operation " + op);
        }
    }

    private static void hello(Map<?, ?> request, Map<String, Object> reply) {
        if (number(request.get("protocol")) != 1) {
            throw new UnsupportedException("this adapter speaks protocol 1");
        }
        reply.put("name", "ringkit java reference");
        reply.put("language", "Java " + System.getProperty("java.version"));
        reply.put("dialects", Dialect.ALL.stream().map(Dialect::name).toList());
        reply.put("ops", List.of("hash", "points", "replicas", "add", "remove", "nodes"));
    }

    private static Ring newRing(Map<?, ?> request) {
        List<Ring.Node> nodes = list(request.get("nodes")).stream().map(Adapter::node).toList();
        // What is left out must reach the ring as left out: the default is the dialect's.
        OptionalInt vnodes = request.containsKey("vnodes")
                ? OptionalInt.of(integer(request.get("vnodes")))
                : OptionalInt.empty();
        return new Ring(dialect(request), nodes, vnodes);
    }

    private Ring ring() {
        if (ring == null) {
            throw new IllegalStateException("there is no ring");
        }
        return ring;
    }

    private static Dialect dialect(Map<?, ?> request) {
        String name = text(request.get("dialect"));
        return Dialect.ALL.stream()
                .filter(dialect -> dialect.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UnsupportedException("no dialect " + name));
    }

    private static Ring.Node node(Object value) {
        if (!(value instanceof Map<?, ?> fields)) {
            throw new IllegalArgumentException("a node is not an object");
        }
        int weight = fields.containsKey("weight") ? integer(fields.get("weight")) : 1;
        return new Ring.Node(text(fields.get("name")), weight);
    }

    /** The position as text: a JSON number is not exact beyond 53 bits in many languages. */
    private static List<String> point(Ring.Point point) {
        return List.of(point.position().toString(), point.node());
    }

    private static String text(Object value) {
        if (!(value instanceof String text)) {
            throw new IllegalArgumentException("text is missing or not a string");
        }
        // JSON can say "\ud800", half of a surrogate pair, which is no text; an encoder alone would make it '?'.
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new IllegalArgumentException("text holds a lone surrogate");
        }
        return text;
    }

    private static List<String> texts(Object value) {
        return list(value).stream().map(Adapter::text).toList();
    }

    private static List<?> list(Object value) {
        if (!(value instanceof List<?> list)) {
            throw new IllegalArgumentException("a list is missing or not a list");
        }
        return list;
    }

    private static long number(Object value) {
        if (!(value instanceof Long number)) {
            throw new IllegalArgumentException("a number is missing or not an integer");
        }
        return number;
    }

    private static int integer(Object value) {
        // A cast would keep the lower 32 bits without a word.
        return Math.toIntExact(number(value));
    }
}

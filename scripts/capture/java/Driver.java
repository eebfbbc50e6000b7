import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** What the drivers in Java share: the adapter protocol, version 1 of spec/, around one library. */
final class Driver {
    private final String name;
    private final Program program;
    private boolean hasRing;

    private Driver(String name, Program program) {
        this.name = name;
        this.program = program;
    }

    /** Answers standard input; the name is that of the library, with its version. */
    static void serve(String name, Program program) throws IOException, Json.MalformedException {
        OutputStream replies = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16);
        System.setOut(System.err);
        Lines lines = new Lines(new FileInputStream(FileDescriptor.in), replies::flush);
        Driver driver = new Driver(name, program);
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            Map<?, ?> request = (Map<?, ?>) Json.read(new String(line, StandardCharsets.UTF_8));
            Map<String, Object> reply = new LinkedHashMap<>();
            reply.put("id", request.get("id"));
            try {
                driver.answer(request, reply);
            } catch (RingException e) {
                reply.put("error", e.code());
                reply.put("message", e.getMessage());
            } catch (RuntimeException | AssertionError e) {
                reply.put("error", "internal");
                reply.put("message", e.toString());
            }
            replies.write(Json.write(reply).getBytes(StandardCharsets.US_ASCII));
            replies.write('\n');
        }
    }

    private void answer(Map<?, ?> request, Map<String, Object> reply) {
        String op = (String) request.get("op");
        switch (op) {
            case "hello" -> {
                if (!request.get("protocol").equals(1L)) {
                    throw new RingException("unsupported", "only protocol 1");
                }
                reply.put("name", name);
                reply.put("dialects", program.dialects());
                reply.put("ops", List.of());
            }
            case "ring" -> {
                hasRing = false;
                String dialect = (String) request.get("dialect");
                if (!program.dialects().contains(dialect)) {
                    throw new RingException("unsupported", "no dialect " + dialect);
                }
                List<Program.Node> nodes = ((List<?>) request.get("nodes")).stream().map(Driver::node).toList();
                program.ring(dialect, nodes, integer(request, "vnodes"));
                hasRing = true;
            }
            case "owners" -> {
                if (!hasRing) {
                    throw new IllegalStateException("no ring");
                }
                List<String> owners = new ArrayList<>(); // not toList(): an owner may be null
                for (Object key : (List<?>) request.get("keys")) {
                    owners.add(program.owner((String) key));
                }
                reply.put("owners", owners);
            }
            default -> throw new RingException("unsupported", "no operation " + op);
        }
    }

    private static Program.Node node(Object value) {
        Map<?, ?> fields = (Map<?, ?>) value;
        return new Program.Node((String) fields.get("name"), integer(fields, "weight").orElse(1));
    }

    private static OptionalInt integer(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof Long number
                ? OptionalInt.of(Math.toIntExact(number))
                : OptionalInt.empty();
    }
}

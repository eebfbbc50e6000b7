import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes JSON (RFC 8259), which the JDK does not. A value is a Map, a List, a String, a Long (a number that
 * is written as an integer and fits), a Double (any other number), a Boolean or null.
 */
final class Json {
    /** The text is no JSON; the message says where and why. */
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    // Deeper nesting is refused before it can overflow the stack.
    private static final int MAX_DEPTH = 100;
    private static final Pattern NUMBER = Pattern.compile("-?(?:0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");

    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Reads one value with white space around it. Of two members of one name the last counts. A lone surrogate, which
     * JSON can write as an escape, comes out as one: a String may hold it.
     *
     * @throws MalformedException if the text is anything else
     */
    static Object read(String text) throws MalformedException {
        Json json = new Json(text);
        Object value = json.value(0);
        if (json.peek() != END) {
            throw json.malformed("the end");
        }
        return value;
    }

    private static final int END = -1;

    /** The next character after white space, or END. Character.isWhitespace would take more than JSON's four. */
    private int peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : END;
    }

    private boolean skip(char expected) {
        if (peek() != expected) {
            return false;
        }
        at++;
        return true;
    }

    private void expect(char expected) throws MalformedException {
        if (!skip(expected)) {
            throw malformed("'" + expected + "'");
        }
    }

    private Object value(int depth) throws MalformedException {
        if (depth > MAX_DEPTH) {
            throw new MalformedException("nested more than " + MAX_DEPTH + " deep");
        }
        return switch (peek()) {
            case '{' -> object(depth);
            case '[' -> list(depth);
            case '"' -> string();
            case 't' -> literal("true", true);
            case 'f' -> literal("false", false);
            case 'n' -> literal("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object(int depth) throws MalformedException {
        Map<String, Object> members = new LinkedHashMap<>();
        expect('{');
        if (skip('}')) {
            return members;
        }
        do {
            if (peek() != '"') {
                throw malformed("a member's name");
            }
            String name = string();
            expect(':');
            members.put(name, value(depth + 1));
        } while (skip(','));
        expect('}');
        return members;
    }

    private List<Object> list(int depth) throws MalformedException {
        List<Object> elements = new ArrayList<>();
        expect('[');
        if (skip(']')) {
            return elements;
        }
        do {
            elements.add(value(depth + 1));
        } while (skip(','));
        expect(']');
        return elements;
    }

    private Object literal(String word, Object value) throws MalformedException {
        if (!text.startsWith(word, at)) {
            throw malformed("a value");
        }
        at += word.length();
        return value;
    }

    private Object number() throws MalformedException {
        Matcher number = NUMBER.matcher(text).region(at, text.length());
        if (!number.lookingAt()) {
            throw malformed("a value");
        }
        at = number.end();
        if (number.group(1) == null && number.group(2) == null) {
            try {
                return Long.valueOf(number.group());
            } catch (NumberFormatException e) {
                // Too big for a Long.
            }
        }
        return Double.valueOf(number.group());
    }

    private String string() throws MalformedException {
        StringBuilder result = new StringBuilder();
        at++;
        while (at < text.length()) {
            char unit = text.charAt(at);
            if (unit == '"') {
                at++;
                return result.toString();
            }
            if (unit < ' ') {
                throw malformed("no raw control character in a string");
            }
            at++;
            result.append(unit == '\\' ? escaped() : unit);
        }
        throw malformed("the end of a string");
    }

    /** A surrogate pair comes as two escapes and needs no care: a String is UTF-16 as well. */
    private char escaped() throws MalformedException {
        char letter = at < text.length() ? text.charAt(at) : 0;
        int simple = "\"\\/bfnrt".indexOf(letter);
        if (simple >= 0) {
            at++;
            return "\"\\/\b\f\n\r\t".charAt(simple);
        }
        if (letter == 'u' && text.length() - at >= 5) {
            try {
                // Not Integer.parseInt, which would also take a sign and the digits of other scripts.
                int unit = HexFormat.fromHexDigits(text, at + 1, at + 5);
                at += 5;
                return (char) unit;
            } catch (IllegalArgumentException e) {
                // Not four hex digits.
            }
        }
        throw malformed("an escape");
    }

    private MalformedException malformed(String expected) {
        return new MalformedException("not JSON: expected " + expected + " at character " + (at + 1));
    }

    /** The value on one line, in ASCII: everything beyond is escaped, so that no charset can get in the way. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Map<?, ?> members) {
            String separator = "";
            out.append('{');
            for (Map.Entry<?, ?> member : members.entrySet()) {
                out.append(separator);
                writeString((String) member.getKey(), out);
                write(member.getValue(), out.append(':'));
                separator = ",";
            }
            out.append('}');
        } else if (value instanceof List<?> elements) {
            String separator = "";
            out.append('[');
            for (Object element : elements) {
                write(element, out.append(separator));
                separator = ",";
            }
            out.append(']');
        } else if (value instanceof String string) {
            writeString(string, out);
        } else {
            out.append(value); // a number, a truth value, null: Java writes them as JSON does
        }
    }

    private static void writeString(String string, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < string.length(); i++) {
            char unit = string.charAt(i);
            if (unit == '"' || unit == '\\') {
                out.append('\\').append(unit);
            } else if (unit >= ' ' && unit <= '~') {
                out.append(unit);
            } else {
                out.append("\\u").append(HexFormat.of().toHexDigits(unit));
            }
        }
        out.append('"');
    }
}

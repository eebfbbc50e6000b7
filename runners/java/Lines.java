import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The lines of a stream, split at byte 0A only. BufferedReader would split at a lone CR too, which is white space to
 * JSON, and would decode before anybody could tell what was not UTF-8.
 */
final class Lines {
    /** What is to be done before each wait for more input. */
    interface BeforeWait {
        void run() throws IOException;
    }

    private final InputStream in;
    private final BeforeWait beforeWait;
    private byte[] buffer = new byte[1 << 16];
    private int start;
    private int end;

    /** Whoever sent the lines so far may wait for the answers to them before sending more: beforeWait is to flush. */
    Lines(InputStream in, BeforeWait beforeWait) {
        this.in = in;
        this.beforeWait = beforeWait;
    }

    /** The next line without its newline, or null at the end. A last line without a newline is one too. */
    byte[] next() throws IOException {
        for (int at = start; ; at++) {
            if (at == end) {
                at -= start;
                if (!fill()) {
                    byte[] rest = Arrays.copyOfRange(buffer, start, end);
                    start = end;
                    return rest.length == 0 ? null : rest;
                }
            }
            if (buffer[at] == '\n') {
                byte[] line = Arrays.copyOfRange(buffer, start, at);
                start = at + 1;
                return line;
            }
        }
    }

    /** Moves what is left to the front of the buffer and reads more behind it; false at the end of the stream. */
    private boolean fill() throws IOException {
        beforeWait.run();
        byte[] target = start == 0 && end == buffer.length ? new byte[2 * buffer.length] : buffer;
        System.arraycopy(buffer, start, target, 0, end - start);
        buffer = target;
        end -= start;
        start = 0;
        int count = in.read(buffer, end, buffer.length - end);
        end += Math.max(count, 0);
        return count >= 0;
    }
}

import java.math.BigInteger;
import java.nio.ByteBuffer;

/**
 * A place on the circle: an unsigned integer of 128 bits in two halves. A dialect of fewer bits leaves the upper ones
 * 0. A BigInteger would do as well, but takes more memory and time for each of many points.
 */
record Position(long high, long low) implements Comparable<Position> {
    /** Unsigned. Java's own {@code <} and Long.compare are signed and would put the upper half of the circle first. */
    @Override
    public int compareTo(Position other) {
        int order = Long.compareUnsigned(high, other.high);
        return order != 0 ? order : Long.compareUnsigned(low, other.low);
    }

    /** In decimal digits. */
    @Override
    public String toString() {
        byte[] bytes = ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        // The 1 is the sign; without it the first bit of the bytes would be taken for one.
        return new BigInteger(1, bytes).toString();
    }
}

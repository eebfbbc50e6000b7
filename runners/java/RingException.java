/** A request that the ring refuses; the ring is then as it was. */
final class RingException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String code;

    RingException(String code, String message) {
        super(message);
        this.code = code;
    }

    /** One of empty-ring, duplicate-node, unknown-node, bad-vnodes, bad-weight, bad-count. */
    String code() {
        return code;
    }
}

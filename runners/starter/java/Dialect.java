import java.util.List;
import java.util.function.Function;

/**
 * A set of placement rules.
 *
 * @param name its name in the kit
 * @param hash text to position, in decimal digits
 */
record Dialect(String name, Function<String, String> hash) {
    /** The dialects that your ring speaks; {@code ringkit check --help} names all that there are. */
    static final List<Dialect> ALL = List.of(new Dialect("md5-32", Ring::md5First32));
}

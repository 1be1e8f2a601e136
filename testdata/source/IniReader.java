package example.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads configuration files in INI format.
 *
 * <p>The dialect:
 * <ul>
 *   <li>Comments begin with {@code ;} or {@code #} at the beginning of a line.
 *   <li>A value in quotes keeps its white space and knows {@code \n}, {@code \t} and {@code \"}.
 *   <li>A backslash at the end of a line continues it.
 *   <li>{@code ${name}} and {@code ${section:name}} are replaced by other values, and
 *       {@code ${env:NAME}} by the environment's.
 *   <li>{@code [child : parent]} inherits what it does not set itself.
 *   <li>{@code !include other.ini} reads another file, relative to this one.
 * </ul>
 */
public class IniReader {

    /** What is wrong with a file, and where. */
    public static class IniException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient Path file;
        private final int line;

        IniException(Path file, int line, String message) {
            super(String.format("%s:%d: %s", file, line, message));
            this.file = file;
            this.line = line;
        }

        public Path getFile() {
            return file;
        }

        public int getLine() {
            return line;
        }
    }

    /** A value that was read, before anything in it is replaced. */
    private record Entry(String text, Path file, int line) {}

    /** One section of the result. */
    public final class Section {

        private final String name;
        private String parent;
        private final Map<String, Entry> entries = new LinkedHashMap<>();

        private Section(String name) {
            this.name = name;
        }

        public String getName() {
            return name;
        }

        /**
         * Returns the value of a key, or that of the nearest ancestor that has it.
         */
        public Optional<String> get(String key) {
            return find(key).map(entry -> expand(entry, this, new ArrayDeque<>()));
        }

        public String get(String key, String fallback) {
            return get(key).orElse(fallback);
        }

        public int getInt(String key, int fallback) {
            return converted(key, Integer::decode).orElse(fallback);
        }

        public double getDouble(String key, double fallback) {
            return converted(key, Double::valueOf).orElse(fallback);
        }

        public boolean getBoolean(String key, boolean fallback) {
            return converted(key, IniReader::parseBoolean).orElse(fallback);
        }

        public Duration getDuration(String key, Duration fallback) {
            return converted(key, IniReader::parseDuration).orElse(fallback);
        }

        public List<String> getList(String key) {
            return get(key).stream()
                    .flatMap(text -> Stream.of(text.split("\\s*,\\s*")))
                    .filter(item -> !item.isBlank())
                    .collect(Collectors.toUnmodifiableList());
        }

        public <E extends Enum<E>> E getEnum(String key, Class<E> type, E fallback) {
            return converted(key, text -> Enum.valueOf(type, text.toUpperCase(Locale.ROOT).replace('-', '_')))
                    .orElse(fallback);
        }

        public Iterable<String> keys() {
            TreeSet<String> keys = new TreeSet<>(entries.keySet());
            if (parent != null && sections.containsKey(parent)) {
                sections.get(parent).keys().forEach(keys::add);
            }
            return keys;
        }

        private <T> Optional<T> converted(String key, Function<String, T> convert) {
            Optional<String> text = get(key);
            if (text.isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional.of(convert.apply(text.get()));
            } catch (IllegalArgumentException e) {
                Entry entry = find(key).orElseThrow();
                IniException problem = new IniException(entry.file(), entry.line(),
                        "value of " + key + " is not understood: " + text.get());
                problem.initCause(e);
                throw problem;
            }
        }

        private Optional<Entry> find(String key) {
            Section section = this;
            while (section != null) {
                Entry entry = section.entries.get(key.toLowerCase(Locale.ROOT));
                if (entry != null) {
                    return Optional.of(entry);
                }
                section = section.parent == null ? null : sections.get(section.parent);
            }
            return Optional.empty();
        }
    }

    private static final Pattern HEADER = Pattern.compile("\\[\\s*([^\\]:]+?)\\s*(?::\\s*([^\\]]+?)\\s*)?\\]");
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{(?:([\\w.-]+):)?([\\w.-]+)\\}");
    private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|m|h|d)");
    private static final int DEEPEST_INCLUDE = 10;

    private final Map<String, Section> sections = new LinkedHashMap<>();
    private final Deque<Path> including = new ArrayDeque<>();
    private final Function<String, String> environment;

    public IniReader() {
        this(System::getenv);
    }

    /** For tests, which bring an environment of their own. */
    IniReader(Function<String, String> environment) {
        this.environment = Objects.requireNonNull(environment);
    }

    /** Reads a file; what it sets wins over what was read before. */
    public IniReader read(Path file) throws IOException {
        if (including.size() >= DEEPEST_INCLUDE || including.contains(file.normalize())) {
            throw new IniException(file, 0, "files include each other: " + including);
        }
        including.push(file.normalize());
        try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            read(reader, file);
        } finally {
            including.pop();
        }
        checkParents(file);
        return this;
    }

    public IniReader read(Reader source, Path file) throws IOException {
        BufferedReader reader = new BufferedReader(source);
        Section section = section("");
        int number = 0;
        StringBuilder continued = new StringBuilder();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            number++;
            if (line.endsWith("\\") && !line.endsWith("\\\\")) {
                continued.append(line, 0, line.length() - 1);
                continue;
            }
            String whole = continued.append(line).toString().strip();
            continued.setLength(0);
            if (whole.isEmpty() || whole.charAt(0) == ';' || whole.charAt(0) == '#') {
                continue;
            }
            if (whole.startsWith("!include ")) {
                read(file.resolveSibling(whole.substring("!include ".length()).strip()));
            } else if (whole.charAt(0) == '[') {
                section = header(whole, file, number);
            } else {
                assignment(section, whole, file, number);
            }
        }
        return this;
    }

    private Section header(String text, Path file, int line) {
        Matcher matcher = HEADER.matcher(text);
        if (!matcher.matches()) {
            throw new IniException(file, line, "no section: " + text);
        }
        Section section = section(matcher.group(1));
        if (matcher.group(2) != null) {
            section.parent = matcher.group(2);
        }
        return section;
    }

    private void assignment(Section section, String text, Path file, int line) {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new IniException(file, line, "neither a section nor key = value: " + text);
        }
        String key = text.substring(0, equals).strip().toLowerCase(Locale.ROOT);
        String value = unquoted(text.substring(equals + 1).strip(), file, line);
        section.entries.put(key, new Entry(value, file, line));
    }

    private String unquoted(String text, Path file, int line) {
        if (text.isEmpty() || text.charAt(0) != '"') {
            return text;
        }
        StringBuilder plain = new StringBuilder();
        for (int i = 1; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                return plain.toString();
            }
            if (c == '\\' && i + 1 < text.length()) {
                c = switch (text.charAt(++i)) {
                    case 'n' -> '\n';
                    case 't' -> '\t';
                    default -> text.charAt(i);
                };
            }
            plain.append(c);
        }
        throw new IniException(file, line, "the closing quote is missing");
    }

    private String expand(Entry entry, Section section, Deque<Entry> open) {
        if (open.contains(entry)) {
            throw new IniException(entry.file(), entry.line(), "values refer to each other in a circle");
        }
        open.push(entry);
        String result = REFERENCE.matcher(entry.text()).replaceAll(reference -> {
            String place = reference.group(1);
            String key = reference.group(2);
            if ("env".equals(place)) {
                return Matcher.quoteReplacement(Objects.requireNonNullElse(environment.apply(key), ""));
            }
            Section from = place == null ? section : sections.get(place);
            Entry target = Optional.ofNullable(from)
                    .flatMap(s -> s.find(key))
                    .orElseThrow(() -> new IniException(entry.file(), entry.line(), "nothing is called " + reference.group()));
            return Matcher.quoteReplacement(expand(target, from, open));
        });
        open.pop();
        return result;
    }

    private void checkParents(Path file) {
        for (Section section : sections.values()) {
            String parent = section.parent;
            for (int steps = 0; parent != null; steps++) {
                if (!sections.containsKey(parent)) {
                    throw new IniException(file, 0, section.name + " inherits from " + parent + ", which is not there");
                }
                if (steps > sections.size()) {
                    throw new IniException(file, 0, section.name + " inherits from itself");
                }
                parent = sections.get(parent).parent;
            }
        }
    }

    public Section section(String name) {
        return sections.computeIfAbsent(name, Section::new);
    }

    public Map<String, Section> sections() {
        return Collections.unmodifiableMap(sections);
    }

    static Boolean parseBoolean(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "on", "1" -> Boolean.TRUE;
            case "false", "no", "off", "0" -> Boolean.FALSE;
            default -> throw new IllegalArgumentException(text);
        };
    }

    static Duration parseDuration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        double amount = Double.parseDouble(matcher.group(1));
        long millis = switch (matcher.group(2)) {
            case "ms" -> 1L;
            case "s" -> 1_000L;
            case "m" -> 60_000L;
            case "h" -> 3_600_000L;
            default -> 86_400_000L;
        };
        return Duration.ofMillis(Math.round(amount * millis));
    }

    /** For callers that cannot do anything about a missing file. */
    public static IniReader load(String name) {
        try {
            return new IniReader().read(Path.of(name));
        } catch (IOException e) {
            throw new UncheckedIOException("reading configuration " + name, e);
        }
    }
}

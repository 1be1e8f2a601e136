import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Least recently used cache; the ring of cells starts and ends at a sentinel. */
public class RecentCache<K, V> {
    private static final class Cell<K, V> {
        final K key;
        final V value;
        Cell<K, V> newer = this;
        Cell<K, V> older = this;

        Cell(K key, V value) {
            this.key = key;
            this.value = value;
        }

        Cell<K, V> unlink() {
            newer.older = older;
            older.newer = newer;
            return this;
        }

        Cell<K, V> linkBelow(Cell<K, V> head) {
            newer = head;
            older = head.older;
            older.newer = this;
            head.older = this;
            return this;
        }
    }

    record Counts(int hits, int misses) {
        Counts with(boolean hit) {
            return hit ? new Counts(hits + 1, misses) : new Counts(hits, misses + 1);
        }
    }

    private final int capacity;
    private final Cell<K, V> head = new Cell<>(null, null);
    private final Map<K, Cell<K, V>> index = new HashMap<>();
    private Counts counts = new Counts(0, 0);

    RecentCache(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("size must be positive");
        }
        this.capacity = capacity;
    }

    Optional<V> get(K key) {
        Optional<Cell<K, V>> found = Optional.ofNullable(index.get(key));
        counts = counts.with(found.isPresent());
        return found.map(cell -> cell.unlink().linkBelow(head).value);
    }

    /** Stores a value; the answer is the key that had to go, if any. */
    Optional<K> put(K key, V value) {
        remove(key);
        Optional<K> victim = index.size() == capacity ? Optional.of(head.newer.key) : Optional.empty();
        victim.ifPresent(this::remove);
        index.put(key, new Cell<>(key, value).linkBelow(head));
        return victim;
    }

    boolean remove(K key) {
        return Optional.ofNullable(index.remove(key)).map(Cell::unlink).isPresent();
    }

    String dump() {
        String cells = Stream.iterate(head.older, c -> c != head, c -> c.older)
            .map(c -> c.key + "=" + c.value)
            .collect(Collectors.joining(" ", "[", "]"));
        return cells + " hits " + counts.hits() + " misses " + counts.misses();
    }

    /** What came out of a command: perhaps another cache, and a text. */
    record Step(RecentCache<String, String> cache, String answer) {
    }

    private static Step run(RecentCache<String, String> cache, String[] w) {
        String shape = w[0] + "/" + (w.length - 1);
        return switch (shape) {
            case "size/1" -> new Step(new RecentCache<>(Integer.parseInt(w[1])), "empty cache of " + w[1]);
            case "put/2" -> new Step(cache, cache.put(w[1], w[2]).map(k -> "evicted " + k).orElse("ok"));
            case "get/1" -> new Step(cache, cache.get(w[1]).orElse("(none)"));
            case "del/1" -> new Step(cache, cache.remove(w[1]) ? "deleted" : "(none)");
            case "dump/0" -> new Step(cache, cache.dump());
            default -> new Step(cache, "what? " + String.join(" ", w));
        };
    }

    private static Step safely(RecentCache<String, String> cache, String line) {
        try {
            return run(cache, line.split("\\s+"));
        } catch (IllegalArgumentException e) {
            return new Step(cache, "error: " + e.getMessage());
        }
    }

    public static void main(String[] args) {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        Step[] last = {new Step(new RecentCache<>(4), "")};
        in.lines().map(String::trim).filter(l -> !l.isEmpty()).forEach(line -> {
            last[0] = safely(last[0].cache(), line);
            System.out.println(last[0].answer());
        });
    }
}

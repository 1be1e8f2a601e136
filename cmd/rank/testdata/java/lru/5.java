import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.function.Function;

/** Least recently used cache, driven by commands from standard input. */
public class LruTable implements Iterable<String> {
    private static final int DEFAULT_CAPACITY = 4;
    private static final String MISSING = "(none)";

    private static class Link {
        Link newer = this;
        Link older = this;
        String key;
        String value;

        void unhook() {
            newer.older = older;
            older.newer = newer;
        }

        void hookBehind(Link anchor) {
            older = anchor.older;
            newer = anchor;
            anchor.older.newer = this;
            anchor.older = this;
        }
    }

    /** The ring's anchor: anchor.older is the newest entry, anchor.newer the oldest. */
    private final Link anchor = new Link();
    private final Map<String, Link> index = new HashMap<>();
    private int capacity = DEFAULT_CAPACITY;
    private long hits;
    private long misses;
    private long evictions;

    public void resize(int wanted) {
        if (wanted < 1) {
            throw new IllegalArgumentException("capacity has to be at least 1, not " + wanted);
        }
        capacity = wanted;
        shrinkTo(capacity);
    }

    public String get(String key) {
        Link link = index.get(key);
        if (link == null) {
            misses++;
            return null;
        }
        hits++;
        touch(link);
        return link.value;
    }

    public void put(String key, String value) {
        Link link = index.get(key);
        if (link == null) {
            shrinkTo(capacity - 1);
            link = new Link();
            link.key = key;
            index.put(key, link);
        }
        link.value = value;
        touch(link);
    }

    public boolean remove(String key) {
        Link link = index.remove(key);
        if (link != null) {
            link.unhook();
        }
        return link != null;
    }

    private void touch(Link link) {
        link.unhook();
        link.hookBehind(anchor);
    }

    private void shrinkTo(int size) {
        while (index.size() > size) {
            remove(anchor.newer.key);
            evictions++;
        }
    }

    /** From the most to the least recently used. */
    @Override
    public Iterator<String> iterator() {
        return new Iterator<String>() {
            private Link at = anchor.older;

            @Override
            public boolean hasNext() {
                return at != anchor;
            }

            @Override
            public String next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                String text = at.key + "=" + at.value;
                at = at.older;
                return text;
            }
        };
    }

    String counts() {
        long all = hits + misses;
        return String.format("%d hits, %d misses (%.1f%%), %d evictions",
                hits, misses, all == 0 ? 0.0 : 100.0 * hits / all, evictions);
    }

    public static void main(String[] args) {
        LruTable cache = new LruTable();
        Map<String, Integer> arity = new LinkedHashMap<>();
        Map<String, Function<String[], String>> commands = new HashMap<>();
        arity.put("size", 1);
        commands.put("size", w -> {
            cache.resize(Integer.parseInt(w[1]));
            return "ok";
        });
        arity.put("put", 2);
        commands.put("put", w -> {
            cache.put(w[1], w[2]);
            return "ok";
        });
        arity.put("get", 1);
        commands.put("get", w -> {
            String value = cache.get(w[1]);
            return value == null ? MISSING : value;
        });
        arity.put("del", 1);
        commands.put("del", w -> cache.remove(w[1]) ? "ok" : MISSING);
        arity.put("dump", 0);
        commands.put("dump", w -> String.join(" ", cache));

        Scanner in = new Scanner(System.in);
        for (int line = 1; in.hasNextLine(); line++) {
            String text = in.nextLine().trim();
            if (text.isEmpty()) {
                continue;
            }
            String[] words = text.split("\\s+", 3);
            Integer wanted = arity.get(words[0]);
            if (wanted == null) {
                System.out.println("line " + line + ": expected one of " + arity.keySet());
            } else if (words.length != wanted + 1) {
                System.out.println("line " + line + ": " + words[0] + " takes " + wanted + " arguments");
            } else {
                try {
                    System.out.println(commands.get(words[0]).apply(words));
                } catch (IllegalArgumentException e) {
                    System.out.println("line " + line + ": " + e.getMessage());
                }
            }
        }
        System.out.println(cache.counts());
    }
}

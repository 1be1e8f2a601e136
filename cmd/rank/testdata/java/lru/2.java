import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

/** A cache of fixed capacity that forgets the entry unused for the longest time. */
public class LeastRecentlyUsedCache {
    /** Node of the doubly linked list of usage; also the sentinel's type. */
    private static final class UsageNode {
        final String key;
        String value;
        UsageNode newer;
        UsageNode older;

        UsageNode(String key, String value) {
            this.key = key;
            this.value = value;
        }
    }

    private final Map<String, UsageNode> nodesByKey = new HashMap<>();
    private final UsageNode sentinel = new UsageNode(null, null);
    private int capacity;
    private long hitCount;
    private long missCount;
    private long evictionCount;

    public LeastRecentlyUsedCache(int capacity) {
        this.capacity = capacity;
        sentinel.newer = sentinel;
        sentinel.older = sentinel;
    }

    /** Returns the value of the key, or null; a found entry becomes the newest. */
    public String get(String key) {
        UsageNode node = nodesByKey.get(key);
        if (node == null) {
            missCount++;
            return null;
        }
        hitCount++;
        moveToNewest(node);
        return node.value;
    }

    public void put(String key, String value) {
        UsageNode existing = nodesByKey.get(key);
        if (existing != null) {
            existing.value = value;
            moveToNewest(existing);
            return;
        }
        UsageNode created = new UsageNode(key, value);
        nodesByKey.put(key, created);
        linkAsNewest(created);
        evictSurplus();
    }

    public boolean delete(String key) {
        UsageNode node = nodesByKey.remove(key);
        if (node == null) {
            return false;
        }
        unlink(node);
        return true;
    }

    public void resize(int newCapacity) {
        if (newCapacity < 1) {
            throw new IllegalArgumentException("capacity has to be at least 1");
        }
        capacity = newCapacity;
        evictSurplus();
    }

    /** Lists the entries, the most recently used first. */
    public String dump() {
        StringBuilder text = new StringBuilder();
        for (UsageNode node = sentinel.older; node != sentinel; node = node.older) {
            text.append(node.key).append('=').append(node.value).append(' ');
        }
        return text.append(String.format("(%d/%d)", nodesByKey.size(), capacity)).toString();
    }

    public String statistics() {
        return "hits " + hitCount + ", misses " + missCount + ", evictions " + evictionCount;
    }

    private void evictSurplus() {
        while (nodesByKey.size() > capacity) {
            UsageNode oldest = sentinel.newer;
            unlink(oldest);
            nodesByKey.remove(oldest.key);
            evictionCount++;
        }
    }

    private void moveToNewest(UsageNode node) {
        unlink(node);
        linkAsNewest(node);
    }

    private void linkAsNewest(UsageNode node) {
        node.older = sentinel.older;
        node.newer = sentinel;
        sentinel.older.newer = node;
        sentinel.older = node;
    }

    private static void unlink(UsageNode node) {
        node.newer.older = node.older;
        node.older.newer = node.newer;
    }

    private static String executeCommand(LeastRecentlyUsedCache cache, String[] words) {
        switch (words[0] + "/" + words.length) {
            case "size/2":
                cache.resize(Integer.parseInt(words[1]));
                return "ok";
            case "put/3":
                cache.put(words[1], words[2]);
                return "ok";
            case "get/2":
                String value = cache.get(words[1]);
                return value == null ? "(none)" : value;
            case "del/2":
                return cache.delete(words[1]) ? "deleted" : "(none)";
            case "dump/1":
                return cache.dump();
            default:
                return "unknown command";
        }
    }

    public static void main(String[] arguments) {
        LeastRecentlyUsedCache cache = new LeastRecentlyUsedCache(4);
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String line = input.nextLine().trim();
            if (line.isEmpty()) {
                continue;
            }
            try {
                System.out.println(executeCommand(cache, line.split("\\s+")));
            } catch (IllegalArgumentException problem) {
                System.out.println("error: " + problem.getMessage());
            }
        }
        System.out.println(cache.statistics());
    }
}

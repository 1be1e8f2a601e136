import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/**
 * LRU cache in flat arrays: node 0 is the sentinel of a circular list,
 * nodes 1..capacity hold entries, buckets chain nodes through chain[].
 */
public class FlatLru {
    private final int capacity;
    private final int mask;
    private final String[] key;
    private final String[] value;
    private final int[] newer;
    private final int[] older;
    private final int[] chain;
    private final int[] bucket;
    private int free = 1;
    int used, hits, misses, evictions;

    FlatLru(int capacity) {
        this.capacity = capacity;
        int size = Integer.highestOneBit(capacity) << 1;
        mask = size - 1;
        bucket = new int[size];
        key = new String[capacity + 1];
        value = new String[capacity + 1];
        newer = new int[capacity + 1];
        older = new int[capacity + 1];
        chain = new int[capacity + 1];
        for (int i = 1; i < capacity; i++) {
            chain[i] = i + 1;   // the free list uses chain too
        }
    }

    private int slot(String k) {
        int h = k.hashCode();
        return (h ^ h >>> 16) & mask;
    }

    private int find(String k) {
        int n = bucket[slot(k)];
        while (n != 0 && !key[n].equals(k)) {
            n = chain[n];
        }
        return n;
    }

    private void unlink(int n) {
        newer[older[n]] = newer[n];
        older[newer[n]] = older[n];
    }

    private void pushFront(int n) {
        // older[0] is the most recent node, newer[0] the least recent one
        older[n] = older[0];
        newer[n] = 0;
        newer[older[0]] = n;
        older[0] = n;
    }

    private void drop(int n) {
        int s = slot(key[n]);
        if (bucket[s] == n) {
            bucket[s] = chain[n];
        } else {
            int p = bucket[s];
            while (chain[p] != n) {
                p = chain[p];
            }
            chain[p] = chain[n];
        }
        unlink(n);
        key[n] = value[n] = null;
        chain[n] = free;
        free = n;
        used--;
    }

    String get(String k) {
        int n = find(k);
        if (n == 0) {
            misses++;
            return null;
        }
        hits++;
        unlink(n);
        pushFront(n);
        return value[n];
    }

    void put(String k, String v) {
        int n = find(k);
        if (n != 0) {
            value[n] = v;
            unlink(n);
            pushFront(n);
            return;
        }
        if (used == capacity) {
            drop(newer[0]);
            evictions++;
        }
        n = free;
        free = chain[n];
        int s = slot(k);
        key[n] = k;
        value[n] = v;
        chain[n] = bucket[s];
        bucket[s] = n;
        pushFront(n);
        used++;
    }

    boolean delete(String k) {
        int n = find(k);
        if (n == 0) return false;
        drop(n);
        return true;
    }

    void dump() {
        for (int n = older[0]; n != 0; n = older[n]) {
            System.out.println("  " + key[n] + " = " + value[n]);
        }
        System.out.printf("%d/%d used, %d hits, %d misses, %d evictions%n", used, capacity, hits, misses, evictions);
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        FlatLru cache = new FlatLru(4);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] w = line.trim().split("\\s+", 3);
            if (w[0].equals("size") && w.length == 2 && w[1].matches("[1-9]\\d{0,6}")) {
                cache = new FlatLru(Integer.parseInt(w[1]));
            } else if (w[0].equals("put") && w.length == 3) {
                cache.put(w[1], w[2]);
            } else if (w[0].equals("get") && w.length == 2) {
                String v = cache.get(w[1]);
                System.out.println(v == null ? "(miss)" : v);
            } else if (w[0].equals("del") && w.length == 2) {
                System.out.println(cache.delete(w[1]) ? "deleted" : "absent");
            } else if (w[0].equals("dump")) {
                cache.dump();
            } else if (!w[0].isEmpty()) {
                System.out.println("? " + line);
            }
        }
    }
}

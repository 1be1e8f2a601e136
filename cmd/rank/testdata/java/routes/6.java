import java.io.*;
import java.util.*;

/*
 * Input: lines "road A B 12" or "oneway A B 12", then an empty line,
 * then questions "A B" or "far A".
 */
public class Routes {
    static final long NEVER = Long.MAX_VALUE;

    static Map<String, Integer> index = new HashMap<>();
    static String[] town = new String[16];
    static int[] first = new int[16];
    static int towns = 0;

    // edges as singly linked lists in arrays, -1 terminates
    static int[] to = new int[64];
    static int[] weight = new int[64];
    static int[] next = new int[64];
    static int edges = 0;

    static long[] dist;
    static int[] from;

    // binary heap of towns with the position of every town
    static int[] heap;
    static int[] pos;
    static int heapSize;

    static int townOf(String name) {
        Integer known = index.get(name);
        if (known != null) return known;
        if (towns == town.length) {
            town = Arrays.copyOf(town, towns * 2);
            first = Arrays.copyOf(first, towns * 2);
        }
        town[towns] = name;
        first[towns] = -1;
        index.put(name, towns);
        return towns++;
    }

    static void edge(int a, int b, int w) {
        if (edges == to.length) {
            to = Arrays.copyOf(to, edges * 2);
            weight = Arrays.copyOf(weight, edges * 2);
            next = Arrays.copyOf(next, edges * 2);
        }
        to[edges] = b;
        weight[edges] = w;
        next[edges] = first[a];
        first[a] = edges++;
    }

    static void siftUp(int i) {
        int t = heap[i];
        while (i > 0 && dist[heap[(i - 1) >> 1]] > dist[t]) {
            heap[i] = heap[(i - 1) >> 1];
            pos[heap[i]] = i;
            i = (i - 1) >> 1;
        }
        heap[i] = t;
        pos[t] = i;
    }

    static int popMin() {
        int min = heap[0];
        int t = heap[--heapSize];
        int i = 0;
        for (int c = 1; c < heapSize; c = 2 * i + 1) {
            if (c + 1 < heapSize && dist[heap[c + 1]] < dist[heap[c]]) c++;
            if (dist[heap[c]] >= dist[t]) break;
            heap[i] = heap[c];
            pos[heap[i]] = i;
            i = c;
        }
        heap[i] = t;
        pos[t] = i;
        return min;
    }

    static void explore(int start) {
        dist = new long[towns];
        from = new int[towns];
        heap = new int[towns];
        pos = new int[towns];
        Arrays.fill(dist, NEVER);
        Arrays.fill(pos, -1);
        dist[start] = 0;
        from[start] = -1;
        heap[0] = start;
        pos[start] = 0;
        heapSize = 1;
        while (heapSize > 0) {
            int t = popMin();
            for (int e = first[t]; e >= 0; e = next[e]) {
                int u = to[e];
                long d = dist[t] + weight[e];
                if (d >= dist[u]) continue;
                dist[u] = d;
                from[u] = t;
                if (pos[u] < 0) {
                    heap[heapSize] = u;
                    pos[u] = heapSize++;
                }
                siftUp(pos[u]);
            }
        }
    }

    static void answer(String a, String b) {
        boolean far = a.equals("far");
        Integer s = index.get(far ? b : a);
        Integer t = far ? s : index.get(b);
        if (s == null || t == null) {
            System.out.println("unknown town in: " + a + " " + b);
            return;
        }
        explore(s);
        if (far) {
            for (int i = 0; i < towns; i++) {
                if (dist[i] != NEVER && dist[i] > dist[t]) t = i;
            }
        }
        if (dist[t] == NEVER) {
            System.out.println(a + " " + b + ": no way");
            return;
        }
        int[] path = new int[towns];
        int n = 0;
        for (int x = t; x >= 0; x = from[x]) path[n++] = x;
        StringBuilder line = new StringBuilder().append(dist[t]).append(':');
        while (n > 0) line.append(' ').append(town[path[--n]]);
        System.out.println(line);
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        boolean questions = false;
        String line;
        while ((line = in.readLine()) != null) {
            String[] w = line.trim().split("\\s+");
            if (w[0].isEmpty()) {
                questions = true;
            } else if (questions && w.length == 2) {
                answer(w[0], w[1]);
            } else if (!questions && w.length == 4 && w[3].matches("\\d{1,9}")) {
                int a = townOf(w[1]), b = townOf(w[2]), d = Integer.parseInt(w[3]);
                edge(a, b, d);
                if (w[0].equals("road")) edge(b, a, d);
            } else {
                System.err.println("ignored: " + line);
            }
        }
    }
}

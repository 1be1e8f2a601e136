import java.util.Arrays;
import java.util.Scanner;

/*
 * Input: "A B 12" is a road, "A > B 12" a one-way road, "end" closes the map.
 * Then "A B" asks for a route, "far A" for the farthest town.
 */
public class Routes {
    static final int INF = Integer.MAX_VALUE / 2;
    static String[] town = new String[16];
    static int n;
    static int[] from = new int[64], to = new int[64], len = new int[64];
    static int m;
    static int[] dist, prev;

    static int id(String s, boolean make) {
        for (int i = 0; i < n; i++)
            if (town[i].equals(s))
                return i;
        if (!make)
            return -1;
        if (n == town.length)
            town = Arrays.copyOf(town, 2 * n);
        town[n] = s;
        return n++;
    }

    static void road(int a, int b, int w) {
        if (m == from.length) {
            from = Arrays.copyOf(from, 2 * m);
            to = Arrays.copyOf(to, 2 * m);
            len = Arrays.copyOf(len, 2 * m);
        }
        from[m] = a;
        to[m] = b;
        len[m++] = w;
    }

    static void dijkstra(int s) {
        boolean[] done = new boolean[n];
        dist = new int[n];
        prev = new int[n];
        Arrays.fill(dist, INF);
        Arrays.fill(prev, -1);
        dist[s] = 0;
        for (int k = 0; k < n; k++) {
            int u = -1;
            for (int i = 0; i < n; i++)
                if (!done[i] && dist[i] < INF && (u < 0 || dist[i] < dist[u]))
                    u = i;
            if (u < 0)
                break;
            done[u] = true;
            for (int e = 0; e < m; e++)
                if (from[e] == u && dist[u] + len[e] < dist[to[e]]) {
                    dist[to[e]] = dist[u] + len[e];
                    prev[to[e]] = u;
                }
        }
    }

    static String path(int t) {
        String s = town[t];
        for (int i = prev[t]; i >= 0; i = prev[i])
            s = town[i] + " - " + s;
        return s;
    }

    static void far(int s) {
        int best = s, cnt = 0;
        dijkstra(s);
        for (int i = 0; i < n; i++)
            if (dist[i] < INF) {
                cnt++;
                if (dist[i] > dist[best])
                    best = i;
            }
        System.out.println(cnt - 1 + " towns reachable, farthest " + town[best] + " " + dist[best] + ": " + path(best));
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        boolean map = true;
        int no = 0;
        while (in.hasNextLine()) {
            String[] w = in.nextLine().trim().split("\\s+");
            no++;
            if (w[0].isEmpty() || w[0].startsWith("#"))
                continue;
            if (map) {
                if (w[0].equals("end")) {
                    map = false;
                    continue;
                }
                boolean one = w.length == 4 && w[1].equals(">");
                if (!one && w.length != 3 || !w[w.length - 1].matches("\\d{1,6}")) {
                    System.out.println("line " + no + ": not a road");
                    continue;
                }
                int a = id(w[0], true), b = id(w[w.length - 2], true);
                int d = Integer.parseInt(w[w.length - 1]);
                road(a, b, d);
                if (!one)
                    road(b, a, d);
            } else if (w.length == 2) {
                int a = w[0].equals("far") ? id(w[1], false) : id(w[0], false);
                int b = id(w[1], false);
                if (a < 0 || b < 0)
                    System.out.println("line " + no + ": unknown town");
                else if (w[0].equals("far"))
                    far(a);
                else {
                    dijkstra(a);
                    if (dist[b] == INF)
                        System.out.println("no way from " + town[a] + " to " + town[b]);
                    else
                        System.out.println(dist[b] + ": " + path(b));
                }
            } else
                System.out.println("line " + no + ": not a question");
        }
    }
}

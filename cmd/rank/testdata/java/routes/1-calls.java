import java.util.Arrays;
import java.util.Scanner;

/* Roads first ("A B 12", "A > B 12"), then after "end" the questions ("A B", "far A"). */
public class Net {
    static final int NONE = Integer.MAX_VALUE / 2;
    String[] node = new String[16];
    int nodes;
    int[] a = new int[64], b = new int[64], w = new int[64];
    int arcs;
    int lineNo;

    int known(String s) {
        for (int i = 0; i < nodes; i++)
            if (node[i].equals(s))
                return i;
        return -1;
    }

    int knownOrNew(String s) {
        int i = known(s);
        if (i >= 0)
            return i;
        if (nodes == node.length)
            node = Arrays.copyOf(node, 2 * nodes);
        node[nodes] = s;
        return nodes++;
    }

    static int[] room(int used, int[] x) {
        return used == x.length ? Arrays.copyOf(x, 2 * used) : x;
    }

    void arc(int weight, int target, int source) {
        a = room(arcs, a);
        b = room(arcs, b);
        w = room(arcs, w);
        w[arcs] = weight;
        b[arcs] = target;
        a[arcs++] = source;
    }

    int closest(int[] d, boolean[] closed) {
        int u = -1;
        for (int i = 0; i < nodes; i++)
            if (!closed[i] && d[i] < NONE && (u < 0 || d[i] < d[u]))
                u = i;
        return u;
    }

    void relax(int[] pred, int[] d, int u) {
        for (int e = 0; e < arcs; e++)
            if (a[e] == u && d[u] + w[e] < d[b[e]]) {
                d[b[e]] = d[u] + w[e];
                pred[b[e]] = u;
            }
    }

    int[] shortest(int[] pred, int s) {
        int[] d = new int[nodes];
        boolean[] closed = new boolean[nodes];
        Arrays.fill(d, NONE);
        Arrays.fill(pred, -1);
        d[s] = 0;
        for (int k = 0; k < nodes; k++) {
            int u = closest(d, closed);
            if (u < 0)
                break;
            closed[u] = true;
            relax(pred, d, u);
        }
        return d;
    }

    String trace(int t, int[] pred) {
        String s = node[t];
        for (int i = pred[t]; i >= 0; i = pred[i])
            s = node[i] + " - " + s;
        return s;
    }

    void complain(String text) {
        System.out.println("line " + lineNo + ": " + text);
    }

    void addRoad(String[] f) {
        int last = f.length - 1;
        boolean oneWay = f.length == 4 && f[1].equals(">");
        if (!oneWay && f.length != 3 || !f[last].matches("\\d{1,6}")) {
            complain("not a road");
            return;
        }
        int s = knownOrNew(f[0]);
        int t = knownOrNew(f[last - 1]);
        int weight = Integer.parseInt(f[last]);
        arc(weight, t, s);
        if (!oneWay)
            arc(weight, s, t);
    }

    void askFar(int s) {
        int[] pred = new int[nodes];
        int[] d = shortest(pred, s);
        int best = s, cnt = 0;
        for (int i = 0; i < nodes; i++)
            if (d[i] < NONE) {
                cnt++;
                if (d[i] > d[best])
                    best = i;
            }
        System.out.println(cnt - 1 + " towns reachable, farthest " + node[best] + " " + d[best] + ": " + trace(best, pred));
    }

    void askRoute(int t, int s) {
        int[] pred = new int[nodes];
        int d = shortest(pred, s)[t];
        System.out.println(d == NONE ? "no way from " + node[s] + " to " + node[t] : d + ": " + trace(t, pred));
    }

    void ask(String[] f) {
        if (f.length != 2) {
            complain("not a question");
            return;
        }
        boolean far = f[0].equals("far");
        int t = known(f[1]);
        int s = far ? t : known(f[0]);
        if (s < 0 || t < 0)
            complain("unknown town");
        else if (far)
            askFar(s);
        else
            askRoute(t, s);
    }

    void run(Scanner sc) {
        boolean roads = true;
        while (sc.hasNextLine()) {
            String[] f = sc.nextLine().trim().split("\\s+");
            lineNo++;
            if (f[0].isEmpty() || f[0].startsWith("#"))
                continue;
            if (!roads)
                ask(f);
            else if (f[0].equals("end"))
                roads = false;
            else
                addRoad(f);
        }
    }

    public static void main(String[] argv) {
        new Net().run(new Scanner(System.in));
    }
}

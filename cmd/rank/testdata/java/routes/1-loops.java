import java.util.Arrays;
import java.util.Scanner;
import java.util.stream.IntStream;

public class TownMap {
    static final int NEVER = Integer.MAX_VALUE / 2;
    static String[] places = new String[16];
    static int placeCount;
    static int[] tail = new int[64], tip = new int[64], cost = new int[64];
    static int edgeCount;
    static int[] away, before;

    static int number(String label, boolean create) {
        int p = 0;
        while (p < placeCount && !places[p].equals(label))
            p++;
        if (p < placeCount)
            return p;
        if (create) {
            if (placeCount >= places.length)
                places = Arrays.copyOf(places, 2 * placeCount);
            places[placeCount++] = label;
            return p;
        }
        return -1;
    }

    static void connect(int u, int v, int c) {
        if (edgeCount >= tail.length) {
            tail = Arrays.copyOf(tail, 2 * edgeCount);
            tip = Arrays.copyOf(tip, 2 * edgeCount);
            cost = Arrays.copyOf(cost, 2 * edgeCount);
        }
        tail[edgeCount] = u;
        tip[edgeCount] = v;
        cost[edgeCount++] = c;
    }

    static int nearest(boolean[] fixed) {
        int best = -1;
        int p = 0;
        while (p < placeCount) {
            if (!(fixed[p] || away[p] >= NEVER))
                best = best >= 0 && away[p] >= away[best] ? best : p;
            p++;
        }
        return best;
    }

    static void search(int origin) {
        boolean[] fixed = new boolean[placeCount];
        away = IntStream.range(0, placeCount).map(p -> p == origin ? 0 : NEVER).toArray();
        before = IntStream.range(0, placeCount).map(p -> -1).toArray();
        int next = nearest(fixed);
        while (next >= 0) {
            fixed[next] = true;
            int e = 0;
            while (e < edgeCount) {
                if (tail[e] == next) {
                    int sum = away[next] + cost[e];
                    if (!(sum >= away[tip[e]])) {
                        away[tip[e]] = sum;
                        before[tip[e]] = next;
                    }
                }
                e++;
            }
            next = nearest(fixed);
        }
    }

    static String way(int goal) {
        return before[goal] < 0 ? places[goal] : way(before[goal]) + " - " + places[goal];
    }

    static void remotest(int origin) {
        int top = origin, reached = 0;
        search(origin);
        int p = 0;
        do {
            if (away[p] == NEVER)
                continue;
            reached++;
            top = away[p] > away[top] ? p : top;
        } while (++p < placeCount);
        System.out.println(reached - 1 + " towns reachable, farthest " + places[top] + " " + away[top] + ": " + way(top));
    }

    static void declare(String[] part, int row) {
        boolean single = false;
        boolean right = false;
        switch (part.length) {
        case 4:
            single = part[1].equals(">");
            right = single;
            break;
        case 3:
            right = true;
            break;
        default:
        }
        if (right && part[part.length - 1].matches("\\d{1,6}")) {
            int u = number(part[0], true), v = number(part[part.length - 2], true);
            int c = Integer.parseInt(part[part.length - 1]);
            connect(u, v, c);
            if (single)
                return;
            connect(v, u, c);
        } else
            System.out.println("line " + row + ": not a road");
    }

    static void question(String[] part, int row) {
        if (part.length != 2) {
            System.out.println("line " + row + ": not a question");
            return;
        }
        boolean far = part[0].equals("far");
        int v = number(part[1], false);
        int u = far ? v : number(part[0], false);
        if (u >= 0 && v >= 0) {
            if (!far) {
                search(u);
                if (away[v] < NEVER)
                    System.out.println(away[v] + ": " + way(v));
                else
                    System.out.println("no way from " + places[u] + " to " + places[v]);
            } else
                remotest(u);
        } else
            System.out.println("line " + row + ": unknown town");
    }

    public static void main(String[] unused) {
        Scanner input = new Scanner(System.in);
        boolean asking = false;
        for (int row = 1; input.hasNextLine(); row++) {
            String[] part = input.nextLine().trim().split("\\s+");
            if (!part[0].isEmpty() && !part[0].startsWith("#")) {
                if (asking)
                    question(part, row);
                else if (!part[0].equals("end"))
                    declare(part, row);
                else
                    asking = true;
            }
        }
    }
}

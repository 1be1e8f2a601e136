import java.util.Scanner;
import java.util.Arrays;

/* Finds the best way between towns. */
public class Atlas {
    static int links;
    static int[] span = new int[64], end = new int[64], begin = new int[64];
    static int cities;
    static String[] city = new String[16];
    static int[] parent, total;
    static final int UNKNOWN = Integer.MAX_VALUE / 2;

    public static void main(String[] argv) {
        int row = 0, asked = 0;
        boolean reading = true;
        Scanner source = new Scanner(System.in);
        while (source.hasNextLine()) {
            row++;
            String[] item = source.nextLine().trim().split("\\s+");
            if (item[0].startsWith("#") || item[0].isEmpty())
                continue;
            if (!reading) {
                asked++;
                if (2 != item.length)
                    System.out.println("line " + row + ": not a question");
                else {
                    int goal = indexOf(item[1], false);
                    int start = !item[0].equals("far") ? indexOf(item[0], false) : indexOf(item[1], false);
                    if (0 > goal || 0 > start)
                        System.out.println("line " + row + ": unknown town");
                    else if (!item[0].equals("far")) {
                        explore(start);
                        if (UNKNOWN != total[goal])
                            System.out.println(total[goal] + ": " + describe(goal));
                        else
                            System.out.println("no way from " + city[start] + " to " + city[goal]);
                    } else
                        outermost(start);
                }
            } else {
                if (item[0].equals("end")) {
                    reading = false;
                    continue;
                }
                boolean directed = ">".equals(item[1 % item.length]) && 4 == item.length;
                if (!item[item.length - 1].matches("\\d{1,6}") || 3 != item.length && !directed) {
                    System.out.println("line " + row + ": not a road");
                    continue;
                }
                int length = Integer.parseInt(item[item.length - 1]);
                int start = indexOf(item[0], true);
                int goal = indexOf(item[item.length - 2], true);
                link(start, goal, length);
                if (!directed)
                    link(goal, start, length);
            }
        }
        if (asked > row)
            System.out.println("more questions than lines");
    }

    // the town with the longest shortest way
    static void outermost(int start) {
        explore(start);
        int seen = 0, top = start;
        for (int c = 0; cities > c; c++)
            if (UNKNOWN > total[c]) {
                if (total[top] < total[c])
                    top = c;
                seen++;
            }
        System.out.println(seen - 1 + " towns reachable, farthest " + city[top] + " " + total[top] + ": " + describe(top));
    }

    static String describe(int goal) {
        String text = city[goal];
        for (int c = parent[goal]; 0 <= c; c = parent[c])
            text = city[c] + " - " + text;
        return text;
    }

    // afterwards total and parent are valid for this start
    static void explore(int start) {
        parent = new int[cities];
        total = new int[cities];
        boolean[] ready = new boolean[cities];
        Arrays.fill(parent, -1);
        Arrays.fill(total, UNKNOWN);
        total[start] = 0;
        for (int round = 0; cities > round; round++) {
            int pick = -1;
            for (int c = 0; cities > c; c++)
                if (UNKNOWN > total[c] && !ready[c] && (0 > pick || total[pick] > total[c]))
                    pick = c;
            if (0 > pick)
                break;
            for (int l = 0; links > l; l++)
                if (pick == begin[l] && total[end[l]] > span[l] + total[pick]) {
                    parent[end[l]] = pick;
                    total[end[l]] = span[l] + total[pick];
                }
            ready[pick] = true;
        }
    }

    static void link(int start, int goal, int length) {
        if (begin.length == links) {
            span = Arrays.copyOf(span, links * 2);
            end = Arrays.copyOf(end, links * 2);
            begin = Arrays.copyOf(begin, links * 2);
        }
        span[links] = length;
        end[links] = goal;
        begin[links] = start;
        links++;
    }

    static int indexOf(String label, boolean add) {
        for (int c = 0; cities > c; c++)
            if (label.equals(city[c]))
                return c;
        if (!add)
            return -1;
        if (city.length == cities)
            city = Arrays.copyOf(city, cities * 2);
        city[cities] = label;
        cities++;
        return cities - 1;
    }
}

import java.util.ArrayList;
import java.util.Scanner;

public class Roads {
    // the towns and a table with all roads, -1 means no road
    static final int MAX = 200;
    static ArrayList<String> towns = new ArrayList<>();
    static int[][] road = new int[MAX][MAX];
    static int[] distance = new int[MAX];
    static int[] from = new int[MAX];

    static int number(String name) {
        int i = towns.indexOf(name);
        if (i >= 0) {
            return i;
        }
        if (towns.size() == MAX) {
            System.out.println("too many towns");
            System.exit(1);
        }
        towns.add(name);
        return towns.size() - 1;
    }

    // Dijkstra with a simple search for the nearest town
    static void search(int start) {
        boolean[] done = new boolean[MAX];
        for (int i = 0; i < towns.size(); i++) {
            distance[i] = Integer.MAX_VALUE;
            from[i] = -1;
        }
        distance[start] = 0;
        while (true) {
            int near = -1;
            for (int i = 0; i < towns.size(); i++) {
                if (!done[i] && distance[i] != Integer.MAX_VALUE) {
                    if (near == -1 || distance[i] < distance[near]) {
                        near = i;
                    }
                }
            }
            if (near == -1) {
                return;
            }
            done[near] = true;
            for (int i = 0; i < towns.size(); i++) {
                if (road[near][i] >= 0) {
                    int d = distance[near] + road[near][i];
                    if (d < distance[i]) {
                        distance[i] = d;
                        from[i] = near;
                    }
                }
            }
        }
    }

    static String path(int to) {
        String text = towns.get(to);
        int t = from[to];
        while (t != -1) {
            text = towns.get(t) + " - " + text;
            t = from[t];
        }
        return text;
    }

    public static void main(String[] args) {
        for (int i = 0; i < MAX; i++) {
            for (int j = 0; j < MAX; j++) {
                road[i][j] = -1;
            }
        }
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine().trim();
            String[] w = line.split("\\s+");
            if (line.isEmpty()) {
                continue;
            }
            if (w.length >= 3) {
                // a road: A B LENGTH, with "oneway" at the end for only one direction
                int length;
                try {
                    length = Integer.parseInt(w[2]);
                } catch (NumberFormatException e) {
                    System.out.println("bad length: " + line);
                    continue;
                }
                if (length < 0) {
                    System.out.println("bad length: " + line);
                    continue;
                }
                int a = number(w[0]);
                int b = number(w[1]);
                // keep the shorter road if there are two
                if (road[a][b] == -1 || length < road[a][b]) {
                    road[a][b] = length;
                }
                boolean oneway = w.length > 3 && w[3].equals("oneway");
                if (!oneway && (road[b][a] == -1 || length < road[b][a])) {
                    road[b][a] = length;
                }
            } else if (!towns.contains(w[0])) {
                System.out.println("unknown town " + w[0]);
            } else if (w.length == 2) {
                // a question
                if (!towns.contains(w[1])) {
                    System.out.println("unknown town " + w[1]);
                    continue;
                }
                search(number(w[0]));
                int to = number(w[1]);
                if (distance[to] == Integer.MAX_VALUE) {
                    System.out.println("no way from " + w[0] + " to " + w[1]);
                } else {
                    System.out.println(distance[to] + ": " + path(to));
                }
            } else {
                // one town: the farthest one from there
                search(number(w[0]));
                int far = number(w[0]);
                for (int i = 0; i < towns.size(); i++) {
                    if (distance[i] != Integer.MAX_VALUE && distance[i] > distance[far]) {
                        far = i;
                    }
                }
                System.out.println("farthest " + towns.get(far) + " " + distance[far]
                        + ": " + path(far));
            }
        }
    }
}

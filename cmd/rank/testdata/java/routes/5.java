import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/*
 * Input lines:
 *   road A B KM      both directions
 *   oneway A B KM    from A to B only
 *   route A B        asks for the shortest way
 *   farthest A       asks for the town that is hardest to reach
 */
public class RoadMap {
    private static final double UNREACHABLE = Double.POSITIVE_INFINITY;

    @FunctionalInterface
    interface Request {
        String answer(String[] words);
    }

    private record Stop(String town, double distance) { }

    private record Tree(Map<String, Double> distance, Map<String, String> before) { }

    private final Map<String, Map<String, Double>> roads = new LinkedHashMap<>();
    private final Map<String, Tree> known = new HashMap<>();
    private final Map<String, Request> requests = Map.of(
            "road", w -> {
                connect(w[1], w[2], length(w[3]));
                connect(w[2], w[1], length(w[3]));
                return "";
            },
            "oneway", w -> {
                connect(w[1], w[2], length(w[3]));
                return "";
            },
            "route", w -> route(town(w[1]), town(w[2])),
            "farthest", w -> farthest(town(w[1])));
    private static final Map<String, Integer> WORDS =
            Map.of("road", 4, "oneway", 4, "route", 3, "farthest", 2);

    private static double length(String text) {
        double value = Double.parseDouble(text);
        if (!(value >= 0)) {
            throw new IllegalArgumentException("length may not be negative: " + text);
        }
        return value;
    }

    private String town(String name) {
        if (!roads.containsKey(name)) {
            throw new IllegalArgumentException("unknown town " + name);
        }
        return name;
    }

    private void connect(String from, String to, double length) {
        known.clear();
        roads.computeIfAbsent(to, t -> new LinkedHashMap<>());
        roads.computeIfAbsent(from, t -> new LinkedHashMap<>()).merge(to, length, Math::min);
    }

    private Tree treeFrom(String start) {
        Tree finished = known.get(start);
        if (finished != null) {
            return finished;
        }
        Tree tree = new Tree(new LinkedHashMap<>(), new HashMap<>());
        PriorityQueue<Stop> queue = new PriorityQueue<>((a, b) -> Double.compare(a.distance(), b.distance()));
        tree.distance().put(start, 0.0);
        queue.add(new Stop(start, 0));
        while (!queue.isEmpty()) {
            Stop stop = queue.poll();
            if (stop.distance() > tree.distance().get(stop.town())) {
                continue;
            }
            roads.get(stop.town()).forEach((next, length) -> {
                double through = stop.distance() + length;
                if (through < tree.distance().getOrDefault(next, UNREACHABLE)) {
                    tree.distance().put(next, through);
                    tree.before().put(next, stop.town());
                    queue.add(new Stop(next, through));
                }
            });
        }
        known.put(start, tree);
        return tree;
    }

    private String route(String from, String to) {
        Tree tree = treeFrom(from);
        if (!tree.distance().containsKey(to)) {
            return to + " cannot be reached from " + from;
        }
        List<String> path = new ArrayList<>();
        for (String town = to; town != null; town = tree.before().get(town)) {
            path.add(town);
        }
        Collections.reverse(path);
        return String.format("%.1f km: %s", tree.distance().get(to), String.join(" > ", path));
    }

    private String farthest(String from) {
        Map<String, Double> distance = treeFrom(from).distance();
        String best = Collections.max(distance.entrySet(), Map.Entry.comparingByValue()).getKey();
        return best.equals(from) ? "no way out of " + from : route(from, best);
    }

    public static void main(String[] args) throws IOException {
        RoadMap map = new RoadMap();
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        int number = 0;
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            number++;
            String[] words = line.trim().split("\\s+");
            if (words[0].isEmpty()) {
                continue;
            }
            try {
                if (!WORDS.containsKey(words[0])) {
                    throw new IllegalArgumentException("one of " + WORDS.keySet() + " expected");
                }
                if (words.length != WORDS.get(words[0])) {
                    throw new IllegalArgumentException(words[0] + " takes " + (WORDS.get(words[0]) - 1) + " words");
                }
                String answer = map.requests.get(words[0]).answer(words);
                if (!answer.isEmpty()) {
                    System.out.println(answer);
                }
            } catch (IllegalArgumentException e) {
                System.err.println("line " + number + ": " + e.getMessage());
            }
        }
    }
}

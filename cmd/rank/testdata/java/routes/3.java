import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Scanner;
import java.util.stream.Stream;

/**
 * Input: "A B 12" is a road, "A > B 12" a one-way road,
 * "A B" a question, and "far A" asks for the farthest town.
 */
public class Routes {
    record Road(String to, int length) {
    }

    /** A stop on a journey; the way back to the start hangs on it. */
    record Stop(String town, int distance, Stop before) {
        List<String> path() {
            LinkedList<String> towns = new LinkedList<>();
            Stream.iterate(this, s -> s != null, Stop::before).forEach(s -> towns.addFirst(s.town()));
            return towns;
        }
    }

    private final Map<String, List<Road>> roads = new HashMap<>();

    void road(String from, String to, int length, boolean oneWay) {
        if (length < 0) {
            throw new IllegalArgumentException("negative length");
        }
        roads.computeIfAbsent(from, k -> new ArrayList<>()).add(new Road(to, length));
        List<Road> back = roads.computeIfAbsent(to, k -> new ArrayList<>());
        if (!oneWay) {
            back.add(new Road(from, length));
        }
    }

    /** Dijkstra: all towns that can be reached, each with its best stop. */
    Map<String, Stop> from(String start) {
        if (!roads.containsKey(start)) {
            throw new IllegalArgumentException("unknown town " + start);
        }
        Map<String, Stop> settled = new HashMap<>();
        PriorityQueue<Stop> open = new PriorityQueue<>(
            Comparator.comparingInt(Stop::distance).thenComparing(Stop::town));
        open.add(new Stop(start, 0, null));
        while (!open.isEmpty()) {
            Stop stop = open.poll();
            if (settled.putIfAbsent(stop.town(), stop) == null) {
                roads.get(stop.town()).stream()
                    .filter(r -> !settled.containsKey(r.to()))
                    .map(r -> new Stop(r.to(), stop.distance() + r.length(), stop))
                    .forEach(open::add);
            }
        }
        return settled;
    }

    String way(String start, String goal) {
        if (!roads.containsKey(goal)) {
            throw new IllegalArgumentException("unknown town " + goal);
        }
        return Optional.ofNullable(from(start).get(goal))
            .map(s -> s.distance() + " km: " + String.join(" - ", s.path()))
            .orElse("no way from " + start + " to " + goal);
    }

    String farthest(String start) {
        Stop last = from(start).values().stream()
            .max(Comparator.comparingInt(Stop::distance).thenComparing(Stop::town, Comparator.reverseOrder()))
            .orElseThrow();
        return last.town() + " is farthest from " + start + " (" + last.distance() + " km)";
    }

    Optional<String> answer(String[] w) {
        if (w.length == 2 && w[0].equals("far")) {
            return Optional.of(farthest(w[1]));
        }
        if (w.length == 2) {
            return Optional.of(way(w[0], w[1]));
        }
        if (w.length == 3) {
            road(w[0], w[1], Integer.parseInt(w[2]), false);
            return Optional.empty();
        }
        if (w.length == 4 && w[1].equals(">")) {
            road(w[0], w[2], Integer.parseInt(w[3]), true);
            return Optional.empty();
        }
        throw new IllegalArgumentException("cannot read this line");
    }

    public static void main(String[] args) {
        Routes routes = new Routes();
        Scanner in = new Scanner(System.in);
        for (int number = 1; in.hasNextLine(); number++) {
            String line = in.nextLine().replaceAll("#.*", "").trim();
            if (line.isEmpty()) {
                continue;
            }
            try {
                routes.answer(line.split("\\s+")).ifPresent(System.out::println);
            } catch (IllegalArgumentException e) {
                System.out.println("line " + number + ": " + e.getMessage());
            }
        }
    }
}

import java.util.*;

/**
 * Shortest routes in a network of towns. Input lines:
 * "road A B LENGTH", "oneway A B LENGTH", "FROM TO" and "farthest FROM".
 */
public class RoutePlanner {
    /** A road as seen from the town where it starts. */
    private record Road(String destination, int length) {
    }

    private record QueuedTown(String town, int distance) {
    }

    /** All that is known after a search from one town. */
    private static final class SearchResult {
        final Map<String, Integer> distances = new HashMap<>();
        final Map<String, String> predecessors = new HashMap<>();

        List<String> pathTo(String destination) {
            LinkedList<String> path = new LinkedList<>();
            String town = destination;
            while (town != null) {
                path.addFirst(town);
                town = predecessors.get(town);
            }
            return path;
        }
    }

    private final Map<String, List<Road>> roadsByTown = new TreeMap<>();

    void addRoad(String from, String to, int length, boolean isOneWay) {
        if (length < 0) {
            throw new IllegalArgumentException("negative length");
        }
        roadsFrom(from).add(new Road(to, length));
        List<Road> roadsBack = roadsFrom(to);
        if (!isOneWay) {
            roadsBack.add(new Road(from, length));
        }
    }

    private List<Road> roadsFrom(String town) {
        return roadsByTown.computeIfAbsent(town, key -> new ArrayList<>());
    }

    /** Dijkstra's algorithm with a queue in which outdated entries are skipped. */
    private SearchResult searchFrom(String start) {
        SearchResult result = new SearchResult();
        PriorityQueue<QueuedTown> queue = new PriorityQueue<>(Comparator.comparingInt(QueuedTown::distance));
        result.distances.put(start, 0);
        queue.add(new QueuedTown(start, 0));
        while (!queue.isEmpty()) {
            QueuedTown current = queue.remove();
            if (current.distance() > result.distances.get(current.town())) {
                continue;
            }
            for (Road road : roadsByTown.get(current.town())) {
                int newDistance = current.distance() + road.length();
                Integer knownDistance = result.distances.get(road.destination());
                if (knownDistance == null || newDistance < knownDistance) {
                    result.distances.put(road.destination(), newDistance);
                    result.predecessors.put(road.destination(), current.town());
                    queue.add(new QueuedTown(road.destination(), newDistance));
                }
            }
        }
        return result;
    }

    String answerRoute(String from, String to) {
        requireTown(from);
        requireTown(to);
        SearchResult result = searchFrom(from);
        if (!result.distances.containsKey(to)) {
            return from + " -> " + to + ": unreachable";
        }
        return result.distances.get(to) + ": " + String.join(" -> ", result.pathTo(to));
    }

    String answerFarthest(String from) {
        requireTown(from);
        SearchResult result = searchFrom(from);
        String farthest = from;
        for (String town : new TreeSet<>(result.distances.keySet())) {
            if (result.distances.get(town) > result.distances.get(farthest)) {
                farthest = town;
            }
        }
        return "farthest from " + from + " is " + farthest + ", " + result.distances.get(farthest);
    }

    private void requireTown(String town) {
        if (!roadsByTown.containsKey(town)) {
            throw new IllegalArgumentException("unknown town " + town);
        }
    }

    /** Returns the answer to one line, or null if there is nothing to say. */
    private String handleLine(String[] words) {
        boolean isRoad = words[0].equals("road") || words[0].equals("oneway");
        if (isRoad && words.length == 4) {
            addRoad(words[1], words[2], Integer.parseInt(words[3]), words[0].equals("oneway"));
            return null;
        }
        if (words.length != 2) {
            throw new IllegalArgumentException("cannot understand this line");
        }
        return words[0].equals("farthest") ? answerFarthest(words[1]) : answerRoute(words[0], words[1]);
    }

    public static void main(String[] arguments) {
        RoutePlanner planner = new RoutePlanner();
        Scanner input = new Scanner(System.in);
        int lineNumber = 0;
        while (input.hasNextLine()) {
            String line = input.nextLine().trim();
            lineNumber++;
            if (line.isEmpty()) {
                continue;
            }
            try {
                String answer = planner.handleLine(line.split("\\s+"));
                if (answer != null) {
                    System.out.println(answer);
                }
            } catch (IllegalArgumentException problem) {
                System.out.println("line " + lineNumber + ": " + problem.getMessage());
            }
        }
    }
}

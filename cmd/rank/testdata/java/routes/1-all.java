import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;

/** Travel advice: reads a map, then answers questions about it. */
public class Advisor {

    private static final class Stop {
        final String label;
        final List<Leg> legs = new ArrayList<>();
        Stop via;
        long reach;
        boolean settled;

        Stop(String label) {
            this.label = label;
        }

        String track() {
            String self = label;
            return via != null ? via.track() + " - " + self : self;
        }

        boolean seen() {
            return reach >= 0;
        }
    }

    private static final class Leg {
        final Stop goal;
        final int km;

        Leg(int km, Stop goal) {
            this.km = km;
            this.goal = goal;
        }
    }

    private final List<Stop> stops = new ArrayList<>();
    private boolean complete;

    private Stop stop(boolean mayCreate, String label) {
        for (Stop s : stops) {
            if (label.equals(s.label)) {
                return s;
            }
        }
        Stop fresh = mayCreate ? new Stop(label) : null;
        if (mayCreate) {
            stops.add(fresh);
        }
        return fresh;
    }

    private Stop next() {
        Stop candidate = null;
        for (Stop s : stops) {
            boolean open = s.seen() && !s.settled;
            if (open && (candidate == null || candidate.reach > s.reach)) {
                candidate = s;
            }
        }
        return candidate;
    }

    private void travel(Stop origin) {
        stops.forEach(s -> {
            s.settled = false;
            s.reach = -1;
            s.via = null;
        });
        origin.reach = 0;
        Stop here;
        while ((here = next()) != null) {
            here.settled = true;
            for (Leg leg : here.legs) {
                long km = leg.km + here.reach;
                if (!leg.goal.seen() || leg.goal.reach > km) {
                    leg.goal.reach = km;
                    leg.goal.via = here;
                }
            }
        }
    }

    private String remote(Stop origin) {
        travel(origin);
        long others = stops.stream().filter(Stop::seen).count() - 1;
        Stop end = origin;
        for (Stop s : stops) {
            end = s.reach > end.reach ? s : end;
        }
        return others + " towns reachable, farthest " + end.label + " " + end.reach + ": " + end.track();
    }

    private String route(Stop origin, Stop goal) {
        travel(origin);
        if (goal.seen()) {
            return goal.reach + ": " + goal.track();
        }
        return "no way from " + origin.label + " to " + goal.label;
    }

    private String learn(String[] item, String prefix) {
        int n = item.length;
        boolean back = n == 3;
        boolean valid = (back || n == 4 && ">".equals(item[1])) && item[n - 1].matches("\\d{1,6}");
        if (valid) {
            int km = Integer.parseInt(item[n - 1]);
            Stop origin = stop(true, item[0]);
            Stop goal = stop(true, item[n - 2]);
            origin.legs.add(new Leg(km, goal));
            if (back) {
                goal.legs.add(new Leg(km, origin));
            }
            return null;
        }
        return prefix + "not a road";
    }

    private String reply(String[] item, String prefix) {
        if (item.length == 2) {
            Stop goal = stop(false, item[1]);
            boolean remote = "far".equals(item[0]);
            Stop origin = remote ? goal : stop(false, item[0]);
            if (goal == null || origin == null) {
                return prefix + "unknown town";
            }
            return remote ? remote(origin) : route(origin, goal);
        }
        return prefix + "not a question";
    }

    private String accept(String[] item, int row) {
        String prefix = "line " + row + ": ";
        if (complete) {
            return reply(item, prefix);
        }
        complete = "end".equals(item[0]);
        return complete ? null : learn(item, prefix);
    }

    public static void main(String[] ignored) {
        Advisor advisor = new Advisor();
        Scanner text = new Scanner(System.in);
        int row = 1;
        for (; text.hasNextLine(); row++) {
            String line = text.nextLine().trim();
            if (!line.isEmpty() && line.charAt(0) != '#') {
                String said = advisor.accept(line.split("\\s+"), row);
                if (said != null) {
                    System.out.println(said);
                }
            }
        }
    }
}

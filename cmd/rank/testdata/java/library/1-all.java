// -- given --
import java.io.*;
import java.util.*;

public class Library {
    static final int LOAN_DAYS = 21;
    static final int FINE_PER_DAY = 25;
    static final int MAX_LOANS = 5;

    private final PrintStream out;

    Library(PrintStream out) {
        this.out = out;
    }

    static int parseDay(String text) {
        String[] parts = text.split("-");
        int year = Integer.parseInt(parts[0]);
        int month = Integer.parseInt(parts[1]);
        int day = Integer.parseInt(parts[2]);
        return (year * 12 + month - 1) * 31 + day - 1;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        Library library = new Library(System.out);
        String line;
        while ((line = reader.readLine()) != null) {
            StringTokenizer tokens = new StringTokenizer(line, ";");
            if (!tokens.hasMoreTokens()) {
                continue;
            }
            List<String> fields = new ArrayList<>();
            while (tokens.hasMoreTokens()) {
                fields.add(tokens.nextToken().trim());
            }
            library.handle(fields);
        }
        library.report();
    }
// -- own --

    private final List<Copy> outside = new ArrayList<>();
    private final Map<String, User> users = new LinkedHashMap<>();
    private final Map<String, Work> works = new LinkedHashMap<>();

    static class User {
        final String card, person;
        int cents, books;

        User(String card, String person) {
            this.card = card;
            this.person = person;
        }
    }

    static class Work {
        static final int LONGEST = 50;
        final String name;
        final List<String> wish = new ArrayList<>();
        int left;

        Work(String name) {
            this.name = name;
        }

        boolean freeFor(int place) {
            int others = place < 0 ? wish.size() : place;
            return left > others;
        }
    }

    static class Copy {
        final int last;
        final Work work;
        final User user;

        Copy(User user, Work work, int last) {
            this.last = last;
            this.work = work;
            this.user = user;
        }

        boolean is(User u, Work w) {
            return user == u && work == w;
        }
    }

    void report() {
        out.println("loans:");
        outside.forEach(c -> out.printf("  %-20s %-20s due %d%n", c.user.person, c.work.name, c.last));
        out.println("fines:");
        users.values().stream().filter(u -> u.cents > 0)
            .forEach(u -> out.printf("  %-20s %6d.%02d%n", u.person, u.cents / 100, u.cents % 100));
        int all = users.values().stream().mapToInt(u -> u.cents).sum();
        out.printf("  total %d.%02d%n", all / 100, all % 100);
        out.println("waiting:");
        for (Work w : works.values()) {
            int place = 0;
            for (String card : w.wish) {
                place++;
                out.println("  " + w.name + " " + place + ". " + card);
            }
        }
    }

    private String takeHome(User u, Work w, int today) {
        int place = w.wish.lastIndexOf(u.card);
        if (u.books == MAX_LOANS) {
            return u.person + " has too many loans";
        }
        if (!w.freeFor(place)) {
            return w.name + " is not available for " + u.person;
        }
        outside.add(new Copy(u, w, LOAN_DAYS + today));
        if (place >= 0) {
            w.wish.remove(place);
        }
        u.books++;
        w.left--;
        return null;
    }

    private String bringBack(User u, Work w, int today) {
        Copy mine = null;
        Iterator<Copy> it = outside.iterator();
        while (mine == null && it.hasNext()) {
            Copy c = it.next();
            if (c.is(u, w)) {
                it.remove();
                mine = c;
            }
        }
        if (mine == null) {
            return u.person + " does not have " + w.name;
        }
        u.books--;
        w.left++;
        int over = Math.max(0, today - mine.last);
        u.cents += FINE_PER_DAY * over;
        if (over != 0) {
            out.println(u.person + " is " + over + " days late");
        }
        return w.wish.isEmpty() ? null : w.name + " is waiting for " + users.get(w.wish.get(0)).person;
    }

    private String serve(String verb, String isbn, List<String> fields) {
        User u = users.get(fields.get(2));
        Work w = works.get(isbn);
        if (w == null || u == null) {
            return "unknown book or member: " + fields;
        }
        switch (verb) {
        case "return":
            return bringBack(u, w, parseDay(fields.get(3)));
        case "borrow":
            return takeHome(u, w, parseDay(fields.get(3)));
        default:
            boolean ok = verb.equals("reserve") && w.wish.size() < Work.LONGEST;
            if (ok) {
                w.wish.add(u.card);
            }
            return ok ? null : "cannot do: " + fields;
        }
    }

    void handle(List<String> fields) {
        String message = null;
        try {
            String verb = fields.get(0);
            String key = fields.get(1);
            if (verb.equals("member")) {
                if (users.containsKey(key)) {
                    message = "member exists: " + key;
                } else {
                    users.put(key, new User(key, fields.get(2)));
                }
            } else if (verb.equals("add")) {
                int k = Integer.parseInt(fields.get(3));
                works.computeIfAbsent(key, x -> new Work(fields.get(2))).left += k;
            } else {
                message = serve(verb, key, fields);
            }
        } catch (NumberFormatException | IndexOutOfBoundsException wrong) {
            message = "bad line: " + fields;
        }
        if (message != null) {
            out.println(message);
        }
    }
}

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

    static class Volume {
        String key, caption;
        int onShelf;
        int queued = 0;
        String[] queue = new String[50];

        int placeOf(String who) {
            int at = -1;
            for (int x = 0; x < queued; x++)
                if (queue[x].equals(who))
                    at = x;
            return at;
        }

        void leave(int at) {
            for (int x = at; x < queued - 1; x++)
                queue[x] = queue[x + 1];
            queued--;
        }
    }

    static class Person {
        String key, called;
        int has = 0, owes = 0;
    }

    static class Issue {
        Person person;
        Volume volume;
        int back;

        Issue(int back, Person person, Volume volume) {
            this.back = back;
            this.person = person;
            this.volume = volume;
        }
    }

    private final Volume[] shelf = new Volume[1000];
    private final Person[] people = new Person[1000];
    private final Issue[] issued = new Issue[1000 * MAX_LOANS];
    private int volumes, persons, issues;

    private Volume volume(String key) {
        for (int x = 0; x < volumes; x++)
            if (shelf[x].key.equals(key))
                return shelf[x];
        return null;
    }

    private Person person(String key) {
        for (int x = 0; x < persons; x++)
            if (people[x].key.equals(key))
                return people[x];
        return null;
    }

    private void register(List<String> in) {
        if (person(in.get(1)) != null) {
            out.println("member exists: " + in.get(1));
            return;
        }
        Person p = people[persons++] = new Person();
        p.key = in.get(1);
        p.called = in.get(2);
    }

    private void stock(List<String> in) {
        int more = Integer.parseInt(in.get(3));
        Volume v = volume(in.get(1));
        if (v == null) {
            v = shelf[volumes++] = new Volume();
            v.key = in.get(1);
            v.caption = in.get(2);
        }
        v.onShelf += more;
    }

    private void checkOut(int today, Person p, Volume v) {
        int at = v.placeOf(p.key);
        if (p.has >= MAX_LOANS)
            out.println(p.called + " has too many loans");
        else if (v.onShelf - (at >= 0 ? at : v.queued) <= 0)
            out.println(v.caption + " is not available for " + p.called);
        else {
            if (at >= 0)
                v.leave(at);
            issued[issues++] = new Issue(today + LOAN_DAYS, p, v);
            v.onShelf--;
            p.has++;
        }
    }

    private int issueOf(Person p, Volume v) {
        int x = 0;
        while (x < issues && (issued[x].volume != v || issued[x].person != p))
            x++;
        return x;
    }

    private void charge(Person p, int days) {
        if (days > 0) {
            p.owes += days * FINE_PER_DAY;
            out.println(p.called + " is " + days + " days late");
        }
    }

    private void checkIn(int today, Person p, Volume v) {
        int x = issueOf(p, v);
        if (x == issues) {
            out.println(p.called + " does not have " + v.caption);
            return;
        }
        charge(p, today - issued[x].back);
        for (issues--; x < issues; x++)
            issued[x] = issued[x + 1];
        v.onShelf++;
        p.has--;
        if (v.queued > 0)
            out.println(v.caption + " is waiting for " + person(v.queue[0]).called);
    }

    private void desk(List<String> in, Person p, Volume v) {
        String what = in.get(0);
        if (v == null || p == null)
            out.println("unknown book or member: " + in);
        else if (what.equals("borrow"))
            checkOut(parseDay(in.get(3)), p, v);
        else if (what.equals("return"))
            checkIn(parseDay(in.get(3)), p, v);
        else if (what.equals("reserve") && v.queued < v.queue.length)
            v.queue[v.queued++] = p.key;
        else
            out.println("cannot do: " + in);
    }

    void handle(List<String> in) {
        try {
            if (in.get(0).equals("add"))
                stock(in);
            else if (in.get(0).equals("member"))
                register(in);
            else {
                Volume v = volume(in.get(1));
                desk(in, person(in.get(2)), v);
            }
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            out.println("bad line: " + in);
        }
    }

    private static String cents(int c) {
        return String.format("%d.%02d", c / 100, c % 100);
    }

    private void reportIssues() {
        out.println("loans:");
        for (int x = 0; x < issues; x++)
            out.printf("  %-20s %-20s due %d%n", issued[x].person.called, issued[x].volume.caption, issued[x].back);
    }

    private void reportDebts() {
        out.println("fines:");
        int total = 0;
        for (int x = 0; x < persons; x++)
            if (people[x].owes > 0) {
                out.printf("  %-20s %9s%n", people[x].called, cents(people[x].owes));
                total += people[x].owes;
            }
        out.println("  total " + cents(total));
    }

    void report() {
        reportIssues();
        reportDebts();
        out.println("waiting:");
        for (int x = 0; x < volumes; x++)
            for (int y = 0; y < shelf[x].queued; y++)
                out.println("  " + shelf[x].caption + " " + (y + 1) + ". " + shelf[x].queue[y]);
    }
}

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
    // books: the title and how many copies are in the shelf
    private TreeMap<String, String> titles = new TreeMap<>();
    private TreeMap<String, Integer> copies = new TreeMap<>();
    private TreeMap<String, ArrayList<String>> waiting = new TreeMap<>();
    // members: the name and the fines
    private TreeMap<String, String> members = new TreeMap<>();
    private TreeMap<String, Integer> fines = new TreeMap<>();
    // every loan is isbn, member, day of borrowing
    private ArrayList<String[]> loans = new ArrayList<>();

    void handle(List<String> fields) {
        String what = fields.get(0);
        try {
            if (what.equals("add")) {
                int number = Integer.parseInt(fields.get(3));
                String isbn = fields.get(1);
                if (titles.containsKey(isbn)) {
                    copies.put(isbn, copies.get(isbn) + number);
                } else {
                    titles.put(isbn, fields.get(2));
                    copies.put(isbn, number);
                    waiting.put(isbn, new ArrayList<>());
                }
            } else if (what.equals("member")) {
                members.put(fields.get(1), fields.get(2));
                if (!fines.containsKey(fields.get(1))) {
                    fines.put(fields.get(1), 0);
                }
            } else if (what.equals("borrow")) {
                borrow(fields.get(1), fields.get(2), parseDay(fields.get(3)));
            } else if (what.equals("return")) {
                giveBack(fields.get(1), fields.get(2), parseDay(fields.get(3)));
            } else if (what.equals("reserve")) {
                String isbn = fields.get(1);
                String id = fields.get(2);
                if (!titles.containsKey(isbn) || !members.containsKey(id)) {
                    out.println("unknown book or member: " + isbn + " " + id);
                } else if (waiting.get(isbn).contains(id)) {
                    out.println(members.get(id) + " waits already");
                } else {
                    waiting.get(isbn).add(id);
                    out.println(members.get(id) + " is number " + waiting.get(isbn).size()
                            + " for " + titles.get(isbn));
                }
            } else {
                out.println("unknown command " + what);
            }
        } catch (IndexOutOfBoundsException e) {
            out.println("fields are missing: " + fields);
        } catch (NumberFormatException e) {
            out.println("bad number: " + fields);
        }
    }

    private void borrow(String isbn, String id, int day) {
        if (!titles.containsKey(isbn) || !members.containsKey(id)) {
            out.println("unknown book or member: " + isbn + " " + id);
            return;
        }
        // count the loans of this member
        int count = 0;
        for (String[] loan : loans) {
            if (loan[1].equals(id)) {
                count++;
            }
        }
        if (count >= MAX_LOANS) {
            out.println(members.get(id) + " has too many loans");
            return;
        }
        // copies which are kept for the people in the waiting list
        ArrayList<String> list = waiting.get(isbn);
        int place = list.indexOf(id);
        if (place == -1) {
            place = list.size();
        }
        if (copies.get(isbn) <= place) {
            out.println(titles.get(isbn) + " is not available for " + members.get(id));
            return;
        }
        list.remove(id);
        copies.put(isbn, copies.get(isbn) - 1);
        loans.add(new String[] {isbn, id, "" + day});
    }

    private void giveBack(String isbn, String id, int day) {
        for (int i = 0; i < loans.size(); i++) {
            String[] loan = loans.get(i);
            if (loan[0].equals(isbn) && loan[1].equals(id)) {
                int late = day - Integer.parseInt(loan[2]) - LOAN_DAYS;
                if (late > 0) {
                    int fine = late * FINE_PER_DAY;
                    fines.put(id, fines.get(id) + fine);
                    out.println(members.get(id) + " is " + late + " days late: " + fine);
                }
                loans.remove(i);
                copies.put(isbn, copies.get(isbn) + 1);
                if (waiting.get(isbn).size() > 0) {
                    out.println(titles.get(isbn) + " is ready for "
                            + members.get(waiting.get(isbn).get(0)));
                }
                return;
            }
        }
        out.println("no such loan: " + isbn + " " + id);
    }

    void report() {
        out.println("== Loans ==");
        for (String id : members.keySet()) {
            for (String[] loan : loans) {
                if (loan[1].equals(id)) {
                    out.println(members.get(id) + ": " + titles.get(loan[0]));
                }
            }
        }
        out.println("== Waiting ==");
        for (String isbn : waiting.keySet()) {
            for (String id : waiting.get(isbn)) {
                out.println(titles.get(isbn) + ": " + members.get(id));
            }
        }
        out.println("== Fines ==");
        int sum = 0;
        for (String id : fines.keySet()) {
            if (fines.get(id) > 0) {
                out.printf("%-20s %6.2f%n", members.get(id), fines.get(id) / 100.0);
                sum = sum + fines.get(id);
            }
        }
        out.printf("%-20s %6.2f%n", "all", sum / 100.0);
    }
}

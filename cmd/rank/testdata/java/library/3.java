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

    record Book(String isbn, String title, int copies) {
    }

    record Loan(String isbn, String member, int day) {
        int fine(int today) {
            return Math.max(0, today - day - LOAN_DAYS) * FINE_PER_DAY;
        }
    }

    private final Map<String, Book> books = new TreeMap<>();
    private final Map<String, String> members = new TreeMap<>();
    private final List<Loan> loans = new ArrayList<>();
    private final Map<String, Integer> fines = new TreeMap<>();
    private final Map<String, Deque<String>> waiting = new TreeMap<>();

    void handle(List<String> fields) {
        try {
            String answer = switch (fields.get(0)) {
                case "add" -> add(fields.get(1), fields.get(2), Integer.parseInt(fields.get(3)));
                case "member" -> enrol(fields.get(1), fields.get(2));
                case "borrow" -> borrow(fields.get(1), fields.get(2), parseDay(fields.get(3)));
                case "return" -> giveBack(fields.get(1), fields.get(2), parseDay(fields.get(3)));
                case "reserve" -> reserve(fields.get(1), fields.get(2));
                default -> "unknown command " + fields.get(0);
            };
            out.println(answer);
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            out.println("malformed line: " + String.join(";", fields));
        }
    }

    private String add(String isbn, String title, int copies) {
        Book now = books.merge(isbn, new Book(isbn, title, copies),
            (old, more) -> new Book(isbn, old.title(), old.copies() + more.copies()));
        return now.title() + ": " + now.copies() + " copies";
    }

    private String enrol(String id, String name) {
        return members.putIfAbsent(id, name) == null ? "welcome " + name : "member " + id + " exists";
    }

    private long lent(String isbn) {
        return loans.stream().filter(l -> l.isbn().equals(isbn)).count();
    }

    private Deque<String> queue(String isbn) {
        return waiting.computeIfAbsent(isbn, key -> new ArrayDeque<>());
    }

    /** Why this member may not have that book now, if there is a reason. */
    private Optional<String> obstacle(String isbn, String id) {
        if (!books.containsKey(isbn)) {
            return Optional.of("no book " + isbn);
        }
        if (!members.containsKey(id)) {
            return Optional.of("no member " + id);
        }
        if (loans.stream().filter(l -> l.member().equals(id)).count() >= MAX_LOANS) {
            return Optional.of(members.get(id) + " has too many loans");
        }
        long before = queue(isbn).stream().takeWhile(other -> !other.equals(id)).count();
        if (books.get(isbn).copies() - lent(isbn) - before <= 0) {
            return Optional.of("no free copy of " + books.get(isbn).title());
        }
        return Optional.empty();
    }

    private String borrow(String isbn, String id, int day) {
        return obstacle(isbn, id).orElseGet(() -> {
            queue(isbn).remove(id);
            loans.add(new Loan(isbn, id, day));
            return members.get(id) + " borrows " + books.get(isbn).title();
        });
    }

    private String giveBack(String isbn, String id, int day) {
        Optional<Loan> loan = loans.stream()
            .filter(l -> l.isbn().equals(isbn) && l.member().equals(id))
            .min(Comparator.comparingInt(Loan::day));
        return loan.map(l -> {
            loans.remove(l);
            fines.merge(id, l.fine(day), Integer::sum);
            String next = queue(isbn).isEmpty() ? "" : ", now kept for " + members.get(queue(isbn).peek());
            return "returned, fine " + l.fine(day) + next;
        }).orElse(id + " has not borrowed " + isbn);
    }

    private String reserve(String isbn, String id) {
        if (!books.containsKey(isbn) || !members.containsKey(id)) {
            return "cannot reserve " + isbn + " for " + id;
        }
        if (!queue(isbn).contains(id)) {
            queue(isbn).add(id);
        }
        return members.get(id) + " waits for " + books.get(isbn).title();
    }

    void report() {
        out.println("-- loans --");
        loans.stream()
            .sorted(Comparator.comparingInt(Loan::day).thenComparing(Loan::isbn))
            .map(l -> books.get(l.isbn()).title() + " is with " + members.get(l.member()))
            .forEach(out::println);
        out.println("-- waiting --");
        waiting.entrySet().stream()
            .filter(e -> !e.getValue().isEmpty())
            .forEach(e -> out.println(books.get(e.getKey()).title() + ": " + String.join(", ", e.getValue())));
        out.println("-- fines --");
        fines.entrySet().stream()
            .filter(e -> e.getValue() > 0)
            .forEach(e -> out.printf("%-20s %8d%n", members.get(e.getKey()), e.getValue()));
        out.println("total " + fines.values().stream().mapToInt(Integer::intValue).sum());
    }
}

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

    /** What a record of one kind looks like and who deals with it. */
    private enum Kind {
        ADD("add", 3), MEMBER("member", 2), BORROW("borrow", 3), RETURN("return", 3), RESERVE("reserve", 2);

        final String word;
        final int arguments;

        Kind(String word, int arguments) {
            this.word = word;
            this.arguments = arguments;
        }

        static Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.word.equalsIgnoreCase(word)) {
                    return kind;
                }
            }
            return null;
        }
    }

    private static final class Book {
        String title;
        int copies;
        final Map<String, Integer> lent = new LinkedHashMap<>();
        final Deque<String> waiting = new ArrayDeque<>();
    }

    private static final class Member {
        String name;
        int loans;
        int fines;
    }

    private static final class Refused extends Exception {
        Refused(String reason) {
            super(reason);
        }
    }

    private interface Checked {
        void run(List<String> a) throws Refused;
    }

    private final Map<String, Book> books = new TreeMap<>();
    private final Map<String, Member> members = new TreeMap<>();
    private final Map<Kind, Checked> handlers = new EnumMap<>(Kind.class);

    {
        handlers.put(Kind.ADD, a -> {
            Book book = books.computeIfAbsent(a.get(0), isbn -> new Book());
            book.title = a.get(1);
            book.copies += Integer.parseInt(a.get(2));
        });
        handlers.put(Kind.MEMBER, a -> members.computeIfAbsent(a.get(0), id -> new Member()).name = a.get(1));
        handlers.put(Kind.BORROW, a -> borrow(a.get(0), a.get(1), parseDay(a.get(2))));
        handlers.put(Kind.RETURN, a -> giveBack(a.get(0), a.get(1), parseDay(a.get(2))));
        handlers.put(Kind.RESERVE, a -> reserve(a.get(0), a.get(1)));
    }

    void handle(List<String> fields) {
        Kind kind = Kind.of(fields.get(0));
        if (kind == null) {
            out.println("unknown record: " + fields);
            return;
        }
        List<String> arguments = fields.subList(1, fields.size());
        if (arguments.size() < kind.arguments) {
            out.println(kind.word + " needs " + kind.arguments + " fields, got " + arguments.size());
            return;
        }
        try {
            handlers.get(kind).run(arguments);
        } catch (Refused e) {
            out.println(kind.word + " refused: " + e.getMessage());
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            out.println(kind.word + ": malformed number or date in " + arguments);
        }
    }

    private static <T> T require(Map<String, T> map, String key, String what) throws Refused {
        T found = map.get(key);
        if (found == null) {
            throw new Refused("no " + what + " " + key);
        }
        return found;
    }

    private void borrow(String isbn, String id, int day) throws Refused {
        Book book = require(books, isbn, "book");
        Member member = require(members, id, "member");
        if (member.loans >= MAX_LOANS) {
            throw new Refused(member.name + " has " + MAX_LOANS + " loans already");
        }
        if (book.lent.containsKey(id)) {
            throw new Refused(member.name + " has this book");
        }
        int free = book.copies - book.lent.size();
        int rank = new ArrayList<>(book.waiting).indexOf(id);
        int ahead = rank < 0 ? book.waiting.size() : rank;
        if (free <= ahead) {
            throw new Refused("no copy of " + book.title + " free, " + ahead + " waiting");
        }
        book.waiting.remove(id);
        book.lent.put(id, day + LOAN_DAYS);
        member.loans++;
    }

    private void giveBack(String isbn, String id, int day) throws Refused {
        Book book = require(books, isbn, "book");
        Member member = require(members, id, "member");
        Integer due = book.lent.remove(id);
        if (due == null) {
            throw new Refused(member.name + " does not have " + book.title);
        }
        member.loans--;
        int fine = Math.max(0, day - due) * FINE_PER_DAY;
        if (fine > 0) {
            member.fines += fine;
            out.printf("%s is late with %s: %d.%02d%n", member.name, book.title, fine / 100, fine % 100);
        }
        if (!book.waiting.isEmpty()) {
            out.println(book.title + " is kept for " + members.get(book.waiting.peek()).name);
        }
    }

    private void reserve(String isbn, String id) throws Refused {
        Book book = require(books, isbn, "book");
        require(members, id, "member");
        if (book.lent.containsKey(id) || book.waiting.contains(id)) {
            throw new Refused("borrowed or reserved already");
        }
        book.waiting.add(id);
    }

    void report() {
        out.println("Loans");
        books.forEach((isbn, book) -> {
            out.printf("%-14s %-30s %d of %d lent%n", isbn, book.title, book.lent.size(), book.copies);
            book.lent.keySet().forEach(id -> out.println("    lent to " + members.get(id).name));
            book.waiting.forEach(id -> out.println("    wanted by " + members.get(id).name));
        });
        out.println("Fines");
        int total = 0;
        for (Member member : members.values()) {
            if (member.fines > 0) {
                out.printf("%-20s %6d.%02d%n", member.name, member.fines / 100, member.fines % 100);
                total += member.fines;
            }
        }
        out.printf("%-20s %6d.%02d%n", "total", total / 100, total % 100);
    }
}

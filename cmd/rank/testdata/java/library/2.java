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

    /** A title of which the library owns one or more copies. */
    private static final class Book {
        final String title;
        int availableCopies;
        final Deque<Member> waitingMembers = new ArrayDeque<>();

        Book(String title, int copies) {
            this.title = title;
            this.availableCopies = copies;
        }
    }

    private static final class Member {
        final String name;
        final Map<String, Integer> dueDayByIsbn = new TreeMap<>();
        int finesInCents;

        Member(String name) {
            this.name = name;
        }
    }

    private final Map<String, Book> booksByIsbn = new TreeMap<>();
    private final Map<String, Member> membersById = new TreeMap<>();

    /** Handles one input line, already split into its fields. */
    void handle(List<String> fields) {
        try {
            dispatch(fields);
        } catch (IllegalArgumentException | IndexOutOfBoundsException problem) {
            out.println("error in " + String.join(";", fields) + ": " + problem.getMessage());
        }
    }

    private void dispatch(List<String> fields) {
        switch (fields.get(0)) {
            case "add" -> addBook(fields.get(1), fields.get(2), Integer.parseInt(fields.get(3)));
            case "member" -> membersById.put(fields.get(1), new Member(fields.get(2)));
            case "borrow" -> borrowBook(fields.get(1), findMember(fields.get(2)), parseDay(fields.get(3)));
            case "return" -> returnBook(fields.get(1), findMember(fields.get(2)), parseDay(fields.get(3)));
            case "reserve" -> reserveBook(findBook(fields.get(1)), findMember(fields.get(2)));
            default -> throw new IllegalArgumentException("unknown command");
        }
    }

    private void addBook(String isbn, String title, int copies) {
        Book book = booksByIsbn.computeIfAbsent(isbn, key -> new Book(title, 0));
        book.availableCopies += copies;
    }

    private void borrowBook(String isbn, Member member, int day) {
        Book book = findBook(isbn);
        if (member.dueDayByIsbn.containsKey(isbn)) {
            throw new IllegalArgumentException("already borrowed");
        }
        if (member.dueDayByIsbn.size() >= MAX_LOANS) {
            throw new IllegalArgumentException("too many loans");
        }
        if (!mayTakeCopy(book, member)) {
            throw new IllegalArgumentException("no copy available");
        }
        book.waitingMembers.remove(member);
        book.availableCopies--;
        member.dueDayByIsbn.put(isbn, day + LOAN_DAYS);
        out.println(member.name + " borrows " + book.title);
    }

    /** A copy is free for the member if fewer members wait before them than copies are there. */
    private static boolean mayTakeCopy(Book book, Member member) {
        int membersBefore = 0;
        for (Member waiting : book.waitingMembers) {
            if (waiting == member) {
                break;
            }
            membersBefore++;
        }
        return membersBefore < book.availableCopies;
    }

    private void returnBook(String isbn, Member member, int day) {
        Book book = findBook(isbn);
        Integer dueDay = member.dueDayByIsbn.remove(isbn);
        if (dueDay == null) {
            throw new IllegalArgumentException("not borrowed by " + member.name);
        }
        book.availableCopies++;
        int fine = Math.max(0, day - dueDay) * FINE_PER_DAY;
        member.finesInCents += fine;
        out.println(member.name + " returns " + book.title + (fine > 0 ? ", fine " + formatMoney(fine) : ""));
        if (!book.waitingMembers.isEmpty()) {
            out.println("notify " + book.waitingMembers.peekFirst().name + ": " + book.title + " is there");
        }
    }

    private void reserveBook(Book book, Member member) {
        if (book.waitingMembers.contains(member)) {
            throw new IllegalArgumentException("already on the waiting list");
        }
        book.waitingMembers.addLast(member);
        out.println(member.name + " is number " + book.waitingMembers.size() + " for " + book.title);
    }

    private Book findBook(String isbn) {
        return requirePresent(booksByIsbn.get(isbn), "unknown book " + isbn);
    }

    private Member findMember(String id) {
        return requirePresent(membersById.get(id), "unknown member " + id);
    }

    private static <T> T requirePresent(T value, String message) {
        if (value == null) {
            throw new IllegalArgumentException(message);
        }
        return value;
    }

    private static String formatMoney(int cents) {
        return String.format("%d.%02d", cents / 100, cents % 100);
    }

    /** Prints all open loans and all fines, by member. */
    void report() {
        int totalFines = 0;
        for (Member member : membersById.values()) {
            out.println(member.name + ": " + member.dueDayByIsbn.size() + " loans, fines " + formatMoney(member.finesInCents));
            for (String isbn : member.dueDayByIsbn.keySet()) {
                out.println("  " + booksByIsbn.get(isbn).title);
            }
            totalFines += member.finesInCents;
        }
        for (Book book : booksByIsbn.values()) {
            if (!book.waitingMembers.isEmpty()) {
                out.println("waiting for " + book.title + ": " + book.waitingMembers.size());
            }
        }
        out.println("total fines " + formatMoney(totalFines));
    }
}

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

    private static final class Book {
        String isbn, title;
        int copies, out;
        int[] queue = new int[4];
        int head, tail;     // waiting members are queue[head..tail)
    }

    private static final class Member {
        String id, name;
        Book[] book = new Book[MAX_LOANS];
        int[] since = new int[MAX_LOANS];
        int loans;
        int fine;
    }

    private final ArrayList<Book> books = new ArrayList<>();
    private final ArrayList<Member> members = new ArrayList<>();
    private int today = 0;

    private Book book(String isbn) {
        for (Book b : books) {
            if (b.isbn.equals(isbn)) return b;
        }
        return null;
    }

    private int member(String id) {
        for (int i = 0; i < members.size(); i++) {
            if (members.get(i).id.equals(id)) return i;
        }
        return -1;
    }

    private void fail(String text) {
        out.println("! " + text);
    }

    void handle(List<String> f) {
        String op = f.get(0);
        int want;
        switch (op) {
            case "add": want = 4; break;
            case "member": want = 3; break;
            case "borrow": case "return": want = 4; break;
            case "reserve": want = 3; break;
            default: fail("unknown record " + op); return;
        }
        if (f.size() < want) { fail(op + ": " + (want - f.size()) + " field(s) missing"); return; }
        if (op.equals("add")) {
            Book b = book(f.get(1));
            if (b == null) {
                b = new Book();
                b.isbn = f.get(1);
                b.title = f.get(2);
                books.add(b);
            }
            b.copies += Integer.parseInt(f.get(3));
            return;
        }
        if (op.equals("member")) {
            if (member(f.get(1)) >= 0) { fail("member " + f.get(1) + " twice"); return; }
            Member m = new Member();
            m.id = f.get(1);
            m.name = f.get(2);
            members.add(m);
            return;
        }
        Book b = book(f.get(1));
        int who = member(f.get(2));
        if (b == null) { fail("no book " + f.get(1)); return; }
        if (who < 0) { fail("no member " + f.get(2)); return; }
        if (op.equals("reserve")) { enqueue(b, who); return; }
        int day = parseDay(f.get(3));
        if (day > today) today = day;
        if (op.equals("borrow")) lend(b, who, day); else takeBack(b, members.get(who), day);
    }

    private void enqueue(Book b, int who) {
        for (int i = b.head; i < b.tail; i++) {
            if (b.queue[i] == who) { fail(members.get(who).name + " already waits for " + b.title); return; }
        }
        if (b.tail == b.queue.length) {
            b.queue = Arrays.copyOfRange(b.queue, b.head, b.head + 2 * b.queue.length);
            b.tail -= b.head;
            b.head = 0;
        }
        b.queue[b.tail++] = who;
    }

    private void lend(Book b, int who, int day) {
        Member m = members.get(who);
        if (m.loans == MAX_LOANS) { fail(m.name + " has " + MAX_LOANS + " books already"); return; }
        // A free copy belongs to the first so many people of the queue.
        int place = b.head;
        while (place < b.tail && b.queue[place] != who) place++;
        if (place - b.head >= b.copies - b.out) {
            fail(b.title + " is not available for " + m.name);
            return;
        }
        if (place < b.tail) {
            System.arraycopy(b.queue, place + 1, b.queue, place, b.tail - place - 1);
            b.tail--;
        }
        m.book[m.loans] = b;
        m.since[m.loans++] = day;
        b.out++;
    }

    private void takeBack(Book b, Member m, int day) {
        int i = 0;
        while (i < m.loans && m.book[i] != b) i++;
        if (i == m.loans) { fail(m.name + " does not have " + b.title); return; }
        int late = day - m.since[i] - LOAN_DAYS;
        if (late > 0) {
            m.fine += late * FINE_PER_DAY;
            out.println(m.name + " is " + late + " day(s) late");
        }
        m.book[i] = m.book[--m.loans];      // order of the slots does not matter
        m.since[i] = m.since[m.loans];
        b.out--;
        if (b.head < b.tail) out.println("notify " + members.get(b.queue[b.head]).name + ": " + b.title);
    }

    void report() {
        int total = 0;
        for (Member m : members) {
            out.printf("%-8s %-20s %d loan(s), fines %d.%02d%n", m.id, m.name, m.loans, m.fine / 100, m.fine % 100);
            for (int i = 0; i < m.loans; i++) {
                int late = today - m.since[i] - LOAN_DAYS;
                out.println("    " + m.book[i].title + (late > 0 ? " overdue by " + late : ""));
            }
            total += m.fine;
        }
        for (Book b : books) {
            if (b.head == b.tail) continue;
            out.print("waiting for " + b.title + ":");
            for (int i = b.head; i < b.tail; i++) out.print(" " + members.get(b.queue[i]).id);
            out.println();
        }
        out.printf("all fines: %d.%02d%n", total / 100, total % 100);
    }
}

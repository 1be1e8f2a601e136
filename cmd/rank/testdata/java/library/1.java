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

    static class Book {
        String isbn, title;
        int free;
        int nq = 0;
        String[] q = new String[50];
    }

    static class Member {
        String id, name;
        int loans = 0, fine = 0;
    }

    static class Loan {
        Book b;
        Member m;
        int due;
    }

    private final Book[] bs = new Book[1000];
    private final Member[] ms = new Member[1000];
    private final Loan[] ls = new Loan[1000 * MAX_LOANS];
    private int nb, nm, nl;

    private Book book(String isbn) {
        for (int i = 0; i < nb; i++)
            if (bs[i].isbn.equals(isbn))
                return bs[i];
        return null;
    }

    private Member member(String id) {
        for (int i = 0; i < nm; i++)
            if (ms[i].id.equals(id))
                return ms[i];
        return null;
    }

    private void add(String isbn, String title, int k) {
        Book b = book(isbn);
        if (b == null) {
            b = bs[nb++] = new Book();
            b.isbn = isbn;
            b.title = title;
        }
        b.free += k;
    }

    private void borrow(Book b, Member m, int day) {
        int pos = -1;
        for (int i = 0; i < b.nq; i++)
            if (b.q[i].equals(m.id))
                pos = i;
        // the first "free" people in the queue have a copy put aside for them
        int ahead = pos >= 0 ? pos : b.nq;
        if (m.loans >= MAX_LOANS)
            out.println(m.name + " has too many loans");
        else if (b.free - ahead <= 0)
            out.println(b.title + " is not available for " + m.name);
        else {
            for (int i = pos; pos >= 0 && i < b.nq - 1; i++)
                b.q[i] = b.q[i + 1];
            if (pos >= 0)
                b.nq--;
            Loan l = ls[nl++] = new Loan();
            l.b = b;
            l.m = m;
            l.due = day + LOAN_DAYS;
            b.free--;
            m.loans++;
        }
    }

    private void giveBack(Book b, Member m, int day) {
        int i = 0;
        while (i < nl && (ls[i].b != b || ls[i].m != m))
            i++;
        if (i == nl) {
            out.println(m.name + " does not have " + b.title);
            return;
        }
        int late = day - ls[i].due;
        if (late > 0) {
            m.fine += late * FINE_PER_DAY;
            out.println(m.name + " is " + late + " days late");
        }
        for (nl--; i < nl; i++)
            ls[i] = ls[i + 1];
        b.free++;
        m.loans--;
        if (b.nq > 0)
            out.println(b.title + " is waiting for " + member(b.q[0]).name);
    }

    void handle(List<String> f) {
        String c = f.get(0);
        try {
            if (c.equals("add")) {
                add(f.get(1), f.get(2), Integer.parseInt(f.get(3)));
                return;
            }
            if (c.equals("member")) {
                if (member(f.get(1)) != null) {
                    out.println("member exists: " + f.get(1));
                    return;
                }
                Member m = ms[nm++] = new Member();
                m.id = f.get(1);
                m.name = f.get(2);
                return;
            }
            Book b = book(f.get(1));
            Member m = member(f.get(2));
            if (b == null || m == null)
                out.println("unknown book or member: " + f);
            else if (c.equals("borrow"))
                borrow(b, m, parseDay(f.get(3)));
            else if (c.equals("return"))
                giveBack(b, m, parseDay(f.get(3)));
            else if (c.equals("reserve") && b.nq < b.q.length)
                b.q[b.nq++] = m.id;
            else
                out.println("cannot do: " + f);
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            out.println("bad line: " + f);
        }
    }

    void report() {
        out.println("loans:");
        for (int i = 0; i < nl; i++)
            out.printf("  %-20s %-20s due %d%n", ls[i].m.name, ls[i].b.title, ls[i].due);
        out.println("fines:");
        int sum = 0;
        for (int i = 0; i < nm; i++)
            if (ms[i].fine > 0) {
                out.printf("  %-20s %6d.%02d%n", ms[i].name, ms[i].fine / 100, ms[i].fine % 100);
                sum += ms[i].fine;
            }
        out.printf("  total %d.%02d%n", sum / 100, sum % 100);
        out.println("waiting:");
        for (int i = 0; i < nb; i++)
            for (int j = 0; j < bs[i].nq; j++)
                out.println("  " + bs[i].title + " " + (j + 1) + ". " + bs[i].q[j]);
    }
}

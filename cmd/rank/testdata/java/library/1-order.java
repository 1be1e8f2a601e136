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

    // counters first, then the tables they belong to
    private int loanTotal, memberTotal, bookTotal;
    private final LoanEntry[] loanTable = new LoanEntry[MAX_LOANS * 1000];
    private final MemberEntry[] memberTable = new MemberEntry[1000];
    private final BookEntry[] bookTable = new BookEntry[1000];
    private int problems = 0;

    static class LoanEntry {
        int dueDay;
        MemberEntry borrower;
        BookEntry lent;
    }

    static class MemberEntry {
        int owed = 0, borrowed = 0;
        String fullName, memberId;
    }

    static class BookEntry {
        String[] queue = new String[50];
        int queueLength = 0;
        int available;
        String heading, bookId;
    }

    void report() {
        int total = 0;
        out.println("loans:");
        for (int x = 0; loanTotal > x; x++)
            out.printf("  %-20s %-20s due %d%n", loanTable[x].borrower.fullName, loanTable[x].lent.heading, loanTable[x].dueDay);
        out.println("fines:");
        for (int x = 0; memberTotal > x; x++)
            if (0 < memberTable[x].owed) {
                total += memberTable[x].owed;
                out.printf("  %-20s %6d.%02d%n", memberTable[x].fullName, memberTable[x].owed / 100, memberTable[x].owed % 100);
            }
        out.printf("  total %d.%02d%n", total / 100, total % 100);
        out.println("waiting:");
        for (int x = 0; bookTotal > x; x++)
            for (int y = 0; bookTable[x].queueLength > y; y++)
                out.println("  " + bookTable[x].heading + " " + (1 + y) + ". " + bookTable[x].queue[y]);
    }

    void handle(List<String> items) {
        String verb = items.get(0);
        try {
            if (verb.equals("member")) {
                if (null != findMember(items.get(1))) {
                    problems++;
                    out.println("member exists: " + items.get(1));
                    return;
                }
                MemberEntry person = memberTable[memberTotal++] = new MemberEntry();
                person.memberId = items.get(1);
                person.fullName = items.get(2);
                return;
            }
            if (verb.equals("add")) {
                supply(items.get(1), items.get(2), Integer.parseInt(items.get(3)));
                return;
            }
            BookEntry item = findBook(items.get(1));
            MemberEntry person = findMember(items.get(2));
            if (person == null || item == null) {
                problems++;
                out.println("unknown book or member: " + items);
            } else if (verb.equals("reserve") && item.queue.length > item.queueLength)
                item.queue[item.queueLength++] = person.memberId;
            else if (verb.equals("return"))
                accept(item, person, parseDay(items.get(3)));
            else if (verb.equals("borrow"))
                issue(item, person, parseDay(items.get(3)));
            else {
                problems++;
                out.println("cannot do: " + items);
            }
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            problems++;
            out.println("bad line: " + items);
        }
    }

    // a book comes back
    private void accept(BookEntry item, MemberEntry person, int today) {
        int x = 0;
        while (loanTotal > x && (loanTable[x].borrower != person || loanTable[x].lent != item))
            x++;
        if (loanTotal == x) {
            out.println(person.fullName + " does not have " + item.heading);
            return;
        }
        person.borrowed--;
        item.available++;
        int delay = today - loanTable[x].dueDay;
        if (0 < delay) {
            out.println(person.fullName + " is " + delay + " days late");
            person.owed += FINE_PER_DAY * delay;
        }
        // remove the loan, keep the others in order
        for (loanTotal--; loanTotal > x; x++)
            loanTable[x] = loanTable[1 + x];
        if (0 < item.queueLength)
            out.println(item.heading + " is waiting for " + findMember(item.queue[0]).fullName);
    }

    // a book goes out
    private void issue(BookEntry item, MemberEntry person, int today) {
        int mine = -1;
        for (int x = 0; item.queueLength > x; x++)
            if (person.memberId.equals(item.queue[x]))
                mine = x;
        int others = mine < 0 ? item.queueLength : mine;
        if (MAX_LOANS <= person.borrowed)
            out.println(person.fullName + " has too many loans");
        else if (0 >= item.available - others)
            out.println(item.heading + " is not available for " + person.fullName);
        else {
            person.borrowed++;
            item.available--;
            LoanEntry entry = loanTable[loanTotal++] = new LoanEntry();
            entry.dueDay = LOAN_DAYS + today;
            entry.borrower = person;
            entry.lent = item;
            for (int x = mine; mine >= 0 && item.queueLength - 1 > x; x++)
                item.queue[x] = item.queue[1 + x];
            if (0 <= mine)
                item.queueLength--;
        }
    }

    private void supply(String bookId, String heading, int pieces) {
        BookEntry item = findBook(bookId);
        if (null == item) {
            item = bookTable[bookTotal++] = new BookEntry();
            item.heading = heading;
            item.bookId = bookId;
        }
        item.available = pieces + item.available;
    }

    private MemberEntry findMember(String memberId) {
        for (int x = 0; memberTotal > x; x++)
            if (memberId.equals(memberTable[x].memberId))
                return memberTable[x];
        return null;
    }

    private BookEntry findBook(String bookId) {
        for (int x = 0; bookTotal > x; x++)
            if (bookId.equals(bookTable[x].bookId))
                return bookTable[x];
        return null;
    }
}

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

    static class Title {
        String number, text;
        int stock;
        int waiting = 0;
        String[] line = new String[50];
    }

    static class Reader {
        String code, label;
        int held = 0, debt = 0;
    }

    static class Lending {
        Title what;
        Reader who;
        int until;
    }

    private final Title[] titles = new Title[1000];
    private final Reader[] readers = new Reader[1000];
    private final Lending[] lendings = new Lending[1000 * MAX_LOANS];
    private int titleCount, readerCount, lendingCount;

    private Title title(String number) {
        int p = 0;
        while (p < titleCount && !titles[p].number.equals(number))
            p++;
        return p < titleCount ? titles[p] : null;
    }

    private Reader reader(String code) {
        int p = 0;
        while (p < readerCount && !readers[p].code.equals(code))
            p++;
        return p < readerCount ? readers[p] : null;
    }

    private void put(String number, String text, int many) {
        Title t = title(number);
        if (t != null) {
            t.stock += many;
            return;
        }
        t = titles[titleCount++] = new Title();
        t.number = number;
        t.text = text;
        t.stock = many;
    }

    private void lend(Title t, Reader r, int date) {
        int place = t.waiting - 1;
        while (place >= 0 && !t.line[place].equals(r.code))
            place--;
        int before = place < 0 ? t.waiting : place;
        if (r.held < MAX_LOANS) {
            if (t.stock - before > 0) {
                if (place >= 0) {
                    int p = place;
                    while (p < t.waiting - 1) {
                        t.line[p] = t.line[p + 1];
                        p++;
                    }
                    t.waiting--;
                }
                Lending g = lendings[lendingCount++] = new Lending();
                g.what = t;
                g.who = r;
                g.until = date + LOAN_DAYS;
                t.stock--;
                r.held++;
            } else
                out.println(t.text + " is not available for " + r.label);
        } else
            out.println(r.label + " has too many loans");
    }

    private void bring(Title t, Reader r, int date) {
        int p;
        boolean found = false;
        for (p = 0; p < lendingCount && !found; p++)
            found = lendings[p].what == t && lendings[p].who == r;
        if (found) {
            p--;
            int days = date - lendings[p].until;
            if (!(days <= 0)) {
                r.debt += days * FINE_PER_DAY;
                out.println(r.label + " is " + days + " days late");
            }
            lendingCount--;
            while (p < lendingCount) {
                lendings[p] = lendings[p + 1];
                p++;
            }
            t.stock++;
            r.held--;
            if (t.waiting == 0)
                return;
            out.println(t.text + " is waiting for " + reader(t.line[0]).label);
        } else
            out.println(r.label + " does not have " + t.text);
    }

    void handle(List<String> part) {
        try {
            switch (part.get(0)) {
            case "add":
                put(part.get(1), part.get(2), Integer.parseInt(part.get(3)));
                break;
            case "member":
                if (reader(part.get(1)) == null) {
                    Reader r = readers[readerCount++] = new Reader();
                    r.code = part.get(1);
                    r.label = part.get(2);
                } else
                    out.println("member exists: " + part.get(1));
                break;
            default:
                Title t = title(part.get(1));
                Reader r = reader(part.get(2));
                if (t != null && r != null)
                    switch (part.get(0)) {
                    case "borrow":
                        lend(t, r, parseDay(part.get(3)));
                        break;
                    case "return":
                        bring(t, r, parseDay(part.get(3)));
                        break;
                    case "reserve":
                        if (t.waiting < t.line.length) {
                            t.line[t.waiting++] = r.code;
                            break;
                        }
                    default:
                        out.println("cannot do: " + part);
                    }
                else
                    out.println("unknown book or member: " + part);
            }
        } catch (IndexOutOfBoundsException | NumberFormatException problem) {
            out.println("bad line: " + part);
        }
    }

    void report() {
        int p = 0;
        out.println("loans:");
        while (p < lendingCount) {
            Lending g = lendings[p++];
            out.printf("  %-20s %-20s due %d%n", g.who.label, g.what.text, g.until);
        }
        out.println("fines:");
        int all = 0;
        p = 0;
        while (p < readerCount) {
            Reader r = readers[p++];
            if (r.debt <= 0)
                continue;
            out.printf("  %-20s %6d.%02d%n", r.label, r.debt / 100, r.debt % 100);
            all += r.debt;
        }
        out.printf("  total %d.%02d%n", all / 100, all % 100);
        out.println("waiting:");
        p = 0;
        while (p < titleCount) {
            Title t = titles[p++];
            int k = 0;
            while (k < t.waiting) {
                out.println("  " + t.text + " " + (k + 1) + ". " + t.line[k]);
                k++;
            }
        }
    }
}

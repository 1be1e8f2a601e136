import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

/** A small desk calculator with variables. */
public class Desk {
    private enum Fun {
        sqrt(1), abs(1), max(2), min(2);

        final int inputs;

        Fun(int inputs) {
            this.inputs = inputs;
        }

        static Fun named(String id) {
            for (Fun f : values()) {
                if (f.name().equals(id)) {
                    return f;
                }
            }
            return null;
        }
    }

    private static final class Pending {
        final int column;
        final String symbol;
        int inputs = 1;

        Pending(int column, String symbol) {
            this.column = column;
            this.symbol = symbol;
        }

        boolean opening() {
            return symbol.equals("(");
        }

        int strength() {
            switch (symbol) {
            case "^": return 4;
            case "~": return 3;
            case "/": case "%": case "*": return 2;
            case "+": case "-": return 1;
            default: return 0;
            }
        }
    }

    private static final class Complaint extends Exception {
        Complaint(int column, String reason) {
            super("error: " + reason + " at " + (1 + column));
        }
    }

    private final Map<String, Double> cells = new HashMap<>();
    private Deque<Double> results;
    private Deque<Pending> work;

    private void execute() throws Complaint {
        Pending p = work.pop();
        double second = results.pop();
        double first = p.symbol.equals("~") ? 0 : results.pop();
        if (second == 0 && "/%".contains(p.symbol)) {
            throw new Complaint(p.column, "division by zero");
        }
        switch (p.symbol) {
        case "~": first = -second; break;
        case "%": first %= second; break;
        case "/": first /= second; break;
        case "*": first *= second; break;
        case "-": first -= second; break;
        case "+": first += second; break;
        default: first = Math.pow(first, second);
        }
        results.push(first);
    }

    private void leave(Fun f, int inputs, int column) throws Complaint {
        if (inputs != f.inputs) {
            throw new Complaint(column, f + " needs " + f.inputs + " arguments");
        }
        double x = results.pop();
        if (f == Fun.sqrt && x < 0) {
            throw new Complaint(column, "root of a negative number");
        }
        double other = f.inputs == 2 ? results.pop() : 0;
        results.push(f == Fun.sqrt ? Math.sqrt(x) : f == Fun.abs ? Math.abs(x)
            : f == Fun.max ? Math.max(other, x) : Math.min(other, x));
    }

    private boolean endGroup(char mark, int column) throws Complaint {
        for (; !work.isEmpty() && !work.peek().opening(); execute()) {
        }
        if (work.isEmpty()) {
            throw new Complaint(column, "( missing");
        }
        Pending group = work.pop();
        Fun f = work.isEmpty() ? null : Fun.named(work.peek().symbol);
        if (mark == ')') {
            if (f != null) {
                leave(f, group.inputs, work.pop().column);
            }
            return false;
        }
        if (f != null) {
            group.inputs++;
            work.push(group);
            return true;
        }
        throw new Complaint(column, "unexpected ,");
    }

    private void infix(char mark, int column) throws Complaint {
        Pending next = new Pending(column, String.valueOf(mark));
        int mine = next.strength();
        if (mine == 0 || mark == '~') {
            throw new Complaint(column, "unexpected " + mark);
        }
        int least = mark == '^' ? mine + 1 : mine;
        while (!work.isEmpty() && work.peek().strength() >= least) {
            execute();
        }
        work.push(next);
    }

    private static int span(String line, int start, boolean letters) {
        int stop = start;
        for (; stop < line.length(); stop++) {
            char c = line.charAt(stop);
            boolean more = letters ? Character.isLetterOrDigit(c) : c == '.' || Character.isDigit(c);
            if (!more) {
                break;
            }
        }
        return stop;
    }

    double value(String line, int column) throws Complaint {
        work = new ArrayDeque<>();
        results = new ArrayDeque<>();
        boolean after = false;
        while (column < line.length()) {
            char mark = line.charAt(column);
            int stop = column + 1;
            if (mark == '\t' || mark == ' ') {
                column = stop;
                continue;
            }
            if (after && (mark == ',' || mark == ')')) {
                after = !endGroup(mark, column);
            } else if (after) {
                infix(mark, column);
                after = false;
            } else if (mark == '(' || mark == '-') {
                work.push(new Pending(column, mark == '(' ? "(" : "~"));
            } else if (Character.isLetter(mark)) {
                stop = span(line, column, true);
                String id = line.substring(column, stop);
                Double stored = cells.get(id);
                if (Fun.named(id) != null) {
                    if (!line.startsWith("(", stop)) {
                        throw new Complaint(stop, "( expected");
                    }
                    work.push(new Pending(column, id));
                    work.push(new Pending(stop++, "("));
                } else if (stored == null) {
                    throw new Complaint(column, "unknown name " + id);
                } else {
                    results.push(stored);
                    after = true;
                }
            } else if (mark == '.' || Character.isDigit(mark)) {
                stop = span(line, column, false);
                try {
                    results.push(Double.valueOf(line.substring(column, stop)));
                } catch (NumberFormatException wrong) {
                    throw new Complaint(column, "bad number");
                }
                after = true;
            } else {
                throw new Complaint(column, "operand expected");
            }
            column = stop;
        }
        if (!after) {
            throw new Complaint(line.length(), "operand expected");
        }
        while (!work.isEmpty()) {
            if (work.peek().opening()) {
                throw new Complaint(work.peek().column, ") missing for (");
            }
            execute();
        }
        return results.peek();
    }

    private String answer(String line) {
        String[] sides = line.split("=", 2);
        try {
            if (sides.length == 1) {
                return "" + value(line, 0);
            }
            String cell = sides[0].trim();
            if (Fun.named(cell) != null || !cell.matches("[A-Za-z]\\w*")) {
                throw new Complaint(0, "bad target of =");
            }
            double v = value(line, 1 + sides[0].length());
            cells.put(cell, v);
            return "" + v;
        } catch (Complaint c) {
            return c.getMessage();
        }
    }

    public static void main(String[] ignored) {
        Desk desk = new Desk();
        for (Scanner typed = new Scanner(System.in); typed.hasNextLine(); ) {
            String line = typed.nextLine();
            if (!line.isBlank()) {
                System.out.println(desk.answer(line));
            }
        }
    }
}

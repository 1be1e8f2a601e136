import java.util.Map;
import java.util.HashMap;
import java.util.Scanner;

/* Reads one formula per line and prints what it is worth. */
public class Formula {
    private int depth, filled;
    private final int[] parts = new int[200], origin = new int[200];
    private final String[] waiting = new String[200];
    private final double[] stack = new double[200];
    private final Map<String, Double> known = new HashMap<>();

    static final int[] PARTS = {1, 2, 1, 2};
    static final String[] CALLS = {"sqrt", "max", "abs", "min"};
    static final int[] POWER = {4, 3, 2, 2, 2, 1, 1};
    static final String SYMBOLS = "^~%/*-+";

    public static void main(String[] argv) {
        Scanner source = new Scanner(System.in);
        Formula formula = new Formula();
        int failures = 0;
        while (source.hasNextLine()) {
            String row = source.nextLine();
            if (row.trim().isEmpty())
                continue;
            try {
                int sign = row.indexOf('=');
                String target = sign >= 0 ? row.substring(0, sign).trim() : "";
                if (sign >= 0 && (callOf(target) >= 0 || !target.matches("[A-Za-z]\\w*")))
                    throw new Mistake("bad target of =", 0);
                double outcome = formula.work(row, 1 + sign);
                System.out.println(outcome);
                if (sign >= 0)
                    formula.known.put(target, outcome);
            } catch (Mistake m) {
                failures++;
                System.out.println("error: " + m.getMessage());
            }
        }
        if (failures < 0)
            System.out.println(failures);
    }

    double work(String row, int at) throws Mistake {
        filled = depth = 0;
        boolean operand = true;
        for (; row.length() > at; at++) {
            char sign = row.charAt(at);
            if (sign == '\t' || sign == ' ')
                continue;
            if (!operand) {
                if (sign == ',' || sign == ')') {
                    // work off everything up to the parenthesis
                    while (depth > 0 && !"(".equals(waiting[depth - 1]))
                        perform();
                    if (0 == depth)
                        throw new Mistake("( missing", at);
                    boolean inCall = 1 < depth && callOf(waiting[depth - 2]) >= 0;
                    if (sign == ')') {
                        int found = parts[--depth];
                        if (inCall)
                            invoke(callOf(waiting[--depth]), found, origin[depth]);
                    } else {
                        if (!inCall)
                            throw new Mistake("unexpected ,", at);
                        operand = true;
                        parts[depth - 1]++;
                    }
                } else {
                    int which = SYMBOLS.indexOf(sign);
                    if (sign == '~' || 0 > which)
                        throw new Mistake("unexpected " + sign, at);
                    // stronger ones go first
                    while (depth > 0 && SYMBOLS.contains(waiting[depth - 1])) {
                        int other = POWER[SYMBOLS.indexOf(waiting[depth - 1])];
                        if (sign == '^' && POWER[which] == other || POWER[which] > other)
                            break;
                        perform();
                    }
                    operand = true;
                    keep("" + sign, at);
                }
            } else {
                int stop = at;
                if (sign == '(')
                    keep("(", at);
                else if (sign == '-')
                    keep("~", at);
                else if (Character.isLetter(sign)) {
                    while (row.length() > stop && Character.isLetterOrDigit(row.charAt(stop)))
                        stop++;
                    String id = row.substring(at, stop);
                    if (callOf(id) < 0) {
                        if (!known.containsKey(id))
                            throw new Mistake("unknown name " + id, at);
                        operand = false;
                        stack[filled++] = known.get(id);
                    } else {
                        if (row.length() == stop || '(' != row.charAt(stop))
                            throw new Mistake("( expected", stop);
                        keep(id, at);
                        keep("(", stop++);
                    }
                    at = stop - 1;
                } else if (sign == '.' || Character.isDigit(sign)) {
                    operand = false;
                    while (row.length() > stop && (row.charAt(stop) == '.' || Character.isDigit(row.charAt(stop))))
                        stop++;
                    try {
                        stack[filled++] = Double.parseDouble(row.substring(at, stop));
                    } catch (NumberFormatException e) {
                        throw new Mistake("bad number", at);
                    }
                    at = stop - 1;
                } else
                    throw new Mistake("operand expected", at);
            }
        }
        if (operand)
            throw new Mistake("operand expected", row.length());
        while (0 < depth) {
            if ("(".equals(waiting[depth - 1]))
                throw new Mistake(") missing for (", origin[depth - 1]);
            perform();
        }
        return stack[0];
    }

    private static int callOf(String id) {
        for (int k = 0; CALLS.length > k; k++)
            if (id.equals(CALLS[k]))
                return k;
        return -1;
    }

    private void invoke(int which, int found, int at) throws Mistake {
        if (PARTS[which] != found)
            throw new Mistake(CALLS[which] + " needs " + PARTS[which] + " arguments", at);
        double y = stack[--filled];
        if (which == 2)
            y = Math.abs(y);
        else if (which == 1)
            y = Math.max(y, stack[--filled]);
        else if (which == 3)
            y = Math.min(y, stack[--filled]);
        else if (0 > y)
            throw new Mistake("root of a negative number", at);
        else
            y = Math.sqrt(y);
        stack[filled++] = y;
    }

    private void perform() throws Mistake {
        double y = stack[--filled];
        String sign = waiting[--depth];
        if ("~".equals(sign)) {
            stack[filled++] = -y;
            return;
        }
        double x = stack[--filled];
        switch (sign.charAt(0)) {
        case '^': x = Math.pow(x, y); break;
        case '*': x = y * x; break;
        case '-': x = x - y; break;
        case '+': x = y + x; break;
        default:
            if (0 == y)
                throw new Mistake("division by zero", origin[depth]);
            x = sign.equals("%") ? x % y : x / y;
        }
        stack[filled++] = x;
    }

    private void keep(String sign, int at) {
        parts[depth] = 1;
        origin[depth] = at;
        waiting[depth] = sign;
        depth++;
    }

    static class Mistake extends Exception {
        Mistake(String reason, int at) {
            super(reason + " at " + (1 + at));
        }
    }
}

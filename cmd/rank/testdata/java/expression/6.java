import java.util.Arrays;
import java.util.HashMap;
import java.util.Scanner;

/** Operator precedence evaluation with two explicit stacks and two states. */
public class Calc {
    static class Bad extends Exception {
        final int at;

        Bad(int at, String why) {
            super(why);
            this.at = at;
        }
    }

    private static final String OPS = "(,=+-*/%~^";
    private static final int[] LEVEL = {0, 0, 1, 2, 2, 3, 3, 3, 4, 5};

    private final HashMap<String, Double> vars = new HashMap<>();
    private final double[] num = new double[256];
    private final char[] op = new char[256];
    private final int[] opAt = new int[256];
    private final String[] call = new String[256];   // function name of a '(' or null
    private final int[] argc = new int[256];
    private int nn, no;

    private void push(char c, int at, String name) throws Bad {
        if (no == op.length) throw new Bad(at, "too deep");
        op[no] = c;
        opAt[no] = at;
        call[no] = name;
        argc[no++] = 1;
    }

    private void value(double v, int at) throws Bad {
        if (nn == num.length) throw new Bad(at, "too deep");
        num[nn++] = v;
    }

    private void reduce() throws Bad {
        char c = op[--no];
        if (c == '~') {
            num[nn - 1] = -num[nn - 1];
            return;
        }
        double b = num[--nn], a = num[nn - 1];
        if ((c == '/' || c == '%') && b == 0) throw new Bad(opAt[no], "division by zero");
        num[nn - 1] = c == '+' ? a + b : c == '-' ? a - b : c == '*' ? a * b
            : c == '/' ? a / b : c == '%' ? a % b : Math.pow(a, b);
    }

    /** Reduces down to the innermost open parenthesis. */
    private void unwind(int at) throws Bad {
        while (no > 0 && op[no - 1] != '(') reduce();
        if (no == 0) throw new Bad(at, "no matching (");
    }

    private void apply(String f, int n, int at) throws Bad {
        double[] a = Arrays.copyOfRange(num, nn - n, nn);
        nn -= n;
        double r = a[0];
        switch (f) {
            case "min": for (double x : a) r = Math.min(r, x); break;
            case "max": for (double x : a) r = Math.max(r, x); break;
            case "abs": r = Math.abs(r); break;
            case "sqrt":
                if (r < 0) throw new Bad(at, "root of a negative number");
                r = Math.sqrt(r);
                break;
            default: throw new Bad(at, "unknown function " + f);
        }
        if (n != 1 && (f.equals("abs") || f.equals("sqrt"))) throw new Bad(at, f + " takes one argument");
        value(r, at);
    }

    double eval(String s) throws Bad {
        nn = no = 0;
        int i = 0, n = s.length();
        String target = null;
        boolean operand = true;     // state: an operand is expected
        while (true) {
            while (i < n && s.charAt(i) == ' ') i++;
            if (i == n) break;
            char c = s.charAt(i);
            int from = i;
            if (operand && (Character.isDigit(c) || c == '.')) {
                while (i < n && (Character.isDigit(s.charAt(i)) || s.charAt(i) == '.')) i++;
                try {
                    value(Double.parseDouble(s.substring(from, i)), from);
                } catch (NumberFormatException e) {
                    throw new Bad(from, "bad number");
                }
                operand = false;
            } else if (operand && Character.isLetter(c)) {
                while (i < n && Character.isLetterOrDigit(s.charAt(i))) i++;
                String name = s.substring(from, i);
                while (i < n && s.charAt(i) == ' ') i++;
                if (i < n && s.charAt(i) == '(') {
                    push('(', i++, name);
                } else if (i < n && s.charAt(i) == '=' && nn + no == 0 && target == null) {
                    target = name;
                    i++;
                } else {
                    Double v = vars.get(name);
                    if (v == null) throw new Bad(from, "undefined " + name);
                    value(v, from);
                    operand = false;
                }
            } else if (operand) {
                i++;
                if (c == '(') push('(', from, null);
                else if (c == '-') push('~', from, null);
                else throw new Bad(from, "operand expected");
            } else if (c == ')' || c == ',') {
                i++;
                unwind(from);
                if (c == ',') {
                    if (call[no - 1] == null) throw new Bad(from, "comma outside of a call");
                    argc[no - 1]++;
                    operand = true;
                } else if (call[--no] != null) {
                    apply(call[no], argc[no], opAt[no]);
                }
            } else {
                int k = OPS.indexOf(c);
                if (k < 3 || c == '~') throw new Bad(from, "operator expected");
                // ^ is right associative: equal levels stay on the stack
                int limit = LEVEL[k] + (c == '^' ? 1 : 0);
                while (no > 0 && LEVEL[OPS.indexOf(op[no - 1])] >= limit) reduce();
                push(c, from, null);
                i++;
                operand = true;
            }
        }
        if (operand) throw new Bad(n, "operand expected at the end");
        while (no > 0) {
            if (op[no - 1] == '(') throw new Bad(opAt[no - 1], "( is not closed");
            reduce();
        }
        if (target != null) vars.put(target, num[0]);
        return num[0];
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Calc calc = new Calc();
        while (in.hasNextLine()) {
            String line = in.nextLine().replace('\t', ' ');
            if (line.isBlank()) continue;
            try {
                System.out.println(calc.eval(line));
            } catch (Bad e) {
                System.out.println(line + "\n" + " ".repeat(e.at) + "^ " + e.getMessage());
            }
        }
    }
}

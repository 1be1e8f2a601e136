import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

/* Two stacks: operands and operators. */
public class Arith {
    static final String BIN = "+-*/%~^";
    static final int[] LEVEL = {1, 1, 2, 2, 2, 3, 4};
    static final String[] FUN = {"min", "max", "abs", "sqrt"};
    static final int[] PARS = {2, 2, 1, 1};

    static class Bad extends Exception {
        Bad(int p, String m) {
            super(m + " at " + (p + 1));
        }
    }

    private final Map<String, Double> env = new HashMap<>();
    private final double[] v = new double[200];
    private final String[] t = new String[200];
    private final int[] tp = new int[200], tn = new int[200];
    private int nv, nt;
    private String src;
    private int cur;
    private boolean operandNext;

    private void operator(int p, String o) {
        t[nt] = o;
        tp[nt] = p;
        tn[nt++] = 1;
    }

    private void value(double x) {
        v[nv++] = x;
    }

    private static double binary(int p, char o, double b, double a) throws Bad {
        switch (o) {
        case '+': return a + b;
        case '-': return a - b;
        case '*': return a * b;
        case '^': return Math.pow(a, b);
        default:
            if (b == 0)
                throw new Bad(p, "division by zero");
            return o == '/' ? a / b : a % b;
        }
    }

    private void step() throws Bad {
        char o = t[--nt].charAt(0);
        double b = v[--nv];
        value(o == '~' ? -b : binary(tp[nt], o, b, v[--nv]));
    }

    private static double root(int p, double x) throws Bad {
        if (x < 0)
            throw new Bad(p, "root of a negative number");
        return Math.sqrt(x);
    }

    private static int funIndex(String s) {
        for (int i = 0; i < FUN.length; i++)
            if (FUN[i].equals(s))
                return i;
        return -1;
    }

    private void number() throws Bad {
        int from = cur;
        while (cur < src.length() && (Character.isDigit(src.charAt(cur)) || src.charAt(cur) == '.'))
            cur++;
        try {
            value(Double.parseDouble(src.substring(from, cur)));
        } catch (NumberFormatException e) {
            throw new Bad(from, "bad number");
        }
        operandNext = false;
    }

    private void word() throws Bad {
        int from = cur;
        while (cur < src.length() && Character.isLetterOrDigit(src.charAt(cur)))
            cur++;
        String w = src.substring(from, cur);
        if (funIndex(w) >= 0) {
            if (cur == src.length() || src.charAt(cur) != '(')
                throw new Bad(cur, "( expected");
            operator(from, w);
            operator(cur++, "(");
        } else if (env.containsKey(w)) {
            value(env.get(w));
            operandNext = false;
        } else
            throw new Bad(from, "unknown name " + w);
    }

    private void operand(char c) throws Bad {
        if (Character.isDigit(c) || c == '.')
            number();
        else if (Character.isLetter(c))
            word();
        else if (c == '-')
            operator(cur++, "~");
        else if (c == '(')
            operator(cur++, "(");
        else
            throw new Bad(cur, "operand expected");
    }

    private void close(char c) throws Bad {
        while (nt > 0 && !t[nt - 1].equals("("))
            step();
        if (nt == 0)
            throw new Bad(cur, "( missing");
        int f = nt > 1 ? funIndex(t[nt - 2]) : -1;
        if (c == ',') {
            if (f < 0)
                throw new Bad(cur, "unexpected ,");
            tn[nt - 1]++;
            operandNext = true;
        } else {
            int given = tn[--nt];
            if (f >= 0) {
                int p = tp[--nt];
                if (given != PARS[f])
                    throw new Bad(p, FUN[f] + " needs " + PARS[f] + " arguments");
                double b = v[--nv];
                if (f == 0)
                    value(Math.min(v[--nv], b));
                else if (f == 1)
                    value(Math.max(v[--nv], b));
                else
                    value(f == 2 ? Math.abs(b) : root(p, b));
            }
        }
        cur++;
    }

    private boolean first(int k, char c) {
        if (nt == 0 || !BIN.contains(t[nt - 1]))
            return false;
        int top = LEVEL[BIN.indexOf(t[nt - 1])];
        return !(top < LEVEL[k] || top == LEVEL[k] && c == '^');
    }

    private void infix(char c) throws Bad {
        int k = BIN.indexOf(c);
        if (k < 0 || c == '~')
            throw new Bad(cur, "unexpected " + c);
        while (first(k, c))
            step();
        operator(cur++, "" + c);
        operandNext = true;
    }

    private double finish() throws Bad {
        if (operandNext)
            throw new Bad(src.length(), "operand expected");
        while (nt > 0) {
            if (t[nt - 1].equals("("))
                throw new Bad(tp[nt - 1], ") missing for (");
            step();
        }
        return v[0];
    }

    private double result(int from, String s) throws Bad {
        src = s;
        cur = from;
        operandNext = true;
        nv = nt = 0;
        while (cur < src.length()) {
            char c = src.charAt(cur);
            if (c == ' ' || c == '\t')
                cur++;
            else if (operandNext)
                operand(c);
            else if (c == ')' || c == ',')
                close(c);
            else
                infix(c);
        }
        return finish();
    }

    private double line(String s) throws Bad {
        int e = s.indexOf('=');
        if (e < 0)
            return result(0, s);
        String name = s.substring(0, e).trim();
        if (!name.matches("[A-Za-z]\\w*") || funIndex(name) >= 0)
            throw new Bad(0, "bad target of =");
        double r = result(e + 1, s);
        env.put(name, r);
        return r;
    }

    public static void main(String[] argv) {
        Arith a = new Arith();
        Scanner sc = new Scanner(System.in);
        while (sc.hasNextLine()) {
            String s = sc.nextLine();
            if (s.trim().isEmpty())
                continue;
            try {
                System.out.println(a.line(s));
            } catch (Bad b) {
                System.out.println("error: " + b.getMessage());
            }
        }
    }
}

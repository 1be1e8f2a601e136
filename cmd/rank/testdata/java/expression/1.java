import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

/* Shunting yard with two stacks. Functions take one or two arguments. */
public class Calc {
    static final String OPS = "+-*/%~^";
    static final int[] PREC = {1, 1, 2, 2, 2, 3, 4};
    static final String[] FN = {"min", "max", "abs", "sqrt"};
    static final int[] ARITY = {2, 2, 1, 1};

    static class Err extends Exception {
        Err(String m, int p) {
            super(m + " at " + (p + 1));
        }
    }

    private final Map<String, Double> vars = new HashMap<>();
    private final double[] num = new double[200];
    private final String[] op = new String[200];
    private final int[] at = new int[200], args = new int[200];
    private int nn, no;

    private void push(String o, int p) {
        op[no] = o;
        at[no] = p;
        args[no++] = 1;
    }

    private void apply() throws Err {
        String o = op[--no];
        double b = num[--nn];
        if (o.equals("~")) {
            num[nn++] = -b;
            return;
        }
        double a = num[--nn];
        switch (o.charAt(0)) {
        case '+': a += b; break;
        case '-': a -= b; break;
        case '*': a *= b; break;
        case '^': a = Math.pow(a, b); break;
        default:
            if (b == 0)
                throw new Err("division by zero", at[no]);
            a = o.equals("/") ? a / b : a % b;
        }
        num[nn++] = a;
    }

    private void call(int f, int k, int p) throws Err {
        if (k != ARITY[f])
            throw new Err(FN[f] + " needs " + ARITY[f] + " arguments", p);
        double b = num[--nn];
        if (f == 0)
            b = Math.min(num[--nn], b);
        else if (f == 1)
            b = Math.max(num[--nn], b);
        else if (f == 2)
            b = Math.abs(b);
        else if (b < 0)
            throw new Err("root of a negative number", p);
        else
            b = Math.sqrt(b);
        num[nn++] = b;
    }

    private static int func(String s) {
        for (int i = 0; i < FN.length; i++)
            if (FN[i].equals(s))
                return i;
        return -1;
    }

    double eval(String s, int i) throws Err {
        boolean want = true; // an operand is expected next
        nn = no = 0;
        for (; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == ' ' || c == '\t')
                continue;
            if (want) {
                int j = i;
                if (Character.isDigit(c) || c == '.') {
                    while (j < s.length() && (Character.isDigit(s.charAt(j)) || s.charAt(j) == '.'))
                        j++;
                    try {
                        num[nn++] = Double.parseDouble(s.substring(i, j));
                    } catch (NumberFormatException e) {
                        throw new Err("bad number", i);
                    }
                    i = j - 1;
                    want = false;
                } else if (Character.isLetter(c)) {
                    while (j < s.length() && Character.isLetterOrDigit(s.charAt(j)))
                        j++;
                    String w = s.substring(i, j);
                    if (func(w) >= 0) {
                        if (j == s.length() || s.charAt(j) != '(')
                            throw new Err("( expected", j);
                        push(w, i);
                        push("(", j++);
                    } else if (vars.containsKey(w)) {
                        num[nn++] = vars.get(w);
                        want = false;
                    } else
                        throw new Err("unknown name " + w, i);
                    i = j - 1;
                } else if (c == '-')
                    push("~", i);
                else if (c == '(')
                    push("(", i);
                else
                    throw new Err("operand expected", i);
            } else if (c == ')' || c == ',') {
                while (no > 0 && !op[no - 1].equals("("))
                    apply();
                if (no == 0)
                    throw new Err("( missing", i);
                boolean fn = no > 1 && func(op[no - 2]) >= 0;
                if (c == ',') {
                    if (!fn)
                        throw new Err("unexpected ,", i);
                    args[no - 1]++;
                    want = true;
                } else {
                    int k = args[--no];
                    if (fn)
                        call(func(op[--no]), k, at[no]);
                }
            } else {
                int k = OPS.indexOf(c);
                if (k < 0 || c == '~')
                    throw new Err("unexpected " + c, i);
                while (no > 0 && OPS.contains(op[no - 1])) {
                    int t = PREC[OPS.indexOf(op[no - 1])];
                    if (t < PREC[k] || t == PREC[k] && c == '^')
                        break;
                    apply();
                }
                push("" + c, i);
                want = true;
            }
        }
        if (want)
            throw new Err("operand expected", s.length());
        while (no > 0) {
            if (op[no - 1].equals("("))
                throw new Err(") missing for (", at[no - 1]);
            apply();
        }
        return num[0];
    }

    public static void main(String[] a) {
        Calc c = new Calc();
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String s = in.nextLine();
            if (s.trim().isEmpty())
                continue;
            try {
                int e = s.indexOf('=');
                String v = e < 0 ? "" : s.substring(0, e).trim();
                if (e >= 0 && (!v.matches("[A-Za-z]\\w*") || func(v) >= 0))
                    throw new Err("bad target of =", 0);
                double r = c.eval(s, e + 1);
                if (e >= 0)
                    c.vars.put(v, r);
                System.out.println(r);
            } catch (Err x) {
                System.out.println("error: " + x.getMessage());
            }
        }
    }
}

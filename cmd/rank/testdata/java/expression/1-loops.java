import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;

public class Evaluator {
    static final String SIGNS = "+-*/%~^";
    static final String[] NAMES = {"min", "max", "abs", "sqrt"};

    static class Trouble extends Exception {
        Trouble(String text, int where) {
            super(text + " at " + (where + 1));
        }
    }

    private final Map<String, Double> memory = new HashMap<>();
    private final double[] values = new double[200];
    private final String[] pending = new String[200];
    private final int[] where = new int[200], commas = new int[200];
    private int vTop, pTop;

    static int rank(char sign) {
        switch (sign) {
        case '+':
        case '-':
            return 1;
        case '~':
            return 3;
        case '^':
            return 4;
        default:
            return 2;
        }
    }

    private void shift(String what, int place) {
        pending[pTop] = what;
        where[pTop] = place;
        commas[pTop++] = 1;
    }

    private void reduce() throws Trouble {
        String what = pending[--pTop];
        double right = values[--vTop], result;
        if (what.equals("~"))
            result = -right;
        else {
            double left = values[--vTop];
            if (what.equals("+"))
                result = left + right;
            else if (what.equals("-"))
                result = left - right;
            else if (what.equals("*"))
                result = left * right;
            else if (what.equals("^"))
                result = Math.pow(left, right);
            else if (right != 0)
                result = what.equals("%") ? left % right : left / right;
            else
                throw new Trouble("division by zero", where[pTop]);
        }
        values[vTop++] = result;
    }

    private void function(int which, int given, int place) throws Trouble {
        int wanted = which < 2 ? 2 : 1;
        if (given == wanted) {
            double x = values[--vTop];
            switch (which) {
            case 0:
                x = Math.min(values[--vTop], x);
                break;
            case 1:
                x = Math.max(values[--vTop], x);
                break;
            case 2:
                x = Math.abs(x);
                break;
            default:
                if (x >= 0)
                    x = Math.sqrt(x);
                else
                    throw new Trouble("root of a negative number", place);
            }
            values[vTop++] = x;
        } else
            throw new Trouble(NAMES[which] + " needs " + wanted + " arguments", place);
    }

    private static int which(String name) {
        int k = NAMES.length - 1;
        while (k >= 0 && !NAMES[k].equals(name))
            k--;
        return k;
    }

    private int operand(String text, int p) throws Trouble {
        char ch = text.charAt(p);
        int q = p;
        if (Character.isLetter(ch)) {
            do
                q++;
            while (q < text.length() && Character.isLetterOrDigit(text.charAt(q)));
            String word = text.substring(p, q);
            if (which(word) < 0) {
                if (!memory.containsKey(word))
                    throw new Trouble("unknown name " + word, p);
                values[vTop++] = memory.get(word);
                return q;
            }
            if (q < text.length() && text.charAt(q) == '(') {
                shift(word, p);
                shift("(", q);
                return -q - 1;
            }
            throw new Trouble("( expected", q);
        }
        if (!Character.isDigit(ch) && ch != '.') {
            if (ch != '-' && ch != '(')
                throw new Trouble("operand expected", p);
            shift(ch == '-' ? "~" : "(", p);
            return -p - 1;
        }
        for (; q < text.length(); q++)
            if (!Character.isDigit(text.charAt(q)) && text.charAt(q) != '.')
                break;
        try {
            values[vTop++] = Double.parseDouble(text.substring(p, q));
        } catch (NumberFormatException bad) {
            throw new Trouble("bad number", p);
        }
        return q;
    }

    double compute(String text, int p) throws Trouble {
        boolean need = true;
        vTop = pTop = 0;
        while (p < text.length()) {
            char ch = text.charAt(p);
            if (ch != ' ' && ch != '\t') {
                if (need) {
                    int q = operand(text, p);
                    need = q < 0;
                    p = need ? -q : q;
                    continue;
                }
                switch (ch) {
                case ',':
                case ')':
                    for (; pTop > 0; reduce())
                        if (pending[pTop - 1].equals("("))
                            break;
                    if (pTop == 0)
                        throw new Trouble("( missing", p);
                    int f = pTop < 2 ? -1 : which(pending[pTop - 2]);
                    if (ch == ')') {
                        int given = commas[--pTop];
                        if (f >= 0) {
                            pTop--;
                            function(f, given, where[pTop]);
                        }
                    } else if (f < 0)
                        throw new Trouble("unexpected ,", p);
                    else {
                        commas[pTop - 1]++;
                        need = true;
                    }
                    break;
                default:
                    if (ch == '~' || SIGNS.indexOf(ch) < 0)
                        throw new Trouble("unexpected " + ch, p);
                    boolean again = true;
                    while (again && pTop > 0) {
                        again = SIGNS.contains(pending[pTop - 1]);
                        if (again) {
                            int upper = rank(pending[pTop - 1].charAt(0));
                            again = upper > rank(ch) || upper == rank(ch) && ch != '^';
                        }
                        if (again)
                            reduce();
                    }
                    shift("" + ch, p);
                    need = true;
                }
            }
            p++;
        }
        if (!need) {
            for (; pTop > 0; reduce())
                if (pending[pTop - 1].equals("("))
                    throw new Trouble(") missing for (", where[pTop - 1]);
            return values[0];
        }
        throw new Trouble("operand expected", text.length());
    }

    public static void main(String[] unused) {
        Evaluator ev = new Evaluator();
        for (Scanner lines = new Scanner(System.in); lines.hasNextLine(); ) {
            String text = lines.nextLine();
            if (!text.trim().isEmpty()) {
                try {
                    int eq = text.indexOf('=');
                    double answer;
                    if (eq >= 0) {
                        String target = text.substring(0, eq).trim();
                        if (target.matches("[A-Za-z]\\w*") && which(target) < 0) {
                            answer = ev.compute(text, eq + 1);
                            ev.memory.put(target, answer);
                        } else
                            throw new Trouble("bad target of =", 0);
                    } else
                        answer = ev.compute(text, 0);
                    System.out.println(answer);
                } catch (Trouble t) {
                    System.out.println("error: " + t.getMessage());
                }
            }
        }
    }
}

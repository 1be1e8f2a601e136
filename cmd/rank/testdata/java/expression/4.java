import java.util.HashMap;
import java.util.Scanner;

public class Calculator {
    // the line that is read now and the place in it
    static String line;
    static int pos;
    static HashMap<String, Double> variables = new HashMap<>();

    static void fail(String message) {
        throw new RuntimeException(message + " at position " + (pos + 1));
    }

    // the next character without blanks, 0 at the end
    static char look() {
        while (pos < line.length() && line.charAt(pos) == ' ') {
            pos++;
        }
        if (pos < line.length()) {
            return line.charAt(pos);
        }
        return 0;
    }

    static void expect(char c) {
        if (look() != c) {
            fail("expected " + c);
        }
        pos++;
    }

    static double sum() {
        double left = product();
        while (true) {
            char c = look();
            if (c == '+') {
                pos++;
                left = left + product();
            } else if (c == '-') {
                pos++;
                left = left - product();
            } else {
                return left;
            }
        }
    }

    static double product() {
        double left = sign();
        while (true) {
            char c = look();
            if (c == '*') {
                pos++;
                left = left * sign();
            } else if (c == '/') {
                int where = pos;
                pos++;
                double right = sign();
                if (right == 0) {
                    pos = where;
                    fail("division by zero");
                }
                left = left / right;
            } else if (c == '%') {
                int where = pos;
                pos++;
                double right = sign();
                if (right == 0) {
                    pos = where;
                    fail("division by zero");
                }
                left = left % right;
            } else {
                return left;
            }
        }
    }

    static double sign() {
        if (look() == '-') {
            pos++;
            return -sign();
        }
        return power();
    }

    static double power() {
        double base = atom();
        if (look() == '^') {
            pos++;
            // goes to the right: 2^3^2 = 2^9
            return Math.pow(base, sign());
        }
        return base;
    }

    static double atom() {
        char c = look();
        if (c == '(') {
            pos++;
            double v = sum();
            expect(')');
            return v;
        } else if (Character.isDigit(c) || c == '.') {
            int start = pos;
            while (pos < line.length()
                    && (Character.isDigit(line.charAt(pos)) || line.charAt(pos) == '.')) {
                pos++;
            }
            try {
                return Double.parseDouble(line.substring(start, pos));
            } catch (NumberFormatException e) {
                pos = start;
                fail("bad number");
            }
        } else if (Character.isLetter(c)) {
            int start = pos;
            while (pos < line.length() && Character.isLetterOrDigit(line.charAt(pos))) {
                pos++;
            }
            String name = line.substring(start, pos);
            if (look() == '(') {
                pos++;
                double a = sum();
                if (name.equals("abs")) {
                    expect(')');
                    return Math.abs(a);
                } else if (name.equals("sqrt")) {
                    if (a < 0) {
                        fail("root of a negative number");
                    }
                    expect(')');
                    return Math.sqrt(a);
                } else if (name.equals("min") || name.equals("max")) {
                    // as many values as you like
                    while (look() == ',') {
                        pos++;
                        double b = sum();
                        if (name.equals("min") && b < a) {
                            a = b;
                        }
                        if (name.equals("max") && b > a) {
                            a = b;
                        }
                    }
                    expect(')');
                    return a;
                } else {
                    pos = start;
                    fail("unknown function " + name);
                }
            }
            if (!variables.containsKey(name)) {
                pos = start;
                fail("unknown variable " + name);
            }
            return variables.get(name);
        }
        fail("number expected");
        return 0;
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            line = in.nextLine();
            pos = 0;
            if (line.trim().isEmpty()) {
                continue;
            }
            // is it an assignment?
            String target = null;
            int equal = line.indexOf('=');
            if (equal >= 0) {
                target = line.substring(0, equal).trim();
                pos = equal + 1;
            }
            try {
                if (target != null && !target.matches("[A-Za-z][A-Za-z0-9]*")) {
                    pos = 0;
                    fail("bad variable name");
                }
                double v = sum();
                if (look() != 0) {
                    fail("unexpected " + look());
                }
                if (target != null) {
                    variables.put(target, v);
                    System.out.println(target + " = " + v);
                } else {
                    System.out.println(v);
                }
            } catch (RuntimeException e) {
                System.out.println("error: " + e.getMessage());
            }
        }
    }
}

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.ToDoubleFunction;

public class Formula {
    /** A parsed formula is a function of the variables. */
    interface Node extends ToDoubleFunction<Map<String, Double>> {
    }

    static class Trouble extends RuntimeException {
        final int at;

        Trouble(int at, String message) {
            super(message);
            this.at = at;
        }
    }

    record Operator(int level, boolean right, DoubleBinaryOperator action) {
    }

    record Function(int arity, ToDoubleFunction<double[]> body) {
    }

    static final Map<Character, Operator> OPERATORS = Map.of(
        '+', new Operator(1, false, (a, b) -> a + b),
        '-', new Operator(1, false, (a, b) -> a - b),
        '*', new Operator(2, false, (a, b) -> a * b),
        '/', new Operator(2, false, (a, b) -> a / b),
        '%', new Operator(2, false, (a, b) -> a % b),
        '^', new Operator(4, true, Math::pow));

    static final Map<String, Function> FUNCTIONS = Map.of(
        "min", new Function(2, v -> Math.min(v[0], v[1])),
        "max", new Function(2, v -> Math.max(v[0], v[1])),
        "abs", new Function(1, v -> Math.abs(v[0])),
        "sqrt", new Function(1, v -> Math.sqrt(v[0])));

    private final String text;
    private int at;

    Formula(String text) {
        this.text = text;
    }

    private String span(IntPredicate wanted) {
        int from = at;
        at += (int) text.substring(from).chars().takeWhile(wanted).count();
        return text.substring(from, at);
    }

    private char peek() {
        span(Character::isWhitespace);
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean accept(char c) {
        boolean same = peek() == c;
        at += same ? 1 : 0;
        return same;
    }

    private void need(char c) {
        if (!accept(c)) {
            throw new Trouble(at, "expected '" + c + "'");
        }
    }

    Node whole() {
        Node node = binary(1);
        if (peek() != '\0') {
            throw new Trouble(at, "unexpected '" + peek() + "'");
        }
        return node;
    }

    /** Precedence climbing: operators of at least this level. */
    private Node binary(int level) {
        Node left = unary();
        for (Operator op = OPERATORS.get(peek()); op != null && op.level() >= level; op = OPERATORS.get(peek())) {
            int where = at++;
            boolean divides = "/%".indexOf(text.charAt(where)) >= 0;
            Node a = left;
            Node b = binary(op.right() ? op.level() : op.level() + 1);
            DoubleBinaryOperator action = op.action();
            left = env -> {
                double second = b.applyAsDouble(env);
                if (divides && second == 0) {
                    throw new Trouble(where, "division by zero");
                }
                return action.applyAsDouble(a.applyAsDouble(env), second);
            };
        }
        return left;
    }

    private Node unary() {
        if (accept('-')) {
            Node inner = binary(3);
            return env -> -inner.applyAsDouble(env);
        }
        if (accept('(')) {
            Node inner = binary(1);
            need(')');
            return inner;
        }
        boolean word = Character.isLetter(peek());
        int where = at;
        if (word) {
            String name = span(Character::isLetterOrDigit);
            return peek() == '(' ? call(name, where) : variable(name, where);
        }
        try {
            double number = Double.parseDouble(span(c -> Character.isDigit(c) || c == '.'));
            return env -> number;
        } catch (NumberFormatException e) {
            throw new Trouble(where, "expected a value");
        }
    }

    private static Node variable(String name, int where) {
        return env -> {
            if (!env.containsKey(name)) {
                throw new Trouble(where, "unknown variable " + name);
            }
            return env.get(name);
        };
    }

    private Node call(String name, int where) {
        List<Node> arguments = new ArrayList<>();
        do {
            at++;
            arguments.add(binary(1));
        } while (peek() == ',');
        need(')');
        Function function = FUNCTIONS.get(name);
        if (function == null || function.arity() != arguments.size()) {
            throw new Trouble(where, "no function " + name + "/" + arguments.size());
        }
        return env -> function.body().applyAsDouble(arguments.stream().mapToDouble(n -> n.applyAsDouble(env)).toArray());
    }

    public static void main(String[] args) {
        Map<String, Double> variables = new HashMap<>(Map.of("pi", Math.PI));
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine();
            int equals = line.indexOf('=');
            String target = equals < 0 ? "_" : line.substring(0, equals).trim();
            try {
                if (!target.matches("[A-Za-z_]\\w*")) {
                    throw new Trouble(0, "cannot assign to this");
                }
                // blanks keep the positions right
                String right = " ".repeat(equals + 1) + line.substring(equals + 1);
                double value = new Formula(right).whole().applyAsDouble(variables);
                variables.put(target, value);
                System.out.println(value);
            } catch (Trouble e) {
                System.out.println("column " + (e.at + 1) + ": " + e.getMessage());
            }
        }
    }
}

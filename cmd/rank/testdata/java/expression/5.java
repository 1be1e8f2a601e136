import java.util.*;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;

/** A calculator by operator precedence: binding powers stand in a table. */
public class Calculator {
    static class SyntaxError extends RuntimeException {
        final int position;

        SyntaxError(int position, String message) {
            super(message);
            this.position = position;
        }
    }

    private static class Operator {
        final int power;
        final boolean rightAssociative;
        final DoubleBinaryOperator apply;

        Operator(int power, boolean rightAssociative, DoubleBinaryOperator apply) {
            this.power = power;
            this.rightAssociative = rightAssociative;
            this.apply = apply;
        }
    }

    private static final int UNARY_POWER = 30;
    private static final Map<Character, Operator> OPERATORS = new HashMap<>();
    private static final Map<String, ToDoubleFunction<double[]>> FUNCTIONS = new HashMap<>();
    private static final Map<String, int[]> ARITY = new HashMap<>();

    static {
        OPERATORS.put('+', new Operator(10, false, (a, b) -> a + b));
        OPERATORS.put('-', new Operator(10, false, (a, b) -> a - b));
        OPERATORS.put('*', new Operator(20, false, (a, b) -> a * b));
        OPERATORS.put('/', new Operator(20, false, (a, b) -> a / b));
        OPERATORS.put('%', new Operator(20, false, (a, b) -> a % b));
        OPERATORS.put('^', new Operator(40, true, Math::pow));
        define("min", 1, 99, a -> Arrays.stream(a).min().getAsDouble());
        define("max", 1, 99, a -> Arrays.stream(a).max().getAsDouble());
        define("abs", 1, 1, a -> Math.abs(a[0]));
        define("sqrt", 1, 1, a -> Math.sqrt(a[0]));
    }

    private static void define(String name, int least, int most, ToDoubleFunction<double[]> body) {
        FUNCTIONS.put(name, body);
        ARITY.put(name, new int[] {least, most});
    }

    private final Map<String, Double> variables = new TreeMap<>(Map.of("pi", Math.PI, "e", Math.E));
    private String text;
    private int at;

    double evaluate(String line) {
        text = line;
        at = 0;
        int start = at;
        String name = word();
        if (!name.isEmpty() && peek() == '=') {
            if (FUNCTIONS.containsKey(name)) {
                throw new SyntaxError(start, name + " is a function");
            }
            at++;
            double value = whole();
            variables.put(name, value);
            return value;
        }
        at = start;
        return whole();
    }

    private double whole() {
        double value = expression(0);
        if (peek() != '\0') {
            throw new SyntaxError(at, "unexpected '" + peek() + "'");
        }
        return value;
    }

    private double expression(int weakest) {
        double left = operand();
        for (;;) {
            char symbol = peek();
            Operator operator = OPERATORS.get(symbol);
            if (operator == null || operator.power < weakest) {
                return left;
            }
            int where = at++;
            double right = expression(operator.rightAssociative ? operator.power : operator.power + 1);
            if (right == 0 && (symbol == '/' || symbol == '%')) {
                throw new SyntaxError(where, "division by zero");
            }
            left = operator.apply.applyAsDouble(left, right);
        }
    }

    private double operand() {
        char c = peek();
        int start = at;
        if (c == '-' || c == '+') {
            at++;
            double value = expression(UNARY_POWER);
            return c == '-' ? -value : value;
        }
        if (c == '(') {
            at++;
            double value = expression(0);
            expect(')');
            return value;
        }
        if (Character.isDigit(c) || c == '.') {
            while (at < text.length() && (Character.isDigit(text.charAt(at)) || text.charAt(at) == '.')) {
                at++;
            }
            try {
                return Double.parseDouble(text.substring(start, at));
            } catch (NumberFormatException e) {
                throw new SyntaxError(start, "malformed number " + text.substring(start, at));
            }
        }
        String name = word();
        if (name.isEmpty()) {
            throw new SyntaxError(at, c == '\0' ? "unexpected end" : "operand expected, not '" + c + "'");
        }
        if (peek() == '(') {
            return call(name, start);
        }
        Double value = variables.get(name);
        if (value == null) {
            throw new SyntaxError(start, "unknown variable " + name);
        }
        return value;
    }

    private double call(String name, int start) {
        if (!FUNCTIONS.containsKey(name)) {
            throw new SyntaxError(start, "unknown function " + name + ", known are " + FUNCTIONS.keySet());
        }
        List<Double> values = new ArrayList<>();
        do {
            at++;
            values.add(expression(0));
        } while (peek() == ',');
        expect(')');
        int[] bounds = ARITY.get(name);
        if (values.size() < bounds[0] || values.size() > bounds[1]) {
            throw new SyntaxError(start, name + " cannot take " + values.size() + " arguments");
        }
        return FUNCTIONS.get(name).applyAsDouble(values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private void expect(char wanted) {
        if (peek() != wanted) {
            throw new SyntaxError(at, "'" + wanted + "' expected");
        }
        at++;
    }

    private char peek() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private String word() {
        if (!Character.isLetter(peek())) {
            return "";
        }
        int start = at;
        while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    public static void main(String[] args) {
        Calculator calculator = new Calculator();
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String line = in.nextLine();
            if (line.isBlank()) {
                continue;
            }
            try {
                System.out.println(calculator.evaluate(line));
            } catch (SyntaxError e) {
                System.out.println(line);
                System.out.println(" ".repeat(e.position) + "^ " + e.getMessage());
            }
        }
    }
}

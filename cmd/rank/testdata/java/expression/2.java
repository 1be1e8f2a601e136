import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

/** Evaluates lines of arithmetic by recursive descent. */
public class ExpressionEvaluator {
    /** Reports what is wrong with an expression, and where. */
    static final class ExpressionException extends Exception {
        final int position;

        ExpressionException(String message, int position) {
            super(message);
            this.position = position;
        }
    }

    private final Map<String, Double> variables = new HashMap<>();
    private String source;
    private int position;

    /** Evaluates "expression" or "name = expression". */
    double evaluateLine(String line) throws ExpressionException {
        source = line;
        position = 0;
        String assignedName = parseAssignmentTarget();
        double value = parseSum();
        skipBlanks();
        if (position < source.length()) {
            throw failure("unexpected '" + source.charAt(position) + "'");
        }
        if (assignedName != null) {
            variables.put(assignedName, value);
        }
        return value;
    }

    private String parseAssignmentTarget() {
        skipBlanks();
        String name = readIdentifier();
        if (!name.isEmpty() && accept('=')) {
            return name;
        }
        position = 0;
        return null;
    }

    private double parseSum() throws ExpressionException {
        double value = parseProduct();
        while (true) {
            if (accept('+')) {
                value += parseProduct();
            } else if (accept('-')) {
                value -= parseProduct();
            } else {
                return value;
            }
        }
    }

    private double parseProduct() throws ExpressionException {
        double value = parseUnary();
        while (true) {
            if (accept('*')) {
                value *= parseUnary();
            } else if (accept('/')) {
                value /= parseDivisor();
            } else if (accept('%')) {
                value %= parseDivisor();
            } else {
                return value;
            }
        }
    }

    private double parseDivisor() throws ExpressionException {
        double divisor = parseUnary();
        if (divisor == 0) {
            throw failure("division by zero");
        }
        return divisor;
    }

    private double parseUnary() throws ExpressionException {
        if (accept('-')) {
            return -parseUnary();
        }
        return parsePower();
    }

    /** Powers bind to the right: 2^3^2 is 2^9. */
    private double parsePower() throws ExpressionException {
        double base = parsePrimary();
        return accept('^') ? Math.pow(base, parseUnary()) : base;
    }

    private double parsePrimary() throws ExpressionException {
        if (accept('(')) {
            double value = parseSum();
            expect(')');
            return value;
        }
        String name = readIdentifier();
        if (name.isEmpty()) {
            return parseNumber();
        }
        if (accept('(')) {
            return callFunction(name, parseArguments());
        }
        if (!variables.containsKey(name)) {
            throw failure("unknown variable " + name);
        }
        return variables.get(name);
    }

    private double parseNumber() throws ExpressionException {
        int start = position;
        while (position < source.length() && (Character.isDigit(source.charAt(position)) || source.charAt(position) == '.')) {
            position++;
        }
        try {
            return Double.parseDouble(source.substring(start, position));
        } catch (NumberFormatException problem) {
            throw failure("a number is expected");
        }
    }

    private List<Double> parseArguments() throws ExpressionException {
        List<Double> values = new ArrayList<>();
        do {
            values.add(parseSum());
        } while (accept(','));
        expect(')');
        return values;
    }

    private double callFunction(String name, List<Double> values) throws ExpressionException {
        switch (name) {
            case "min":
                return values.stream().mapToDouble(Double::doubleValue).min().getAsDouble();
            case "max":
                return values.stream().mapToDouble(Double::doubleValue).max().getAsDouble();
            case "abs":
                return Math.abs(values.get(0));
            case "sqrt":
                if (values.get(0) < 0) {
                    throw failure("root of a negative number");
                }
                return Math.sqrt(values.get(0));
            default:
                throw failure("unknown function " + name);
        }
    }

    private String readIdentifier() {
        int start = position;
        while (position < source.length() && Character.isLetter(source.charAt(position))) {
            position++;
        }
        String name = source.substring(start, position);
        skipBlanks();
        return name;
    }

    private void skipBlanks() {
        while (position < source.length() && Character.isWhitespace(source.charAt(position))) {
            position++;
        }
    }

    private boolean accept(char wanted) {
        skipBlanks();
        if (position < source.length() && source.charAt(position) == wanted) {
            position++;
            skipBlanks();
            return true;
        }
        return false;
    }

    private void expect(char wanted) throws ExpressionException {
        if (!accept(wanted)) {
            throw failure("'" + wanted + "' is expected");
        }
    }

    private ExpressionException failure(String message) {
        return new ExpressionException(message, position + 1);
    }

    public static void main(String[] arguments) {
        ExpressionEvaluator evaluator = new ExpressionEvaluator();
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String line = input.nextLine();
            if (line.isBlank()) {
                continue;
            }
            try {
                System.out.println(evaluator.evaluateLine(line));
            } catch (ExpressionException problem) {
                System.out.println("error at " + problem.position + ": " + problem.getMessage());
            }
        }
    }
}

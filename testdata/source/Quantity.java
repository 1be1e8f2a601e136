package example.units;

import static java.util.Map.entry;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.*;
import java.util.regex.*;

/**
 * An amount with a unit, such as {@code 9.81 m/s^2} or {@code 70 mi/h}.
 *
 * Units are products of powers of the seven SI base units with a factor, and for
 * temperatures an offset. Factors are decimal and exact where the definition is.
 */
public final class Quantity implements Comparable<Quantity> {
	private static final MathContext PRECISION = MathContext.DECIMAL64;

	/** Exponents of m, kg, s, A, K, mol, cd. */
	static final class Dimension {
		static final String[] BASE = { "m", "kg", "s", "A", "K", "mol", "cd" };
		static final Dimension NONE = new Dimension(new byte[7]);

		private final byte[] exponents;

		private Dimension(byte[] exponents) { this.exponents = exponents; }

		static Dimension of(int... exponents) {
			byte[] bytes = new byte[7];
			for (int i = 0; i < exponents.length; i++) bytes[i] = (byte) exponents[i];
			return new Dimension(bytes);
		}

		Dimension times(Dimension other, int power) {
			byte[] sum = exponents.clone();
			for (int i = 0; i < sum.length; i++) sum[i] += power * other.exponents[i];
			return new Dimension(sum);
		}

		@Override public boolean equals(Object o) { return o instanceof Dimension d && Arrays.equals(exponents, d.exponents); }

		@Override public int hashCode() { return Arrays.hashCode(exponents); }

		@Override public String toString() {
			StringJoiner above = new StringJoiner("*"), below = new StringJoiner("/", "/", "").setEmptyValue("");
			for (int i = 0; i < BASE.length; i++) {
				int e = exponents[i];
				if (e == 0) continue;
				String text = Math.abs(e) == 1 ? BASE[i] : BASE[i] + "^" + Math.abs(e);
				(e > 0 ? above : below).add(text);
			}
			return (above.length() == 0 ? "1" : above.toString()) + below;
		}
	}

	/** factor and offset lead to base units: base = value * factor + offset. */
	record Unit(String symbol, BigDecimal factor, BigDecimal offset, Dimension dimension) {
		Unit(String symbol, String factor, Dimension dimension) {
			this(symbol, new BigDecimal(factor), BigDecimal.ZERO, dimension);
		}

		boolean isAffine() { return offset.signum() != 0; }

		Unit scaled(String prefix, int power) {
			return new Unit(prefix + symbol, factor.scaleByPowerOfTen(power), offset, dimension);
		}

		Unit times(Unit other, int power) {
			if (isAffine() || other.isAffine() && power != 1) throw new IllegalArgumentException("degrees cannot be multiplied");
			BigDecimal f = other.factor.pow(Math.abs(power), PRECISION);
			BigDecimal product = power < 0 ? factor.divide(f, PRECISION) : factor.multiply(f, PRECISION);
			return new Unit("", product, BigDecimal.ZERO, dimension.times(other.dimension, power));
		}
	}

	private static final Map<String, Integer> PREFIXES = Map.ofEntries(
		entry("G", 9), entry("M", 6), entry("k", 3), entry("h", 2), entry("d", -1),
		entry("c", -2), entry("m", -3), entry("µ", -6), entry("u", -6), entry("n", -9), entry("p", -12));

	private static final Map<String, Unit> UNITS = new HashMap<>();
	private static final Set<String> TAKE_PREFIXES = new HashSet<>();

	private static void define(String symbols, String factor, int... exponents) {
		Dimension dimension = Dimension.of(exponents);
		for (String symbol : symbols.split(" ")) UNITS.put(symbol, new Unit(symbol, factor, dimension));
	}

	private static void metric(String symbols, String factor, int... exponents) {
		define(symbols, factor, exponents);
		Collections.addAll(TAKE_PREFIXES, symbols.split(" "));
	}

	static {
		metric("m", "1", 1);
		metric("g", "0.001", 0, 1);
		metric("s", "1", 0, 0, 1);
		metric("A", "1", 0, 0, 0, 1);
		metric("K", "1", 0, 0, 0, 0, 1);
		metric("mol", "1", 0, 0, 0, 0, 0, 1);
		metric("Hz", "1", 0, 0, -1);
		metric("N", "1", 1, 1, -2);
		metric("Pa", "1", -1, 1, -2);
		metric("J", "1", 2, 1, -2);
		metric("W", "1", 2, 1, -3);
		metric("V", "1", 2, 1, -3, -1);
		metric("Ω ohm", "1", 2, 1, -3, -2);
		metric("l L", "0.001", 3);
		metric("bar", "1e5", -1, 1, -2);
		metric("eV", "1.602176634e-19", 2, 1, -2);
		// Time.
		define("min", "60", 0, 0, 1);
		define("h", "3600", 0, 0, 1);
		define("d day days", "86400", 0, 0, 1);
		// As sold in the United States; since 1959 an inch is 25.4 mm.
		define("in inch", "0.0254", 1);
		define("ft", "0.3048", 1);
		define("yd", "0.9144", 1);
		define("mi", "1609.344", 1);
		define("nmi", "1852", 1);
		define("lb", "0.45359237", 0, 1);
		define("oz", "0.028349523125", 0, 1);
		define("gal", "0.003785411784", 3);
		define("psi", "6894.757293168", -1, 1, -2);
		define("kn", "0.514444444444444444", 1, 0, -1);
		define("cal", "4.184", 2, 1, -2);
		define("kcal", "4184", 2, 1, -2);
		define("ha", "10000", 2);
		define("t", "1000", 0, 1);
		define("% percent", "0.01");
		Dimension kelvin = Dimension.of(0, 0, 0, 0, 1);
		UNITS.put("°C", new Unit("°C", BigDecimal.ONE, new BigDecimal("273.15"), kelvin));
		UNITS.put("°F", new Unit("°F", new BigDecimal("0.5555555555555556"), new BigDecimal("255.3722222222222"), kelvin));
	}

	/** Thrown when metres are added to seconds. */
	public static class IncompatibleUnits extends IllegalArgumentException {
		IncompatibleUnits(Dimension a, Dimension b) { super(a + " and " + b + " do not go together"); }
	}

	private final BigDecimal base;
	private final Dimension dimension;

	private Quantity(BigDecimal base, Dimension dimension) {
		this.base = base;
		this.dimension = dimension;
	}

	public static Quantity of(BigDecimal amount, String unit) {
		Unit u = unit(unit);
		return new Quantity(amount.multiply(u.factor, PRECISION).add(u.offset, PRECISION), u.dimension);
	}

	private static final Pattern AMOUNT = Pattern.compile("\\s*([-+]?[\\d_]*\\.?\\d+(?:[eE][-+]?\\d+)?)\\s*(.*?)\\s*");

	/** Reads "5 ft 11 in" as a sum. */
	public static Quantity parse(String text) {
		Quantity sum = null;
		for (String part : text.split("(?<=[a-zA-Z])\\s+(?=\\d)")) {
			Matcher m = AMOUNT.matcher(part);
			if (!m.matches()) throw new IllegalArgumentException("no quantity: " + part);
			Quantity q = of(new BigDecimal(m.group(1).replace("_", "")), m.group(2));
			sum = sum == null ? q : sum.plus(q);
		}
		return sum;
	}

	private static final Pattern FACTOR = Pattern.compile("([*/·]?)\\s*([a-zA-Zµ°Ω%]+)(?:\\^?(-?\\d))?\\s*");

	static Unit unit(String text) {
		if (text.isEmpty() || text.equals("1")) return new Unit("1", "1", Dimension.NONE);
		Unit whole = null;
		Matcher m = FACTOR.matcher(text);
		int at = 0;
		while (at < text.length()) {
			if (!m.find(at) || m.start() != at) throw new IllegalArgumentException("no unit: " + text.substring(at));
			int power = m.group(3) == null ? 1 : Integer.parseInt(m.group(3));
			if (m.group(1).equals("/")) power = -power;
			Unit next = simple(m.group(2));
			boolean alone = whole == null && m.end() == text.length() && power == 1;
			whole = alone ? next : (whole == null ? new Unit("1", "1", Dimension.NONE) : whole).times(next, power);
			at = m.end();
		}
		return whole;
	}

	private static Unit simple(String symbol) {
		Unit known = UNITS.get(symbol);
		if (known != null) return known;
		for (int n = 1; n < symbol.length() && n <= 2; n++) {
			String prefix = symbol.substring(0, n), rest = symbol.substring(n);
			if (PREFIXES.containsKey(prefix) && TAKE_PREFIXES.contains(rest)) {
				return UNITS.get(rest).scaled(prefix, PREFIXES.get(prefix));
			}
		}
		throw new IllegalArgumentException("unknown unit " + symbol + guess(symbol));
	}

	private static String guess(String symbol) {
		return UNITS.keySet().stream().filter(s -> s.equalsIgnoreCase(symbol)).findFirst().map(s -> "; " + s + " is known").orElse("");
	}

	public Quantity plus(Quantity other) {
		same(other);
		return new Quantity(base.add(other.base, PRECISION), dimension);
	}

	public Quantity minus(Quantity other) { return plus(other.times(-1)); }

	public Quantity times(double n) { return new Quantity(base.multiply(BigDecimal.valueOf(n), PRECISION), dimension); }

	public Quantity times(Quantity other) {
		return new Quantity(base.multiply(other.base, PRECISION), dimension.times(other.dimension, 1));
	}

	public Quantity per(Quantity other) {
		if (other.base.signum() == 0) throw new ArithmeticException("division by " + other);
		return new Quantity(base.divide(other.base, PRECISION), dimension.times(other.dimension, -1));
	}

	public BigDecimal in(String unit) {
		Unit u = unit(unit);
		if (!u.dimension.equals(dimension)) throw new IncompatibleUnits(dimension, u.dimension);
		return base.subtract(u.offset, PRECISION).divide(u.factor, PRECISION);
	}

	public String in(String unit, int digits) {
		return in(unit).round(new MathContext(digits)).stripTrailingZeros().toPlainString() + " " + unit;
	}

	private void same(Quantity other) {
		if (!dimension.equals(other.dimension)) throw new IncompatibleUnits(dimension, other.dimension);
	}

	@Override public int compareTo(Quantity other) { same(other); return base.compareTo(other.base); }

	@Override public boolean equals(Object o) {
		return o instanceof Quantity q && q.dimension.equals(dimension) && q.base.compareTo(base) == 0;
	}

	@Override public int hashCode() { return Objects.hash(base.stripTrailingZeros(), dimension); }

	@Override public String toString() { return base.round(new MathContext(6)).stripTrailingZeros() + " " + dimension; }

	public static void main(String... args) {
		if (args.length != 2) {
			System.err.println("""
				usage: quantity AMOUNT UNIT
				  quantity "70 mi/h" km/h
				  quantity "5 ft 11 in" cm""");
			System.exit(64);
		}
		System.out.println(parse(args[0]).in(args[1], 8));
	}
}

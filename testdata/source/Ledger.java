package example.ledger;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A ledger of accounts in double entry: every booking moves an amount from one
 * account to another.
 */
public final class Ledger {
    /** An account with its bookings. */
    public static final class Account {
        private final String number;
        private final String title;
        private BigDecimal balance = BigDecimal.ZERO;
        private final List<Booking> bookings = new ArrayList<>();

        Account(String number, String title) {
            this.number = number;
            this.title = title;
        }

        public String number() {
            return number;
        }

        public BigDecimal balance() {
            return balance;
        }

        public List<Booking> bookings() {
            return Collections.unmodifiableList(bookings);
        }

        void apply(Booking booking, boolean credit) {
            // A credit raises the balance, a debit lowers it.
            if (credit) {
                balance = balance.add(booking.amount);
            } else {
                balance = balance.subtract(booking.amount);
            }
            bookings.add(booking);
        }
    }

    public static final class Booking {
        final LocalDate date;
        final Account from;
        final Account to;
        final BigDecimal amount;
        final String text;

        Booking(LocalDate date, Account from, Account to, BigDecimal amount, String text) {
            this.date = date;
            this.from = from;
            this.to = to;
            this.amount = amount;
            this.text = text;
        }

        boolean concerns(Account account) {
            return from == account || to == account;
        }
    }

    private final Map<String, Account> accounts = new HashMap<>();
    private final List<Booking> journal = new ArrayList<>();
    private LocalDate closed = LocalDate.MIN;

    public Account open(String number, String title) {
        if (accounts.containsKey(number)) {
            throw new IllegalArgumentException("there is an account " + number);
        }
        Account account = new Account(number, title);
        accounts.put(number, account);
        return account;
    }

    public Account account(String number) {
        Account account = accounts.get(number);
        if (account == null) {
            throw new IllegalArgumentException("there is no account " + number);
        }
        return account;
    }

    public Booking book(LocalDate date, String from, String to, BigDecimal amount, String text) {
        if (amount.signum() <= 0) {
            throw new IllegalArgumentException("an amount is positive: " + amount);
        }
        if (!date.isAfter(closed)) {
            throw new IllegalStateException("the books are closed until " + closed);
        }
        Booking booking = new Booking(date, account(from), account(to), amount, text);
        booking.from.apply(booking, false);
        booking.to.apply(booking, true);
        journal.add(booking);
        return booking;
    }

    public Booking reverse(Booking booking, LocalDate date) {
        return book(date, booking.to.number, booking.from.number, booking.amount, "reversed: " + booking.text);
    }

    public void close(LocalDate until) {
        if (until.isBefore(closed)) {
            throw new IllegalStateException("the books are closed until " + closed + " already");
        }
        closed = until;
    }

    public List<Booking> find(Predicate<Booking> wanted) {
        List<Booking> found = new ArrayList<>();
        for (Booking booking : journal) {
            if (wanted.test(booking)) {
                found.add(booking);
            }
        }
        return found;
    }

    public BigDecimal turnover(String number, LocalDate from, LocalDate to) {
        Account account = account(number);
        BigDecimal sum = BigDecimal.ZERO;
        for (Booking booking : account.bookings) {
            if (booking.date.isBefore(from) || booking.date.isAfter(to)) {
                continue;
            }
            sum = sum.add(booking.amount);
        }
        return sum;
    }

    /** The sum of all balances, which is zero unless something is wrong. */
    public BigDecimal check() {
        BigDecimal sum = BigDecimal.ZERO;
        for (Account account : accounts.values()) {
            sum = sum.add(account.balance);
        }
        return sum;
    }

    public String statement(String number) {
        Account account = account(number);
        StringBuilder out = new StringBuilder();
        out.append(account.number).append(' ').append(account.title).append('\n');
        BigDecimal balance = BigDecimal.ZERO;
        for (Booking booking : account.bookings) {
            boolean credit = booking.to == account;
            balance = credit ? balance.add(booking.amount) : balance.subtract(booking.amount);
            out.append(booking.date).append(credit ? " + " : " - ");
            out.append(booking.amount).append("  ").append(balance).append("  ").append(booking.text).append('\n');
        }
        return out.toString();
    }
}

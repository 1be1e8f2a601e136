// -- given --
import java.util.*;

public class Bank {
    static class CommandException extends RuntimeException {
        CommandException(String message) {
            super(message);
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        Bank bank = new Bank();
        while (in.hasNextLine()) {
            String line = in.nextLine().trim();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.split("\\s+");
            try {
                String answer = bank.execute(words);
                if (answer != null) {
                    System.out.println(answer);
                }
            } catch (CommandException e) {
                System.out.println("error: " + e.getMessage());
            } catch (NumberFormatException e) {
                System.out.println("error: not a number in: " + line);
            }
        }
    }
// -- own --

    // one entry per customer in each of these tables
    private int total = 0;
    private static final int CAPACITY = 500;
    private final StringBuilder[] journal = new StringBuilder[CAPACITY];
    private final long[] allowed = new long[CAPACITY];
    private final long[] amountOf = new long[CAPACITY];
    private final String[] customer = new String[CAPACITY];
    private int commands = 0;

    String execute(String[] in) {
        long value;
        int second, first;
        commands++;
        switch (in[0]) {
        case "close":
            count(in, 1, 1);
            first = existing(in[1]);
            if (0 != amountOf[first]) {
                throw new CommandException("balance is not zero");
            }
            total--;
            // close the gap
            for (second = first; total > second; second++) {
                journal[second] = journal[1 + second];
                allowed[second] = allowed[1 + second];
                amountOf[second] = amountOf[1 + second];
                customer[second] = customer[1 + second];
            }
            return "closed " + in[1];
        case "statement":
            count(in, 1, 1);
            first = existing(in[1]);
            return "statement of " + in[1] + "\n" + journal[first] + "balance " + amountOf[first] + " limit " + allowed[first];
        case "balance":
            count(in, 1, 1);
            first = existing(in[1]);
            return in[1] + " " + amountOf[first];
        case "transfer":
            count(in, 3, 3);
            first = existing(in[1]);
            second = existing(in[2]);
            if (second == first) {
                throw new CommandException("same account");
            }
            value = money(in[3]);
            verify(first, value);
            // both sides are written down
            book(second, "from " + in[1], value);
            book(first, "to " + in[2], -value);
            return null;
        case "withdraw":
            count(in, 2, 2);
            first = existing(in[1]);
            value = money(in[2]);
            verify(first, value);
            book(first, "withdraw", -value);
            return null;
        case "deposit":
            count(in, 2, 2);
            first = existing(in[1]);
            value = money(in[2]);
            book(first, "deposit", value);
            return null;
        case "open":
            count(in, 1, 2);
            if (0 <= search(in[1])) {
                throw new CommandException("account " + in[1] + " exists");
            }
            if (CAPACITY == total) {
                throw new CommandException("bank is full");
            }
            value = in.length != 3 ? 0 : Long.parseLong(in[2]);
            if (0 > value) {
                throw new CommandException("negative limit");
            }
            journal[total] = new StringBuilder();
            allowed[total] = value;
            amountOf[total] = 0;
            customer[total] = in[1];
            total++;
            return "opened " + in[1];
        default:
            throw new CommandException("unknown command " + in[0]);
        }
    }

    // nobody may go below the limit
    private void verify(int pos, long value) {
        long rest = amountOf[pos] - value;
        if (-allowed[pos] > rest) {
            throw new CommandException("overdraft limit of " + customer[pos] + " exceeded");
        }
    }

    private void book(int pos, String reason, long value) {
        amountOf[pos] = value + amountOf[pos];
        String row = String.format("%-16s %10d %10d%n", reason, value, amountOf[pos]);
        journal[pos].append(row);
    }

    private static void count(String[] in, int min, int max) {
        if (max < in.length - 1 || min > in.length - 1) {
            throw new CommandException("wrong number of arguments for " + in[0]);
        }
    }

    private static long money(String digits) {
        long value = Long.parseLong(digits);
        if (0 >= value) {
            throw new CommandException("amount must be positive");
        }
        return value;
    }

    private int existing(String id) {
        int pos = search(id);
        if (0 > pos) {
            throw new CommandException("no account " + id);
        }
        return pos;
    }

    private int search(String id) {
        for (int pos = 0; total > pos; pos++) {
            if (id.equals(customer[pos])) {
                return pos;
            }
        }
        return -1;
    }
}

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

    // Accounts live in parallel arrays; a slot with names[i] == null is free.
    private String[] names = new String[8];
    private long[] cents = new long[8];
    private long[] limit = new long[8];
    private int[] lastEntry = new int[8];
    private int slots = 0;

    // Journal entries are chained backwards per account, 0 ends the chain.
    private long[] entryAmount = new long[32];
    private long[] entryAfter = new long[32];
    private int[] entryPrev = new int[32];
    private String[] entryText = new String[32];
    private int entries = 1;

    private int slotOf(String name) {
        for (int i = 0; i < slots; i++) {
            if (name.equals(names[i])) {
                return i;
            }
        }
        return -1;
    }

    private int need(String name) {
        int i = slotOf(name);
        if (i < 0) {
            throw new CommandException("no account " + name);
        }
        return i;
    }

    private static long parseCents(String s) {
        long whole = 0;
        int decimals = -1;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '.' && decimals < 0) {
                decimals = 0;
            } else if (c >= '0' && c <= '9' && decimals < 2) {
                whole = whole * 10 + (c - '0');
                if (decimals >= 0) {
                    decimals++;
                }
            } else {
                throw new CommandException("bad amount " + s);
            }
        }
        for (int k = Math.max(decimals, 0); k < 2; k++) {
            whole *= 10;
        }
        return whole;
    }

    private static String show(long c) {
        long a = Math.abs(c);
        return (c < 0 ? "-" : "") + a / 100 + (a % 100 < 10 ? ".0" : ".") + a % 100;
    }

    private void post(int slot, long amount, String text) {
        if (cents[slot] + amount < -limit[slot] && amount < 0) {
            throw new CommandException(names[slot] + " would exceed the limit of " + show(limit[slot]));
        }
        if (entries == entryAmount.length) {
            int n = entries << 1;
            entryAmount = Arrays.copyOf(entryAmount, n);
            entryAfter = Arrays.copyOf(entryAfter, n);
            entryPrev = Arrays.copyOf(entryPrev, n);
            entryText = Arrays.copyOf(entryText, n);
        }
        cents[slot] += amount;
        entryAmount[entries] = amount;
        entryAfter[entries] = cents[slot];
        entryText[entries] = text;
        entryPrev[entries] = lastEntry[slot];
        lastEntry[slot] = entries++;
    }

    private String open(String name, long overdraft) {
        if (slotOf(name) >= 0) {
            throw new CommandException("account " + name + " exists");
        }
        int i = 0;
        while (i < slots && names[i] != null) {
            i++;
        }
        if (i == slots && ++slots > names.length) {
            names = Arrays.copyOf(names, 2 * slots);
            cents = Arrays.copyOf(cents, 2 * slots);
            limit = Arrays.copyOf(limit, 2 * slots);
            lastEntry = Arrays.copyOf(lastEntry, 2 * slots);
        }
        names[i] = name;
        cents[i] = 0;
        limit[i] = overdraft;
        lastEntry[i] = 0;
        return "opened " + name;
    }

    private String statement(int slot) {
        StringBuilder b = new StringBuilder();
        for (int e = lastEntry[slot]; e != 0; e = entryPrev[e]) {
            b.insert(0, String.format("%-22s %10s %10s%n", entryText[e], show(entryAmount[e]), show(entryAfter[e])));
        }
        return b.append("balance ").append(show(cents[slot])).toString();
    }

    String execute(String[] w) {
        int min = w[0].equals("transfer") ? 4 : w[0].equals("deposit") || w[0].equals("withdraw") ? 3 : 2;
        if (w.length < min) {
            throw new CommandException(w[0] + " needs " + (min - 1) + " arguments");
        }
        if (w[0].equals("open")) {
            return open(w[1], w.length > 2 ? parseCents(w[2]) : 0);
        }
        int slot = need(w[1]);
        switch (w[0]) {
            case "deposit":
                post(slot, parseCents(w[2]), "deposit");
                return show(cents[slot]);
            case "withdraw":
                post(slot, -parseCents(w[2]), "withdrawal");
                return show(cents[slot]);
            case "transfer":
                int other = need(w[2]);
                long amount = parseCents(w[3]);
                if (other == slot) {
                    throw new CommandException("both accounts are " + w[1]);
                }
                post(slot, -amount, "to " + w[2]);
                post(other, amount, "from " + w[1]);
                return null;
            case "balance":
                return w[1] + " " + show(cents[slot]);
            case "statement":
                return statement(slot);
            case "close":
                if (cents[slot] != 0) {
                    throw new CommandException("balance is " + show(cents[slot]));
                }
                names[slot] = null;
                return "closed " + w[1];
            default:
                throw new CommandException("unknown command " + w[0]);
        }
    }
}

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

    private static final int MAX = 500;
    private final String[] name = new String[MAX];
    private final long[] bal = new long[MAX];
    private final long[] lim = new long[MAX];
    private final StringBuilder[] log = new StringBuilder[MAX];
    private int n = 0;

    private int find(String s) {
        for (int i = 0; i < n; i++) {
            if (name[i].equals(s)) {
                return i;
            }
        }
        return -1;
    }

    private int need(String s) {
        int i = find(s);
        if (i < 0) {
            throw new CommandException("no account " + s);
        }
        return i;
    }

    private static long amount(String s) {
        long a = Long.parseLong(s);
        if (a <= 0) {
            throw new CommandException("amount must be positive");
        }
        return a;
    }

    private static void argc(String[] w, int lo, int hi) {
        if (w.length - 1 < lo || w.length - 1 > hi) {
            throw new CommandException("wrong number of arguments for " + w[0]);
        }
    }

    private void post(int i, String what, long a) {
        bal[i] += a;
        log[i].append(String.format("%-16s %10d %10d%n", what, a, bal[i]));
    }

    private void check(int i, long a) {
        if (bal[i] - a < -lim[i]) {
            throw new CommandException("overdraft limit of " + name[i] + " exceeded");
        }
    }

    String execute(String[] w) {
        int i, j;
        long a;
        switch (w[0]) {
        case "open":
            argc(w, 1, 2);
            if (find(w[1]) >= 0) {
                throw new CommandException("account " + w[1] + " exists");
            }
            if (n == MAX) {
                throw new CommandException("bank is full");
            }
            a = w.length == 3 ? Long.parseLong(w[2]) : 0;
            if (a < 0) {
                throw new CommandException("negative limit");
            }
            name[n] = w[1];
            bal[n] = 0;
            lim[n] = a;
            log[n++] = new StringBuilder();
            return "opened " + w[1];
        case "deposit":
            argc(w, 2, 2);
            i = need(w[1]);
            post(i, "deposit", amount(w[2]));
            return null;
        case "withdraw":
            argc(w, 2, 2);
            i = need(w[1]);
            a = amount(w[2]);
            check(i, a);
            post(i, "withdraw", -a);
            return null;
        case "transfer":
            argc(w, 3, 3);
            i = need(w[1]);
            j = need(w[2]);
            if (i == j) {
                throw new CommandException("same account");
            }
            a = amount(w[3]);
            check(i, a);
            post(i, "to " + w[2], -a);
            post(j, "from " + w[1], a);
            return null;
        case "balance":
            argc(w, 1, 1);
            i = need(w[1]);
            return w[1] + " " + bal[i];
        case "statement":
            argc(w, 1, 1);
            i = need(w[1]);
            return "statement of " + w[1] + "\n" + log[i] + "balance " + bal[i] + " limit " + lim[i];
        case "close":
            argc(w, 1, 1);
            i = need(w[1]);
            if (bal[i] != 0) {
                throw new CommandException("balance is not zero");
            }
            n--;
            for (j = i; j < n; j++) {
                name[j] = name[j + 1];
                bal[j] = bal[j + 1];
                lim[j] = lim[j + 1];
                log[j] = log[j + 1];
            }
            return "closed " + w[1];
        default:
            throw new CommandException("unknown command " + w[0]);
        }
    }
}

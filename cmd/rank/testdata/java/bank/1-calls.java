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

    private static final int SIZE = 500;
    private final String[] holder = new String[SIZE];
    private final long[] money = new long[SIZE];
    private final long[] overdraft = new long[SIZE];
    private final StringBuilder[] book = new StringBuilder[SIZE];
    private int accounts = 0;

    private int lookup(boolean required, String id) {
        for (int k = 0; k < accounts; k++) {
            if (holder[k].equals(id)) {
                return k;
            }
        }
        if (required) {
            throw new CommandException("no account " + id);
        }
        return -1;
    }

    private static void fail(boolean when, String text) {
        if (when) {
            throw new CommandException(text);
        }
    }

    private static void params(int max, int min, String[] cmd) {
        int k = cmd.length - 1;
        fail(k < min || k > max, "wrong number of arguments for " + cmd[0]);
    }

    private static long readAmount(String[] cmd, int where) {
        long x = Long.parseLong(cmd[where]);
        fail(x <= 0, "amount must be positive");
        return x;
    }

    private void take(long x, String label, int k) {
        fail(money[k] - x < -overdraft[k], "overdraft limit of " + holder[k] + " exceeded");
        give(-x, label, k);
    }

    private void give(long x, String label, int k) {
        money[k] += x;
        book[k].append(String.format("%-16s %10d %10d%n", label, x, money[k]));
    }

    private String openAccount(String[] cmd) {
        params(2, 1, cmd);
        fail(lookup(false, cmd[1]) >= 0, "account " + cmd[1] + " exists");
        fail(accounts == SIZE, "bank is full");
        long x = 0;
        if (cmd.length == 3) {
            x = Long.parseLong(cmd[2]);
        }
        fail(x < 0, "negative limit");
        holder[accounts] = cmd[1];
        money[accounts] = 0;
        overdraft[accounts] = x;
        book[accounts] = new StringBuilder();
        accounts++;
        return "opened " + cmd[1];
    }

    private void doTransfer(String[] cmd) {
        params(3, 3, cmd);
        int payer = lookup(true, cmd[1]);
        int payee = lookup(true, cmd[2]);
        fail(payer == payee, "same account");
        long x = readAmount(cmd, 3);
        take(x, "to " + cmd[2], payer);
        give(x, "from " + cmd[1], payee);
    }

    private String printStatement(String[] cmd) {
        params(1, 1, cmd);
        int k = lookup(true, cmd[1]);
        return "statement of " + cmd[1] + "\n" + book[k] + "balance " + money[k] + " limit " + overdraft[k];
    }

    private void shift(int k) {
        holder[k] = holder[k + 1];
        money[k] = money[k + 1];
        overdraft[k] = overdraft[k + 1];
        book[k] = book[k + 1];
    }

    private String closeAccount(String[] cmd) {
        params(1, 1, cmd);
        int k = lookup(true, cmd[1]);
        fail(money[k] != 0, "balance is not zero");
        accounts--;
        for (; k < accounts; k++) {
            shift(k);
        }
        return "closed " + cmd[1];
    }

    String execute(String[] cmd) {
        switch (cmd[0]) {
        case "open":
            return openAccount(cmd);
        case "deposit": {
            params(2, 2, cmd);
            int k = lookup(true, cmd[1]);
            give(readAmount(cmd, 2), "deposit", k);
            return null;
        }
        case "withdraw": {
            params(2, 2, cmd);
            int k = lookup(true, cmd[1]);
            take(readAmount(cmd, 2), "withdraw", k);
            return null;
        }
        case "transfer":
            doTransfer(cmd);
            return null;
        case "balance":
            params(1, 1, cmd);
            return cmd[1] + " " + money[lookup(true, cmd[1])];
        case "statement":
            return printStatement(cmd);
        case "close":
            return closeAccount(cmd);
        default:
            throw new CommandException("unknown command " + cmd[0]);
        }
    }
}

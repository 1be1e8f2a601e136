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

    private static final long NO_LIMIT = 0;
    private static final int MAX_NAME = 24;

    private static final class Entry {
        final String kind;
        final long amount;
        final long after;

        Entry(String kind, long amount, long after) {
            this.kind = kind;
            this.amount = amount;
            this.after = after;
        }
    }

    private static final class Account {
        final String name;
        final long limit;
        long balance;
        final List<Entry> history = new ArrayList<>();

        Account(String name, long limit) {
            this.name = name;
            this.limit = limit;
        }

        long available() {
            return balance + limit;
        }

        void post(String kind, long amount) {
            balance += amount;
            history.add(new Entry(kind, amount, balance));
        }
    }

    private interface Action {
        String run(String[] words);
    }

    private static final class Command {
        final int least;
        final int most;
        final String usage;
        final Action action;

        Command(int least, int most, String usage, Action action) {
            this.least = least;
            this.most = most;
            this.usage = usage;
            this.action = action;
        }
    }

    private final Map<String, Account> accounts = new TreeMap<>();
    private final Map<String, Command> commands = new LinkedHashMap<>();

    {
        commands.put("open", new Command(2, 3, "open NAME [LIMIT]", this::open));
        commands.put("deposit", new Command(3, 3, "deposit NAME AMOUNT", w -> {
            Account account = find(w[1]);
            account.post("deposit", amount(w[2]));
            return summary(account);
        }));
        commands.put("withdraw", new Command(3, 3, "withdraw NAME AMOUNT", w -> {
            Account account = find(w[1]);
            account.post("withdraw", -covered(account, amount(w[2])));
            return summary(account);
        }));
        commands.put("transfer", new Command(4, 4, "transfer FROM TO AMOUNT", this::transfer));
        commands.put("balance", new Command(2, 2, "balance NAME", w -> summary(find(w[1]))));
        commands.put("statement", new Command(2, 2, "statement NAME", this::statement));
        commands.put("close", new Command(2, 2, "close NAME", this::close));
    }

    String execute(String[] words) {
        Command command = commands.get(words[0].toLowerCase());
        if (command == null) {
            throw new CommandException("unknown command " + words[0] + ", known: " + commands.keySet());
        }
        if (words.length < command.least || words.length > command.most) {
            throw new CommandException("usage: " + command.usage);
        }
        return command.action.run(words);
    }

    private String open(String[] words) {
        String name = words[1];
        if (accounts.containsKey(name)) {
            throw new CommandException("account " + name + " exists already");
        }
        if (name.length() > MAX_NAME) {
            throw new CommandException("name longer than " + MAX_NAME + " characters");
        }
        long limit = words.length == 3 ? cents(words[2]) : NO_LIMIT;
        if (limit < 0) {
            throw new CommandException("the limit may not be negative");
        }
        accounts.put(name, new Account(name, limit));
        return "opened " + name;
    }

    private String transfer(String[] words) {
        Account from = find(words[1]);
        Account to = find(words[2]);
        if (from == to) {
            throw new CommandException("transfer needs two accounts");
        }
        long amount = covered(from, amount(words[3]));
        from.post("to " + to.name, -amount);
        to.post("from " + from.name, amount);
        return summary(from) + ", " + summary(to);
    }

    private String statement(String[] words) {
        Account account = find(words[1]);
        StringBuilder text = new StringBuilder("statement of " + account.name);
        int number = 0;
        for (Entry entry : account.history) {
            text.append(String.format("%n%3d %-20s %12s %12s", ++number, entry.kind,
                    format(entry.amount), format(entry.after)));
        }
        return text.toString();
    }

    private String close(String[] words) {
        Account account = find(words[1]);
        if (account.balance != 0) {
            throw new CommandException("balance of " + account.name + " is " + format(account.balance));
        }
        accounts.remove(account.name);
        return "closed " + account.name;
    }

    private Account find(String name) {
        Account account = accounts.get(name);
        if (account == null) {
            throw new CommandException("no account " + name);
        }
        return account;
    }

    private static long covered(Account account, long amount) {
        if (amount > account.available()) {
            throw new CommandException(account.name + " has only " + format(account.available()) + " available");
        }
        return amount;
    }

    private static long amount(String text) {
        long value = cents(text);
        if (value <= 0) {
            throw new CommandException("amount has to be positive: " + text);
        }
        return value;
    }

    private static long cents(String text) {
        return new java.math.BigDecimal(text).movePointRight(2).longValue();
    }

    private static String format(long cents) {
        return String.format("%s%d.%02d", cents < 0 ? "-" : "", Math.abs(cents) / 100, Math.abs(cents) % 100);
    }

    private static String summary(Account account) {
        return account.name + " " + format(account.balance);
    }
}

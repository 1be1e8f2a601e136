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

    /** One customer's account; all amounts are in cents. */
    private static final class Account {
        private final String owner;
        private final long overdraftLimit;
        private final List<String> history = new ArrayList<>();
        private long balanceInCents;

        Account(String owner, long overdraftLimit) {
            this.owner = owner;
            this.overdraftLimit = overdraftLimit;
        }

        void credit(long amount, String description) {
            balanceInCents += amount;
            recordMovement("+", amount, description);
        }

        void debit(long amount, String description) {
            if (balanceInCents - amount < -overdraftLimit) {
                throw new CommandException("insufficient funds on " + owner);
            }
            balanceInCents -= amount;
            recordMovement("-", amount, description);
        }

        private void recordMovement(String sign, long amount, String description) {
            history.add(String.format("%-20s %s%s -> %s", description, sign, formatCents(amount), formatCents(balanceInCents)));
        }
    }

    private final Map<String, Account> accountsByName = new TreeMap<>();

    /** Carries out one command and returns the answer to be printed. */
    String execute(String[] words) {
        switch (words[0].toLowerCase(Locale.ROOT)) {
            case "open":
                return openAccount(words);
            case "deposit":
                return deposit(words);
            case "withdraw":
                return withdraw(words);
            case "transfer":
                return transfer(words);
            case "balance":
                requireWordCount(words, 2, 2);
                return describeBalance(findAccount(words[1]));
            case "statement":
                requireWordCount(words, 2, 2);
                return buildStatement(findAccount(words[1]));
            case "close":
                return closeAccount(words);
            default:
                throw new CommandException("unknown command " + words[0]);
        }
    }

    private String openAccount(String[] words) {
        requireWordCount(words, 2, 3);
        if (accountsByName.containsKey(words[1])) {
            throw new CommandException("account exists: " + words[1]);
        }
        long overdraftLimit = words.length == 3 ? parseCents(words[2]) : 0;
        accountsByName.put(words[1], new Account(words[1], overdraftLimit));
        return "opened " + words[1];
    }

    private String deposit(String[] words) {
        requireWordCount(words, 3, 3);
        Account account = findAccount(words[1]);
        account.credit(parsePositiveCents(words[2]), "deposit");
        return describeBalance(account);
    }

    private String withdraw(String[] words) {
        requireWordCount(words, 3, 3);
        Account account = findAccount(words[1]);
        account.debit(parsePositiveCents(words[2]), "withdrawal");
        return describeBalance(account);
    }

    private String transfer(String[] words) {
        requireWordCount(words, 4, 4);
        Account source = findAccount(words[1]);
        Account target = findAccount(words[2]);
        if (source == target) {
            throw new CommandException("source and target are the same");
        }
        long amount = parsePositiveCents(words[3]);
        source.debit(amount, "to " + target.owner);
        target.credit(amount, "from " + source.owner);
        return describeBalance(source) + ", " + describeBalance(target);
    }

    private String closeAccount(String[] words) {
        requireWordCount(words, 2, 2);
        Account account = findAccount(words[1]);
        if (account.balanceInCents != 0) {
            throw new CommandException("balance is not zero");
        }
        accountsByName.remove(account.owner);
        return "closed " + account.owner;
    }

    private String buildStatement(Account account) {
        StringBuilder statement = new StringBuilder("statement of " + account.owner + "\n");
        for (String movement : account.history) {
            statement.append("  ").append(movement).append('\n');
        }
        return statement.append("  balance ").append(formatCents(account.balanceInCents)).toString();
    }

    private Account findAccount(String name) {
        Account account = accountsByName.get(name);
        if (account == null) {
            throw new CommandException("no account " + name);
        }
        return account;
    }

    private static String describeBalance(Account account) {
        return account.owner + ": " + formatCents(account.balanceInCents);
    }

    private static void requireWordCount(String[] words, int minimum, int maximum) {
        if (words.length < minimum || words.length > maximum) {
            throw new CommandException("wrong number of arguments for " + words[0]);
        }
    }

    private static long parseCents(String text) {
        return Math.round(Double.parseDouble(text) * 100);
    }

    private static long parsePositiveCents(String text) {
        long amount = parseCents(text);
        if (amount <= 0) {
            throw new CommandException("amount has to be positive");
        }
        return amount;
    }

    private static String formatCents(long cents) {
        return String.format(Locale.ROOT, "%.2f", cents / 100.0);
    }
}

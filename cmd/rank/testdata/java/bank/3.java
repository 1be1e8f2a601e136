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

    /** One line of an account's history; never changed after it is made. */
    record Entry(String what, long cents, long after) {
        String show() {
            return String.format("%-14s %10s %10s", what, euros(cents), euros(after));
        }
    }

    /** An account is a value: every booking yields a new one. */
    record Account(String name, long limit, List<Entry> history) {
        long balance() {
            return history.isEmpty() ? 0 : history.get(history.size() - 1).after();
        }

        Account book(String what, long cents) {
            long after = balance() + cents;
            if (cents < 0 && after < -limit) {
                throw new CommandException(name + " would be overdrawn beyond " + euros(limit));
            }
            List<Entry> longer = new ArrayList<>(history);
            longer.add(new Entry(what, cents, after));
            return new Account(name, limit, List.copyOf(longer));
        }
    }

    interface Command {
        String run(List<String> arguments);
    }

    record Rule(int least, int most, String usage, Command command) {
    }

    private final Map<String, Account> accounts = new TreeMap<>();
    private final Map<String, Rule> rules = Map.of(
        "open", new Rule(1, 2, "open NAME [limit]", this::open),
        "deposit", new Rule(2, 2, "deposit NAME AMOUNT", a -> move(a.get(0), "deposit", amount(a.get(1)))),
        "withdraw", new Rule(2, 2, "withdraw NAME AMOUNT", a -> move(a.get(0), "withdrawal", -amount(a.get(1)))),
        "transfer", new Rule(3, 3, "transfer A B AMOUNT", this::transfer),
        "balance", new Rule(1, 1, "balance NAME", a -> a.get(0) + " " + euros(account(a.get(0)).balance())),
        "statement", new Rule(1, 1, "statement NAME", this::statement),
        "close", new Rule(1, 1, "close NAME", this::close));

    String execute(String[] words) {
        Rule rule = Optional.ofNullable(rules.get(words[0].toLowerCase()))
            .orElseThrow(() -> new CommandException("unknown command " + words[0]));
        List<String> arguments = Arrays.asList(words).subList(1, words.length);
        if (arguments.size() < rule.least() || arguments.size() > rule.most()) {
            throw new CommandException("usage: " + rule.usage());
        }
        return rule.command().run(arguments);
    }

    private Account account(String name) {
        return Optional.ofNullable(accounts.get(name))
            .orElseThrow(() -> new CommandException("no account " + name));
    }

    private String move(String name, String what, long cents) {
        Account changed = account(name).book(what, cents);
        accounts.put(name, changed);
        return name + " " + euros(changed.balance());
    }

    private String open(List<String> arguments) {
        String name = arguments.get(0);
        long limit = arguments.size() == 2 ? amount(arguments.get(1)) : 0;
        if (accounts.putIfAbsent(name, new Account(name, limit, List.of())) != null) {
            throw new CommandException(name + " exists already");
        }
        return "opened " + name;
    }

    private String transfer(List<String> arguments) {
        String from = arguments.get(0);
        String to = arguments.get(1);
        long cents = amount(arguments.get(2));
        if (from.equals(to)) {
            throw new CommandException("both accounts are the same");
        }
        // both are computed before either is stored, so a failure changes nothing
        Account payer = account(from).book("to " + to, -cents);
        Account payee = account(to).book("from " + from, cents);
        accounts.putAll(Map.of(from, payer, to, payee));
        return from + " " + euros(payer.balance()) + ", " + to + " " + euros(payee.balance());
    }

    private String statement(List<String> arguments) {
        Account account = account(arguments.get(0));
        return account.history().stream()
            .map(Entry::show)
            .reduce("statement of " + account.name(), (all, line) -> all + "\n" + line);
    }

    private String close(List<String> arguments) {
        Account account = account(arguments.get(0));
        if (account.balance() != 0) {
            throw new CommandException(account.name() + " still holds " + euros(account.balance()));
        }
        accounts.remove(account.name());
        return "closed " + account.name();
    }

    static long amount(String text) {
        long cents = Math.round(Double.parseDouble(text) * 100);
        if (cents < 0) {
            throw new CommandException("negative amount " + text);
        }
        return cents;
    }

    static String euros(long cents) {
        return String.format(Locale.ROOT, "%s%d.%02d", cents < 0 ? "-" : "", Math.abs(cents) / 100, Math.abs(cents) % 100);
    }
}

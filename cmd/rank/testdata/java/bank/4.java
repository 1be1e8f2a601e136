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
    // the accounts: name -> balance, name -> limit, name -> history
    private Map<String, Long> money = new TreeMap<>();
    private Map<String, Long> limits = new TreeMap<>();
    private Map<String, List<String>> history = new TreeMap<>();

    private void check(String name) {
        if (!money.containsKey(name)) {
            throw new CommandException("no account " + name);
        }
    }

    private long amount(String text) {
        long value = Long.parseLong(text);
        if (value <= 0) {
            throw new CommandException("amount must be positive");
        }
        return value;
    }

    private void need(String[] words, int count) {
        if (words.length != count) {
            throw new CommandException(words[0] + " needs " + (count - 1) + " words");
        }
    }

    String execute(String[] words) {
        String command = words[0];
        if (command.equals("open")) {
            if (words.length < 2 || words.length > 3) {
                throw new CommandException("open needs a name");
            }
            String name = words[1];
            if (money.containsKey(name)) {
                throw new CommandException("account " + name + " exists");
            }
            long limit = 0;
            if (words.length == 3) {
                limit = Long.parseLong(words[2]);
                if (limit < 0) {
                    throw new CommandException("limit must not be negative");
                }
            }
            money.put(name, 0L);
            limits.put(name, limit);
            history.put(name, new ArrayList<>());
            return null;
        } else if (command.equals("deposit")) {
            need(words, 3);
            String name = words[1];
            check(name);
            long value = amount(words[2]);
            // put the money on the account
            money.put(name, money.get(name) + value);
            history.get(name).add("deposit +" + value + " = " + money.get(name));
            return null;
        } else if (command.equals("withdraw")) {
            need(words, 3);
            String name = words[1];
            check(name);
            long value = amount(words[2]);
            // is there enough money?
            if (money.get(name) - value < -limits.get(name)) {
                throw new CommandException("overdraft limit of " + name);
            }
            money.put(name, money.get(name) - value);
            history.get(name).add("withdraw -" + value + " = " + money.get(name));
            return null;
        } else if (command.equals("transfer")) {
            need(words, 4);
            String from = words[1];
            String to = words[2];
            check(from);
            check(to);
            if (from.equals(to)) {
                throw new CommandException("same account");
            }
            long value = amount(words[3]);
            if (money.get(from) - value < -limits.get(from)) {
                throw new CommandException("overdraft limit of " + from);
            }
            money.put(from, money.get(from) - value);
            money.put(to, money.get(to) + value);
            history.get(from).add("to " + to + " -" + value + " = " + money.get(from));
            history.get(to).add("from " + from + " +" + value + " = " + money.get(to));
            return null;
        } else if (command.equals("balance")) {
            need(words, 2);
            check(words[1]);
            return words[1] + ": " + money.get(words[1]);
        } else if (command.equals("statement")) {
            need(words, 2);
            check(words[1]);
            String text = "statement of " + words[1] + " (limit " + limits.get(words[1]) + ")";
            int number = 1;
            for (String entry : history.get(words[1])) {
                text = text + "\n  " + number + ". " + entry;
                number++;
            }
            return text;
        } else if (command.equals("close")) {
            need(words, 2);
            check(words[1]);
            if (money.get(words[1]) != 0) {
                throw new CommandException("balance is not zero");
            }
            money.remove(words[1]);
            limits.remove(words[1]);
            history.remove(words[1]);
            return "closed " + words[1];
        } else {
            throw new CommandException("unknown command " + command);
        }
    }
}

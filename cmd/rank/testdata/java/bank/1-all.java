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

    /** What we know about one client. */
    private static class Client {
        long cash;
        long minimum;
        String title;
        final List<String> moves = new ArrayList<>();

        void change(String reason, long delta) {
            cash += delta;
            moves.add(String.format("%-16s %10d %10d%n", reason, delta, cash));
        }

        Client reserve(long wanted) {
            if (cash - wanted >= minimum) {
                return this;
            }
            throw new CommandException("overdraft limit of " + title + " exceeded");
        }
    }

    private static final int CLIENTS = 500;
    private final List<Client> clients = new ArrayList<>();

    private Client search(String title) {
        for (Client c : clients) {
            if (title.equals(c.title)) {
                return c;
            }
        }
        return null;
    }

    private Client client(String[] input, int index) {
        Client c = search(input[index]);
        if (c != null) {
            return c;
        }
        throw new CommandException("no account " + input[index]);
    }

    private static void arity(int given, String[] input, int... ok) {
        boolean fine = false;
        for (int o : ok) {
            fine |= o == given;
        }
        if (!fine) {
            throw new CommandException("wrong number of arguments for " + input[0]);
        }
    }

    private static long sum(String[] input) {
        long v = Long.parseLong(input[input.length - 1]);
        if (v > 0) {
            return v;
        }
        throw new CommandException("amount must be positive");
    }

    private String create(String[] input) {
        String title = input[1];
        String problem = null;
        long credit = 0;
        if (search(title) != null) {
            problem = "account " + title + " exists";
        } else if (clients.size() >= CLIENTS) {
            problem = "bank is full";
        } else if (input.length > 2 && (credit = Long.parseLong(input[2])) < 0) {
            problem = "negative limit";
        }
        if (problem != null) {
            throw new CommandException(problem);
        }
        Client c = new Client();
        c.minimum = -credit;
        c.title = title;
        clients.add(c);
        return "opened " + title;
    }

    private void move(String[] input) {
        Client source = client(input, 1);
        Client target = client(input, 2);
        if (target != source) {
            long v = sum(input);
            source.reserve(v).change("to " + target.title, -v);
            target.change("from " + source.title, v);
        } else {
            throw new CommandException("same account");
        }
    }

    private String delete(Client c) {
        if (c.cash == 0) {
            clients.remove(c);
            return "closed " + c.title;
        }
        throw new CommandException("balance is not zero");
    }

    String execute(String[] input) {
        String verb = input[0];
        int given = input.length - 1;
        String result = null;
        if ("close".equals(verb)) {
            arity(given, input, 1);
            result = delete(client(input, 1));
        } else if ("balance".equals(verb)) {
            arity(given, input, 1);
            result = input[1] + " " + client(input, 1).cash;
        } else if ("statement".equals(verb)) {
            arity(given, input, 1);
            Client c = client(input, 1);
            result = "statement of " + c.title + "\n" + String.join("", c.moves)
                + "balance " + c.cash + " limit " + -c.minimum;
        } else if ("transfer".equals(verb)) {
            arity(given, input, 3);
            move(input);
        } else if ("deposit".equals(verb)) {
            arity(given, input, 2);
            Client c = client(input, 1);
            c.change(verb, sum(input));
        } else if ("withdraw".equals(verb)) {
            arity(given, input, 2);
            Client c = client(input, 1);
            long v = sum(input);
            c.reserve(v).change(verb, -v);
        } else if ("open".equals(verb)) {
            arity(given, input, 1, 2);
            result = create(input);
        } else {
            throw new CommandException("unknown command " + verb);
        }
        return result;
    }
}

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

    private static final int LIMIT = 500;
    private final String[] owners = new String[LIMIT];
    private final long[] funds = new long[LIMIT];
    private final long[] credit = new long[LIMIT];
    private final StringBuilder[] history = new StringBuilder[LIMIT];
    private int used = 0;

    private int locate(String who) {
        int pos = used - 1;
        while (pos >= 0 && !owners[pos].equals(who)) {
            pos--;
        }
        return pos;
    }

    private int mustHave(String who) {
        int pos = locate(who);
        if (pos >= 0) {
            return pos;
        }
        throw new CommandException("no account " + who);
    }

    private static long positive(String text) {
        long sum = Long.parseLong(text);
        if (sum > 0) {
            return sum;
        } else {
            throw new CommandException("amount must be positive");
        }
    }

    private static void expect(String[] args, int least, int most) {
        int given = args.length - 1;
        if (given >= least && given <= most) {
            return;
        }
        throw new CommandException("wrong number of arguments for " + args[0]);
    }

    private void record(int pos, String kind, long sum) {
        funds[pos] += sum;
        history[pos].append(String.format("%-16s %10d %10d%n", kind, sum, funds[pos]));
    }

    private void allow(int pos, long sum) {
        if (funds[pos] - sum >= -credit[pos]) {
            return;
        }
        throw new CommandException("overdraft limit of " + owners[pos] + " exceeded");
    }

    String execute(String[] args) {
        String answer = null;
        String verb = args[0];
        if (verb.equals("open")) {
            expect(args, 1, 2);
            if (locate(args[1]) < 0) {
                if (used < LIMIT) {
                    long sum = 0;
                    if (args.length == 3) {
                        sum = Long.parseLong(args[2]);
                    }
                    if (sum >= 0) {
                        owners[used] = args[1];
                        funds[used] = 0;
                        credit[used] = sum;
                        history[used++] = new StringBuilder();
                        answer = "opened " + args[1];
                    } else {
                        throw new CommandException("negative limit");
                    }
                } else {
                    throw new CommandException("bank is full");
                }
            } else {
                throw new CommandException("account " + args[1] + " exists");
            }
        } else if (verb.equals("deposit")) {
            expect(args, 2, 2);
            int pos = mustHave(args[1]);
            record(pos, "deposit", positive(args[2]));
        } else if (verb.equals("withdraw")) {
            expect(args, 2, 2);
            int pos = mustHave(args[1]);
            long sum = positive(args[2]);
            allow(pos, sum);
            record(pos, "withdraw", -sum);
        } else if (verb.equals("transfer")) {
            expect(args, 3, 3);
            int src = mustHave(args[1]);
            int dst = mustHave(args[2]);
            if (src != dst) {
                long sum = positive(args[3]);
                allow(src, sum);
                record(src, "to " + args[2], -sum);
                record(dst, "from " + args[1], sum);
            } else {
                throw new CommandException("same account");
            }
        } else if (verb.equals("balance")) {
            expect(args, 1, 1);
            answer = args[1] + " " + funds[mustHave(args[1])];
        } else if (verb.equals("statement")) {
            expect(args, 1, 1);
            int pos = mustHave(args[1]);
            answer = "statement of " + args[1] + "\n" + history[pos]
                + "balance " + funds[pos] + " limit " + credit[pos];
        } else if (verb.equals("close")) {
            expect(args, 1, 1);
            int pos = mustHave(args[1]);
            if (funds[pos] == 0) {
                used--;
                while (pos < used) {
                    owners[pos] = owners[pos + 1];
                    funds[pos] = funds[pos + 1];
                    credit[pos] = credit[pos + 1];
                    history[pos] = history[pos + 1];
                    pos++;
                }
                answer = "closed " + args[1];
            } else {
                throw new CommandException("balance is not zero");
            }
        } else {
            throw new CommandException("unknown command " + verb);
        }
        return answer;
    }
}

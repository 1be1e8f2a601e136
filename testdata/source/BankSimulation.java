package example.simulation;

import java.util.*;

// How long do people wait at a bank? Discrete events: customers come at random, wait
// in one line or in one line for each clerk, are served, and go. Some give up.
public class BankSimulation
{
    enum Kind { ARRIVAL, DONE, GIVES_UP, BREAK_BEGINS, BREAK_ENDS }
    enum Discipline { ONE_LINE, LINE_EACH, SHORT_JOBS_FIRST }

    static class Event implements Comparable<Event>
    {
        final double time;
        final Kind kind;
        final Customer customer;
        final Clerk clerk;
        final long order;

        Event(double time, Kind kind, Customer customer, Clerk clerk, long order)
        {
            this.time = time;
            this.kind = kind;
            this.customer = customer;
            this.clerk = clerk;
            this.order = order;
        }

        public int compareTo(Event that)
        {
            int byTime = Double.compare(time, that.time);
            return byTime != 0 ? byTime : Long.compare(order, that.order);
        }
    }

    static class Customer
    {
        final int number;
        final double arrived;
        final double work;
        final double patience;
        Queue<Customer> line;
        boolean served;

        Customer(int number, double arrived, double work, double patience)
        {
            this.number = number;
            this.arrived = arrived;
            this.work = work;
            this.patience = patience;
        }
    }

    static class Clerk
    {
        final String name;
        final double speed;
        Queue<Customer> line;
        Customer current;
        boolean onBreak, wantsBreak;
        double busy, since;

        Clerk(String name, double speed)
        {
            this.name = name;
            this.speed = speed;
        }

        boolean free()
        {
            return current == null && !onBreak;
        }
    }

    // Mean and variance in one pass (Welford), and a histogram of minutes.
    static class Statistic
    {
        long n;
        double mean, squares, largest;
        final int[] minutes = new int[61];

        void add(double x)
        {
            n++;
            double delta = x - mean;
            mean += delta / n;
            squares += delta * (x - mean);
            largest = Math.max(largest, x);
            minutes[(int) Math.min(60, x)]++;
        }

        double deviation()
        {
            return n < 2 ? 0 : Math.sqrt(squares / (n - 1));
        }

        int quantile(double q)
        {
            long left = (long) Math.ceil(q * n);
            for (int m = 0; m < minutes.length; m++)
            {
                left -= minutes[m];
                if (left <= 0)
                    return m;
            }
            return 60;
        }

        void merge(Statistic other)
        {
            if (other.n == 0)
                return;
            double delta = other.mean - mean;
            long total = n + other.n;
            squares += other.squares + delta * delta * n * other.n / total;
            mean += delta * other.n / total;
            n = total;
            largest = Math.max(largest, other.largest);
            for (int m = 0; m < minutes.length; m++)
                minutes[m] += other.minutes[m];
        }
    }

    private final PriorityQueue<Event> agenda = new PriorityQueue<>();
    private final List<Clerk> clerks = new ArrayList<>();
    private final Random random;
    private final Discipline discipline;
    private final double closing;
    private double clock;
    private long scheduled;
    private int customers, lost;

    final Statistic waits = new Statistic();
    final Statistic lengths = new Statistic();

    BankSimulation(Discipline discipline, int clerkCount, double closing, long seed)
    {
        this.discipline = discipline;
        this.closing = closing;
        this.random = new Random(seed);
        Queue<Customer> shared = discipline == Discipline.SHORT_JOBS_FIRST
            ? new PriorityQueue<>(Comparator.comparingDouble((Customer c) -> c.work).thenComparingInt(c -> c.number))
            : new ArrayDeque<>();
        for (int i = 0; i < clerkCount; i++)
        {
            // The first is new, and slow.
            Clerk clerk = new Clerk("clerk " + (i + 1), i == 0 ? 0.7 : 1.0);
            clerk.line = discipline == Discipline.LINE_EACH ? new ArrayDeque<>() : shared;
            clerks.add(clerk);
            schedule(120 + 30 * i, Kind.BREAK_BEGINS, null, clerk);
        }
        schedule(gap(0), Kind.ARRIVAL, null, null);
    }

    private void schedule(double time, Kind kind, Customer customer, Clerk clerk)
    {
        agenda.add(new Event(time, kind, customer, clerk, scheduled++));
    }

    private double exponential(double mean)
    {
        return -mean * Math.log(1 - random.nextDouble());
    }

    // Minutes to the next arrival by thinning: twice as many come about noon.
    private double gap(double from)
    {
        double t = from;
        do
        {
            t += exponential(0.75);
        }
        while (random.nextDouble() > rate(t));
        return t;
    }

    private double rate(double t)
    {
        double toNoon = (t - 180) / 60;
        return 0.5 + 0.5 * Math.exp(-toNoon * toNoon);
    }

    private double work()
    {
        // Most want money; one in six opens an account.
        if (random.nextInt(6) == 0)
            return 8 + exponential(6);
        return 0.5 + exponential(1.5);
    }

    void run()
    {
        while (!agenda.isEmpty())
        {
            Event event = agenda.poll();
            clock = event.time;
            switch (event.kind)
            {
                case ARRIVAL:
                    arrive();
                    break;
                case DONE:
                    finish(event.clerk);
                    break;
                case GIVES_UP:
                    giveUp(event.customer);
                    break;
                case BREAK_BEGINS:
                    beginBreak(event.clerk);
                    break;
                case BREAK_ENDS:
                    event.clerk.onBreak = false;
                    serveNext(event.clerk);
                    break;
            }
        }
    }

    private void arrive()
    {
        double next = gap(clock);
        if (next < closing)
            schedule(next, Kind.ARRIVAL, null, null);
        Customer customer = new Customer(++customers, clock, work(), 5 + exponential(25));
        for (Clerk clerk : clerks)
        {
            if (clerk.free() && clerk.line.isEmpty())
            {
                serve(clerk, customer);
                return;
            }
        }
        Clerk chosen = clerks.get(0);
        for (Clerk clerk : clerks)
            if (clerk.line.size() + (clerk.onBreak ? 100 : 0) < chosen.line.size() + (chosen.onBreak ? 100 : 0))
                chosen = clerk;
        lengths.add(chosen.line.size());
        customer.line = chosen.line;
        chosen.line.add(customer);
        schedule(clock + customer.patience, Kind.GIVES_UP, customer, null);
    }

    private void serve(Clerk clerk, Customer customer)
    {
        customer.served = true;
        waits.add(clock - customer.arrived);
        clerk.current = customer;
        clerk.since = clock;
        schedule(clock + customer.work / clerk.speed, Kind.DONE, customer, clerk);
    }

    private void serveNext(Clerk clerk)
    {
        Customer next = clerk.line.poll();
        if (next == null && discipline == Discipline.LINE_EACH)
            next = fromLongestLine(clerk);
        if (next != null)
            serve(clerk, next);
    }

    // Whoever stands last in the longest line is the first to notice a free clerk.
    private Customer fromLongestLine(Clerk idle)
    {
        Clerk longest = idle;
        for (Clerk clerk : clerks)
            if (clerk.line.size() > longest.line.size())
                longest = clerk;
        return longest.line.isEmpty() ? null : ((ArrayDeque<Customer>) longest.line).pollLast();
    }

    private void finish(Clerk clerk)
    {
        clerk.busy += clock - clerk.since;
        clerk.current = null;
        if (clerk.wantsBreak)
            beginBreak(clerk);
        else
            serveNext(clerk);
    }

    private void giveUp(Customer customer)
    {
        if (customer.served)
            return;
        if (customer.line.remove(customer))
            lost++;
    }

    private void beginBreak(Clerk clerk)
    {
        clerk.wantsBreak = clerk.current != null;
        if (clerk.wantsBreak)
            return;
        clerk.onBreak = true;
        schedule(clock + 30, Kind.BREAK_ENDS, null, clerk);
    }

    double utilisation()
    {
        double sum = 0;
        for (Clerk clerk : clerks)
            sum += clerk.busy;
        return sum / (clerks.size() * clock);
    }

    public static void main(String[] args)
    {
        int days = args.length > 0 ? Integer.parseInt(args[0]) : 200;
        System.out.println("discipline        clerks  wait   dev  95%   max  lost  busy");
        for (Discipline discipline : Discipline.values())
        {
            for (int clerks = 3; clerks <= 6; clerks++)
            {
                Statistic all = new Statistic();
                double busy = 0, lost = 0, came = 0;
                for (int day = 0; day < days; day++)
                {
                    BankSimulation bank = new BankSimulation(discipline, clerks, 480, 1000L * clerks + day);
                    bank.run();
                    all.merge(bank.waits);
                    busy += bank.utilisation();
                    lost += bank.lost;
                    came += bank.customers;
                }
                System.out.printf("%-18s %5d %5.1f %5.1f %4d %5.0f %4.1f%% %4.0f%%%n", discipline, clerks, all.mean,
                    all.deviation(), all.quantile(0.95), all.largest, 100 * lost / came, 100 * busy / days);
            }
        }
    }
}

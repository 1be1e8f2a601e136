package example.concurrent;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Lends out things that are dear to make, such as connections.
 *
 * @param <R> what is pooled
 */
public class ResourcePool<R> implements AutoCloseable {

    private static final Logger LOGGER = Logger.getLogger(ResourcePool.class.getName());

    /**
     * How resources come and go.
     */
    public interface Factory<R> {

        R create() throws Exception;

        default boolean isUsable(R resource) {
            return true;
        }

        default void destroy(R resource) throws Exception {
            // nothing to be done by default
        }
    }

    /**
     * A resource on loan. Closing it gives the resource back.
     */
    public final class Loan implements AutoCloseable {

        private final Pooled<R> pooled;
        private final Throwable borrower;
        private boolean returned;
        private boolean broken;

        private Loan(Pooled<R> pooled) {
            this.pooled = pooled;
            this.borrower = traceBorrowers ? new Throwable("borrowed here") : null;
        }

        public R get() {
            if (returned) {
                throw new IllegalStateException("this resource was given back already");
            }
            return pooled.resource;
        }

        /**
         * Says that the resource must not be lent out again.
         */
        public void markBroken() {
            broken = true;
        }

        @Override
        public void close() {
            if (!returned) {
                returned = true;
                giveBack(this);
            }
        }
    }

    private static final class Pooled<R> {

        private final R resource;
        private final long createdAt;
        private long idleSince;
        private int uses;

        private Pooled(R resource, long now) {
            this.resource = resource;
            this.createdAt = now;
            this.idleSince = now;
        }
    }

    /**
     * Settings of a pool, to be changed before it is built.
     */
    public static final class Builder<R> {

        private final Factory<R> factory;
        private int minimum = 0;
        private int maximum = 8;
        private int maximumUses = Integer.MAX_VALUE;
        private long idleNanos = TimeUnit.MINUTES.toNanos(5);
        private long lifetimeNanos = TimeUnit.HOURS.toNanos(1);
        private boolean traceBorrowers;

        public Builder(Factory<R> factory) {
            this.factory = factory;
        }

        public Builder<R> size(int minimum, int maximum) {
            if (minimum < 0 || maximum < 1 || minimum > maximum) {
                throw new IllegalArgumentException("not a range: " + minimum + " to " + maximum);
            }
            this.minimum = minimum;
            this.maximum = maximum;
            return this;
        }

        public Builder<R> maximumUses(int uses) {
            this.maximumUses = uses;
            return this;
        }

        public Builder<R> idleTime(long amount, TimeUnit unit) {
            this.idleNanos = unit.toNanos(amount);
            return this;
        }

        public Builder<R> lifetime(long amount, TimeUnit unit) {
            this.lifetimeNanos = unit.toNanos(amount);
            return this;
        }

        public Builder<R> traceBorrowers() {
            this.traceBorrowers = true;
            return this;
        }

        public ResourcePool<R> build() {
            return new ResourcePool<>(this);
        }
    }

    private final Factory<R> factory;
    private final int minimum;
    private final int maximum;
    private final int maximumUses;
    private final long idleNanos;
    private final long lifetimeNanos;
    private final boolean traceBorrowers;

    private final ReentrantLock lock = new ReentrantLock(true);
    private final Condition available = lock.newCondition();
    private final Condition empty = lock.newCondition();

    // Guarded by lock.
    private final Deque<Pooled<R>> idle = new ArrayDeque<>();
    private final Map<Loan, Long> lent = new HashMap<>();
    private int total;
    private int waiting;
    private boolean closed;

    private final AtomicLong created = new AtomicLong();
    private final AtomicLong timeouts = new AtomicLong();

    private ResourcePool(Builder<R> builder) {
        this.factory = builder.factory;
        this.minimum = builder.minimum;
        this.maximum = builder.maximum;
        this.maximumUses = builder.maximumUses;
        this.idleNanos = builder.idleNanos;
        this.lifetimeNanos = builder.lifetimeNanos;
        this.traceBorrowers = builder.traceBorrowers;
    }

    /**
     * Borrows a resource, waiting until one is free.
     *
     * @throws TimeoutException if none was free in time
     */
    public Loan borrow(long timeout, TimeUnit unit) throws Exception {
        long remaining = unit.toNanos(timeout);
        while (true) {
            Pooled<R> candidate = null;
            lock.lockInterruptibly();
            try {
                while (idle.isEmpty() && total >= maximum && !closed) {
                    if (remaining <= 0) {
                        timeouts.incrementAndGet();
                        throw new TimeoutException(total + " resources are all in use, " + waiting + " others wait");
                    }
                    waiting++;
                    try {
                        remaining = available.awaitNanos(remaining);
                    } finally {
                        waiting--;
                    }
                }
                if (closed) {
                    throw new IllegalStateException("the pool is closed");
                }
                // The one used last is the most likely to be alive still.
                candidate = idle.pollFirst();
                if (candidate == null) {
                    total++;
                }
            } finally {
                lock.unlock();
            }

            // Creating and testing may take long, so the lock is not held meanwhile.
            if (candidate == null) {
                candidate = createOrGiveUpSlot();
            } else if (isWornOut(candidate) || !isUsable(candidate)) {
                discard(candidate);
                continue;
            }
            candidate.uses++;
            return register(new Loan(candidate));
        }
    }

    private Pooled<R> createOrGiveUpSlot() throws Exception {
        boolean success = false;
        try {
            Pooled<R> pooled = new Pooled<>(factory.create(), System.nanoTime());
            created.incrementAndGet();
            success = true;
            return pooled;
        } finally {
            if (!success) {
                releaseSlot();
            }
        }
    }

    private Loan register(Loan loan) {
        lock.lock();
        try {
            lent.put(loan, System.nanoTime());
            return loan;
        } finally {
            lock.unlock();
        }
    }

    private void giveBack(Loan loan) {
        boolean keep = !loan.broken && !isWornOut(loan.pooled);
        lock.lock();
        try {
            lent.remove(loan);
            keep = keep && !closed;
            if (keep) {
                loan.pooled.idleSince = System.nanoTime();
                idle.addFirst(loan.pooled);
                available.signal();
            }
        } finally {
            lock.unlock();
        }
        if (!keep) {
            discard(loan.pooled);
        }
    }

    private boolean isWornOut(Pooled<R> pooled) {
        return pooled.uses >= maximumUses || System.nanoTime() - pooled.createdAt > lifetimeNanos;
    }

    private boolean isUsable(Pooled<R> pooled) {
        try {
            return factory.isUsable(pooled.resource);
        } catch (RuntimeException e) {
            LOGGER.log(Level.FINE, "test of a resource failed", e);
            return false;
        }
    }

    private void discard(Pooled<R> pooled) {
        try {
            factory.destroy(pooled.resource);
        } catch (Exception e) {
            LOGGER.log(Level.WARNING, "could not destroy " + pooled.resource, e);
        } finally {
            releaseSlot();
        }
    }

    private void releaseSlot() {
        lock.lock();
        try {
            total--;
            available.signal();
            if (total == 0) {
                empty.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets go of what nobody has used for a while, and names loans that last too long.
     * To be called by a timer.
     */
    public int evict(long suspiciousNanos) {
        Deque<Pooled<R>> doomed = new ArrayDeque<>();
        lock.lock();
        try {
            long now = System.nanoTime();
            Iterator<Pooled<R>> oldestFirst = idle.descendingIterator();
            while (oldestFirst.hasNext() && total - doomed.size() > minimum) {
                Pooled<R> pooled = oldestFirst.next();
                if (now - pooled.idleSince < idleNanos) {
                    break;
                }
                oldestFirst.remove();
                doomed.add(pooled);
            }
            for (Map.Entry<Loan, Long> entry : lent.entrySet()) {
                if (now - entry.getValue() > suspiciousNanos) {
                    LOGGER.log(Level.WARNING, "a resource was not given back", entry.getKey().borrower);
                }
            }
        } finally {
            lock.unlock();
        }
        doomed.forEach(this::discard);
        return doomed.size();
    }

    /**
     * Closes the pool, and waits until all loans are back.
     */
    @Override
    public void close() throws InterruptedException {
        Deque<Pooled<R>> rest;
        lock.lock();
        try {
            closed = true;
            rest = new ArrayDeque<>(idle);
            idle.clear();
            available.signalAll();
        } finally {
            lock.unlock();
        }
        rest.forEach(this::discard);
        lock.lock();
        try {
            while (total > 0) {
                empty.await();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String toString() {
        lock.lock();
        try {
            return String.format("pool of %d (%d lent, %d idle, %d waiting, %d made, %d timeouts)",
                    total, lent.size(), idle.size(), waiting, created.get(), timeouts.get());
        } finally {
            lock.unlock();
        }
    }
}

import java.util.Scanner;

public class LruProgram {

    // one box of the chain
    static class Box {
        String key;
        String value;
        Box next;
        Box before;
    }

    static Box newest = null;
    static Box oldest = null;
    static int size = 0;
    static int capacity = 3;
    static int hits = 0;
    static int misses = 0;
    static int evicted = 0;

    // walk through the chain until the key is found
    static Box find(String key) {
        Box b = newest;
        while (b != null) {
            if (b.key.equals(key)) {
                return b;
            }
            b = b.next;
        }
        return null;
    }

    static void takeOut(Box b) {
        if (b.before == null) {
            newest = b.next;
        } else {
            b.before.next = b.next;
        }
        if (b.next == null) {
            oldest = b.before;
        } else {
            b.next.before = b.before;
        }
        b.next = null;
        b.before = null;
        size--;
    }

    static void putInFront(Box b) {
        b.before = null;
        b.next = newest;
        if (newest == null) {
            oldest = b;
        } else {
            newest.before = b;
        }
        newest = b;
        size++;
    }

    static void throwAwayOld() {
        while (size > capacity) {
            System.out.println("evict " + oldest.key);
            takeOut(oldest);
            evicted++;
        }
    }

    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String[] w = in.nextLine().trim().split("\\s+");
            if (w[0].equals("size") && w.length == 2) {
                try {
                    int n = Integer.parseInt(w[1]);
                    if (n < 1) {
                        System.out.println("size must be at least 1");
                    } else {
                        capacity = n;
                        throwAwayOld();
                    }
                } catch (NumberFormatException e) {
                    System.out.println("not a number: " + w[1]);
                }
            } else if (w[0].equals("put") && w.length == 3) {
                Box b = find(w[1]);
                if (b != null) {
                    // key is known, change it and move it to the front
                    b.value = w[2];
                    takeOut(b);
                    putInFront(b);
                } else {
                    b = new Box();
                    b.key = w[1];
                    b.value = w[2];
                    putInFront(b);
                    throwAwayOld();
                }
            } else if (w[0].equals("get") && w.length == 2) {
                Box b = find(w[1]);
                if (b == null) {
                    misses++;
                    System.out.println("miss");
                } else {
                    hits++;
                    takeOut(b);
                    putInFront(b);
                    System.out.println(b.value);
                }
            } else if (w[0].equals("del") && w.length == 2) {
                Box b = find(w[1]);
                if (b == null) {
                    System.out.println("no " + w[1]);
                } else {
                    takeOut(b);
                }
            } else if (w[0].equals("dump")) {
                System.out.println(size + " of " + capacity);
                Box b = newest;
                while (b != null) {
                    System.out.println("  " + b.key + " = " + b.value);
                    b = b.next;
                }
            } else if (!w[0].equals("")) {
                System.out.println("what is " + w[0] + "?");
            }
        }
        System.out.println("hits " + hits + " misses " + misses + " evicted " + evicted);
        if (hits + misses > 0) {
            System.out.println("rate " + 100 * hits / (hits + misses) + "%");
        }
    }
}

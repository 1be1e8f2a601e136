import java.util.Scanner;

public class Lru {
    // nodes live in arrays; slot 0 is the sentinel of a ring
    private String[] key, val;
    private int[] nxt, prv, chain, head;
    private int cap, cnt, hits, misses, evicted;

    Lru(int c) {
        cap = c;
        key = new String[c + 1];
        val = new String[c + 1];
        nxt = new int[c + 1];
        prv = new int[c + 1];
        chain = new int[c + 1];
        head = new int[2 * c + 1];
    }

    private int slot(String k) {
        int h = 0;
        for (int i = 0; i < k.length(); i++)
            h = h * 37 + k.charAt(i);
        return (h & 0x7fffffff) % head.length;
    }

    private int find(String k) {
        int i = head[slot(k)];
        while (i != 0 && !key[i].equals(k))
            i = chain[i];
        return i;
    }

    private void unlink(int i) {
        nxt[prv[i]] = nxt[i];
        prv[nxt[i]] = prv[i];
    }

    private void front(int i) {
        nxt[i] = nxt[0];
        prv[i] = 0;
        prv[nxt[0]] = i;
        nxt[0] = i;
    }

    private void unhash(int i) {
        int h = slot(key[i]);
        if (head[h] == i) {
            head[h] = chain[i];
            return;
        }
        int p = head[h];
        while (chain[p] != i)
            p = chain[p];
        chain[p] = chain[i];
    }

    String get(String k) {
        int i = find(k);
        if (i == 0) {
            misses++;
            return null;
        }
        hits++;
        unlink(i);
        front(i);
        return val[i];
    }

    void put(String k, String v) {
        int i = find(k);
        if (i != 0) {
            val[i] = v;
            unlink(i);
            front(i);
            return;
        }
        if (cnt < cap)
            i = ++cnt;
        else {
            i = prv[0];
            unlink(i);
            unhash(i);
            evicted++;
        }
        key[i] = k;
        val[i] = v;
        int h = slot(k);
        chain[i] = head[h];
        head[h] = i;
        front(i);
    }

    boolean del(String k) {
        int i = find(k);
        if (i == 0)
            return false;
        unlink(i);
        unhash(i);
        if (i != cnt) { // move the last slot into the hole
            int l = cnt;
            unhash(l);
            key[i] = key[l];
            val[i] = val[l];
            nxt[i] = nxt[l];
            prv[i] = prv[l];
            nxt[prv[i]] = i;
            prv[nxt[i]] = i;
            int h = slot(key[i]);
            chain[i] = head[h];
            head[h] = i;
        }
        cnt--;
        return true;
    }

    void dump() {
        for (int i = nxt[0]; i != 0; i = nxt[i])
            System.out.println(key[i] + "=" + val[i]);
        System.out.printf("%d/%d used, %d hits, %d misses, %d evicted%n", cnt, cap, hits, misses, evicted);
    }

    public static void main(String[] args) {
        Lru c = new Lru(8);
        Scanner in = new Scanner(System.in);
        while (in.hasNextLine()) {
            String[] w = in.nextLine().trim().split("\\s+", 3);
            if (w[0].equals("size") && w.length == 2 && w[1].matches("[1-9]\\d{0,5}"))
                c = new Lru(Integer.parseInt(w[1]));
            else if (w[0].equals("put") && w.length == 3)
                c.put(w[1], w[2]);
            else if (w[0].equals("get") && w.length == 2) {
                String v = c.get(w[1]);
                System.out.println(v == null ? "(none)" : v);
            } else if (w[0].equals("del") && w.length == 2)
                System.out.println(c.del(w[1]) ? "deleted" : "(none)");
            else if (w[0].equals("dump"))
                c.dump();
            else if (!w[0].isEmpty())
                System.out.println("? " + String.join(" ", w));
        }
    }
}

import java.util.Scanner;

public class Recent {
    private String[] k, v;
    private int[] right, left, link, table;
    private int max, size, good, bad, out;

    Recent(int n) {
        int m = n + 1;
        max = n;
        k = new String[m];
        v = new String[m];
        right = new int[m];
        left = new int[m];
        link = new int[m];
        table = new int[n + m];
    }

    private static int hash(int mod, String s) {
        int x = 0;
        for (int j = 0; j < s.length(); j++)
            x = x * 37 + s.charAt(j);
        return (x & 0x7fffffff) % mod;
    }

    private int index(String s) {
        int j = table[hash(table.length, s)];
        while (j != 0 && !k[j].equals(s))
            j = link[j];
        return j;
    }

    private void join(int a, int b) {
        right[a] = b;
        left[b] = a;
    }

    private void touch(boolean linked, int j) {
        if (linked)
            join(left[j], right[j]);
        join(j, right[0]);
        join(0, j);
    }

    private void enter(int j) {
        int b = hash(table.length, k[j]);
        link[j] = table[b];
        table[b] = j;
    }

    private void drop(int j) {
        int b = hash(table.length, k[j]);
        if (table[b] == j) {
            table[b] = link[j];
        } else {
            int p = table[b];
            while (link[p] != j)
                p = link[p];
            link[p] = link[j];
        }
    }

    private void discard(int j) {
        join(left[j], right[j]);
        drop(j);
    }

    private int vacancy() {
        if (size < max)
            return ++size;
        int j = left[0];
        discard(j);
        out++;
        return j;
    }

    private void relocate(int to, int from) {
        drop(from);
        k[to] = k[from];
        v[to] = v[from];
        join(left[from], to);
        join(to, right[from]);
        enter(to);
    }

    void store(String value, String s) {
        int j = index(s);
        boolean known = j != 0;
        if (!known) {
            j = vacancy();
            k[j] = s;
            enter(j);
        }
        v[j] = value;
        touch(known, j);
    }

    private void answerGet(String s) {
        int j = index(s);
        if (j == 0) {
            bad++;
            System.out.println("(none)");
            return;
        }
        good++;
        touch(true, j);
        System.out.println(v[j]);
    }

    private void answerDel(String s) {
        int j = index(s);
        if (j == 0) {
            System.out.println("(none)");
            return;
        }
        discard(j);
        if (j != size)
            relocate(j, size);
        size--;
        System.out.println("deleted");
    }

    private void list() {
        for (int j = right[0]; j != 0; j = right[j])
            System.out.println(k[j] + "=" + v[j]);
        System.out.printf("%d/%d used, %d hits, %d misses, %d evicted%n", size, max, good, bad, out);
    }

    private static boolean is(int n, String[] w, String name) {
        return w[0].equals(name) && w.length == n;
    }

    private Recent command(String[] w) {
        if (is(2, w, "size") && w[1].matches("[1-9]\\d{0,5}"))
            return new Recent(Integer.parseInt(w[1]));
        if (is(3, w, "put"))
            store(w[2], w[1]);
        else if (is(2, w, "get"))
            answerGet(w[1]);
        else if (is(2, w, "del"))
            answerDel(w[1]);
        else if (w[0].equals("dump"))
            list();
        else if (!w[0].isEmpty())
            System.out.println("? " + String.join(" ", w));
        return this;
    }

    public static void main(String[] argv) {
        Recent r = new Recent(8);
        Scanner s = new Scanner(System.in);
        while (s.hasNextLine())
            r = r.command(s.nextLine().trim().split("\\s+", 3));
    }
}

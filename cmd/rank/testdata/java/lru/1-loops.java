import java.util.Scanner;

public class CacheDemo {
    private String[] names, values;
    private int[] after, before, sameBucket, buckets;
    private int room, filled, found, lost, thrown;

    CacheDemo(int places) {
        room = places;
        names = new String[places + 1];
        values = new String[places + 1];
        after = new int[places + 1];
        before = new int[places + 1];
        sameBucket = new int[places + 1];
        buckets = new int[2 * places + 1];
    }

    private int bucket(String name) {
        int sum = 0;
        int p = 0;
        while (p < name.length())
            sum = sum * 37 + name.charAt(p++);
        return (sum & 0x7fffffff) % buckets.length;
    }

    private int search(String name) {
        for (int e = buckets[bucket(name)]; ; e = sameBucket[e])
            if (e == 0 || names[e].equals(name))
                return e;
    }

    private void cut(int e) {
        after[before[e]] = after[e];
        before[after[e]] = before[e];
    }

    private void first(int e) {
        after[e] = after[0];
        before[e] = 0;
        before[after[0]] = e;
        after[0] = e;
    }

    private void forget(int e) {
        int b = bucket(names[e]);
        if (buckets[b] != e) {
            int q;
            for (q = buckets[b]; sameBucket[q] != e; q = sameBucket[q])
                ;
            sameBucket[q] = sameBucket[e];
        } else
            buckets[b] = sameBucket[e];
    }

    String read(String name) {
        int e = search(name);
        String result;
        if (e != 0) {
            found++;
            cut(e);
            first(e);
            result = values[e];
        } else {
            lost++;
            result = null;
        }
        return result;
    }

    void write(String name, String value) {
        int e = search(name);
        if (e == 0) {
            if (filled >= room) {
                e = before[0];
                cut(e);
                forget(e);
                thrown++;
            } else
                e = ++filled;
            names[e] = name;
            values[e] = value;
            int b = bucket(name);
            sameBucket[e] = buckets[b];
            buckets[b] = e;
        } else {
            values[e] = value;
            cut(e);
        }
        first(e);
    }

    boolean remove(String name) {
        int e = search(name);
        boolean there = e != 0;
        if (there) {
            cut(e);
            forget(e);
            if (e == filled) {
                filled--;
                return there;
            }
            int z = filled--;
            forget(z);
            names[e] = names[z];
            values[e] = values[z];
            after[e] = after[z];
            before[e] = before[z];
            after[before[e]] = e;
            before[after[e]] = e;
            int b = bucket(names[e]);
            sameBucket[e] = buckets[b];
            buckets[b] = e;
        }
        return there;
    }

    void show() {
        int e = after[0];
        while (e != 0) {
            System.out.println(names[e] + "=" + values[e]);
            e = after[e];
        }
        System.out.printf("%d/%d used, %d hits, %d misses, %d evicted%n", filled, room, found, lost, thrown);
    }

    public static void main(String[] unused) {
        CacheDemo cache = new CacheDemo(8);
        for (Scanner input = new Scanner(System.in); input.hasNextLine(); ) {
            String[] part = input.nextLine().trim().split("\\s+", 3);
            switch (part[0] + "/" + part.length) {
            case "dump/1":
            case "dump/2":
            case "dump/3":
                cache.show();
                break;
            case "put/3":
                cache.write(part[1], part[2]);
                break;
            case "get/2":
                String value = cache.read(part[1]);
                if (value != null)
                    System.out.println(value);
                else
                    System.out.println("(none)");
                break;
            case "del/2":
                if (!cache.remove(part[1]))
                    System.out.println("(none)");
                else
                    System.out.println("deleted");
                break;
            case "size/2":
                if (part[1].matches("[1-9]\\d{0,5}")) {
                    cache = new CacheDemo(Integer.parseInt(part[1]));
                    break;
                }
            default:
                if (part[0].isEmpty())
                    continue;
                System.out.println("? " + String.join(" ", part));
            }
        }
    }
}

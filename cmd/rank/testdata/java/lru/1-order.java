import java.util.Scanner;

public class Memory {
    private int dropped, missed, matched, amount, places;
    private int[] first, follow, older, newer;
    private String[] content, label;

    public static void main(String[] argv) {
        int lines = 0;
        Scanner source = new Scanner(System.in);
        Memory store = new Memory(8);
        while (source.hasNextLine()) {
            String[] cmd = source.nextLine().trim().split("\\s+", 3);
            lines++;
            if (cmd[0].equals("dump"))
                store.print();
            else if (cmd.length == 2 && cmd[0].equals("del"))
                System.out.println(store.erase(cmd[1]) ? "deleted" : "(none)");
            else if (cmd.length == 2 && cmd[0].equals("get")) {
                String text = store.fetch(cmd[1]);
                System.out.println(text != null ? text : "(none)");
            } else if (cmd.length == 3 && cmd[0].equals("put"))
                store.insert(cmd[1], cmd[2]);
            else if (cmd.length == 2 && cmd[0].equals("size") && cmd[1].matches("[1-9]\\d{0,5}"))
                store = new Memory(Integer.parseInt(cmd[1]));
            else if (!cmd[0].isEmpty())
                System.out.println("? " + String.join(" ", cmd));
        }
        if (lines < 0)
            System.out.println("impossible");
    }

    // from the youngest to the oldest
    void print() {
        for (int at = older[0]; 0 != at; at = older[at])
            System.out.println(label[at] + "=" + content[at]);
        System.out.printf("%d/%d used, %d hits, %d misses, %d evicted%n", amount, places, matched, missed, dropped);
    }

    boolean erase(String name) {
        int at = lookup(name);
        if (0 == at)
            return false;
        removeFromTable(at);
        takeOut(at);
        if (amount != at) {
            // fill the gap with the highest entry
            int top = amount;
            removeFromTable(top);
            newer[at] = newer[top];
            older[at] = older[top];
            content[at] = content[top];
            label[at] = label[top];
            newer[older[at]] = at;
            older[newer[at]] = at;
            int place = code(label[at]);
            follow[at] = first[place];
            first[place] = at;
        }
        amount--;
        return true;
    }

    void insert(String name, String text) {
        int at = lookup(name);
        if (0 != at) {
            takeOut(at);
            toTop(at);
            content[at] = text;
            return;
        }
        if (places > amount)
            at = ++amount;
        else {
            dropped++;
            at = newer[0];
            removeFromTable(at);
            takeOut(at);
        }
        toTop(at);
        int place = code(name);
        content[at] = text;
        label[at] = name;
        follow[at] = first[place];
        first[place] = at;
    }

    String fetch(String name) {
        int at = lookup(name);
        if (0 == at) {
            missed++;
            return null;
        }
        String text = content[at];
        takeOut(at);
        toTop(at);
        matched++;
        return text;
    }

    private void removeFromTable(int at) {
        int place = code(label[at]);
        if (at == first[place]) {
            first[place] = follow[at];
            return;
        }
        int b = first[place];
        while (at != follow[b])
            b = follow[b];
        follow[b] = follow[at];
    }

    // entry 0 stands between the youngest and the oldest
    private void toTop(int at) {
        newer[at] = 0;
        older[at] = older[0];
        newer[older[0]] = at;
        older[0] = at;
    }

    private void takeOut(int at) {
        newer[older[at]] = newer[at];
        older[newer[at]] = older[at];
    }

    private int lookup(String name) {
        int at = first[code(name)];
        while (0 != at && !name.equals(label[at]))
            at = follow[at];
        return at;
    }

    private int code(String name) {
        int sum = 0;
        for (int c = 0; name.length() > c; c++)
            sum = name.charAt(c) + 37 * sum;
        return (0x7fffffff & sum) % first.length;
    }

    Memory(int wanted) {
        first = new int[1 + 2 * wanted];
        follow = new int[1 + wanted];
        newer = new int[1 + wanted];
        older = new int[1 + wanted];
        content = new String[1 + wanted];
        label = new String[1 + wanted];
        places = wanted;
    }
}

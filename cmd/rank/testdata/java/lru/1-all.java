import java.util.Scanner;

/**
 * A cache with limited space. The entry that was not used for the longest time is given up.
 */
public class CacheTool {

    /** One remembered pair; entries form a ring and, per bucket, a list. */
    private static final class Entry {
        Entry sibling;
        Entry younger = this;
        Entry elder = this;
        String data;
        String id;

        void leaveRing() {
            elder.younger = younger;
            younger.elder = elder;
        }

        void insertBelow(Entry top) {
            elder = top.elder;
            younger = top;
            elder.younger = this;
            top.elder = this;
        }
    }

    private final Entry top = new Entry();
    private final Entry[] lists;
    private final int space;
    private int taken;
    private int given, success, failure;

    CacheTool(int space) {
        this.lists = new Entry[1 + space + space];
        this.space = space;
    }

    private int number(String id) {
        int result = 0;
        for (char c : id.toCharArray()) {
            result = c + result * 37;
        }
        return (result & Integer.MAX_VALUE) % lists.length;
    }

    private Entry seek(String id) {
        Entry e = lists[number(id)];
        for (; e != null; e = e.sibling) {
            if (id.equals(e.id)) {
                break;
            }
        }
        return e;
    }

    private void give(Entry e) {
        int where = number(e.id);
        e.leaveRing();
        Entry earlier = null;
        for (Entry x = lists[where]; x != e; x = x.sibling) {
            earlier = x;
        }
        if (earlier != null) {
            earlier.sibling = e.sibling;
        } else {
            lists[where] = e.sibling;
        }
        taken--;
    }

    private String query(String id) {
        Entry e = seek(id);
        if (e != null) {
            success++;
            e.leaveRing();
            e.insertBelow(top);
            return e.data;
        }
        failure++;
        return "(none)";
    }

    private void keep(String[] line) {
        Entry e = seek(line[1]);
        if (e == null) {
            if (taken == space) {
                give(top.younger);
                given++;
            }
            taken++;
            e = new Entry();
            e.id = line[1];
            int where = number(e.id);
            e.sibling = lists[where];
            lists[where] = e;
        } else {
            e.leaveRing();
        }
        e.insertBelow(top);
        e.data = line[2];
    }

    private String kill(String id) {
        Entry e = seek(id);
        if (e != null) {
            give(e);
        }
        return e != null ? "deleted" : "(none)";
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        Entry e = top.elder;
        while (e != top) {
            text.append(e.id).append('=').append(e.data).append('\n');
            e = e.elder;
        }
        return text + String.format("%d/%d used, %d hits, %d misses, %d evicted",
            taken, space, success, failure, given);
    }

    public static void main(String[] ignored) {
        CacheTool tool = new CacheTool(8);
        Scanner console = new Scanner(System.in);
        for (; console.hasNextLine(); ) {
            String[] line = console.nextLine().trim().split("\\s+", 3);
            String verb = line[0];
            int n = line.length;
            String reply = null;
            if (verb.equals("dump")) {
                reply = tool.toString();
            } else if (n == 2 && verb.equals("get")) {
                reply = tool.query(line[1]);
            } else if (n == 2 && verb.equals("del")) {
                reply = tool.kill(line[1]);
            } else if (n == 3 && verb.equals("put")) {
                tool.keep(line);
            } else if (n == 2 && verb.equals("size") && line[1].matches("[1-9]\\d{0,5}")) {
                tool = new CacheTool(Integer.valueOf(line[1]));
            } else if (!verb.isEmpty()) {
                reply = "? " + String.join(" ", line);
            }
            if (reply != null) {
                System.out.println(reply);
            }
        }
    }
}

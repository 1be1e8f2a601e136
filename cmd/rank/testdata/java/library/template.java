import java.io.*;
import java.util.*;

public class Library {
    static final int LOAN_DAYS = 21;
    static final int FINE_PER_DAY = 25;
    static final int MAX_LOANS = 5;

    private final PrintStream out;

    Library(PrintStream out) {
        this.out = out;
    }

    static int parseDay(String text) {
        String[] parts = text.split("-");
        int year = Integer.parseInt(parts[0]);
        int month = Integer.parseInt(parts[1]);
        int day = Integer.parseInt(parts[2]);
        return (year * 12 + month - 1) * 31 + day - 1;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        Library library = new Library(System.out);
        String line;
        while ((line = reader.readLine()) != null) {
            StringTokenizer tokens = new StringTokenizer(line, ";");
            if (!tokens.hasMoreTokens()) {
                continue;
            }
            List<String> fields = new ArrayList<>();
            while (tokens.hasMoreTokens()) {
                fields.add(tokens.nextToken().trim());
            }
            library.handle(fields);
        }
        library.report();
    }

package example.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.*;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/**
 * Finds words that no dictionary has, and what may have been meant.
 * The dictionary is a trie; suggestions come from one walk over it with a row of the
 * edit distance matrix per node, so that common beginnings are compared once.
 */
public class SpellChecker {
  private static final String ROWS = "qwertyuiop asdfghjkl  zxcvbnm   ";

  /** A letter of the trie. Children are few, so a sorted array of chars will do. */
  private static class Node {
    char[] letters = new char[2];
    Node[] children = new Node[2];
    int size;
    int frequency; // 0 where no word ends

    Node child(char c) {
      int at = java.util.Arrays.binarySearch(letters, 0, size, c);
      return at >= 0 ? children[at] : null;
    }

    Node grow(char c) {
      int at = java.util.Arrays.binarySearch(letters, 0, size, c);
      if (at >= 0) return children[at];
      at = -at - 1;
      if (size == letters.length) {
        letters = java.util.Arrays.copyOf(letters, 2 * size);
        children = java.util.Arrays.copyOf(children, 2 * size);
      }
      System.arraycopy(letters, at, letters, at + 1, size - at);
      System.arraycopy(children, at, children, at + 1, size - at);
      letters[at] = c;
      children[at] = new Node();
      size++;
      return children[at];
    }
  }

  public record Suggestion(String word, double cost, int frequency) {
    static final Comparator<Suggestion> BEST_FIRST = Comparator.comparingDouble(Suggestion::cost)
        .thenComparing(Comparator.comparingInt(Suggestion::frequency).reversed())
        .thenComparing(Suggestion::word);
  }

  /** Keeps the best few, and knows how bad one may be to get in. */
  private static class Best {
    final int capacity;
    final double limit;
    final List<Suggestion> kept = new ArrayList<>();

    Best(int capacity, double limit) {
      this.capacity = capacity;
      this.limit = limit;
    }

    double bar() {
      return kept.size() < capacity ? limit : Math.min(limit, kept.get(kept.size() - 1).cost());
    }

    void offer(Suggestion s) {
      if (s.cost() > bar()) return;
      int at = java.util.Collections.binarySearch(kept, s, Suggestion.BEST_FIRST);
      if (at < 0) kept.add(-at - 1, s);
      if (kept.size() > capacity) kept.remove(capacity);
    }
  }

  private final Node root = new Node();
  private int words;

  public void add(String word, int frequency) {
    Node node = root;
    for (int i = 0; i < word.length(); i++) node = node.grow(word.charAt(i));
    if (node.frequency == 0) words++;
    node.frequency += Math.max(1, frequency);
  }

  /** A word on each line, with a tab and its frequency if that is known. */
  public void load(Path dictionary) throws IOException {
    try (BufferedReader in = Files.newBufferedReader(dictionary)) {
      String line;
      while ((line = in.readLine()) != null) {
        int tab = line.indexOf('\t');
        if (tab >= 0) add(line.substring(0, tab), Integer.parseInt(line.substring(tab + 1).trim()));
        else if (!line.isBlank()) add(line.trim(), 1);
      }
    }
  }

  public boolean knows(String word) {
    if (frequency(word) > 0) return true;
    // At the beginning of a sentence, or in a heading.
    String lower = word.toLowerCase();
    if (frequency(lower) > 0) return !mixedCase(word);
    if (word.endsWith("'s")) return knows(word.substring(0, word.length() - 2));
    return compound(lower);
  }

  private int frequency(String word) {
    Node node = root;
    for (int i = 0; node != null && i < word.length(); i++) node = node.child(word.charAt(i));
    return node == null ? 0 : node.frequency;
  }

  private static boolean mixedCase(String word) {
    String rest = word.substring(1);
    return !rest.equals(rest.toLowerCase()) && !word.equals(word.toUpperCase());
  }

  private boolean compound(String word) {
    String[] parts = word.split("-");
    if (parts.length < 2) return false;
    for (String part : parts)
      if (frequency(part) == 0) return false;
    return true;
  }

  public List<Suggestion> suggest(String word, int count) {
    String w = word.toLowerCase();
    Best best = new Best(count, 1.0 + w.length() / 4.0);
    double[] row = new double[w.length() + 1];
    for (int i = 0; i < row.length; i++) row[i] = i;
    walk(root, w, new StringBuilder(), row, null, best);
    split(w, best);
    return best.kept;
  }

  // row[i]: the cost of making the first i letters of the word the prefix so far.
  private void walk(Node node, String word, StringBuilder prefix, double[] row, double[] above, Best best) {
    if (node.frequency > 0 && row[word.length()] > 0) {
      best.offer(new Suggestion(prefix.toString(), row[word.length()], node.frequency));
    }
    for (int k = 0; k < node.size; k++) {
      char c = node.letters[k];
      double[] next = new double[row.length];
      next[0] = row[0] + insertion(prefix, c);
      double least = next[0];
      for (int i = 1; i < next.length; i++) {
        char typed = word.charAt(i - 1);
        double cost = row[i - 1] + substitution(typed, c);
        cost = Math.min(cost, next[i - 1] + 1);
        cost = Math.min(cost, row[i] + insertion(prefix, c));
        if (above != null && i > 1 && typed == prefix.charAt(prefix.length() - 1) && word.charAt(i - 2) == c) {
          cost = Math.min(cost, above[i - 2] + 0.7); // teh
        }
        next[i] = cost;
        least = Math.min(least, cost);
      }
      if (least > best.bar()) continue;
      prefix.append(c);
      walk(node.children[k], word, prefix, next, row, best);
      prefix.setLength(prefix.length() - 1);
    }
  }

  private static double insertion(CharSequence prefix, char c) {
    // A doubled letter is easily forgotten.
    return prefix.length() > 0 && prefix.charAt(prefix.length() - 1) == c ? 0.5 : 1;
  }

  private static double substitution(char typed, char meant) {
    if (typed == meant) return 0;
    if (vowel(typed) && vowel(meant)) return 0.7;
    return neighbours(typed, meant) ? 0.6 : 1.1;
  }

  private static boolean vowel(char c) {
    return "aeiouy".indexOf(c) >= 0;
  }

  private static boolean neighbours(char a, char b) {
    int i = ROWS.indexOf(a), j = ROWS.indexOf(b);
    if (i < 0 || j < 0) return false;
    int rows = Math.abs(i / 11 - j / 11), columns = Math.abs(i % 11 - j % 11);
    return rows <= 1 && columns <= 1;
  }

  private void split(String word, Best best) {
    for (int i = 2; i <= word.length() - 2; i++) {
      int left = frequency(word.substring(0, i)), right = frequency(word.substring(i));
      if (left > 0 && right > 0) {
        best.offer(new Suggestion(word.substring(0, i) + " " + word.substring(i), 0.9, Math.min(left, right)));
      }
    }
  }

  /** Every word that begins so, for completion as one types. */
  public Collection<String> complete(String prefix, int most) {
    Node node = root;
    for (char c : prefix.toCharArray()) {
      node = node.child(c);
      if (node == null) return List.of();
    }
    TreeMap<Integer, List<String>> byFrequency = new TreeMap<>(Comparator.reverseOrder());
    collect(node, new StringBuilder(prefix), byFrequency);
    return byFrequency.values().stream().flatMap(List::stream).limit(most).toList();
  }

  private void collect(Node node, StringBuilder prefix, TreeMap<Integer, List<String>> into) {
    if (node.frequency > 0) into.computeIfAbsent(node.frequency, f -> new ArrayList<>()).add(prefix.toString());
    for (int k = 0; k < node.size; k++) {
      prefix.append(node.letters[k]);
      collect(node.children[k], prefix, into);
      prefix.setLength(prefix.length() - 1);
    }
  }

  private static boolean inWord(String line, int i) {
    char c = line.charAt(i);
    if (Character.isLetter(c)) return true;
    boolean between = i > 0 && i + 1 < line.length()
        && Character.isLetter(line.charAt(i - 1)) && Character.isLetter(line.charAt(i + 1));
    return between && (c == '\'' || c == '-');
  }

  public int check(BufferedReader in, String name, PrintStream out) throws IOException {
    int found = 0, number = 0;
    for (String line; (line = in.readLine()) != null; ) {
      number++;
      for (int start = 0, end; start < line.length(); start = end + 1) {
        end = start;
        while (end < line.length() && inWord(line, end)) end++;
        if (end - start < 2) continue;
        String word = line.substring(start, end);
        if (knows(word)) continue;
        found++;
        out.printf("%s:%d:%d: %s", name, number, start + 1, word);
        String separator = " - ";
        for (Suggestion s : suggest(word, 5)) {
          out.print(separator + s.word());
          separator = ", ";
        }
        out.println();
      }
    }
    return found;
  }

  public static void main(String[] args) throws IOException {
    SpellChecker checker = new SpellChecker();
    checker.load(Path.of(args.length > 0 ? args[0] : "/usr/share/dict/words"));
    System.err.println(checker.words + " words");
    int found = 0;
    if (args.length < 2) {
      found = checker.check(new BufferedReader(new InputStreamReader(System.in)), "-", System.out);
    }
    for (int i = 1; i < args.length; i++) {
      try (BufferedReader in = Files.newBufferedReader(Path.of(args[i]))) {
        found += checker.check(in, args[i], System.out);
      } catch (NoSuchFileException e) {
        System.err.println(args[i] + " is not there");
      }
    }
    System.exit(found > 0 ? 1 : 0);
  }
}

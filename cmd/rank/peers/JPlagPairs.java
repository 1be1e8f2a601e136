import de.jplag.JPlag;
import de.jplag.JPlagComparison;
import de.jplag.Language;
import de.jplag.options.JPlagOptions;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/** Prints the similarity of every two files in the folders of a folder: JPlagPairs LANGUAGE DIR COPY. */
public class JPlagPairs {
    public static void main(String[] args) throws Exception {
        Language language = switch (args[0]) {
            case "java" -> new de.jplag.java.JavaLanguage();
            case "c", "cpp" -> new de.jplag.cpp.CPPLanguage();
            case "python" -> new de.jplag.python3.PythonLanguage();
            case "javascript" -> new de.jplag.javascript.JavaScriptLanguage();
            case "go" -> new de.jplag.golang.GoLanguage();
            case "rust" -> new de.jplag.rust.RustLanguage();
            default -> throw new IllegalArgumentException("no module for " + args[0]);
        };
        Path from = Path.of(args[1]);
        Path to = Path.of(args[2]);
        JPlagOptions options = new JPlagOptions(language, copyParsed(language, from, to), Set.of())
                .withMaximumNumberOfComparisons(JPlagOptions.SHOW_ALL_COMPARISONS);
        for (JPlagComparison c : JPlag.run(options).getAllComparisons()) {
            Path a = from.resolve(to.relativize(c.firstSubmission().getRoot().toPath()));
            Path b = from.resolve(to.relativize(c.secondSubmission().getRoot().toPath()));
            System.out.println(c.maximalSimilarity() + "\t" + a + "\t" + b);
        }
    }

    /** Copies the files that JPlag parses, because some that it does not end the whole run. */
    private static Set<File> copyParsed(Language language, Path from, Path to) throws IOException {
        Set<File> folders = new HashSet<>();
        int left = 0;
        for (File task : from.toFile().listFiles(File::isDirectory)) {
            Path folder = Files.createDirectories(to.resolve(task.getName()));
            for (File file : task.listFiles()) {
                try {
                    language.parse(Set.of(file), false);
                    Files.copy(file.toPath(), folder.resolve(file.getName()));
                } catch (Exception e) {
                    left++;
                }
            }
            folders.add(folder.toFile());
        }
        System.err.println("JPlag: " + left + " files of " + from + " left out, because it does not parse them");
        return folders;
    }
}

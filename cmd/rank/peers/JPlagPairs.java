import de.jplag.JPlag;
import de.jplag.JPlagComparison;
import de.jplag.Language;
import de.jplag.options.JPlagOptions;
import java.io.File;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Prints the similarity of every two files in the folders of a folder: JPlagPairs LANGUAGE DIR. */
public class JPlagPairs {
    public static void main(String[] args) throws Exception {
        Language language = switch (args[0]) {
            case "java" -> new de.jplag.java.Language();
            case "c", "cpp" -> new de.jplag.cpp2.CPPLanguage();
            case "python" -> new de.jplag.python3.Language();
            case "go" -> new de.jplag.golang.Language();
            default -> throw new IllegalArgumentException("no module for " + args[0]);
        };
        Set<File> tasks = new HashSet<>(List.of(new File(args[1]).listFiles(File::isDirectory)));
        JPlagOptions options = new JPlagOptions(language, tasks, Set.of())
                .withFileSuffixes(List.of(".java", ".c", ".cpp", ".py", ".go"))
                .withMaximumNumberOfComparisons(JPlagOptions.SHOW_ALL_COMPARISONS);
        for (JPlagComparison c : new JPlag(options).run().getAllComparisons()) {
            System.out.println(c.similarity() + "\t" + c.firstSubmission().getRoot() + "\t" + c.secondSubmission().getRoot());
        }
    }
}

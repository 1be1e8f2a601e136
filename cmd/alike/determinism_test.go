package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// alikeOutput runs a command line in this process and returns its standard output.
func alikeOutput(t *testing.T, index string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	none := func() int { return 0 }
	a := newCommandLine(environment{
		stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
		getenv:     func(name string) string { return map[string]string{"ALIKE_INDEX": index}[name] },
		outColumns: none, errColumns: none,
	})
	if err := a.execute(context.Background(), args); err != nil {
		t.Fatalf("alike %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return stdout.String()
}

// sourceTree copies folders of Go's own sources into a new folder.
func sourceTree(t *testing.T, folders []string) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	tree := filepath.Join(t.TempDir(), "tree")
	if err := os.Mkdir(tree, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range folders {
		if err := os.CopyFS(filepath.Join(tree, f), os.DirFS(filepath.Join(strings.TrimSpace(string(out)), "src", f))); err != nil {
			t.Fatal(err)
		}
	}
	return tree
}

// pairsOnly scans the tree, checks the index and returns the lines of pairs and groups.
// It leaves out the summary, which has counts of this run and its duration.
func pairsOnly(t *testing.T, index, tree, threads string) string {
	t.Helper()
	all := alikeOutput(t, index, "pairs", "-f", "json", "--sort", "--min", "25%", "-j", threads, tree)
	end := strings.LastIndex(strings.TrimSpace(all), "\n") + 1
	if !strings.Contains(all[end:], `"type":"summary"`) {
		t.Fatalf("%s: the last line is not a summary: %s", index, all[end:])
	}
	groups := alikeOutput(t, index, "groups", "--min", "25%", "-j", threads)
	if n := strings.Count(groups, "representative"); n < 20 {
		t.Fatalf("%s: only %d groups", index, n)
	}
	alikeOutput(t, index, "check", "--sample", "all")
	return all[:end] + groups
}

// scanPieces scans the folders of a tree one by one. Each scan also finds a file that is
// removed afterwards and leaves an orphaned content behind.
func scanPieces(t *testing.T, index, tree string, folders []string) {
	t.Helper()
	for i, f := range folders {
		passing := filepath.Join(tree, f, "passing")
		text := strings.Repeat(fmt.Sprintf("something that soon is gone %d\n", i), 200)
		if err := os.WriteFile(passing, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		alikeOutput(t, index, "scan", "-j", "8", filepath.Join(tree, f))
		if err := os.Remove(passing); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSameFilesSameOutput checks that pairs and groups of a tree are the same, byte for
// byte, with 1 and 8 threads, in one scan and in several with files that come and go.
func TestSameFilesSameOutput(t *testing.T) {
	t.Parallel()
	folders := []string{"net", "go", "encoding", "archive", "image"}
	tree, dir := sourceTree(t, folders), t.TempDir()
	want := pairsOnly(t, filepath.Join(dir, "one"), tree, "1")
	if n := strings.Count(want, "\n"); n < 100 {
		t.Fatalf("only %d pairs", n)
	}
	pieces := filepath.Join(dir, "pieces")
	scanPieces(t, pieces, tree, folders)
	alikeOutput(t, pieces, "forget", filepath.Join(tree, "go"))
	for name, index := range map[string]string{"eight threads": filepath.Join(dir, "eight"), "pieces": pieces} {
		if got := pairsOnly(t, index, tree, "8"); got != want {
			t.Errorf("%s: %d pairs and %d bytes, with one thread %d and %d", name,
				strings.Count(got, "\n"), len(got), strings.Count(want, "\n"), len(want))
		}
	}
}

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

// alikeOutput runs the command line in this process with an index and returns
// its standard output.
func alikeOutput(t *testing.T, index string, args ...string) string {
	t.Helper()
	var stdout, stderr bytes.Buffer
	none := func() int { return 0 }
	a := newApp(environment{
		stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr,
		getenv:     func(name string) string { return map[string]string{"ALIKE_INDEX": index}[name] },
		outColumns: none, errColumns: none,
	})
	if err := a.execute(context.Background(), args); err != nil {
		t.Fatalf("alike %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return stdout.String()
}

// The same tree, with 1 and with 8 threads, in one go and in pieces, with files
// that came and went in between, gives byte for byte the same pairs.
func TestSameFilesSameOutput(t *testing.T) {
	t.Parallel()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	tree := filepath.Join(t.TempDir(), "tree")
	if err := os.Mkdir(tree, 0o755); err != nil {
		t.Fatal(err)
	}
	pieces := []string{"net", "go", "encoding", "archive", "image"}
	for _, p := range pieces {
		if err := os.CopyFS(filepath.Join(tree, p), os.DirFS(filepath.Join(strings.TrimSpace(string(out)), "src", p))); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	answers := map[string]string{}
	answer := func(name string, args ...string) {
		index := filepath.Join(dir, name)
		all := alikeOutput(t, index, append([]string{"pairs", "-f", "json", "--sort", "--min", "25%"}, args...)...)
		// The last line, the summary, tells what this run has done and how long
		// it took.
		end := strings.LastIndex(strings.TrimSpace(all), "\n") + 1
		if !strings.Contains(all[end:], `"type":"summary"`) {
			t.Fatalf("%s: the last line is no summary: %s", name, all[end:])
		}
		answers[name] = all[:end]
		alikeOutput(t, index, "check", "--sample", "all")
	}
	answer("one thread", "-j", "1", tree)
	answer("eight threads", "-j", "8", tree)

	in := filepath.Join(dir, "pieces")
	for i, p := range pieces {
		// Files that are there for one scan only leave contents behind that no
		// path names any more.
		passing := filepath.Join(tree, p, "passing")
		text := strings.Repeat(fmt.Sprintf("something that soon is gone %d\n", i), 200)
		if err := os.WriteFile(passing, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		alikeOutput(t, in, "scan", "-j", "8", filepath.Join(tree, p))
		if err := os.Remove(passing); err != nil {
			t.Fatal(err)
		}
	}
	alikeOutput(t, in, "forget", filepath.Join(tree, "go"))
	answer("pieces", "-j", "8", tree)

	want := answers["one thread"]
	if n := strings.Count(want, "\n"); n < 100 {
		t.Fatalf("only %d pairs", n)
	}
	for name, got := range answers {
		if got != want {
			t.Errorf("%s: %d pairs and %d bytes, with one thread %d and %d", name,
				strings.Count(got, "\n"), len(got), strings.Count(want, "\n"), len(want))
		}
	}
}

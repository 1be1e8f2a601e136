package scan

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"alike/scan/ignore"
	"alike/testdata"
)

// walked returns the files that a scan of the roots finds, sorted and relative to a
// folder.
func walked(t testing.TB, relative string, o Options, roots ...string) []string {
	t.Helper()
	s, err := o.prepare()
	if err != nil {
		t.Fatal(err)
	}
	set, err := newRootSet(roots)
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	paths := []string{}
	if err := set.choose(s.usual, s.Roots); err != nil {
		t.Fatal(err)
	}
	w := &walker{settings: s, roots: set}
	w.visit = func(_ *worker, l *listing) error {
		mu.Lock()
		defer mu.Unlock()
		for _, f := range l.files {
			paths = append(paths, strings.TrimPrefix(l.dir.prefix+f.name, relative+"/"))
		}
		w.queue.addFolders(l.folders, true)
		return nil
	}
	if _, err := w.walk(context.Background(), nil); err != nil {
		t.Fatal(err)
	}
	slices.Sort(paths)
	return paths
}

// Names of files and folders, and pieces of patterns, chosen so that they match often.
var (
	oracleNames = []string{
		"a", "b", "ab", "abc", "a.o", "b.o", "a.b.o", "o", "x y", "sp ", "!a", "#a", "[a]", "a]", "*", "?",
		`a\b`, `\`, "é", "\xff", "\xfe", "n\nl", "-", "a-b", "{a,b}", "A", "0", "foo", "bar", ".h", "~", "a~", "\t",
	}
	oraclePieces = []string{
		"a", "b", "ab", "o", ".o", "*.o", "*", "**", "***", "?", "[ab]", "[!a]", "[^b]", "[a-c]", "[]a]", "[a", "[]-]", "[a-]",
		"[[:alpha:]]", "[[:space:]]", "[[:punct:]]", "[[:nope:]]", "[[:a]", `[\]]`, `[\a-\c]`, `\*`, `\?`, `\a`, `\ `, `\`, `\[`, "x y", " ", "é", "\xff", "#a", "{a,b}", "foo", "bar", "abc", ".", "~", "*~", "-",
	}
)

func randomName(r *rand.Rand) string { return oracleNames[r.IntN(len(oracleNames))] }

func randomLine(r *rand.Rand) string {
	var b strings.Builder
	if r.IntN(4) == 0 {
		b.WriteByte('!')
	}
	if r.IntN(4) == 0 {
		b.WriteByte('/')
	}
	for i := range 1 + r.IntN(3) {
		if i > 0 {
			b.WriteByte('/')
		}
		if r.IntN(2) == 0 {
			b.WriteString(randomName(r))
		}
		for range r.IntN(3) {
			b.WriteString(oraclePieces[r.IntN(len(oraclePieces))])
		}
	}
	b.WriteString([]string{"", "", "", "", "", "/", "/", " ", "  ", "\r", `\ `, "/**", "\t", "\\"}[r.IntN(14)])
	return strings.ReplaceAll(b.String(), "\n", "")
}

// grow creates a random tree with ignore files.
func grow(t *testing.T, r *rand.Rand, dir string, depth int, rules string) {
	if r.IntN(3) > 0 || depth == 0 {
		var lines []string
		for range []int{1 + r.IntN(6), 100 + r.IntN(200)}[r.IntN(8)/7] {
			lines = append(lines, randomLine(r))
		}
		must(t, os.WriteFile(dir+"/"+rules, []byte(strings.Join(lines, "\n")+"\n"[:r.IntN(2)]), 0o644))
	}
	for range 3 + r.IntN(4) {
		path := dir + "/" + randomName(r)
		if depth < 3 && r.IntN(2) == 0 {
			if os.Mkdir(path, 0o755) == nil {
				grow(t, r, path, depth+1, rules)
			}
		} else if _, err := os.Lstat(path); err != nil {
			must(t, os.WriteFile(path, nil, 0o644))
		}
	}
}

// needGit skips the test if there is no git.
func needGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git to compare with:", err)
	}
}

func git(t *testing.T, dir string, stdin []byte, args ...string) []byte {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "HOME="+os.DevNull, "XDG_CONFIG_HOME="+os.DevNull)
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // status 1 means that nothing is ignored
		t.Fatalf("git %v: %v\n%s", args, err, exit.Stderr)
	}
	return out
}

// notIgnored asks git which files of a repository are not ignored.
func notIgnored(t *testing.T, dir string) []string {
	t.Helper()
	left := make(map[string]bool)
	var ask []byte
	must(t, filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if d.Name() == ".git" {
			return filepath.SkipDir
		}
		if !d.IsDir() {
			name := strings.TrimPrefix(path, dir+"/")
			left[name] = true
			ask = fmt.Appendf(ask, "%s\x00", name)
		}
		return err
	}))
	for _, name := range strings.Split(string(git(t, dir, ask, "check-ignore", "--no-index", "--stdin", "-z")), "\x00") {
		delete(left, name)
	}
	return sortedKeys(left)
}

// TestIgnoreAsGit compares walks of random trees with random .gitignore files with git
// check-ignore.
func TestIgnoreAsGit(t *testing.T) {
	needGit(t)
	const seed = 2
	trees := testdata.Rounds(10, 40) // 1,500 were run once
	r := rand.New(rand.NewPCG(seed, 0))
	all, out := 0, 0
	for n := range trees {
		dir := t.TempDir()
		git(t, dir, nil, "init", "-q")
		grow(t, r, dir, 0, ignore.GitFile)
		want := notIgnored(t, dir)
		got := walked(t, dir, Options{Threads: 2, Selection: Selection{Hidden: true, Exclude: []string{".git/"}}}, dir)
		if !slices.Equal(got, want) {
			t.Fatalf("tree %d of seed %d in %s:\ngot %q\ngit %q", n, seed, dir, got, want)
		}
		inPieces(t, dir, got)
		files := 0
		must(t, filepath.WalkDir(dir, func(_ string, d os.DirEntry, err error) error {
			if d.Name() == ".git" {
				return filepath.SkipDir
			}
			if !d.IsDir() {
				files++
			}
			return err
		}))
		all += files
		out += files - len(got)
	}
	t.Logf("%d of %d files ignored", out, all)
	if out < all/10 || out > all*9/10 {
		t.Errorf("%d of %d files ignored: the trees test too little", out, all)
	}
}

// inPieces checks that a scan of each folder finds what the scan of the whole
// repository found in it.
func inPieces(t *testing.T, dir string, whole []string) {
	t.Helper()
	pieces := make(map[string][]string)
	for _, name := range whole {
		for d := filepath.Dir(name); d != "."; d = filepath.Dir(d) {
			pieces[d] = append(pieces[d], name)
		}
	}
	for d, want := range pieces {
		got := walked(t, dir, Options{Threads: 1, Selection: Selection{Hidden: true}}, dir+"/"+d)
		if !slices.Equal(got, want) {
			t.Fatalf("%s alone in %s:\ngot  %q\nwant %q", d, dir, got, want)
		}
	}
}

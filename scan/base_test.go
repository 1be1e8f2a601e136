package scan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"alike/db/search"
	"alike/fingerprint"
	"alike/fingerprint/view"
	"alike/testdata"
)

func readBase(t *testing.T, o BaseOptions, roots ...string) *Base {
	t.Helper()
	b, err := ReadBase(context.Background(), roots, o)
	must(t, err)
	return b
}

// candidatesOf returns the candidates of texts under a view.
func candidatesOf(kind view.Kind, files map[string]string, names ...string) fingerprint.Set {
	c := fingerprint.NewCandidates(fingerprint.DefaultRule)
	for _, name := range names {
		v := view.NewViewer(kind, false)
		v.Reset(name)
		c.Reset()
		_, _ = c.Write(slices.Clone(v.Write([]byte(files[name]), true)))
	}
	return c.Set()
}

// TestReadBase checks that a base is read by the rules of a scan and under the view.
func TestReadBase(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	long := strings.Repeat("func f(a, b int) int { return a*b + 17 } // a comment\n", 30)
	files := map[string]string{
		"t/a.go": long + "x", "t/d/b.py": strings.ReplaceAll(long, "17", "18"), "t/d/short": "short", "t/.hidden": long,
		"t/.gitignore": "out\n", "t/out": long + "y", "t/.git/HEAD": "", "single": long + "z", "none/.x": "x", "empty/": "",
	}
	write(t, root, files)
	for _, kind := range []view.Kind{view.Raw, view.FoldText, view.FoldCode} {
		for _, threads := range []int{1, 3} {
			o := BaseOptions{Options: options()}
			o.View, o.Threads = kind, threads
			b := readBase(t, o, root+"/single", root+"/t", root+"/none", root+"/empty")
			want := candidatesOf(kind, files, "t/a.go", "t/d/b.py", "single")
			if !slices.Equal(b.Fingerprints, want) || len(want) == 0 {
				t.Errorf("%s: %d fingerprints, want %d", kind, len(b.Fingerprints), len(want))
			}
			if b.Files != 4 || len(b.Contents) != 4 || b.Failed != 0 || b.Windows != nil {
				t.Errorf("%s: %d files, %d of them distinct, %d failed", kind, b.Files, len(b.Contents), b.Failed)
			}
			if got := fmt.Sprint(b.Empty); got != fmt.Sprint([]string{root + "/empty", root + "/none"}) {
				t.Errorf("empty are %s", got)
			}
			o.NoIgnore, o.Hidden = true, true
			if b := readBase(t, o, root+"/t", root+"/t/d"); b.Files != 7 || len(b.Empty) > 0 {
				t.Errorf("%s: %d files, empty are %q", kind, b.Files, b.Empty)
			}
		}
	}
	// A root that contains nothing but another root is not empty.
	if b := readBase(t, BaseOptions{Options: options()}, root+"/t/d", root+"/t"); len(b.Empty) > 0 {
		t.Errorf("empty are %q", b.Empty)
	}
	var missing *RootError
	if _, err := ReadBase(context.Background(), []string{root + "/nowhere"}, BaseOptions{Options: options()}); !errors.As(err, &missing) {
		t.Errorf("a root that is not there: %v", err)
	}
}

// TestBaseWhole checks that a content of the base does not count in the index.
func TestBaseWhole(t *testing.T) {
	t.Parallel()
	x, root := newIndex(t), t.TempDir()
	write(t, root, map[string]string{"tree/a": "given", "tree/b": "given", "tree/c": "own", "tree/d": "own", "base/a": "given"})
	x.scan(options(), root+"/tree")
	b := readBase(t, BaseOptions{Options: options()}, root+"/base")
	var found []string
	_, err := search.Pairs(context.Background(), x.ix, search.PairQuery{Base: &b.Base}, func(p search.Pair) error {
		found = append(found, strings.TrimPrefix(p.A.Path, root))
		return nil
	})
	must(t, err)
	if fmt.Sprint(found) != "[/tree/c]" {
		t.Errorf("found %q", found)
	}
}

// TestBaseTooLarge checks the limit of windows: exactly enough, one less, and three.
func TestBaseTooLarge(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	files := map[string]string{"a": strings.Repeat("one line after another, ", 50), "d/b": strings.Repeat("0123456789", 40), "zeros": strings.Repeat("\x00", 70)}
	for i := range 400 {
		files["d/b"] += fmt.Sprintf("%x ", i*i)
	}
	write(t, root, files)
	set := fingerprint.NewWindowSet(fingerprint.Window)
	for _, name := range sortedKeys(files) {
		set.Reset()
		_, _ = set.Write([]byte(files[name]))
	}
	o := BaseOptions{Options: options(), Windows: true}
	o.MaxWindows = set.Len() - 1
	for o.Threads = 1; o.Threads < 3; o.Threads++ {
		if _, err := ReadBase(context.Background(), []string{root}, o); !errors.Is(err, ErrBaseTooLarge) {
			t.Errorf("%d windows where there may be one less: %v", set.Len(), err)
		}
	}
	o.MaxWindows = 3
	if _, err := ReadBase(context.Background(), []string{root}, o); !errors.Is(err, ErrBaseTooLarge) {
		t.Errorf("3 windows: %v", err)
	}
	o.MaxWindows = set.Len()
	readBase(t, o, root)
}

// TestBaseUnreadable checks that unreadable files are reported and counted, and the
// others are read.
func TestBaseUnreadable(t *testing.T) {
	if testdata.AsNobody(t) {
		return
	}
	root := t.TempDir()
	t.Cleanup(func() { _ = os.Chmod(root+"/closed", 0o755) })
	write(t, root, map[string]string{"a": "1", "b": "2", "closed/c": "3", "only/d": "4"})
	for _, name := range []string{"b", "closed", "only/d"} {
		must(t, os.Chmod(root+"/"+name, 0))
	}
	o := BaseOptions{Options: options()}
	warned := warnings(&o.Options, root)
	b := readBase(t, o, root, root+"/only")
	slices.Sort(*warned)
	if got := fmt.Sprint(*warned); b.Files != 1 || b.Failed != 3 || !strings.HasPrefix(got, "[b: ") || len(*warned) != 3 {
		t.Errorf("%d files, %d failed, warnings %s", b.Files, b.Failed, got)
	}
	if fmt.Sprint(b.Empty) != fmt.Sprint([]string{root + "/only"}) {
		t.Errorf("empty are %q", b.Empty)
	}
}

func TestBaseInterrupted(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, root, map[string]string{"a": "1"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := ReadBase(ctx, []string{root}, BaseOptions{Options: options()}); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

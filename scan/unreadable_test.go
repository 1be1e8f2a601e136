package scan

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"alike/testdata"
)

// warnings records what Warn receives, as "path: error" relative to a root.
func warnings(o *Options, root string) *[]string {
	var all []string
	o.Warn = func(path string, err error) {
		all = append(all, strings.TrimPrefix(path, root+"/")+": "+err.Error())
		if !errors.Is(err, fs.ErrPermission) {
			all = append(all, "not a permission error")
		}
	}
	return &all
}

func TestUnreadable(t *testing.T) {
	if testdata.AsNobody(t) {
		return
	}
	root := t.TempDir()
	t.Cleanup(func() { exec.Command("chmod", "-R", "u+rwX", root).Run() })
	write(t, root, map[string]string{
		"a": "1", "closed": "2", "empty": "", "d/b": "3", "d/e/c": "4", "listed/f": "5", "listed/g/h": "6", "n/.gitignore": "x", "n/x": "7",
	})
	must(t, os.Chmod(root+"/closed", 0))
	must(t, os.Chmod(root+"/empty", 0))
	must(t, os.Chmod(root+"/n/.gitignore", 0))
	x := newIndex(t)
	o := options()
	o.Threads = 1
	warned := warnings(&o, root)
	sum := x.scan(o, root)
	if got := strings.Join(x.names(root), " "); got != "a d/b d/e/c empty listed/f listed/g/h n/x" || sum.Failed != 2 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
	if got := strings.Join(*warned, ", "); got != "closed: permission denied, n/.gitignore: permission denied" {
		t.Errorf("warnings %s", got)
	}

	// The index keeps its entries of folders that have become unreadable.
	x.settle(root)
	must(t, os.Chmod(root+"/d", 0))
	must(t, os.Chmod(root+"/listed", 0o400)) // names are readable, but files cannot be statted
	*warned = nil
	sum = x.scan(o, root)
	if got := strings.Join(x.names(root), " "); got != "a d/b d/e/c empty listed/f listed/g/h n/x" || sum.Failed != 5 || sum.Gone != 0 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
	want := "closed: permission denied, d: permission denied, listed/f: permission denied, listed/g: permission denied, n/.gitignore: permission denied"
	if got := strings.Join(*warned, ", "); got != want {
		t.Errorf("warnings %s", got)
	}
	if sum = x.scan(o, root+"/d"); sum.Failed != 1 || sum.Gone != 0 || len(x.names(root)) != 7 {
		t.Errorf("unreadable root: %+v", sum)
	}
}

// TestUnreadableNow checks that the entry of a file that has become unreadable is kept
// until it can be read again.
func TestUnreadableNow(t *testing.T) {
	if testdata.AsNobody(t) {
		return
	}
	root := t.TempDir()
	write(t, root, map[string]string{"same": "1", "changed": "2"})
	x := newIndex(t)
	x.scan(options(), root)
	must(t, os.Chmod(root+"/same", 0)) // changes the ctime
	must(t, os.WriteFile(root+"/changed", []byte("3"), 0o644))
	must(t, os.Chmod(root+"/changed", 0))
	sum := x.scan(options(), root)
	if got := strings.Join(x.names(root), " "); got != "changed same" || sum.Failed != 2 || sum.Gone != 0 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
}

// TestFailingReads checks that a file whose reads fail keeps its entry, whether or not it has
// changed, and is read by the next scan.
func TestFailingReads(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"same": "1", "changed": "2", "fine": "3"})
	x := newIndex(t)
	x.scan(options(), root)
	x.settle(root)
	must(t, os.WriteFile(root+"/changed", []byte("22"), 0o644))
	write(t, root, map[string]string{"new": "4"})
	o := options()
	o.Verify = true
	o.beforeRead = func(path string, _ int64) {
		if !strings.HasSuffix(path, "/fine") {
			failReads(t, path)
		}
	}
	sum := x.scan(o, root)
	if got := strings.Join(x.names(root), " "); got != "changed fine same" || sum.Failed != 3 || sum.Gone != 0 || sum.Changed != 0 {
		t.Errorf("the index has %s; %+v", got, sum)
	}
	sum = x.scan(options(), root)
	if got := strings.Join(x.names(root), " "); got != "changed fine new same" || sum.Failed != 0 || sum.Read < 3 || sum.Changed != 1 {
		t.Errorf("the next scan: the index has %s; %+v", got, sum)
	}
	x.checked()
}

// TestUnreadableAfterClockWasSetBack checks that the index does not record the new time
// while it keeps files that could not be checked.
func TestUnreadableAfterClockWasSetBack(t *testing.T) {
	if testdata.AsNobody(t) {
		return
	}
	root, x, clock, o := underAClock(t, map[string]string{"d/f": "before", "g": "1"})
	clock.ahead = 24 * time.Hour
	x.scan(o, root)
	x.overwrite(root+"/d", "f", "after!")
	must(t, x.w.Commit())
	must(t, os.Chmod(root+"/d", 0))
	clock.ahead = 0
	for range 2 {
		if sum := x.scan(o, root); sum.Failed != 1 || sum.Read != 1 || !sum.ClockSetBack {
			t.Errorf("%+v", sum)
		}
	}
	must(t, os.Chmod(root+"/d", 0o755))
	if sum := x.scan(o, root); sum.Changed != 1 || !sum.ClockSetBack {
		t.Errorf("%+v", sum)
	}
	// A folder without entries in the index does not matter.
	clock.ahead = 24 * time.Hour
	x.scan(o, root)
	write(t, root, map[string]string{"e/never": "2"})
	must(t, os.Chmod(root+"/e", 0))
	clock.ahead = 0
	for _, doubted := range []bool{true, false} {
		if sum := x.scan(o, root); sum.Failed != 1 || sum.ClockSetBack != doubted {
			t.Errorf("%+v", sum)
		}
	}
	must(t, os.Chmod(root+"/e", 0o755))
	x.checked()
}

package scan

import (
	"os"
	"strings"
	"testing"
	"time"

	"alike/scan/fsys"
)

// testClock is the system clock plus an offset that the test sets.
type testClock struct{ ahead time.Duration }

func (c *testClock) now() time.Time { return time.Now().Add(c.ahead) }

// underAClock returns a folder of files, an empty index, and options with a testClock.
func underAClock(t *testing.T, files map[string]string) (root string, x *index, clock *testClock, o Options) {
	t.Helper()
	root = t.TempDir()
	write(t, root, files)
	clock = new(testClock)
	o = options()
	o.wall = clock.now
	return root, newIndex(t), clock, o
}

// overwrite replaces the content of a file by one of the same length, and enters the
// resulting times into the index. This simulates a clock so coarse, or set back so,
// that it returned the same time twice.
func (x *index) overwrite(root, name, text string) {
	x.t.Helper()
	write(x.t, root, map[string]string{name: text})
	indexed, err := x.w.Directory(root)
	must(x.t, err)
	for _, e := range indexed.Files {
		if e.Name == name {
			if int(e.Size) != len(text) {
				x.t.Fatalf("%s has %d bytes", name, e.Size)
			}
			var st fsys.Status
			must(x.t, statOf(root+"/"+name, &st))
			e.Stat = fsys.StatOf(&st)
			must(x.t, x.w.Put(indexed.ID, e))
		}
	}
}

// TestClockIsSet checks that a file that has just changed is read again, whether the
// clock of the scan is right, slow, fast, or set in between.
func TestClockIsSet(t *testing.T) {
	const hour = time.Hour
	for _, c := range []struct {
		name          string
		first, second time.Duration // offsets of the clock from that of the file system
		settled       bool          // the first scan trusts the times of the file
	}{
		{"right", 0, 0, false},
		{"slow", -hour, -hour, false},
		{"slow, then set right", -hour, 0, false},
		{"right, then set back", 0, -hour, false},
		{"a day fast, then set right", 24 * hour, 0, true},
		{"a day fast, then set back by an hour", 24 * hour, 23 * hour, true},
		{"a day fast, then set back by a year", 24 * hour, -365 * 24 * hour, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			root, x, clock, o := underAClock(t, map[string]string{"f": "before", "g": "stays"})
			clock.ahead = c.first
			x.scan(o, root)
			if e := x.files(root)["f"]; e.Unsettled == c.settled {
				t.Fatalf("the file is settled: %v", !e.Unsettled)
			}
			x.overwrite(root, "f", "after!")
			clock.ahead = c.second
			sum := x.scan(o, root)
			if sum.Changed != 1 || sum.ClockSetBack != (c.second < c.first) {
				t.Errorf("%+v", sum)
			}
			x.equalsFresh(root)
			// Once the times are in the past, the scan is normal again.
			x.settle(root)
			sum = x.scan(o, root)
			if ahead := c.second >= 0; sum.ClockSetBack || ahead && sum.Unchanged != 2 || !ahead && sum.Read != 2 {
				t.Errorf("another scan: %+v", sum)
			}
			x.checked()
		})
	}
}

// TestClockIsSetBackDuringAScan sets the clock back during a scan.
func TestClockIsSetBackDuringAScan(t *testing.T) {
	root, x, clock, o := underAClock(t, map[string]string{"a": "first", "b": "second", "c": "third"})
	clock.ahead = 24 * time.Hour
	o.Threads = 1
	o.beforeRead = func(path string, _ int64) {
		if strings.HasSuffix(path, "b") {
			clock.ahead = 0
		}
	}
	x.scan(o, root)
	files := x.files(root)
	if files["a"].Unsettled || !files["c"].Unsettled {
		t.Fatalf("%+v", files)
	}
	x.overwrite(root, "a", "other")
	x.overwrite(root, "c", "fourt")
	if sum := x.scan(o, root); sum.Changed != 2 {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// TestInterruptedAfterClockWasSetBack checks that the scan after an interrupted one
// still reads everything that the interrupted one did not reach.
func TestInterruptedAfterClockWasSetBack(t *testing.T) {
	root, x, clock, o := underAClock(t, map[string]string{"a/f": "1", "b/f": "before"})
	clock.ahead = 24 * time.Hour
	o.Threads = 1
	x.scan(o, root)
	x.overwrite(root+"/b", "f", "after!")
	must(t, x.w.Commit())
	clock.ahead = 0
	x.interrupted(o, root, 1)
	if sum := x.scan(o, root); sum.Changed != 1 || !sum.ClockSetBack {
		t.Errorf("%+v", sum)
	}
	if sum := x.scan(o, root); sum.ClockSetBack {
		t.Errorf("next scan: %+v", sum)
	}
	x.equalsFresh(root)
	x.checked()
}

// TestNothingChangedAfterClockWasSetBack checks that the index records the new time
// even if nothing changed. Otherwise each scan would read everything.
func TestNothingChangedAfterClockWasSetBack(t *testing.T) {
	root, x, clock, o := underAClock(t, map[string]string{"d/f": "1"})
	clock.ahead = 24 * time.Hour
	x.scan(o, root, root+"/d")
	clock.ahead = 12 * time.Hour
	if sum := x.scan(o, root); !sum.ClockSetBack || sum.Read != 1 {
		t.Errorf("%+v", sum)
	}
	for _, tree := range x.ix.Trees() {
		if ahead := time.Duration(tree.Scanned - time.Now().UnixNano()); ahead.Round(time.Hour) != clock.ahead {
			t.Errorf("%s was scanned %v ahead", tree.Path, ahead)
		}
	}
	if sum := x.scan(o, root); sum.ClockSetBack || sum.Unchanged != 1 {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// TestRenamedAfterClockWasSetBack checks that birth times are not used after the clock
// was set back.
func TestRenamedAfterClockWasSetBack(t *testing.T) {
	root, x, clock, o := underAClock(t, map[string]string{"a": "1"})
	clock.ahead = 24 * time.Hour
	x.scan(o, root)
	must(t, os.Rename(root+"/a", root+"/b"))
	clock.ahead = 0
	if sum := x.scan(o, root); sum.Moved != 0 || sum.Read != 1 {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// TestClockIsSetBackForASingleFile scans a root that is a file. The index has no time
// of its last scan, but a file with times in the future is still not trusted.
func TestClockIsSetBackForASingleFile(t *testing.T) {
	root, x, clock, o := underAClock(t, map[string]string{"f": "before"})
	clock.ahead = 24 * time.Hour
	x.scan(o, root+"/f")
	if sum := x.scan(o, root+"/f"); sum.Unchanged != 1 {
		t.Fatalf("the file is unsettled: %+v", sum)
	}
	x.overwrite(root, "f", "after!")
	clock.ahead = -time.Hour
	if sum := x.scan(o, root+"/f"); sum.Changed != 1 {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// TestTimesInTheFuture checks that files with times in the future, as archives and
// wrong clocks cause them, are read at each scan, and their changes are found.
func TestTimesInTheFuture(t *testing.T) {
	root, x, clock, o := underAClock(t, map[string]string{"f": "before", "past": "1"})
	future := time.Now().Add(1000 * time.Hour)
	must(t, os.Chtimes(root+"/f", future, future))
	must(t, os.Chtimes(root+"/past", time.Unix(-5_000_000, 0), time.Unix(-5_000_000, 0)))
	clock.ahead = time.Minute // everything else is settled
	x.scan(o, root)
	if sum := x.scan(o, root); sum.Read != 1 || sum.Unchanged != 1 || sum.Changed != 0 {
		t.Errorf("%+v", sum)
	}
	x.overwrite(root, "f", "after!")
	must(t, os.Chtimes(root+"/f", future, future))
	if sum := x.scan(o, root); sum.Changed != 1 {
		t.Errorf("%+v", sum)
	}
	clock.ahead = 2000 * time.Hour // the times are in the past
	x.scan(o, root)
	if sum := x.scan(o, root); sum.Unchanged != 2 {
		t.Errorf("%+v", sum)
	}
	x.checked()
}

// TestVerify checks that Verify finds a change that the times do not show.
func TestVerify(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"f": "before", "g": "1", "d/h": "2", "empty": ""})
	must(t, os.Link(root+"/g", root+"/link"))
	x := newIndex(t)
	x.scan(options(), root)
	x.settle(root)
	x.overwrite(root, "f", "after!")
	must(t, x.w.Commit())
	if sum := x.scan(options(), root); sum.Unchanged != 5 || sum.Read != 0 {
		t.Fatalf("the scan without Verify found the change: %+v", sum)
	}
	o := options()
	o.Verify = true
	if sum := x.scan(o, root); sum.Files != 5 || sum.Read != 4 || sum.Changed != 1 || sum.Unchanged != 4 {
		t.Errorf("%+v", sum)
	}
	x.settle(root)
	must(t, os.Rename(root+"/d/h", root+"/d/i"))
	if sum := x.scan(o, root); sum.Read != 4 || sum.Changed != 0 || sum.Unchanged != 4 || sum.New != 1 || sum.Moved != 0 {
		t.Errorf("%+v", sum)
	}
	x.equalsFresh(root)
	x.checked()
}

// TestVerifyWritesNothing checks that Verify without changes leaves the index as it is,
// except for the record of the scan.
func TestVerifyWritesNothing(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"f": "1", "g": "2"})
	x := newIndex(t)
	o := options()
	o.wall = (&testClock{ahead: time.Hour}).now // the files are settled
	x.scan(o, root)
	before, err := x.ix.Status(t.Context())
	must(t, err)
	o.Verify = true
	if sum := x.scan(o, root); sum.Read != 2 || sum.Unchanged != 2 {
		t.Errorf("%+v", sum)
	}
	after, err := x.ix.Status(t.Context())
	if after.Generation == before.Generation+1 {
		after.Generation--
	}
	if err != nil || after != before {
		t.Errorf("%+v, was %+v; %v", after, before, err)
	}
}

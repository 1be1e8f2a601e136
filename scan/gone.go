package scan

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"alike/db"
	"golang.org/x/sys/unix"
)

// RootError is a root for which nothing at all is done: neither for it nor for
// any other.
type RootError struct {
	Path    string
	Problem string
	Advice  string // what to do next; may be empty
	// Gone says that the index has files of the root, which it keeps. Else the
	// root cannot be scanned and Err is what the system says of it.
	Gone bool
	Err  error
}

func (e *RootError) Error() string {
	text := fmt.Sprintf("scanning %s: %s", e.Path, e.Problem)
	if e.Advice != "" {
		text += ": " + e.Advice
	}
	return text
}

func (e *RootError) Unwrap() error { return e.Err }

const (
	pruneAdvice = "mount it if it is a disk; with --prune the index drops what it has of it"
	otherAdvice = "mount the right disk; with --ignore-inode it is taken for the same one under another number, with --prune for what is to be there now"
)

// checkRoots finds the roots that are missing, empty or on another device than
// when they were scanned last, though the index has files of them: disks that
// are not mounted. With Prune nothing is wrong with those; it returns the missing
// ones, of which the index is to drop all. It also marks the roots that are
// doubted.
func (x *indexer) checkRoots() (drop []string, err error) {
	trees := x.writer.Trees()
	x.lastScan = lastScan(trees)
	var wrong []error
	for _, r := range x.roots.roots {
		e, err := x.gone(r, trees)
		if err != nil {
			return nil, err
		}
		if e != nil {
			wrong = append(wrong, e)
		}
		r.doubted = x.doubted(r, trees)
	}
	for _, m := range x.roots.missing {
		files, err := x.filesBelow(m.Path)
		switch {
		case err != nil:
			return nil, err
		case files == 0:
			wrong = append(wrong, m)
		case x.Prune:
			drop = append(drop, m.Path)
		default:
			wrong = append(wrong, &RootError{
				Path: m.Path, Gone: true, Err: m.Err, Advice: pruneAdvice,
				Problem: "it is missing, and the index has " + countFiles(files) + " of it",
			})
		}
	}
	if len(wrong) > 0 {
		slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
		return nil, errors.Join(wrong...)
	}
	return drop, nil
}

// gone returns what is wrong with a root that is there, nil if nothing is.
func (x *indexer) gone(r *root, trees []db.Tree) (*RootError, error) {
	if r.file || x.Prune {
		return nil, nil
	}
	problem, advice := "", pruneAdvice
	i, known := slices.BinarySearchFunc(trees, r.path, func(t db.Tree, path string) int { return strings.Compare(t.Path, path) })
	switch {
	case r.empty:
		problem = "it is empty"
	case known && trees[i].Device != r.device && !x.IgnoreInode:
		problem = fmt.Sprintf("it is on device %s, and was on %s when it was scanned last", deviceName(r.device), deviceName(trees[i].Device))
		advice = otherAdvice
	default:
		return nil, nil
	}
	files, err := x.filesBelow(r.path)
	if err != nil || files == 0 {
		return nil, err
	}
	return &RootError{
		Path: r.path, Gone: true, Advice: advice,
		Problem: problem + ", and the index has " + countFiles(files) + " of it",
	}, nil
}

func (x *indexer) filesBelow(path string) (files int64, err error) {
	err = x.writer.EachBelow(path, func(db.Entry) error {
		files++
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("looking up %q in the index: %w", path, err)
	}
	return files, nil
}

func countFiles(n int64) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprint(n, " files")
}

// deviceName returns a device as /proc/self/mountinfo has it.
func deviceName(device uint64) string {
	return fmt.Sprintf("%d:%d", unix.Major(device), unix.Minor(device))
}

// lastScan returns when the tree was scanned that was scanned last. Roots that
// are single files are not remembered: what was renamed since one of those was
// scanned may be read, which costs time only.
func lastScan(trees []db.Tree) int64 {
	if len(trees) == 0 {
		return math.MaxInt64
	}
	return slices.MaxFunc(trees, func(a, b db.Tree) int { return cmp.Compare(a.Scanned, b.Scanned) }).Scanned
}

func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, withSlash(folder))
}

// noteTrees has the index remember the roots that are folders, at the beginning
// of the scan, and once more at its end with the latest time that the clock has
// shown. As long as a scan that has to read everything again is not at its end,
// the time of the tree stays what makes it do so.
func (x *indexer) noteTrees(end bool) {
	x.now()
	now := x.latest.Load()
	known := x.writer.Trees()
	var trees []db.Tree
	for _, r := range x.roots.roots {
		t := db.Tree{Path: r.path, Device: r.device, Scanned: now}
		for _, k := range known {
			switch {
			case k.Path == r.path && r.doubted && !end:
				t.Scanned = k.Scanned
			case k.Path != r.path && k.Scanned > now && end && within(k.Path, r.path):
				trees = append(trees, db.Tree{Path: k.Path, Device: k.Device, Scanned: now})
			}
		}
		if !r.file {
			trees = append(trees, t)
		}
	}
	x.writer.Scanned(trees...)
}

// errUnmounted is told of a folder that a disk seems to have been mounted on.
var errUnmounted = errors.New("it is empty, and the files that the index has of it were on another device: " +
	"mount it if it is a disk; with --prune the index drops them")

// unmounted reports whether a folder inside a root, in which there is nothing
// now, holds files of another device in the index: it is where a disk was
// mounted. What the index has of it stays.
func (x *indexer) unmounted(d *directory) (bool, error) {
	if x.Prune || d.parent == nil {
		return false, nil // a root has been looked at before the walk
	}
	there := false
	err := x.writer.EachBelow(d.path, func(e db.Entry) error {
		if e.Device == d.device {
			return nil
		}
		there = true
		return errFound
	})
	if err != nil && err != errFound {
		return false, fmt.Errorf("looking up %q in the index: %w", d.path, err)
	}
	return there, nil
}

var errFound = errors.New("found")

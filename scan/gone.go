package scan

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"alike/db"
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
	x.fsids = make(map[uint64][]uint64)
	for _, t := range trees {
		if t.FSID != 0 {
			x.fsids[t.Device] = append(x.fsids[t.Device], t.FSID)
		}
	}
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
	was, known := treeOf(r, trees)
	switch {
	case r.empty:
		problem = "it is empty"
	case !known || x.IgnoreInode || !r.elsewhere(was):
		return nil, nil
	case was.Device != r.device:
		problem = fmt.Sprintf("it is on device %s, and was on %s when it was scanned last", deviceName(r.device), deviceName(was.Device))
		advice = otherAdvice
	default:
		problem = fmt.Sprintf("on device %s there is another file system than when it was scanned last", deviceName(r.device))
		advice = otherAdvice
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

// treeOf returns what the index remembers of a root.
func treeOf(r *root, trees []db.Tree) (t db.Tree, known bool) {
	i, known := slices.BinarySearchFunc(trees, r.path, func(t db.Tree, path string) int { return strings.Compare(t.Path, path) })
	if known {
		t = trees[i]
	}
	return t, known
}

// elsewhere reports whether a root is on another file system than it was. A device
// number is given to another disk when the first is gone; what tells then is the
// identifier, which not all file systems have.
func (r *root) elsewhere(was db.Tree) bool {
	return was.Device != r.device || was.FSID != r.fsid && was.FSID != 0 && r.fsid != 0
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
// shown. As long as a scan that has to read everything again is not at its end, or
// has not come to everything, the time of the tree stays what makes it do so. And
// what the tree was on stays, as long as files of that are kept.
func (x *indexer) noteTrees(end bool) {
	x.now()
	now := x.latest.Load()
	looked := end && !x.overlooked.Load()
	known := x.writer.Trees()
	var trees []db.Tree
	for _, r := range x.roots.roots {
		for _, k := range known {
			if looked && k.Path != r.path && k.Scanned > now && within(k.Path, r.path) {
				k.Scanned = now
				trees = append(trees, k)
			}
		}
		if r.file {
			continue
		}
		t := db.Tree{Path: r.path, Device: r.device, FSID: r.fsid, Scanned: now}
		if was, ok := treeOf(r, known); ok {
			if r.doubted && !looked {
				t.Scanned = was.Scanned
			}
			if r.elsewhere(was) && !x.Prune && (!end || x.absent.keptBelow(r.path)) {
				t.Device, t.FSID = was.Device, was.FSID
			}
		}
		trees = append(trees, t)
	}
	x.writer.Scanned(trees...)
}

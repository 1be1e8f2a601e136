package scan

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"alike/db"
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
		e, err := x.checkRoot(r, trees)
		if err != nil {
			return nil, err
		}
		if e != nil {
			wrong = append(wrong, e)
		}
		r.rereadAll = x.clockSetBack(r, trees)
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
			wrong = append(wrong, &RootError{Path: m.Path, Problem: RootMissing, Files: files, Err: m.Err})
		}
	}
	if len(wrong) > 0 {
		slices.SortFunc(wrong, func(a, b error) int { return strings.Compare(a.Error(), b.Error()) })
		return nil, errors.Join(wrong...)
	}
	return drop, nil
}

// gone returns what is wrong with a root that is there, nil if nothing is.
func (x *indexer) checkRoot(r *root, trees []db.Tree) (*RootError, error) {
	if r.file || x.Prune {
		return nil, nil
	}
	e := &RootError{Path: r.path, Device: r.device}
	was, known := findTree(r, trees)
	switch {
	case r.empty:
		e.Problem = RootEmpty
	case !known || x.IgnoreInode || !r.onOtherFileSystem(was):
		return nil, nil
	case was.Device != r.device:
		e.Problem, e.LastDevice = RootOnOtherDevice, was.Device
	default:
		e.Problem = RootOnOtherFileSystem
	}
	var err error
	if e.Files, err = x.filesBelow(r.path); err != nil || e.Files == 0 {
		return nil, err
	}
	return e, nil
}

// treeOf returns what the index remembers of a root.
func findTree(r *root, trees []db.Tree) (t db.Tree, known bool) {
	i, known := slices.BinarySearchFunc(trees, r.path, func(t db.Tree, path string) int { return strings.Compare(t.Path, path) })
	if known {
		t = trees[i]
	}
	return t, known
}

// elsewhere reports whether a root is on another file system than it was. A device
// number is given to another disk when the first is gone; what tells then is the
// identifier, which not all file systems have.
func (r *root) onOtherFileSystem(was db.Tree) bool {
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

// lastScan returns when the tree was scanned that was scanned last. Roots that
// are single files are not remembered: what was renamed since one of those was
// scanned may be read, which costs time only.
func lastScan(trees []db.Tree) int64 {
	if len(trees) == 0 {
		return math.MaxInt64
	}
	return slices.MaxFunc(trees, func(a, b db.Tree) int { return cmp.Compare(a.Scanned, b.Scanned) }).Scanned
}

func isWithin(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, withSlash(folder))
}

// noteTrees has the index remember the roots that are folders, at the beginning
// of the scan, and once more at its end with the latest time that the clock has
// shown. As long as a scan that has to read everything again is not at its end, or
// has not come to everything, the time of the tree stays what makes it do so. And
// what the tree was on stays, as long as files of that are kept.
func (x *indexer) recordTrees(end bool) {
	x.now()
	now := x.latest.Load()
	looked := end && !x.incomplete.Load()
	known := x.writer.Trees()
	var trees []db.Tree
	for _, r := range x.roots.roots {
		for _, k := range known {
			if looked && k.Path != r.path && k.Scanned > now && isWithin(k.Path, r.path) {
				k.Scanned = now
				trees = append(trees, k)
			}
		}
		if r.file {
			continue
		}
		t := db.Tree{Path: r.path, Device: r.device, FSID: r.fsid, Scanned: now}
		if was, ok := findTree(r, known); ok {
			if r.rereadAll && !looked {
				t.Scanned = was.Scanned
			}
			if r.onOtherFileSystem(was) && !x.Prune && (!end || x.absent.keptWithin(r.path)) {
				t.Device, t.FSID = was.Device, was.FSID
			}
		}
		trees = append(trees, t)
	}
	x.writer.Scanned(trees...)
}

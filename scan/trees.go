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

// CheckRoots returns the errors that Run would return for roots whose disk may not be mounted.
// With Prune it returns instead the roots that are missing.
func CheckRoots(w *db.Writer, roots []string, o Options) (missing []string, err error) {
	s, err := o.prepare()
	if err != nil {
		return nil, err
	}
	set, err := newRootSet(roots)
	if err != nil {
		return nil, err
	}
	if err := set.choose(s.usual, s.Roots); err != nil {
		return nil, err
	}
	x := &indexer{walker: walker{settings: s, roots: set}, writer: w}
	return x.checkRoots()
}

// checkRoots returns an error for each root that is missing, empty or on another device
// than at its last scan although the index has files in it: its disk may not be
// mounted. With Prune these are not errors, and it returns the missing roots, which
// are to be dropped from the index. It also sets rereadAll of the roots.
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

// checkRoot returns the problem of a root that exists, or nil.
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

// findTree returns what the index has recorded about a root.
func findTree(r *root, trees []db.Tree) (t db.Tree, known bool) {
	i, known := slices.BinarySearchFunc(trees, r.path, func(t db.Tree, path string) int { return strings.Compare(t.Path, path) })
	if known {
		t = trees[i]
	}
	return t, known
}

// onOtherFileSystem reports whether a root is on another file system than before. The
// device number alone proves nothing, because it is reused once a disk is gone. The
// identifier does, on file systems that have one.
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

// lastScan returns the time of the last scan of any tree. Roots that are single files
// are not recorded. Files renamed since the scan of such a root may be read again, which
// only costs time.
func lastScan(trees []db.Tree) int64 {
	if len(trees) == 0 {
		return math.MaxInt64
	}
	return slices.MaxFunc(trees, func(a, b db.Tree) int { return cmp.Compare(a.Scanned, b.Scanned) }).Scanned
}

// recordTrees records the roots that are folders, at the start of the scan and again at
// its end, with the latest time of the clock. If a scan must read everything again, it
// does not replace the time of the tree before its end, or if it did not reach
// everything. It does not replace the device of a tree while files of the old one are
// kept.
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
		was, ok := findTree(r, known)
		if t.Selection = was.Selection; !r.part {
			t.Selection = r.selected.String()
		}
		if t.Generated, t.Vendored = was.Generated, was.Vendored; end {
			t.Generated, t.Vendored = r.generated.Load(), r.vendored.Load()
		}
		if ok {
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

// firstScan reports whether an index that already has trees lacks one of the roots, which
// is inside none of them.
func (x *indexer) firstScan() bool {
	trees := x.writer.Trees()
	return len(trees) > 0 && slices.ContainsFunc(x.roots.roots, func(r *root) bool {
		return !r.file && !slices.ContainsFunc(trees, func(t db.Tree) bool { return isWithin(r.path, t.Path) })
	})
}

// clockSetBack reports whether the clock is earlier than the last scan of the root, or
// of a tree around or inside it. Changes since then may have times that the index
// knows, so no file of the root counts as unchanged.
func (x *indexer) clockSetBack(r *root, trees []db.Tree) bool {
	latest := x.now().Add(settleTime).UnixNano()
	for _, t := range trees {
		if t.Scanned > latest && (isWithin(t.Path, r.path) || isWithin(r.path, t.Path)) {
			return true
		}
	}
	return false
}

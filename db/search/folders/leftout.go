package folders

import (
	"slices"
	"sort"
	"strings"

	"alike/db"
)

// LeftOut counts what is not compared of a folder, for one reason.
type LeftOut struct {
	Reason string
	Count  int64 // files and folders; a folder counts as one with all that is in it
	Bytes  int64 // of the files among them whose size is known
}

// LeftOutOf is what was left out of one folder, without its subfolders.
type LeftOutOf struct {
	Folder *db.DirPath
	LeftOut
}

// leftOutIn is what was left out of a folder of the tree, or of folders below it that the tree does
// not have.
type leftOutIn struct {
	folder int32
	LeftOut
}

// empty is the reason of empty files. They count for no share, but a folder without them is
// another one.
const empty = "empty"

// LeaveOut adds what was left out of folders: of those of the tree, or below them. Cost:
// O(n log n).
func (t *Tree) LeaveOut(all []LeftOutOf) {
	search := func(path *db.DirPath) (int, bool) {
		return slices.BinarySearchFunc(t.folders, path, func(f folder, path *db.DirPath) int { return f.path.Compare(path) })
	}
	for _, l := range all {
		in, ok := search(l.Folder)
		if !ok && in > 0 { // the folder before it is below the one that contains it
			in, ok = search(l.Folder.Shared(t.folders[in-1].path))
		}
		if ok {
			t.left = append(t.left, leftOutIn{int32(in), l.LeftOut})
		}
	}
	sort.SliceStable(t.left, func(i, j int) bool { return t.left[i].folder < t.left[j].folder })
}

// leftOut adds up what was left out of a folder and the folders in it, by reason.
func (t *Tree) leftOut(folder int32) []LeftOut {
	if sum, ok := t.sums[folder]; ok {
		return sum
	}
	from := sort.Search(len(t.left), func(i int) bool { return t.left[i].folder >= folder })
	var sum []LeftOut
	for _, l := range t.left[from:] {
		if l.folder >= t.folders[folder].end {
			break
		}
		sum = addLeftOut(sum, l.LeftOut)
	}
	if t.sums == nil {
		t.sums = map[int32][]LeftOut{}
	}
	t.sums[folder] = sum
	return sum
}

// addLeftOut adds a count to those in bytewise order of reason.
func addLeftOut(to []LeftOut, l LeftOut) []LeftOut {
	at, ok := slices.BinarySearchFunc(to, l.Reason, func(l LeftOut, reason string) int { return strings.Compare(l.Reason, reason) })
	if !ok {
		return slices.Insert(to, at, l)
	}
	to[at].Count += l.Count
	to[at].Bytes += l.Bytes
	return to
}

// setLeftOut sets what was left out of both folders of a pair. Of a folder that stands for its
// other files, that is not what was left out of the subfolder. Empty files matter only if all
// others are the same.
func (m *matcher) setLeftOut(p *Pair) {
	p.A.LeftOut, p.B.LeftOut = slices.Clone(m.leftOut(p.couple.a)), slices.Clone(m.leftOut(p.couple.b))
	if p.A.Rest {
		for _, l := range p.B.LeftOut {
			p.A.LeftOut = addLeftOut(p.A.LeftOut, LeftOut{l.Reason, -l.Count, -l.Bytes})
		}
		p.A.LeftOut = slices.DeleteFunc(p.A.LeftOut, func(l LeftOut) bool { return l.Count == 0 })
	}
	isEmpty := func(l LeftOut) bool { return l.Reason == empty }
	count := func(all []LeftOut) (n int64) {
		if i := slices.IndexFunc(all, isEmpty); i >= 0 {
			n = all[i].Count
		}
		return n
	}
	if !p.Same || count(p.A.LeftOut) == count(p.B.LeftOut) { // they are copies of each other
		p.A.LeftOut, p.B.LeftOut = slices.DeleteFunc(p.A.LeftOut, isEmpty), slices.DeleteFunc(p.B.LeftOut, isEmpty)
	}
	for _, s := range [2]*Side{&p.A, &p.B} {
		if len(s.LeftOut) == 0 {
			s.LeftOut = nil
		}
	}
}

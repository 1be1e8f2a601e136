package folders

import (
	"slices"
	"sort"

	"alike/db"
)

// A Folder of a tree, with its subfolders.
type Folder struct {
	Path   *db.DirPath
	Parent int // -1 if it is a root
	Files  int
	Bytes  int64
	Found  int64 // bytes found in files outside the folder
	Own    int64 // of these, bytes of files directly in the folder
}

// Folders returns the folders of the tree, each before its subfolders. A file counts as found
// by the share of its bytes that its best counterpart outside the folder has. Cost: for each
// file, its similar contents, times the logarithm of the folders around it.
func (f *Finding) Folders() []Folder {
	m := f.matcher
	all := make([]Folder, len(m.folders))
	var around []int32 // the folders around a file, outermost first
	var steps []step
	for i := range m.folders {
		d := &m.folders[i]
		all[i] = Folder{Path: d.path, Parent: int(d.parent), Files: d.files.len(), Bytes: d.bytes}
		around = append(around[:d.depth], int32(i))
		for own := m.direct(int32(i)); own.from < own.to; own.from++ {
			steps = m.outside(steps[:0], own.from, around)
			found := int64(0)
			for _, s := range steps {
				bytes := matched(m.files[own.from].Size, s.share)
				if s.around > 0 { // what is found outside this folder, and not outside the one above
					all[around[s.around-1]].Found -= bytes - found
				}
				found = bytes
			}
			all[i].Found += found
			all[i].Own += found
		}
	}
	for i := range slices.Backward(all) { // subfolders first
		if p := all[i].Parent; p >= 0 {
			all[p].Found += all[i].Found
		}
	}
	return all
}

// step is a folder around a file, and how much of the file its best counterpart outside has. All
// outside a folder is outside its subfolders, so the share grows from step to step.
type step struct {
	around int // number of folders above
	share  float64
}

// outside returns the folders outside which a file has a better counterpart than outside those around
// them, outermost first.
func (m *matcher) outside(steps []step, file int32, around []int32) []step {
	l := m.linkOf(file)
	for y := range m.kinOf(l.class) {
		if y.match.share == 0 {
			continue
		}
		next := sort.Search(len(steps), func(i int) bool { return steps[i].share >= y.match.share })
		most := len(around)
		if next < len(steps) {
			most = steps[next].around
		}
		isOutside := func(k int) bool { return m.anyOutside(l, y.class, m.folders[around[k]].files) }
		if most == 0 || !isOutside(most-1) {
			continue
		}
		k := sort.Search(most-1, isOutside)
		first := next
		for first > 0 && steps[first-1].around >= k {
			first--
		}
		steps = slices.Replace(steps, first, next, step{k, y.match.share})
	}
	return steps
}

// anyOutside reports whether a file has a counterpart of class y outside a span.
func (m *matcher) anyOutside(of link, y uint32, in span) bool {
	files := m.places(y)
	if len(files) == 0 || files[0] >= in.from && files[len(files)-1] < in.to {
		return false
	}
	if of.inode == 0 {
		return true
	}
	links := m.links[link{y, of.inode}]
	return len(files)-len(in.of(files)) > len(links)-len(in.of(links))
}

// Elsewhere counts the files of the tree that have a counterpart in any other file, and the
// bytes of them that their best counterparts have.
func (f *Finding) Elsewhere() (files int, bytes int64) {
	m := f.matcher
	for i := range m.files {
		file, l, best := int32(i), m.linkOf(int32(i)), 0.0
		for y := range m.kinOf(l.class) {
			if y.match.share > best && m.anyOutside(l, y.class, span{file, file + 1}) {
				best = y.match.share
			}
		}
		if best > 0 {
			files++
			bytes += matched(m.files[i].Size, best)
		}
	}
	return files, bytes
}

package folders

import "slices"

// A Folder of a tree, with its subfolders.
type Folder struct {
	Path   string
	Parent int // -1 if it is a root
	Files  int
	Bytes  int64
	Found  int64 // bytes found in files outside the folder
	Own    int64 // of these, bytes of files directly in the folder
}

// Folders returns the folders of the tree, each before its subfolders. A file counts as found
// by the share of its bytes that its best counterpart outside the folder has. Cost: for each
// file, its similar contents times the folders around it.
func (f *Finding) Folders() []Folder {
	m := f.matcher
	all := make([]Folder, len(m.folders))
	for i := range m.folders {
		d := &m.folders[i]
		all[i] = Folder{Path: d.path, Parent: int(d.parent), Files: d.files.len(), Bytes: d.bytes}
	}
	var around []int32   // the folders around a file, outermost first
	var shares []float64 // of the file, outside each of them
	for i := range m.files {
		around = around[:0]
		for d := m.direct[i]; d >= 0; d = m.folders[d].parent {
			around = append(around, d)
		}
		slices.Reverse(around)
		shares = append(shares[:0], make([]float64, len(around))...)
		m.outside(int32(i), around, shares)
		for k, d := range around {
			all[d].Found += matched(m.files[i].Size, shares[k])
		}
		if k := len(around) - 1; k >= 0 {
			all[around[k]].Own += matched(m.files[i].Size, shares[k])
		}
	}
	return all
}

// outside sets how much of a file its best counterparts outside each of the folders around it
// have. What is outside a folder is outside its subfolders.
func (m *matcher) outside(file int32, around []int32, shares []float64) {
	l := m.linkOf(file)
next:
	for y := range m.kinOf(l.class) {
		for k, d := range around {
			if y.match.share <= shares[k] {
				continue next // also in the folders inside it
			}
			if m.anyOutside(l, y.class, m.folders[d].files) {
				for inner := k; inner < len(around) && shares[inner] < y.match.share; inner++ {
					shares[inner] = y.match.share
				}
				continue next
			}
		}
	}
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

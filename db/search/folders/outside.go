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
	content := m.files[file].Content
	meet := func(content uint32, share float64) {
		places := m.places.of(content)
		for k, d := range around {
			if share <= shares[k] {
				return // also in the folders inside it
			}
			if m.anyOutside(file, places, m.folders[d].files) {
				for inner := k; inner < len(around) && shares[inner] < share; inner++ {
					shares[inner] = share
				}
				return
			}
		}
	}
	meet(content, 1)
	for _, r := range m.similar.of(content) {
		meet(r.content, r.share)
	}
}

// anyOutside reports whether one of these files, which are in order, is outside a span and may
// be the counterpart of a file. Unless there are two sides or isolated units, the first or the
// last is one.
func (m *matcher) anyOutside(file int32, places []int32, in span) bool {
	for _, g := range places {
		if g >= in.from {
			break
		}
		if m.matches(file, g) {
			return true
		}
	}
	for _, g := range slices.Backward(places) {
		if g < in.to {
			break
		}
		if m.matches(file, g) {
			return true
		}
	}
	return false
}

// Elsewhere counts the files of the tree that have a counterpart in any other file, and the
// bytes of them that their best counterparts have.
func (f *Finding) Elsewhere() (files int, bytes int64) {
	m := f.matcher
	for i := range m.files {
		file, content, best := int32(i), m.files[i].Content, 0.0
		if m.anyOutside(file, m.places.of(content), span{file, file + 1}) {
			best = 1
		}
		for _, r := range m.similar.of(content) {
			if r.share > best && m.anyOutside(file, m.places.of(r.content), span{file, file + 1}) {
				best = r.share
			}
		}
		if best > 0 {
			files++
			bytes += matched(m.files[i].Size, best)
		}
	}
	return files, bytes
}

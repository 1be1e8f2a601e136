package site

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"alike/cmd/alike/report"
	"alike/cmd/alike/web"
	"alike/db"
	"alike/db/search"
	"alike/db/search/folders"
)

// maxFolders is the number of folders on the map, the largest ones. Folders that results name
// are added to them.
const maxFolders = 50_000

// fileTable is the files that results name.
type fileTable struct {
	at    map[string]int32 // by path; in order after table
	files map[string]*search.File
}

func newFileTable() *fileTable {
	return &fileTable{at: map[string]int32{}, files: map[string]*search.File{}}
}

func (t *fileTable) add(f *search.File) {
	if t.files[f.Path] == nil {
		file := *f
		t.files[f.Path] = &file
	}
}

// of returns the number of a file.
func (t *fileTable) of(f *search.File) int32 { return t.at[f.Path] }

// table numbers the files by path.
func (t *fileTable) table(tree *tree) (w web.Files) {
	for i, name := range slices.Sorted(maps.Keys(t.files)) {
		f := t.files[name]
		t.at[name] = int32(i)
		w.Folder, w.Name = append(w.Folder, tree.at[path.Dir(name)]), append(w.Name, path.Base(name))
		w.Size, w.Copies = append(w.Size, f.Size), append(w.Copies, int32(1+f.Copies))
		w.Missing, w.Units = append(w.Missing, f.Missing()), append(w.Units, int32(f.Files))
	}
	return w
}

// tree is the folders of the map.
type tree struct {
	web.Tree
	// at has the folders that results name, and those above them that no other has, by path; -1
	// without one. All paths of a deep tree would take gigabytes, so only those are built that are
	// as long as one of these.
	at      map[string]int32
	lengths map[int]bool
}

func (t *tree) name(dir string) {
	if _, ok := t.at[dir]; !ok {
		t.at[dir], t.lengths[len(dir)] = -1, true
	}
}

// named returns the path of a folder if it is in at.
func (t *tree) named(dir *db.DirPath) (path string, ok bool) {
	if !t.lengths[dir.Len()] {
		return "", false
	}
	path = dir.String()
	_, ok = t.at[path]
	return path, ok
}

// newTree returns the largest folders and those that results name.
func newTree(all []folders.Folder, files *fileTable, pairs []folders.Pair) *tree {
	t := &tree{at: map[string]int32{}, lengths: map[int]bool{}}
	for name := range files.files {
		t.name(path.Dir(name))
	}
	for i := range pairs {
		t.name(pairs[i].A.Path.String())
		t.name(pairs[i].B.Path.String())
	}
	kept, missing := largest(all, maxFolders), maps.Clone(t.at)
	for i := len(all) - 1; i >= 0; i-- { // subfolders first
		if dir, ok := t.named(all[i].Path); ok {
			kept[i] = true
			delete(missing, dir)
		}
		switch p := all[i].Parent; {
		case p >= 0 && kept[i]:
			kept[p] = true
		case p >= 0:
			all[p].Own += all[i].Own
		}
	}
	for dir := range missing {
		for ok := false; !ok && dir != path.Dir(dir); {
			dir = path.Dir(dir)
			_, ok = t.at[dir]
			t.name(dir)
		}
	}
	numbers := make([]int32, len(all))
	for i := range all {
		if !kept[i] {
			continue
		}
		parent, name := int32(-1), all[i].Path.Name()
		if p := all[i].Parent; p >= 0 {
			parent = numbers[p]
		} else {
			name = all[i].Path.String()
		}
		numbers[i] = t.add(parent, name, &all[i])
		if dir, ok := t.named(all[i].Path); ok {
			t.at[dir] = numbers[i]
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(missing)) {
		t.folder(dir)
	}
	return t
}

// largest marks the n folders with the most bytes.
func largest(all []folders.Folder, n int) []bool {
	order := make([]int, len(all))
	for i := range order {
		order[i] = i
	}
	if len(all) > n {
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(all[b].Bytes, all[a].Bytes) })
		order = order[:n]
	}
	marked := make([]bool, len(all))
	for _, i := range order {
		marked[i] = true
	}
	return marked
}

func (t *tree) add(parent int32, name string, f *folders.Folder) int32 {
	t.Parent, t.Name = append(t.Parent, parent), append(t.Name, name)
	t.Files, t.Bytes, t.Found = append(t.Files, int32(f.Files)), append(t.Bytes, f.Bytes), append(t.Found, f.Found)
	t.Own = append(t.Own, f.Own)
	return int32(len(t.Name) - 1)
}

// folder adds a folder that has only files that do not count, such as generated ones, and
// those above it that are missing. Without any, it is a root.
func (t *tree) folder(dir string) {
	var missing []string // innermost first
	parent := t.at[dir]
	for p := dir; parent < 0; parent = t.at[p] {
		missing = append(missing, p)
		if p == path.Dir(p) {
			missing = missing[:1]
			break
		}
		p = path.Dir(p)
	}
	for _, p := range slices.Backward(missing) {
		name := p
		if parent >= 0 {
			name = path.Base(p)
		}
		parent = t.add(parent, name, &folders.Folder{})
		t.at[p] = parent
	}
}

func (t *tree) pairTable(pairs []folders.Pair) (w web.Folders) {
	found := func(s *folders.Side) [3]int32 {
		return [3]int32{int32(s.Identical), int32(s.Changed), int32(s.Missing())}
	}
	for i := range pairs {
		p := &pairs[i]
		w.A, w.B = append(w.A, t.at[p.A.Path.String()]), append(w.B, t.at[p.B.Path.String()])
		w.AInB, w.BInA, w.Union = append(w.AInB, p.A.Share()), append(w.BInA, p.B.Share()), append(w.Union, p.Both())
		w.FilesA, w.FilesB = append(w.FilesA, found(&p.A)), append(w.FilesB, found(&p.B))
		w.BytesA, w.BytesB = append(w.BytesA, p.A.Bytes), append(w.BytesB, p.B.Bytes)
		w.MatchedA, w.MatchedB = append(w.MatchedA, p.A.Matched), append(w.MatchedB, p.B.Matched)
		w.Rest = append(w.Rest, p.A.Rest)
		w.Rough = append(w.Rough, p.A.Estimated+p.B.Estimated > 0)
		w.LeftOutA, w.LeftOutB = append(w.LeftOutA, report.LeftOutWords(p.A.LeftOut)), append(w.LeftOutB, report.LeftOutWords(p.B.LeftOut))
	}
	return w
}

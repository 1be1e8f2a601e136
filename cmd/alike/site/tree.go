package site

import (
	"cmp"
	"maps"
	"path"
	"slices"

	"alike/cmd/alike/report"
	"alike/cmd/alike/web"
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
	at map[string]int32 // by path
}

// newTree returns the largest folders and those that results name.
func newTree(all []folders.Folder, files *fileTable, pairs []folders.Pair) *tree {
	t := &tree{at: map[string]int32{}}
	named := map[string]bool{}
	for name := range files.files {
		named[path.Dir(name)] = true
	}
	for i := range pairs {
		named[pairs[i].A.Path], named[pairs[i].B.Path] = true, true
	}
	kept := largest(all, maxFolders)
	for i := len(all) - 1; i >= 0; i-- { // subfolders first
		kept[i] = kept[i] || named[all[i].Path]
		switch p := all[i].Parent; {
		case p >= 0 && kept[i]:
			kept[p] = true
		case p >= 0:
			all[p].Own += all[i].Own
		}
	}
	for i := range all {
		if kept[i] {
			parent := int32(-1)
			if p := all[i].Parent; p >= 0 {
				parent = t.at[all[p].Path]
			}
			t.add(parent, all[i])
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(named)) {
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

func (t *tree) add(parent int32, f folders.Folder) {
	name := f.Path
	if parent >= 0 {
		name = path.Base(name)
	}
	t.at[f.Path] = int32(len(t.Name))
	t.Parent, t.Name = append(t.Parent, parent), append(t.Name, name)
	t.Files, t.Bytes, t.Found = append(t.Files, int32(f.Files)), append(t.Bytes, f.Bytes), append(t.Found, f.Found)
	t.Own = append(t.Own, f.Own)
}

// folder adds a folder that has only files that do not count, such as generated ones, and
// those above it that are missing. Without any, it is a root.
func (t *tree) folder(dir string) int32 {
	if at, ok := t.at[dir]; ok {
		return at
	}
	above, parent := dir, int32(-1)
	for above != path.Dir(above) && parent < 0 {
		above = path.Dir(above)
		if _, ok := t.at[above]; ok {
			parent = t.folder(path.Dir(dir))
		}
	}
	t.add(parent, folders.Folder{Path: dir})
	return t.at[dir]
}

func (t *tree) pairTable(pairs []folders.Pair) (w web.Folders) {
	found := func(s *folders.Side) [3]int32 {
		return [3]int32{int32(s.Identical), int32(s.Changed), int32(s.Missing())}
	}
	for i := range pairs {
		p := &pairs[i]
		w.A, w.B = append(w.A, t.at[p.A.Path]), append(w.B, t.at[p.B.Path])
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

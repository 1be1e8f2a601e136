package search

import (
	"context"
	"path"
	"slices"

	"alike/db"
	"alike/db/search/folders"
)

// FolderQuery selects pairs of similar folders.
type FolderQuery struct {
	folders.Options // except Sided and Isolate
	// Files selects the files that count, and the pairs of files that are similar. Hard links
	// belong to each of their folders, but are no counterparts unless Files.Hardlinks is set.
	Files PairQuery
	// AdmitSize restricts the files to the sizes for which it returns true.
	AdmitSize func(size int64) bool
	// Roots are the folders above which nothing is compared.
	Roots []string
}

// Folders returns the folders that have enough in common with others; see package folders. The
// caller closes the Finding. Files that are set aside do not count, nor do those that are
// entirely in the base.
//
// Cost: all pairs of files, then that of folders.Find. Memory: that of Pairs and of
// folders.Find, and 150 bytes for each file. The pairs of contents share the memory of Pairs
// outside the heap.
func Folders(ctx context.Context, ix *db.Index, q FolderQuery) (*folders.Finding, PairStats, error) {
	var stats PairStats
	q.Files.liveOnly, q.Files.LeftOut = true, nil
	files, c, err := readFolders(ctx, ix, &q)
	if err != nil {
		return nil, stats, err
	}
	defer c.close()
	similar := folders.NewSimilarities(c.room.Rest())
	s := &pairSearch{corpus: c, ix: ix, q: q.Files, similar: func(a, b db.ContentID, p *Pair) error {
		return similar.Add(similarContents(a, b, p))
	}}
	if err := s.run(ctx); err != nil {
		similar.Close()
		return nil, stats, err
	}
	stats.Compared = s.compared.Load()
	c.countContents(&stats, ix.Params().Rule, &q.Files)
	stats.Pairs = s.pairs
	found, err := findFolders(ctx, &q, c, files, similar)
	return found, stats, err
}

// readFolders completes a query and returns the files that count, and the corpus of their
// contents, which the caller closes.
func readFolders(ctx context.Context, ix *db.Index, q *FolderQuery) (*folderFiles, *corpus, error) {
	q.Files.MinShared = max(q.Files.MinShared, 1)
	q.Sided, q.Isolate = len(q.Files.Against) > 0, q.Files.isolates()
	files, err := readFolderFiles(ctx, ix, q)
	if err != nil {
		return nil, nil, err
	}
	c, err := readCorpus(ctx, ix, &q.Files)
	return files, c, err
}

// findFolders closes the corpus and returns the similar folders of the files, or closes similar.
func findFolders(ctx context.Context, q *FolderQuery, c *corpus, files *folderFiles, similar *folders.Similarities) (*folders.Finding, error) {
	c.leaveOutBase(files)
	c.close()
	tree, err := folders.NewTree(ctx, q.Roots, files.files)
	var found *folders.Finding
	if err == nil {
		tree.LeaveOut(files.left)
		found, err = folders.Find(ctx, tree, similar, q.Options)
	}
	if err != nil {
		similar.Close()
	}
	return found, err
}

// leaveOutBase leaves out the files that are entirely in the base.
func (c *corpus) leaveOutBase(files *folderFiles) {
	if c.base == nil {
		return
	}
	kept := files.files[:0]
	for _, f := range files.files {
		if c.covered(db.ContentID(f.Content)) {
			files.leaveOut(f.Dir, "base", 1, f.Size)
		} else {
			kept = append(kept, f)
		}
	}
	files.files = kept
}

func similarContents(a, b db.ContentID, p *Pair) folders.Similar {
	return folders.Similar{A: uint32(a), B: uint32(b), AInB: float64(p.AInB), BInA: float64(p.BInA), Estimated: !p.Exact}
}

// folderFiles holds the files that are compared, and counts what is left out of their folders.
type folderFiles struct {
	files []folders.File
	left  []folders.LeftOutOf
	begun int // of left, where those of the last folder begin
}

// unrecorded is the reason of a folder of which nobody knows what was left out, see db.Coverage.
const unrecorded = "unrecorded"

// leaveOut counts something that is left out of a folder. Most calls for one folder come in a row.
func (f *folderFiles) leaveOut(folder *db.DirPath, reason string, n, bytes int64) {
	if len(f.left) == f.begun || f.left[f.begun].Folder != folder {
		f.begun = len(f.left)
	}
	for i := f.begun; i < len(f.left); i++ {
		if l := &f.left[i]; l.Reason == reason {
			l.Count, l.Bytes = l.Count+n, l.Bytes+bytes
			return
		}
	}
	f.left = append(f.left, folders.LeftOutOf{Folder: folder, LeftOut: folders.LeftOut{Reason: reason, Count: n, Bytes: bytes}})
}

// leaveOutScanned counts what a scan left out of a folder.
func (f *folderFiles) leaveOutScanned(folder *db.DirPath, c db.Coverage) {
	if !c.Known {
		f.leaveOut(folder, unrecorded, 1, 0)
	}
	for _, l := range c.LeftOut {
		f.leaveOut(folder, l.Reason, l.Count, l.Bytes)
	}
}

// side reports whether a path is in the trees of a query, and on the second side.
func (q *FolderQuery) side(path db.FilePath) (in, second bool) {
	if belongs(path, q.Files.Trees, q.Files.Against) || len(q.Files.Trees) == 0 {
		return true, false
	}
	second = len(q.Files.Against) > 0 && belongs(path, q.Files.Against, q.Files.Trees)
	return second, second
}

// foldersOfTrees returns the folders that contain the trees of a query. If a tree is a file, its
// folder is compared with what else is asked about in it, and all other files there are filtered.
func (q *FolderQuery) foldersOfTrees() map[string]bool {
	dirs := map[string]bool{}
	for _, tree := range slices.Concat(q.Files.Trees, q.Files.Against) {
		dirs[path.Dir(tree)] = true
	}
	return dirs
}

// isAbove reports whether a folder contains a tree of a query.
func (q *FolderQuery) isAbove(dir string) bool {
	return slices.ContainsFunc(slices.Concat(q.Files.Trees, q.Files.Against), func(tree string) bool {
		return db.InTrees(tree, []string{dir})
	})
}

// readFolderFiles returns the files that count.
func readFolderFiles(ctx context.Context, ix *db.Index, q *FolderQuery) (*folderFiles, error) {
	all := &folderFiles{}
	var ids []uint64
	units := map[string]string{} // each name once
	asked := q.foldersOfTrees()
	lengths := map[int]bool{} // of asked, so that few paths of a deep tree are built
	for dir := range asked {
		lengths[len(dir)] = true
	}
	isAsked := func(dir *db.DirPath) bool { return dir != nil && lengths[dir.Len()] && asked[dir.String()] }
	err := ix.EachFolder(ctx, func(path *db.DirPath, c db.Coverage) error {
		above := path.Above()
		if c.Known && len(c.LeftOut) == 0 && (above == nil || !lengths[above.Len()]) {
			return nil
		}
		if len(q.Files.Trees) == 0 {
			all.leaveOutScanned(path, c)
			return nil
		}
		if in, _ := q.side(db.FilePath{Dir: above, Name: path.Name()}); in || isAsked(path) {
			all.leaveOutScanned(path, c)
		} else if isAsked(above) && !q.isAbove(path.String()) {
			all.leaveOut(above, "filtered", 1, 0)
		}
		return nil
	}, func(f db.FilePath, e *db.DirEntry) error {
		in, second := q.side(f)
		switch {
		case !in:
			if isAsked(f.Dir) {
				all.leaveOut(f.Dir, "filtered", 1, e.Size)
			}
			return nil
		case e.SetAside:
			all.leaveOut(f.Dir, "generated", 1, e.Size)
			return nil
		case q.Files.Admit != nil && !q.Files.Admit(f.String()) || q.AdmitSize != nil && !q.AdmitSize(e.Size):
			all.leaveOut(f.Dir, "filtered", 1, e.Size)
			return nil
		}
		file := folders.File{
			FilePath: f, Content: uint32(e.Content), Size: e.Size, Second: second,
		}
		if q.Files.isolates() {
			name := q.Files.Unit(f.String())
			if _, ok := units[name]; !ok {
				units[name] = name
			}
			file.Unit = units[name]
		}
		if id := fileID(&e.Stat); !q.Files.Hardlinks && id != 0 {
			file.Inode, ids = id, append(ids, id)
		}
		all.files = append(all.files, file)
		return nil
	})
	slices.Sort(ids)
	linked := map[uint64]bool{} // several paths are of one file
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] {
			linked[ids[i]] = true
		}
	}
	for i := range all.files {
		if !linked[all.files[i].Inode] {
			all.files[i].Inode = 0
		}
	}
	return all, err
}

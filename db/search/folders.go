package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

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
func readFolders(ctx context.Context, ix *db.Index, q *FolderQuery) ([]folders.File, *corpus, error) {
	q.Files.MinShared = max(q.Files.MinShared, 1)
	q.Sided, q.Isolate = len(q.Files.Against) > 0, q.Files.isolates()
	files, err := folderFiles(ctx, ix, q)
	if err != nil {
		return nil, nil, err
	}
	c, err := readCorpus(ctx, ix, &q.Files)
	return files, c, err
}

// findFolders closes the corpus and returns the similar folders of the files, or closes similar.
func findFolders(ctx context.Context, q *FolderQuery, c *corpus, files []folders.File, similar *folders.Similarities) (*folders.Finding, error) {
	files = c.counting(files)
	c.close()
	t, err := folders.NewTree(ctx, q.Roots, files)
	var found *folders.Finding
	if err == nil {
		found, err = folders.Find(ctx, t, similar, q.Options)
	}
	if err != nil {
		similar.Close()
	}
	return found, err
}

// counting returns the files that are not entirely in the base.
func (c *corpus) counting(files []folders.File) []folders.File {
	if c.base == nil {
		return files
	}
	kept := files[:0]
	for _, f := range files {
		if !c.covered(db.ContentID(f.Content)) {
			kept = append(kept, f)
		}
	}
	return kept
}

func similarContents(a, b db.ContentID, p *Pair) folders.Similar {
	return folders.Similar{A: uint32(a), B: uint32(b), AInB: float64(p.AInB), BInA: float64(p.BInA), Estimated: !p.Exact}
}

// folderFiles returns the files that count.
func folderFiles(ctx context.Context, ix *db.Index, q *FolderQuery) ([]folders.File, error) {
	var files []folders.File
	var ids []uint64
	units := map[string]string{} // each name once
	var dir *db.DirPath
	var folder string // its path
	err := ix.EachFile(ctx, func(f db.FilePath, e *db.DirEntry) error {
		path := f.String()
		first := belongs(path, q.Files.Trees, q.Files.Against) || len(q.Files.Trees) == 0
		second := !first && len(q.Files.Against) > 0 && belongs(path, q.Files.Against, q.Files.Trees)
		if !first && !second || q.Files.Admit != nil && !q.Files.Admit(path) || q.AdmitSize != nil && !q.AdmitSize(e.Size) {
			return nil
		}
		if f.Dir != dir {
			dir, folder = f.Dir, cmp.Or(strings.TrimSuffix(f.Dir.String(), "/"), "/")
		}
		file := folders.File{
			Folder: folder, Name: f.Name,
			Content: uint32(e.Content), Size: e.Size, Second: second,
		}
		if q.Files.isolates() {
			name := q.Files.Unit(path)
			if _, ok := units[name]; !ok {
				units[name] = name
			}
			file.Unit = units[name]
		}
		if id := fileID(&e.Stat); !q.Files.Hardlinks && id != 0 {
			file.Inode, ids = id, append(ids, id)
		}
		files = append(files, file)
		return nil
	})
	slices.Sort(ids)
	linked := map[uint64]bool{} // several paths are of one file
	for i := 1; i < len(ids); i++ {
		if ids[i] == ids[i-1] {
			linked[ids[i]] = true
		}
	}
	for i := range files {
		if !linked[files[i].Inode] {
			files[i].Inode = 0
		}
	}
	return files, err
}

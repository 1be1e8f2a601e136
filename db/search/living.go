package search

import (
	"context"
	"hash/maphash"
	"slices"

	"alike/db"
)

// Living completes the files of an answer that is about to be printed. A path that is gone
// is replaced by another of the same file, then by the smallest other path of its content
// that exists. It is not safe for concurrent use.
type Living struct {
	ix     *db.Index
	q      PairQuery
	exists func(path string) bool
	all    bool
	// Marks looks for files without copies and links too, if only to find them missing, and
	// for links.
	Marks bool
	// InOtherUnits adds, with PairQuery.Isolate, the smallest existing path in each other unit to
	// Aliases, unless all paths are asked for.
	InOtherUnits bool

	seed  maphash.Seed
	known map[uint64]struct{} // hashes of paths that exist
	// completed has files that took a look at the index, by indexed path.
	completed map[string]File
}

// The largest numbers of paths and files that a Living remembers: some 80 MB of hashes, and
// some 20 MB of files.
const (
	maxKnown     = 1 << 22
	maxCompleted = 1 << 16
)

// NewLiving returns a Living for answers to q, of which it uses the trees, Admit, Hardlinks
// and Except. exists is asked about each path that exists once. all adds all existing paths
// to Aliases.
func NewLiving(ix *db.Index, q PairQuery, all bool, exists func(path string) bool) *Living {
	return &Living{
		ix: ix, q: q, exists: exists, all: all,
		seed: maphash.MakeSeed(), known: map[uint64]struct{}{}, completed: map[string]File{},
	}
}

// found reports whether a path exists.
func (l *Living) found(path string) bool {
	hash := maphash.String(l.seed, path)
	if _, known := l.known[hash]; known {
		return true
	}
	if !l.exists(path) {
		return false
	}
	if len(l.known) >= maxKnown {
		clear(l.known)
	}
	l.known[hash] = struct{}{}
	return true
}

// File completes a file that stands for its content. If no path of the content exists, it
// keeps the path, which is then missing.
func (l *Living) File(ctx context.Context, f *File) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	alone := !l.Marks && f.Copies == 0 && f.Aliases == nil // nothing can replace it
	linked := l.Marks && f.Aliases != nil
	if !l.lists(f) && (alone || !linked && l.found(f.Path)) {
		return nil
	}
	indexed := f.Path
	if is, ok := l.completed[indexed]; ok {
		f.Path, f.Aliases = is.Path, is.Aliases
		return nil
	}
	if err := l.complete(ctx, f, indexed); err != nil {
		return err
	}
	if len(l.completed) >= maxCompleted {
		clear(l.completed)
	}
	l.completed[indexed] = *f
	return nil
}

// complete does the work of File.
func (l *Living) complete(ctx context.Context, f *File, indexed string) error {
	found := f.look(l.found, l.Marks)
	if found && !l.lists(f) {
		return nil
	}
	everywhere, err := l.pathsOf(ctx, indexed)
	if err != nil {
		return err
	}
	paths := everywhere
	if l.q.isolates() {
		paths = slices.DeleteFunc(slices.Clone(paths), func(c copyOf) bool { return l.q.Unit(c.path) != l.q.Unit(indexed) })
	}
	if !found {
		if i := slices.IndexFunc(paths, func(c copyOf) bool { return ctx.Err() != nil || l.found(c.path) }); i >= 0 {
			f.Path, f.Aliases = paths[i].path, nil
			l.link(f, paths, i)
		}
	}
	switch {
	case l.all && l.InOtherUnits:
		l.list(ctx, f, everywhere)
	case l.all:
		l.list(ctx, f, paths)
	case l.InOtherUnits:
		if paths = l.ofUnits(ctx, f, everywhere); len(paths) > 1 {
			l.list(ctx, f, paths)
		}
	}
	return ctx.Err()
}

// lists reports whether further paths of a file are added to Aliases.
func (l *Living) lists(f *File) bool { return l.all || l.InOtherUnits && f.Copies > 0 }

// ofUnits returns, of the paths of a file, the shown one and the smallest existing one in each
// other unit.
func (l *Living) ofUnits(ctx context.Context, f *File, paths []copyOf) (kept []copyOf) {
	units := map[string]bool{l.q.Unit(f.Path): true}
	for _, c := range paths {
		unit := l.q.Unit(c.path)
		if c.path == f.Path || !units[unit] && ctx.Err() == nil && l.found(c.path) {
			units[unit], kept = true, append(kept, c)
		}
	}
	return kept
}

// Pair completes both files of a pair. It reports whether they are still two files: one of
// two identical files may be gone, and if it is the smallest, the second one takes its place.
func (l *Living) Pair(ctx context.Context, p *Pair) (bool, error) {
	b := p.B.Path
	if err := l.File(ctx, &p.A); err != nil {
		return false, err
	}
	if !p.Identical {
		if err := l.File(ctx, &p.B); err != nil {
			return false, err
		}
	} else if found := p.B.look(l.found, l.Marks); !found && !p.A.Missing() || p.A.Path == p.B.Path || p.A.Path == b {
		return false, nil
	}
	if len(l.q.Against) == 0 && p.A.Path > p.B.Path {
		*p = p.swapped()
	}
	return true, nil
}

// pathsOf returns the paths of the content at an indexed path, on the same side of the
// answer, in bytewise order.
func (l *Living) pathsOf(ctx context.Context, path string) ([]copyOf, error) {
	e, ok, err := l.ix.Entry(path)
	if err != nil || !ok {
		return nil, err
	}
	names, err := l.ix.PathsOf(ctx, []db.ContentID{e.Content})
	if err != nil {
		return nil, err
	}
	against := len(l.q.Against) > 0 && !belongs(db.FilePath{Name: path}, l.q.Trees, l.q.Against)
	var paths []copyOf
	for _, c := range l.q.Except.left(admitted(names[e.Content], l.q.Admit), l.q.Hardlinks) {
		in := len(l.q.Trees) == 0 || belongs(db.FilePath{Name: c.path}, l.q.Trees, l.q.Against)
		if against {
			in = belongs(db.FilePath{Name: c.path}, l.q.Against, l.q.Trees)
		}
		if in {
			paths = append(paths, c)
		}
	}
	return paths, nil
}

// link names the other paths of the file at paths[i].
func (l *Living) link(f *File, paths []copyOf, i int) {
	if l.q.Hardlinks {
		return
	}
	for j := range paths {
		if j != i && paths[j].isLink(&paths[i]) {
			if f.Aliases == nil {
				f.Aliases = &Aliases{}
			}
			f.Aliases.Links = append(f.Aliases.Links, paths[j].path)
		}
	}
}

// list adds all existing paths of a content, or some if ctx is cancelled.
func (l *Living) list(ctx context.Context, f *File, paths []copyOf) {
	var all Aliases
	if f.Aliases != nil {
		all = *f.Aliases
	}
	for _, c := range paths {
		if ctx.Err() == nil && l.found(c.path) {
			all.Paths = append(all.Paths, c.path)
		}
	}
	f.Aliases = &all
}

// look replaces a path that is gone by another of the same file. It reports whether one
// exists, and notes it if none does. With links it drops links that are gone.
func (f *File) look(exists func(string) bool, links bool) bool {
	found := exists(f.Path)
	if found && (f.Aliases == nil || !links) {
		return true
	}
	var is Aliases
	if f.Aliases != nil {
		is = *f.Aliases
	}
	left := slices.DeleteFunc(slices.Clone(is.Links), func(path string) bool { return !exists(path) })
	switch {
	case found:
		is.Links = left
	case len(left) > 0:
		f.Path, is.Links, found = left[0], left[1:], true
	default:
		is.Missing = true
	}
	f.Aliases = &is
	return found
}

// Look asks for each file of a set whether it exists, and puts those that do not at the
// end. It returns how many exist. Only these count for Savings. With links it drops links
// that are gone.
func (d *DuplicateSet) Look(exists func(path string) bool, links bool) int {
	gone := d.Files[:0:0]
	var goneCopies, left []copyOf
	kept := d.Files[:0]
	for i, f := range d.Files {
		if f.look(exists, links) {
			kept, left = append(kept, f), append(left, d.copies[i])
		} else {
			gone, goneCopies = append(gone, f), append(goneCopies, d.copies[i])
		}
	}
	d.missing = len(gone)
	if d.missing > 0 && d.links > 0 {
		d.links = len(left) - len(foldLinks(slices.Clone(left)))
	}
	d.Files, d.copies = append(kept, gone...), append(left, goneCopies...)
	return len(kept)
}

// Living returns the files that exist, as far as Look was asked.
func (d *DuplicateSet) Living() []File { return d.Files[:len(d.Files)-d.missing] }

// FindReflinks counts the files that share their blocks with an earlier one and therefore
// save nothing. blocks returns a value that is equal for such files, "" if it is unknown.
func (d *DuplicateSet) FindReflinks(blocks func(path string) string) {
	files, known := map[uint64]bool{0: false}, map[string]bool{"": false}
	d.Reflinked, d.blocks = 0, map[string]string{}
	for i, f := range d.Living() {
		if file := d.copies[i].file; files[file] {
			continue // a link, which Savings leaves out
		} else if file != 0 {
			files[file] = true
		}
		key := blocks(f.Path)
		if known[key] {
			d.Reflinked++
		}
		d.blocks[f.Path], known[key] = key, key != ""
	}
	if d.Reflinked == 0 {
		d.blocks = nil // sets can be many
	}
}

// LeaveOutReflinks removes the files after the Kept ones that share their blocks with the
// first file. It returns how many files remain that exist.
func (d *DuplicateSet) LeaveOutReflinks() int {
	files, copies := d.Files[:0:0], d.copies[:0:0]
	for i, f := range d.Files {
		if key := d.blocks[f.Path]; i >= max(d.Kept, 1) && key != "" && key == d.blocks[d.Files[0].Path] {
			d.Reflinked--
			continue
		}
		files, copies = append(files, f), append(copies, d.copies[i])
	}
	d.Files, d.copies = files, copies
	return len(d.Living())
}

// Copy is a file of a set, for rules about which to keep.
type Copy struct {
	Path  string
	MTime int64 // nanoseconds since 1970, at the last scan
}

// Copy returns a file of the set.
func (d *DuplicateSet) Copy(i int) Copy {
	c := Copy{Path: d.Files[i].Path}
	if i < len(d.copies) { // not in a set made by a test
		c.MTime = d.copies[i].mtime
	}
	return c
}

// Arrange sorts the files that exist. Equal ones keep their order.
func (d *DuplicateSet) Arrange(compare func(a, b Copy) int) {
	order := make([]int, len(d.Living()))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(d.Copy(i), d.Copy(j)) })
	files, copies := slices.Clone(d.Files), slices.Clone(d.copies)
	for to, from := range order {
		files[to], copies[to] = d.Files[from], d.copies[from]
	}
	d.Files, d.copies = files, copies
}

package db

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// DirPath is the path of a directory: its name, and the path of the directory that it is in.
// Directories share what their paths have in common. As strings, the paths of a chain of n
// directories take n² bytes: 100,000 directories of one letter would take 10 GB.
type DirPath struct {
	above *DirPath // nil for the outermost directory
	jump  *DirPath // farther above, see ancestor
	name  string   // the whole path if nothing is above
	text  string   // the path, if it is short
	size  int      // of the path in bytes
	depth int
}

// maxPathText is the size up to which a directory keeps its path as a string: what Linux takes at
// a time. Longer paths are built whenever they are asked for.
const maxPathText = 4096

// NewDirPath returns the path of a directory in another one, or the outermost directory, which
// is "/", or "" in front of hosts and volumes.
func NewDirPath(above *DirPath, name string) *DirPath {
	d := &DirPath{above: above, name: name, size: len(name)}
	if above == nil {
		d.jump, d.text = d, name
		return d
	}
	d.depth = above.depth + 1
	d.size += above.prefixSize()
	// Jump pointers after Myers (An applicative random-access stack, 1983): a jump is as long as
	// the two before it together, if these are equally long.
	if j := above.jump; above.depth-j.depth == j.depth-j.jump.depth {
		d.jump = j.jump
	} else {
		d.jump = above
	}
	if d.size <= maxPathText {
		d.text = d.build()
		d.name = d.text[len(d.text)-len(name):]
	}
	return d
}

// Above returns the path of the directory that it is in, nil for the outermost one.
func (d *DirPath) Above() *DirPath { return d.above }

// Name returns the last name of the path.
func (d *DirPath) Name() string { return d.name }

// Is reports whether the path is a text. Cost: that of String if they have the same length.
func (d *DirPath) Is(path string) bool { return d.size == len(path) && d.String() == path }

// Len returns the size of the path in bytes.
func (d *DirPath) Len() int { return d.size }

// prefixSize returns the size of what precedes the names in the directory.
func (d *DirPath) prefixSize() int {
	if d.above == nil && (d.name == "" || d.name == "/") {
		return d.size
	}
	return d.size + 1
}

// String returns the path. Cost: its length if that is over 4096 bytes.
func (d *DirPath) String() string {
	if d == nil {
		return ""
	}
	if d.size <= maxPathText || d.above == nil {
		return d.text
	}
	return d.build()
}

func (d *DirPath) build() string {
	b := make([]byte, d.size)
	d.fill(b)
	return string(b)
}

// fill writes the path to the beginning of b.
func (d *DirPath) fill(b []byte) {
	at := d.size
	for ; d.above != nil; d = d.above {
		if d.text != "" {
			break
		}
		at -= copy(b[at-len(d.name):], d.name)
		if d.above.size < at {
			at--
			b[at] = '/'
		}
	}
	copy(b[:at], d.text)
}

// ancestor returns the path above d at a depth that is at most its own. Cost: O(log depth).
func (d *DirPath) ancestor(depth int) *DirPath {
	for d.depth > depth {
		if d.jump.depth >= depth {
			d = d.jump
		} else {
			d = d.above
		}
	}
	return d
}

// part returns the paths below the deepest directory that two paths share, on the way to each, nil
// if the path ends there. Cost: O(log depth), or O(depth) if they were built apart.
func part(a, b *DirPath) (inA, inB *DirPath) {
	depth := min(a.depth, b.depth)
	x, y := a.ancestor(depth), b.ancestor(depth)
	inA, inB = below(a, depth), below(b, depth)
	if x == y {
		return inA, inB
	}
	p, q := x, y
	for p.above != q.above {
		if p.jump != q.jump {
			p, q = p.jump, q.jump
		} else {
			p, q = p.above, q.above
		}
	}
	if p.name != q.name {
		return p, q
	}
	for ; x != y; x, y = x.above, y.above { // the same directories may have been forgotten in between
		if x.name != y.name {
			inA, inB = x, y
		}
	}
	return inA, inB
}

// Compare orders paths so that a directory comes before those in it, and these before any other.
// Cost: that of FilePath.Compare.
func (d *DirPath) Compare(e *DirPath) int {
	inD, inE := part(d, e)
	if inD == nil || inE == nil {
		return cmp.Compare(d.depth, e.depth)
	}
	return strings.Compare(inD.name, inE.name)
}

// Shared returns the deepest directory that two paths share. Cost: that of FilePath.Compare.
func (d *DirPath) Shared(e *DirPath) *DirPath {
	if inD, _ := part(d, e); inD != nil {
		return inD.above
	}
	return d
}

// below returns the path on the way to d that is one deeper than depth, nil if d is not.
func below(d *DirPath, depth int) *DirPath {
	if d.depth == depth {
		return nil
	}
	return d.ancestor(depth + 1)
}

// FilePath is the path of a file. Many files share the directory, so the path is built
// only by String.
type FilePath struct {
	Dir  *DirPath
	Name string
}

// String returns the path. Cost: its length.
func (f FilePath) String() string {
	if f.Dir == nil || f.Dir.size == 0 { // in front of hosts and volumes
		return f.Name
	}
	if f.Dir.size <= maxPathText {
		return joinPath(f.Dir.String(), f.Name)
	}
	b := make([]byte, f.Dir.size, f.Dir.size+1+len(f.Name))
	f.Dir.fill(b)
	return string(append(append(b, '/'), f.Name...))
}

// Compare orders paths bytewise, without building them. Cost: O(log depth), or O(depth) if they
// are from different calls of EachEntry.
func (f FilePath) Compare(g FilePath) int {
	if f.Dir == g.Dir {
		return strings.Compare(f.Name, g.Name)
	}
	if f.Dir == nil || g.Dir == nil {
		return strings.Compare(f.String(), g.String())
	}
	a, b := f.Name, g.Name
	x, y := part(f.Dir, g.Dir)
	if x != nil {
		a = x.name + "/"
	}
	if y != nil {
		b = y.name + "/"
	}
	return strings.Compare(a, b)
}

// In reports whether the path is a tree or in one, see InTrees. Cost: the length of the tree, and
// that of the path if it has at most 4096 bytes or the tree has more.
func (f FilePath) In(tree string) bool {
	if f.Dir == nil || f.Dir.size <= maxPathText || len(tree) > maxPathText {
		return InTrees(f.String(), []string{tree})
	}
	d := f.Dir
	for d.above != nil && d.size > len(tree) {
		if d.jump.size >= len(tree) {
			d = d.jump
		} else {
			d = d.above
		}
	}
	return d.Is(tree) || tree == "/"
}

// after returns how many bytes a path shares with another one, and its rest. It may return fewer
// bytes than they share. Cost: O(log depth) and the length of the rest.
func (f FilePath) after(g FilePath) (shared int, rest string) {
	if f.Dir == nil || g.Dir == nil {
		return 0, f.String()
	}
	inF, inG := part(f.Dir, g.Dir)
	if inF == nil {
		n := 0
		if inG == nil {
			n = commonPrefix(f.Name, g.Name)
		}
		return f.Dir.prefixSize() + n, f.Name[n:]
	}
	if inF.above == nil {
		return 0, f.String()
	}
	shared = inF.above.prefixSize()
	b := make([]byte, f.Dir.size-shared, f.Dir.size-shared+1+len(f.Name))
	end := len(b)
	for d := f.Dir; ; d = d.above {
		end -= copy(b[end-len(d.name):], d.name)
		if d == inF {
			break
		}
		end--
		b[end] = '/'
	}
	return shared, string(append(append(b, '/'), f.Name...))
}

// growingPath is the path of one file after another, each given by what it shares with the one
// before. Their directories share memory.
type growingPath struct {
	text []byte
	dirs []*DirPath // on the way to the file, from the outermost one
}

// change keeps some bytes of the path, appends the rest, and returns the path.
func (p *growingPath) change(shared int, rest []byte) FilePath {
	p.text = append(p.text[:shared], rest...)
	slash := bytes.LastIndexByte(p.text, '/')
	if slash < 0 {
		p.dirs = nil
		return FilePath{Name: string(p.text)}
	}
	top := "" // of a path on a host or a volume
	if p.text[0] == '/' {
		top = "/"
	}
	if len(p.dirs) > 0 && p.dirs[0].name != top {
		p.dirs = p.dirs[:0]
	}
	for n := len(p.dirs); n > 1; n-- {
		if end := p.dirs[n-1].size; end <= min(shared, slash) && p.text[end] == '/' {
			break
		}
		p.dirs = p.dirs[:n-1]
	}
	if len(p.dirs) == 0 {
		p.dirs = append(p.dirs, NewDirPath(nil, top))
	}
	last := p.dirs[len(p.dirs)-1]
	begin := last.prefixSize()
	for begin < slash {
		n := bytes.IndexByte(p.text[begin:], '/')
		last = NewDirPath(last, string(p.text[begin:begin+n]))
		p.dirs = append(p.dirs, last)
		begin += n + 1
	}
	return FilePath{last, string(p.text[slash+1:])}
}

func commonPrefix(a, b string) int {
	const chunk = 64 // compared at once, as paths of a deep tree share much
	i, n := 0, min(len(a), len(b))
	for i+chunk <= n && a[i:i+chunk] == b[i:i+chunk] {
		i += chunk
	}
	for i < n && a[i] == b[i] {
		i++
	}
	return i
}

func joinPath(dir, name string) string {
	if dir == "/" {
		return dir + name
	}
	return dir + "/" + name
}

// splitPath splits a clean absolute path into directory and name. The name of "/" is
// empty.
func splitPath(path string) (dir, name string) {
	slash := strings.LastIndexByte(path, '/')
	if slash < 0 {
		return "/", path
	}
	return path[:max(slash, 1)], path[slash+1:]
}

// dirPaths remembers the paths of directories.
type dirPaths struct {
	known map[DirID]*DirPath
	bytes int
}

// maxPathBytes is about how much memory remembered paths take. Beyond it they are
// forgotten.
const maxPathBytes = 64 << 20

// dirHead is what the path of a directory needs of it.
type dirHead struct {
	id, parent DirID
	name       string
}

// errInside reports a directory that is inside itself.
type errInside struct{ DirID }

func (e errInside) Error() string { return fmt.Sprintf("directory %d is inside itself", e.DirID) }

// path returns the path of a directory. It walks up to the outermost one, top, or a known one, and
// remembers the paths on the way. head reads a directory without its entries; its error ends the
// walk. The error is errInside if there are more than most directories on the way.
func (p *dirPaths) path(top string, id DirID, most int, head func(id DirID) (dirHead, error)) (*DirPath, error) {
	if p.bytes > maxPathBytes || p.known == nil {
		p.known, p.bytes = map[DirID]*DirPath{rootDir: NewDirPath(nil, top)}, 0
	}
	var below []dirHead
	known := p.known[id]
	for ; known == nil; known = p.known[id] {
		d, err := head(id)
		if err != nil {
			return nil, err
		}
		if below = append(below, d); len(below) > most {
			return nil, errInside{id}
		}
		id = d.parent
	}
	const node = 160 // bytes, with its place in the map
	for _, d := range slices.Backward(below) {
		known = NewDirPath(known, d.name)
		p.known[d.id] = known
		p.bytes += node + max(len(known.text), len(known.name))
	}
	return known, nil
}

// pathCursor is a path from the outermost directory down, with the numbers of its directories. A
// look-up of a path goes on from what it shares with the one before, so that many paths of a deep
// tree are found in time proportional to their distances. Memory: one path, and 24 bytes for each
// of its directories.
type pathCursor struct {
	path string
	on   []cursorStep // below the outermost directory
}

// cursorStep is a directory of a cursor: its path ends at an offset of the cursor's.
type cursorStep struct {
	end int
	id  DirID
}

func (c *pathCursor) reset() { *c = pathCursor{} }

// seek goes back to the deepest directory that a clean path below "/" shares with the cursor. It
// returns the directory's number and the names that remain.
func (c *pathCursor) seek(path string) (id DirID, rest string) {
	n := commonPrefix(c.path, path)
	for len(c.on) > 0 {
		if end := c.on[len(c.on)-1].end; end <= n && (end == len(path) || path[end] == '/') {
			break
		}
		c.on = c.on[:len(c.on)-1]
	}
	c.path = path
	if len(c.on) == 0 {
		return rootDir, strings.TrimPrefix(path, "/")
	}
	last := c.on[len(c.on)-1]
	return last.id, strings.TrimPrefix(path[last.end:], "/")
}

// enter goes on to the directory of the first of the names that remain, and returns the rest.
func (c *pathCursor) enter(id DirID, rest string) string {
	name, after, _ := strings.Cut(rest, "/")
	c.on = append(c.on, cursorStep{len(c.path) - len(rest) + len(name), id})
	return after
}

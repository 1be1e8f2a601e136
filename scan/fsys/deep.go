package fsys

import (
	"os"
	"strings"
)

// DeepPath is the size in bytes of a path below its root from which it is opened from a folder that
// is open. Shorter paths are opened from the root, which notices if the tree was moved.
const DeepPath = 512

// openDeep opens a path from the deepest folder on its way that is kept. On the way it keeps the
// folders at a half of what remains, at a half of the rest, and so on. A walk in order of path, up or
// down, so opens n folders in O(n log n) steps, where opening each from the root takes n²/2, and keeps
// O(log n) of them, until others take their place or the garbage collector finds the Trees. As by name,
// links are followed where the scan followed them.
func (t *Trees) openDeep(root, name string, flags int) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if root != t.keptOf { // another root may follow links
		t.leave("")
		t.keptOf = root
	}
	t.leave(name)
	open, at, begin := openAtAnyLength, WorkingFolder, 0
	if root != "" && !t.Roots[root] {
		open, begin = OpenBeneath, len(strings.TrimSuffix(root, "/"))+1
	}
	if n := len(t.kept); n > 0 {
		at, begin = int(t.kept[n-1].Fd()), len(t.kept[n-1].Name())
	} else if begin > 0 {
		top, err := OpenPath(root, PathOnly|Directory|CloseOnExec)
		if err != nil {
			return -1, err
		}
		defer Close(top)
		at = top
	}
	defer func() { t.thin(begin) }() // also if a folder is gone
	end := strings.LastIndexByte(name, '/')
	for begin < end {
		next := end
		if rest := end - begin; rest > DeepPath {
			half := begin + rest/2
			next = half + strings.IndexByte(name[half:], '/')
		}
		fd, err := open(at, name[begin:next], PathOnly|Directory|CloseOnExec)
		if err != nil {
			return -1, err
		}
		at, begin = fd, next+1
		t.kept = append(t.kept, os.NewFile(uintptr(fd), name[:begin]))
	}
	return open(at, name[begin:], flags)
}

// leave closes the folders that are not on the way to a path.
func (t *Trees) leave(name string) {
	n := len(t.kept)
	for ; n > 0 && !strings.HasPrefix(name, t.kept[n-1].Name()); n-- {
		t.kept[n-1].Close()
	}
	t.kept = t.kept[:n]
}

// thin closes folders of which there are others near, in relation to their distance to the last
// one, whose path with a slash has this size.
func (t *Trees) thin(size int) {
	thinned := t.kept[:0]
	for i, f := range t.kept {
		if n := len(thinned); n > 0 && i+1 < len(t.kept) &&
			size-len(thinned[n-1].Name()) <= 2*max(size-len(t.kept[i+1].Name()), DeepPath) {
			f.Close()
			continue
		}
		thinned = append(thinned, f)
	}
	t.kept = thinned
}

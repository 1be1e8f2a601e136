package scan

import (
	"alike/db"
	"alike/scan/fsys"
)

// worker is the state of one goroutine of a walk.
type worker struct {
	tally
	scratch []byte // for reading directories
	stat    fsys.Status
	births  births
	at      handles
	reader  *reader // nil if nothing is read
}

// scratchSize is the size in bytes of the buffer for names of a directory. The kernel
// fills it with about a thousand names at a time.
const scratchSize = 64 << 10

// look returns the stat of an open file. It returns a skipError if the file is now
// excluded. Another regular file of the same name is not: editors save by replacing the
// file.
func (k *worker) look(r *root, fd int) (db.Stat, error) {
	if err := fsys.Fstat(fd, &k.stat); err != nil {
		return db.Stat{}, unreadable{err}
	}
	if !fsys.KindOf(&k.stat).IsRegular() {
		return db.Stat{}, skipError{reasonReplaced}
	}
	if why, out := r.selected.excludedBySize(&k.stat); out {
		return db.Stat{}, skipError{why}
	}
	return fsys.StatOf(&k.stat), nil
}

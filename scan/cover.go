package scan

import (
	"sort"
	"sync"

	"alike/db"
)

// leftOut counts what is left out of a folder, by reason. Most folders have no reason, and
// few have more than two.
type leftOut []leftOutFor

type leftOutFor struct {
	reason
	n, bytes int64
}

// add counts a file or folder. What vanished is not there, so nothing of it is left out.
func (l *leftOut) add(r reason, bytes int64) {
	if r == reasonVanished {
		return
	}
	for i := range *l {
		if one := &(*l)[i]; one.reason == r {
			one.n++
			one.bytes += bytes
			return
		}
	}
	*l = append(*l, leftOutFor{r, 1, bytes})
}

// coverage returns the counts as the index keeps them.
func (l leftOut) coverage() db.Coverage {
	c := db.Coverage{Known: true}
	for _, one := range l {
		c.LeftOut = append(c.LeftOut, db.LeftOut{Reason: reasonNames[one.reason], Count: one.n, Bytes: one.bytes})
	}
	sort.Slice(c.LeftOut, func(i, j int) bool { return c.LeftOut[i].Reason < c.LeftOut[j].Reason })
	return c
}

// cover is what a visited folder lacks. It is final when its files were read and its
// subfolders visited, each of which may turn out to be left out. A subfolder has a cover of
// its own.
type cover struct {
	was db.Coverage // in the index

	mu      sync.Mutex
	left    leftOut
	absent  bool // the index has files in it that the walk did not find, see absence
	pending int  // batches and subfolders, and the visit itself
}

// leave counts a file or folder that turned out to be left out after the visit.
func (c *cover) leave(r reason, bytes int64) {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.left.add(r, bytes)
	}
}

// miss records that the index has files in the folder that the walk did not find.
func (c *cover) miss() {
	if c != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.absent = true
	}
}

// done takes one piece of work off, and reports whether it was the last.
func (c *cover) done() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending--
	return c.pending == 0
}

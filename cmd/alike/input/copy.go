package input

import (
	"os"
)

// Copy holds what was written to it, so that a stream can be read again as a file at Path.
// The file is in memory and goes with the last Close. A nil Copy holds nothing.
type Copy struct {
	Path string
	file *os.File
	room int64
	lost bool // more than the room was written, or memory is short
}

// NewCopy returns a Copy for up to room bytes, or nil if the system has no files in memory.
func NewCopy(room int64) *Copy {
	f, err := memoryFile()
	if err != nil {
		return nil
	}
	return &Copy{Path: f.Name(), file: f, room: room}
}

// Write never fails: a Copy that cannot hold everything holds nothing.
func (c *Copy) Write(p []byte) (int, error) {
	if c == nil || c.lost {
		return len(p), nil
	}
	c.room -= int64(len(p))
	_, err := c.file.Write(p)
	if c.room < 0 || err != nil {
		c.lost = true
		c.Close()
	}
	return len(p), nil
}

// Holds reports whether c holds everything that was written.
func (c *Copy) Holds() bool { return c != nil && !c.lost }

// Close frees the memory.
func (c *Copy) Close() {
	if c != nil {
		_ = c.file.Close()
	}
}

package store

import (
	"io/fs"
	"os"
)

// checkLinks returns nil: the access list of a file decides who may write to it, whatever
// links there are.
func (d *folder) checkLinks(info fs.FileInfo, name string) error { return nil }

// giveAway does nothing: files belong to whom the access list of the folder says.
func (d *folder) giveAway(made *os.File) error { return nil }

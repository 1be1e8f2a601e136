package scan

import (
	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
)

// reader is the state for reading files in one worker.
type reader struct {
	*digester
	spool *db.Spool // nil if nothing is entered
	take  func([]fingerprint.Selected) error
	bytes fileReader
	piece *piece         // of a large file; nil until there is one
	group *group         // of small files; nil until there is one
	base  *baseCollector // only for ReadBase
}

func (r *reader) close() {
	if r.spool != nil {
		r.spool.Close()
	}
	if r.group != nil {
		for _, s := range r.group.spools {
			s.Close()
		}
	}
}

// group holds small files that are read one after another, hashed side by side, and then
// fingerprinted and entered one after another.
type group struct {
	batch    *checksum.Batch
	buffer   []byte // of groupBytes
	messages [][]byte
	sums     []checksum.Sum
	files    []grouped
	spools   []*db.Spool
	contents []db.Addition // of the files that were loaded
}

// grouped is a file of a group.
type grouped struct {
	entry     db.Entry // of a file that was renamed
	moved     bool
	alone     bool // it has grown, and is read on its own
	stat      db.Stat
	unsettled bool
	data      []byte
	shown     int64        // bytes that the progress has counted
	content   *db.Addition // of a file that was loaded
	err       error
}

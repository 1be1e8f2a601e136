package store

import (
	"context"
	"fmt"
	"slices"
)

// Verify checks every byte of the index: the sidecar, the MANIFEST and all tables.
// Cost: one read of the whole index.
func (s *Store) Verify(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.verifyFolder(ctx); err != nil {
		return err
	}
	for _, t := range s.cur.tables {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("checking the index %s: %w", s.dir.name, err)
		}
		if err := verifyTable(s.dir, t); err != nil && !s.replaced(t) {
			return err
		}
	}
	return nil
}

// verifyFolder checks again what was checked when the store was opened.
func (s *Store) verifyFolder(ctx context.Context) error {
	if s.writer == nil {
		snap, err := takeSnapshot(ctx, s.dir)
		snap.close()
		return err
	}
	if s.cur != s.base { // flushed since the last commit
		return nil
	}
	_, err := checkFolder(s.dir)
	return err
}

// checkFolder checks the folder before Badger opens it. It returns the sidecar if the
// folder holds exactly what the sidecar lists, with the right sizes and checksums: the
// whole MANIFEST, and of each table the part that Badger reads while it opens the
// table. Badger reads that part in its own goroutines, where a wrong byte causes a
// panic. The other blocks of a table are checked when they are read.
func checkFolder(dir *folder) (*fileList, error) {
	snap, err := lookAt(dir, checkAtRest)
	snap.close()
	return snap.list, err
}

// replaced reports whether the file of a table is gone because a writer has replaced
// it, as readers allow. The writer checked every byte of it first. The reader still has
// it mapped, and Badger compares the sum of each block that it reads.
func (s *Store) replaced(t tableFile) bool {
	if s.writer != nil || !s.dir.lacks(t.path()) {
		return false
	}
	now, err := s.dir.readFileList(sidecarName)
	return err == nil && !slices.ContainsFunc(now.tables, func(n tableFile) bool { return n.number == t.number })
}

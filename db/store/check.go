package store

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// dirNames are the only names that an index folder holds.
var dirNames = []string{lockName, sidecarName, intentName, badgerName, tmpName}

// prepareDir checks the folder before it is locked, and creates an index in it if there
// is none and Options.Create is set. It never writes into a folder that is neither
// empty nor an index.
func (s *Store) prepareDir(ctx context.Context, dir string) error {
	create := s.opts.Create && !s.opts.ReadOnly
	if err := s.checkOwner(dir); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && create:
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return fmt.Errorf("creating the index folder: %w", err)
		}
		if err := syncParent(dir); err != nil {
			return err
		}
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w at %s", ErrNoIndex, dir)
	case err != nil:
		return fmt.Errorf("looking for the index: %w", err)
	case !info.IsDir():
		return &DamagedError{Path: dir, Problem: "is not a folder, so it cannot hold an index", Damage: NotAnIndex}
	}
	if s.dir, err = openFolder(dir); err != nil {
		return err
	}
	there, err := false, s.checkOpened()
	if err == nil {
		there, err = hasIndex(s.dir)
	}
	if err == nil && !there {
		err = fmt.Errorf("%w at %s", ErrNoIndex, dir)
		if create {
			err = s.createIndex(ctx)
		}
	}
	if err != nil {
		s.dir.close()
	}
	return err
}

// syncParent waits until the name of a new folder is on disk.
func syncParent(dir string) error {
	parent, err := openFolder(filepath.Dir(dir))
	if err != nil {
		return err
	}
	defer parent.close()
	return parent.sync(".")
}

// hasIndex reports whether dir holds an index, sound or not. It reports false if dir is
// empty or a process was killed while creating the index, and fails on anything else.
func hasIndex(dir *folder) (bool, error) {
	names, err := dir.names(".")
	if err != nil {
		return false, err
	}
	if slices.Contains(names, sidecarName) {
		return true, nil
	}
	for _, n := range names {
		if !slices.Contains(dirNames, n) {
			return false, &DamagedError{Path: dir.name, Problem: fmt.Sprintf("is not an index: it holds %q", n), Damage: NotAnIndex}
		}
	}
	names, err = dir.names(badgerName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	for _, n := range names {
		if n == manifestName {
			continue
		}
		if dir.has(sidecarName) {
			return true, nil // created between the two looks
		}
		return false, &DamagedError{Path: dir.path(sidecarName), Problem: "is missing"}
	}
	return false, nil
}

// createIndex creates an empty index. The sidecar comes last, by a rename: without it
// there is no index.
func (s *Store) createIndex(ctx context.Context) error {
	f, err := s.dir.create(lockName, 0o644)
	switch {
	case err == nil:
		f.Close()
	case !errors.Is(err, fs.ErrExist):
		return fmt.Errorf("creating the lock of the index: %w", err)
	}
	lock, err := lockDir(ctx, s.dir, s.opts.Wait, s.opts.Command)
	if err != nil {
		return err
	}
	defer lock.release()
	if there, err := hasIndex(s.dir); err != nil || there {
		return err // another process was faster
	}
	if err := s.dir.clearTmp(); err != nil {
		return err
	}
	if err := s.dir.root.MkdirAll(badgerName, 0o700); err != nil {
		return fmt.Errorf("creating the index folder: %w", err)
	}
	empty := []byte(manifestHead)
	if err := s.dir.writeSynced(manifestPath, empty); err != nil {
		return err
	}
	if err := s.dir.sync(badgerName); err != nil {
		return err
	}
	return s.dir.writeFileList(sidecarName, &fileList{next: 1, manifest: fileSum{int64(len(empty)), sumOf(empty)}})
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

// checkAtRest checks everything but the tables of an index folder that no process
// writes to.
func checkAtRest(dir *folder, list *fileList) error {
	if err := checkDirNames(dir); err != nil {
		return err
	}
	if err := checkNames(dir, list); err != nil {
		return err
	}
	return checkManifest(dir, list, false)
}

// checkDirNames reports names that do not belong in DIR.
func checkDirNames(dir *folder) error {
	names, err := dir.names(".")
	if err != nil {
		return err
	}
	for _, n := range names {
		if !slices.Contains(dirNames, n) {
			return &DamagedError{Path: dir.path(n), Problem: "does not belong in an index folder", Damage: ForeignFile}
		}
	}
	return nil
}

// checkNames reports names that are missing from badger/ or do not belong there.
func checkNames(dir *folder, lists ...*fileList) error {
	names, err := dir.names(badgerName)
	if errors.Is(err, fs.ErrNotExist) {
		return &DamagedError{Path: dir.path(badgerName), Problem: "is missing"}
	}
	if err != nil {
		return err
	}
	known := map[string]bool{manifestName: true}
	for _, l := range lists {
		for _, t := range l.tables {
			known[t.name()] = true
		}
		// A killed compaction may not have removed the tables that it replaced. Tables
		// that were flushed and never committed are named nowhere else.
		for _, n := range l.dropped {
			known[tableFile{number: n}.name()] = true
		}
	}
	for _, n := range names {
		if !known[n] {
			return &DamagedError{Path: dir.path(badgerName + "/" + n), Problem: "does not belong to the index", Damage: ForeignFile}
		}
	}
	return nil
}

// checkManifest compares Badger's MANIFEST with the list. With more, MANIFEST may
// continue beyond what the list covers.
func checkManifest(dir *folder, l *fileList, more bool) error {
	return dir.checkFile(manifestPath, l.manifest.size, more, []span{{0, l.manifest.size, l.manifest.sum}})
}

// checkTables compares the sizes and the tails of all tables with the list.
func checkTables(dir *folder, l *fileList) error {
	for _, t := range l.tables {
		f, err := openSound(dir, t)
		if err != nil {
			return err
		}
		f.Close()
	}
	return nil
}

// openSound opens the file of a table whose size and tail match the list.
func openSound(dir *folder, t tableFile) (*os.File, error) {
	return dir.openChecked(t.path(), t.size, false, []span{{t.tail, t.size, t.end}})
}

// span is a part of a file, in bytes from its beginning, and its CRC-32C.
type span struct {
	from, to int64
	sum      uint32
}

// checkFile compares the size of a file and the sums of parts of it. With more, the
// file may be larger.
func (d *folder) checkFile(name string, size int64, more bool, spans []span) error {
	f, err := d.openChecked(name, size, more, spans)
	if err != nil {
		return err
	}
	return f.Close()
}

// openChecked is checkFile, but returns the sound file.
func (d *folder) openChecked(name string, size int64, more bool, spans []span) (*os.File, error) {
	f, err := d.open(name, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &DamagedError{Path: d.path(name), Problem: "is missing"}
	}
	if err != nil {
		if errors.As(err, new(*DamagedError)) {
			return nil, err
		}
		return nil, fmt.Errorf("checking the index: %w", err)
	}
	if err := checkOpen(f, d.path(name), size, more, spans); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func checkOpen(f *os.File, path string, size int64, more bool, spans []span) error {
	damaged := func(format string, a ...any) error {
		return &DamagedError{Path: path, Problem: fmt.Sprintf(format, a...)}
	}
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("checking the index: %w", err)
	}
	if n := info.Size(); n < size || n > size && !more {
		return damaged("has %d bytes instead of %d", n, size)
	}
	for _, p := range spans {
		sum := crc32.New(castagnoli)
		if _, err := io.Copy(sum, io.NewSectionReader(f, p.from, p.to-p.from)); err != nil {
			return fmt.Errorf("checking the index: %w", err)
		}
		if sum.Sum32() != p.sum {
			return damaged("is damaged: the checksum of bytes %d to %d is wrong", p.from, p.to)
		}
	}
	return nil
}

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
		snap, err := s.takeSnapshot(ctx)
		snap.close()
		return err
	}
	if s.cur != s.base { // flushed since the last commit
		return nil
	}
	_, err := checkFolder(s.dir)
	return err
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

// spans returns the parts of a table.
func (t tableFile) spans() []span {
	return []span{{0, t.tail, t.body}, {t.tail, t.size, t.end}}
}

func verifyTable(dir *folder, t tableFile) error {
	return dir.checkFile(t.path(), t.size, false, t.spans())
}

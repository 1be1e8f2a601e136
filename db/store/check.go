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
func (s *Store) prepareDir(ctx context.Context) error {
	create := s.opts.Create && !s.opts.ReadOnly
	info, err := os.Stat(s.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist) && create:
		if err := os.MkdirAll(s.dir, 0o700); err != nil {
			return fmt.Errorf("creating the index folder: %w", err)
		}
		if err := syncDir(filepath.Dir(s.dir)); err != nil {
			return err
		}
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w at %s", ErrNoIndex, s.dir)
	case err != nil:
		return fmt.Errorf("looking for the index: %w", err)
	case !info.IsDir():
		return &DamagedError{Path: s.dir, Problem: "is not a folder, so it cannot hold an index", Damage: NotAnIndex}
	}
	there, err := hasIndex(s.dir)
	if err != nil || there {
		return err
	}
	if !create {
		return fmt.Errorf("%w at %s", ErrNoIndex, s.dir)
	}
	return s.createIndex(ctx)
}

// hasIndex reports whether dir holds an index, sound or not. It reports false if dir is
// empty or a process was killed while creating the index, and fails on anything else.
func hasIndex(dir string) (bool, error) {
	names, err := readNames(dir)
	if err != nil {
		return false, err
	}
	if slices.Contains(names, sidecarName) {
		return true, nil
	}
	for _, n := range names {
		if !slices.Contains(dirNames, n) {
			return false, &DamagedError{Path: dir, Problem: fmt.Sprintf("is not an index: it holds %q", n), Damage: NotAnIndex}
		}
	}
	names, err = readNames(filepath.Join(dir, badgerName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	for _, n := range names {
		if n == manifestName {
			continue
		}
		if _, err := os.Lstat(filepath.Join(dir, sidecarName)); err == nil {
			return true, nil // created between the two looks
		}
		return false, &DamagedError{Path: filepath.Join(dir, sidecarName), Problem: "is missing"}
	}
	return false, nil
}

func readNames(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the index folder: %w", err)
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names, nil
}

// createIndex creates an empty index. The sidecar comes last, by a rename: without it
// there is no index.
func (s *Store) createIndex(ctx context.Context) error {
	f, err := os.OpenFile(filepath.Join(s.dir, lockName), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return fmt.Errorf("creating the lock of the index: %w", err)
	}
	f.Close()
	lock, err := lockDir(ctx, s.dir, s.opts.Wait, s.opts.Command)
	if err != nil {
		return err
	}
	defer lock.release()
	if there, err := hasIndex(s.dir); err != nil || there {
		return err // another process was faster
	}
	if err := clearTmp(s.dir); err != nil {
		return err
	}
	badger := filepath.Join(s.dir, badgerName)
	if err := os.MkdirAll(badger, 0o700); err != nil {
		return fmt.Errorf("creating the index folder: %w", err)
	}
	empty := []byte(manifestHead)
	if err := writeFile(filepath.Join(badger, manifestName), empty); err != nil {
		return err
	}
	if err := syncDir(badger); err != nil {
		return err
	}
	return writeFileList(s.dir, sidecarName, &fileList{next: 1, manifest: fileSum{int64(len(empty)), sumOf(empty)}})
}

// checkFolder checks the folder before Badger opens it. It returns the sidecar if the
// folder holds exactly what the sidecar lists, with the right sizes and checksums: the
// whole MANIFEST, and of each table the part that Badger reads while it opens the
// table. Badger reads that part in its own goroutines, where a wrong byte causes a
// panic. The other blocks of a table are checked when they are read.
func checkFolder(dir string) (*fileList, error) {
	snap, err := lookAt(dir, checkAtRest)
	snap.close()
	return snap.list, err
}

// checkAtRest checks everything but the tables of an index folder that no process
// writes to.
func checkAtRest(dir string, list *fileList) error {
	if err := checkDirNames(dir); err != nil {
		return err
	}
	if err := checkNames(dir, list); err != nil {
		return err
	}
	return checkManifest(dir, list, false)
}

// checkDirNames reports names that do not belong in DIR.
func checkDirNames(dir string) error {
	names, err := readNames(dir)
	if err != nil {
		return err
	}
	for _, n := range names {
		if !slices.Contains(dirNames, n) {
			return &DamagedError{Path: filepath.Join(dir, n), Problem: "does not belong in an index folder", Damage: ForeignFile}
		}
	}
	return nil
}

// checkNames reports names that are missing from badger/ or do not belong there.
func checkNames(dir string, lists ...*fileList) error {
	badger := filepath.Join(dir, badgerName)
	names, err := readNames(badger)
	if errors.Is(err, fs.ErrNotExist) {
		return &DamagedError{Path: badger, Problem: "is missing"}
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
			return &DamagedError{Path: filepath.Join(badger, n), Problem: "does not belong to the index", Damage: ForeignFile}
		}
	}
	return nil
}

// checkManifest compares Badger's MANIFEST with the list. With more, MANIFEST may
// continue beyond what the list covers.
func checkManifest(dir string, l *fileList, more bool) error {
	path := filepath.Join(dir, badgerName, manifestName)
	return checkFile(path, l.manifest.size, more, []span{{0, l.manifest.size, l.manifest.sum}})
}

// checkTables compares the sizes and the tails of all tables with the list.
func checkTables(dir string, l *fileList) error {
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
func openSound(dir string, t tableFile) (*os.File, error) {
	path := filepath.Join(dir, badgerName, t.name())
	return openChecked(path, t.size, false, []span{{t.tail, t.size, t.end}})
}

// span is a part of a file, in bytes from its beginning, and its CRC-32C.
type span struct {
	from, to int64
	sum      uint32
}

// checkFile compares the size of a file and the sums of parts of it. With more, the
// file may be larger.
func checkFile(path string, size int64, more bool, spans []span) error {
	f, err := openChecked(path, size, more, spans)
	if err != nil {
		return err
	}
	return f.Close()
}

// openChecked is checkFile, but returns the sound file.
func openChecked(path string, size int64, more bool, spans []span) (*os.File, error) {
	info, err := os.Lstat(path) // before opening: a FIFO would block
	if err == nil && !info.Mode().IsRegular() {
		return nil, &DamagedError{Path: path, Problem: "is not a file"}
	}
	var f *os.File
	if err == nil {
		f, err = os.Open(path)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &DamagedError{Path: path, Problem: "is missing"}
	}
	if err != nil {
		return nil, fmt.Errorf("checking the index: %w", err)
	}
	if err := checkOpen(f, size, more, spans); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func checkOpen(f *os.File, size int64, more bool, spans []span) error {
	damaged := func(format string, a ...any) error {
		return &DamagedError{Path: f.Name(), Problem: fmt.Sprintf(format, a...)}
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
			return fmt.Errorf("checking the index %s: %w", s.dir, err)
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
	_, err := os.Lstat(filepath.Join(s.dir, badgerName, t.name()))
	if s.writer != nil || !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	now, err := readFileList(filepath.Join(s.dir, sidecarName))
	return err == nil && !slices.ContainsFunc(now.tables, func(n tableFile) bool { return n.number == t.number })
}

func verifyTable(dir string, t tableFile) error {
	path := filepath.Join(dir, badgerName, t.name())
	return checkFile(path, t.size, false, []span{{0, t.tail, t.body}, {t.tail, t.size, t.end}})
}

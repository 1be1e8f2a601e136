package store

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"slices"
)

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

// spans returns the parts of a table.
func (t tableFile) spans() []span {
	return []span{{0, t.tail, t.body}, {t.tail, t.size, t.end}}
}

func verifyTable(dir *folder, t tableFile) error {
	return dir.checkFile(t.path(), t.size, false, t.spans())
}

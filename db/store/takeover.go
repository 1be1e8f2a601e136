package store

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// A store can be rebuilt while the old one is still read: another store grows in a folder
// inside it, and in the end its tables replace the old ones in one commit.

// NewStore returns the folder of the store that may replace this one. It makes the folder, for the
// owner of this one, if there is none.
func (s *Store) NewStore() (string, error) {
	path := filepath.ToSlash(filepath.Join(s.dir.name, rebuildName))
	err := s.dir.root.Mkdir(rebuildName, 0o700)
	if errors.Is(err, fs.ErrExist) {
		return path, nil
	}
	if err == nil {
		var f *os.File
		if f, err = s.dir.subfolder(rebuildName); err == nil {
			err = s.dir.giveAway(f)
			f.Close()
		}
	}
	if err != nil {
		return "", s.dir.noSpace(rebuildName, 0, fmt.Errorf("creating the folder %s: %w", path, err))
	}
	return path, nil
}

// RemoveNewStore removes the folder of NewStore, if there is one.
func (s *Store) RemoveNewStore() error {
	if err := s.dir.root.RemoveAll(rebuildName); err != nil {
		return fmt.Errorf("removing the folder %s: %w", s.dir.path(rebuildName), err)
	}
	return nil
}

// TakeOver replaces everything in the store by the last commit of the one in NewStore, which
// must be closed, and removes that. After a kill at any moment the store holds all of the old
// or all of the new. What was not committed is lost. It links the tables, or copies them
// where the file system has no links.
func (s *Store) TakeOver() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writable(); err != nil {
		return err
	}
	if err := s.writer.wait(); err != nil {
		return s.fail(err)
	}
	s.writer.maker.discard()
	if err := s.takeOver(); err != nil {
		return s.fail(fmt.Errorf("replacing the index %s by the new one: %w", s.dir.name, err))
	}
	if err := s.openNewTables(); err != nil { // so that the old ones can be removed everywhere
		return s.fail(err)
	}
	_ = s.RemoveNewStore() // it only takes space, and the next writer tries again
	return nil
}

func (s *Store) takeOver() error {
	list, err := s.readNewStore()
	if err != nil {
		return err
	}
	made, err := s.linkTables(list)
	if err != nil {
		return err
	}
	next := s.cur.clone()
	for _, t := range s.cur.tables {
		next.dropped = append(next.dropped, t.number)
	}
	s.writer.version = max(s.writer.version, list.version)
	next.tables, next.root = tableFiles(made), list.root
	next.next, next.version = s.writer.next, s.writer.version
	next.generation++
	manifest, err := wholeManifest(next.tables)
	if err != nil {
		return err
	}
	next.manifest = fileSum{int64(len(manifest)), sumOf(manifest)}
	if err := s.replaceAll(next, made, manifest); err != nil {
		return err
	}
	v, err := s.Acquire()
	if err != nil {
		return err
	}
	defer s.Release(v)
	s.writer.deep = nil
	s.writer.findRanges(v.infos)
	return nil
}

// replaceAll is installAndAdopt and tidy under tablesLock.
func (s *Store) replaceAll(next *fileList, made []madeTable, manifest []byte) error {
	s.tablesLock.Lock()
	defer s.tablesLock.Unlock()
	if err := s.installAndAdopt(next, made, manifest); err != nil {
		return err
	}
	return s.tidy()
}

// readNewStore reads what the store in NewStore has committed.
func (s *Store) readNewStore() (*fileList, error) {
	root, err := s.dir.root.OpenRoot(rebuildName)
	if err != nil {
		return nil, err
	}
	from := &folder{s.dir.path(rebuildName), root}
	defer from.close()
	list, err := from.readFileList(sidecarName)
	if err == nil && from.has(intentName) {
		err = &DamagedError{Path: from.path(intentName), Problem: "was left by a writer that did not end"}
	}
	return list, err
}

// linkTables links the tables of the new store into DIR/tmp, under numbers of this one.
func (s *Store) linkTables(list *fileList) ([]madeTable, error) {
	made := make([]madeTable, len(list.tables))
	// The higher number wins if two tables disagree.
	tables := slices.SortedFunc(slices.Values(list.tables), func(a, b tableFile) int { return cmp.Compare(a.number, b.number) })
	for i, t := range tables {
		from := rebuildName + "/" + t.path()
		t.number = s.writer.take()
		made[i].tableFile = t
		to := tmpName + "/" + t.name()
		if err := s.dir.remove(to); err != nil {
			return nil, err
		}
		if err := s.dir.root.Link(from, to); err != nil {
			if err := s.dir.copySynced(from, to); err != nil {
				return nil, err
			}
		}
	}
	return made, s.dir.sync(tmpName)
}

// copySynced copies a file, to disk.
func (d *folder) copySynced(from, to string) error {
	src, err := d.root.Open(from)
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := d.create(to, 0o600)
	if err != nil {
		return d.noSpace(to, 0, err)
	}
	n, err := io.Copy(dst, src)
	if err == nil {
		err = dst.Sync()
	}
	if err = errors.Join(err, dst.Close()); err != nil {
		_ = d.root.Remove(to)
		return d.noSpace(to, int(n), err)
	}
	return nil
}

// HasNewStore reports whether the folder of NewStore exists.
func (s *Store) HasNewStore() bool {
	_, err := s.dir.root.Lstat(rebuildName)
	return !errors.Is(err, fs.ErrNotExist)
}

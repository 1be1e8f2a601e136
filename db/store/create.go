package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

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

// checkOwner is the function checkOwner for root that writes, unless it trusts.
func (s *Store) checkOwner(dir string) error {
	if s.opts.ReadOnly || s.opts.TrustOwner || os.Geteuid() != 0 {
		return nil
	}
	return checkOwner(dir)
}

// checkOpened checks the open folder again. If it did not exist at first, another user may
// have been faster to create it, or a link, in a sticky folder.
func (s *Store) checkOpened() error {
	err := s.checkOwner(s.dir.name)
	if err != nil {
		return err
	}
	opened, err := s.dir.root.Stat(".")
	if err != nil {
		return fmt.Errorf("opening the index folder: %w", err)
	}
	if now, err := os.Stat(s.dir.name); err != nil || !os.SameFile(opened, now) {
		return fmt.Errorf("opening the index folder: %s was replaced meanwhile", s.dir.name)
	}
	return nil
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

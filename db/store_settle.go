package db

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// unsettled says whether a killed process left something to be put right.
func unsettled(dir string) bool {
	if _, err := os.Lstat(filepath.Join(dir, intentName)); err == nil {
		return true
	}
	l, err := readFileList(filepath.Join(dir, sidecarName))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(l.dropped, func(n uint64) bool {
		_, err := os.Lstat(filepath.Join(dir, badgerName, tableFile{number: n}.name()))
		return err == nil
	})
}

// settle puts right what a process left that was killed, or failed, while it
// changed badger/. The order of those changes is
//
//  1. DIR/files.new, which names all that will be there
//  2. tables are moved in from tmp
//  3. MANIFEST is added to, or replaced
//  4. files.new becomes files
//  5. tables that are no longer named are removed
//
// A MANIFEST that is, or begins with, what DIR/files knows has not been replaced:
// then the tables that only files.new names go and MANIFEST is cut back. One that
// is what files.new says was complete: then step 4 follows. Anything else is
// damage. Nothing is removed before all that remains has been found sound.
func settle(dir string) error {
	base, err := readFileList(filepath.Join(dir, sidecarName))
	if err != nil {
		return err
	}
	next, err := readFileList(filepath.Join(dir, intentName))
	if errors.Is(err, fs.ErrNotExist) {
		return removeDropped(dir, base)
	}
	if err != nil {
		return err
	}
	if err := checkNames(dir, base, next); err != nil {
		return err
	}
	oldErr := checkManifest(dir, base, true)
	if oldErr == nil {
		return rollBack(dir, base, next)
	}
	if checkManifest(dir, next, false) != nil {
		return oldErr
	}
	if err := checkTables(dir, next); err != nil {
		return err
	}
	if err := adopt(dir); err != nil {
		return err
	}
	return removeDropped(dir, next)
}

// rollBack removes what only next names.
func rollBack(dir string, base, next *fileList) error {
	if err := checkTables(dir, base); err != nil {
		return err
	}
	badger := filepath.Join(dir, badgerName)
	numbers := slices.Clone(next.dropped) // those flushed after base are not in it
	for _, t := range next.tables {
		numbers = append(numbers, t.number)
	}
	for _, n := range numbers {
		if slices.ContainsFunc(base.tables, func(b tableFile) bool { return b.number == n }) {
			continue
		}
		if err := remove(filepath.Join(badger, tableFile{number: n}.name())); err != nil {
			return err
		}
	}
	if err := os.Truncate(filepath.Join(badger, manifestName), base.manifest.size); err != nil {
		return fmt.Errorf("putting the index back to its last commit: %w", err)
	}
	if err := syncDir(badger); err != nil {
		return err
	}
	if err := remove(filepath.Join(dir, intentName)); err != nil {
		return err
	}
	return syncDir(dir)
}

// adopt makes what files.new says the state of the index: from here on it is
// committed.
func adopt(dir string) error {
	if err := os.Rename(filepath.Join(dir, intentName), filepath.Join(dir, sidecarName)); err != nil {
		return noSpace(dir, 0, fmt.Errorf("committing to the index: %w", err))
	}
	return syncDir(dir)
}

// removeDropped removes the tables that a compaction has replaced.
func removeDropped(dir string, l *fileList) error {
	for _, n := range l.dropped {
		if err := remove(filepath.Join(dir, badgerName, tableFile{number: n}.name())); err != nil {
			return err
		}
	}
	if len(l.dropped) == 0 {
		return nil
	}
	return syncDir(filepath.Join(dir, badgerName))
}

func remove(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("tidying the index: %w", err)
	}
	return nil
}

// lockForReading takes the shared lock of a settled index, after settling it
// when a killed process left that to do.
func (s *store) lockForReading(ctx context.Context) (*dirLock, error) {
	for {
		lock, err := lockDir(ctx, s.dir, false, s.opts.wait, s.opts.command)
		if err != nil || !unsettled(s.dir) {
			return lock, err
		}
		if err := lock.release(); err != nil {
			return nil, fmt.Errorf("locking the index: %w", err)
		}
		lock, err = lockDir(ctx, s.dir, true, s.opts.wait, s.opts.command)
		if err == nil {
			err = errors.Join(settle(s.dir), lock.release())
		}
		if err != nil {
			return nil, fmt.Errorf("putting the index right after a killed process: %w", err)
		}
	}
}

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// settle puts right what a process left that was killed, or failed, while it
// changed badger/. Only who writes does so; a reader needs it not, since all that
// DIR/files names is there after each step. The order of those changes is
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
	complete, err := checkUnsettled(dir, base, next)
	if err != nil {
		return err
	}
	if !complete {
		return rollBack(dir, base, next)
	}
	if err := adopt(dir); err != nil {
		return err
	}
	return removeDropped(dir, next)
}

// checkUnsettled finds what is wrong in a folder with both DIR/files, base, and
// DIR/files.new, next, and says which of them is to be the state: next where its
// change of badger/ was complete.
func checkUnsettled(dir string, base, next *fileList) (complete bool, err error) {
	if err := checkNames(dir, base, next); err != nil {
		return false, err
	}
	oldErr := checkManifest(dir, base, true)
	if oldErr == nil {
		return false, checkTables(dir, base)
	}
	if checkManifest(dir, next, false) != nil {
		return false, oldErr
	}
	return true, checkTables(dir, next)
}

// rollBack removes what only next names.
func rollBack(dir string, base, next *fileList) error {
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
		return NoSpace(dir, 0, fmt.Errorf("committing to the index: %w", err))
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

package store

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"alike/db/system"
)

// repair repairs an index after a process was killed, or failed, while it changed
// badger/. Only the writer does this; readers need not, because every table that
// DIR/files names exists after each step. The steps of a change are
//
//  1. write DIR/files.new, which names everything that there will be
//  2. move tables in from tmp
//  3. append to MANIFEST, or replace it
//  4. rename files.new to files
//  5. remove tables that are no longer named
//
// If MANIFEST equals, or begins with, what DIR/files describes, it has not been
// replaced: repair removes the tables that only files.new names and truncates MANIFEST.
// If MANIFEST equals what files.new describes, the change was complete: repair takes
// steps 4 and 5. Anything else is damage. Before repair removes anything, it checks
// everything that remains.
func repair(dir *folder) error {
	base, err := dir.readFileList(sidecarName)
	if err != nil {
		return err
	}
	next, err := dir.readFileList(intentName)
	if errors.Is(err, fs.ErrNotExist) {
		return removeDropped(dir, base)
	}
	if err != nil {
		return err
	}
	complete, err := checkInterrupted(dir, base, next)
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

// checkInterrupted checks a folder with both DIR/files (base) and DIR/files.new (next).
// complete reports that the change of badger/ was complete, so that next is the state
// to adopt.
func checkInterrupted(dir *folder, base, next *fileList) (complete bool, err error) {
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

// rollBack removes the tables that only next names, and what MANIFEST says about them.
func rollBack(dir *folder, base, next *fileList) error {
	numbers := slices.Clone(next.dropped) // tables flushed after base are not in its own list
	for _, t := range next.tables {
		numbers = append(numbers, t.number)
	}
	for _, n := range numbers {
		if slices.Contains(base.dropped, n) || slices.ContainsFunc(base.tables, func(b tableFile) bool { return b.number == n }) {
			continue // base knows it; a reader may have a dropped table open
		}
		if err := dir.remove(tableFile{number: n}.path()); err != nil {
			return err
		}
	}
	if err := dir.truncate(manifestPath, base.manifest.size); err != nil {
		return fmt.Errorf("putting the index back to its last commit: %w", err)
	}
	if err := dir.sync(badgerName); err != nil {
		return err
	}
	if err := dir.remove(intentName); err != nil {
		return err
	}
	return dir.sync(".")
}

// adopt makes files.new the state of the index: it is committed from here on.
func adopt(dir *folder) error {
	if err := dir.rename(intentName, sidecarName); err != nil {
		return dir.noSpace(sidecarName, 0, fmt.Errorf("committing to the index: %w", err))
	}
	return dir.sync(".")
}

// removeDropped removes the tables that a compaction has replaced, unless a process has
// them open and the system does not remove open files. What is left stays in the list, and
// the next commit or writer tries again.
func removeDropped(dir *folder, l *fileList) error {
	for _, n := range l.dropped {
		err := dir.root.Remove(tableFile{number: n}.path())
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !system.IsInUse(err) {
			return fmt.Errorf("tidying the index: %w", err)
		}
	}
	if len(l.dropped) == 0 {
		return nil
	}
	return dir.sync(badgerName)
}

// remaining returns those of the dropped tables that still exist.
func (l *fileList) remaining(dir *folder) []uint64 {
	return slices.DeleteFunc(slices.Clone(l.dropped), func(n uint64) bool {
		return dir.lacks(tableFile{number: n}.path())
	})
}

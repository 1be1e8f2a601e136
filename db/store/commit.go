package store

import (
	"fmt"
	"hash/crc32"
	"os"
)

// Flush makes everything put and removed so far readable.
func (s *Store) Flush() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writable(); err != nil {
		return err
	}
	return s.fail(s.flushLocked())
}

func (s *Store) flushLocked() error {
	next, made, err := s.writer.finish()
	if err != nil || len(made) == 0 {
		return err
	}
	s.tablesLock.Lock()
	defer s.tablesLock.Unlock()
	return s.install(next, made, nil)
}

// Commit makes root the root, and makes it durable together with everything put and
// removed so far. After a kill at any moment the index holds all of it or nothing.
// Cost: five syncs.
func (s *Store) Commit(root []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.writable(); err != nil {
		return err
	}
	if err := s.CheckSpace(int64(len(root))); err != nil {
		return s.fail(err)
	}
	next, made, err := s.writer.finish()
	if err != nil {
		return s.fail(err)
	}
	next.root = append([]byte{}, root...)
	next.generation++
	s.tablesLock.Lock()
	defer s.tablesLock.Unlock()
	if err := s.installAndAdopt(next, made, nil); err != nil {
		return s.fail(err)
	}
	return s.fail(s.tidy())
}

// tidy removes replaced tables of the last commit, as far as no process has them open.
func (s *Store) tidy() error {
	if len(s.cur.dropped) == 0 {
		return nil
	}
	if err := removeDropped(s.dir, s.cur); err != nil {
		return err
	}
	left := s.cur.remaining(s.dir)
	s.cur = s.cur.clone()
	s.cur.dropped = left
	s.base = s.cur
	return nil
}

// installAndAdopt takes the first four steps of repair's list. The caller holds tablesLock.
func (s *Store) installAndAdopt(next *fileList, made []madeTable, manifest []byte) error {
	if err := s.install(next, made, manifest); err != nil {
		return err
	}
	if err := adopt(s.dir); err != nil {
		return err
	}
	s.base = s.cur
	return nil
}

// install takes the first three steps of repair's list: it moves new tables into Badger's
// folder and adds them to MANIFEST, or replaces MANIFEST with manifest if that is not
// nil. The caller holds tablesLock.
func (s *Store) install(next *fileList, made []madeTable, manifest []byte) error {
	record := manifest
	if manifest == nil && len(made) > 0 {
		var err error
		if record, err = manifestRecord(tableFiles(made)); err != nil {
			return err
		}
		next.manifest.size += int64(len(record))
		next.manifest.sum = crc32.Update(next.manifest.sum, castagnoli, record)
	}
	if err := s.dir.writeFileList(intentName, next); err != nil {
		return err
	}
	if len(record) > 0 {
		if err := s.moveIn(made, record, manifest != nil); err != nil {
			return err
		}
	}
	s.cur = next
	s.latest.Store(next)
	return nil
}

// moveIn takes steps 2 and 3. MANIFEST must reach the disk after the tables that it
// names.
func (s *Store) moveIn(made []madeTable, record []byte, whole bool) error {
	for _, t := range made {
		if err := s.dir.rename(tmpName+"/"+t.name(), t.path()); err != nil {
			return s.dir.noSpace(t.path(), 0, fmt.Errorf("moving a table into the index: %w", err))
		}
	}
	if err := s.dir.sync(badgerName); err != nil {
		return err
	}
	return s.writeManifest(record, whole)
}

// writeManifest appends record to MANIFEST or, if whole, replaces MANIFEST with it.
func (s *Store) writeManifest(record []byte, whole bool) error {
	if whole {
		const tmp = tmpName + "/MANIFEST"
		if err := s.dir.writeSynced(tmp, record); err != nil {
			return err
		}
		if err := s.dir.rename(tmp, manifestPath); err != nil {
			return s.dir.noSpace(manifestPath, 0, fmt.Errorf("replacing Badger's manifest: %w", err))
		}
		return s.dir.sync(badgerName)
	}
	f, err := s.dir.open(manifestPath, os.O_WRONLY|os.O_APPEND)
	if err != nil {
		return fmt.Errorf("appending to Badger's manifest: %w", err)
	}
	_, err = f.Write(record)
	if err == nil {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return s.dir.noSpace(manifestPath, len(record), fmt.Errorf("appending to Badger's manifest: %w", err))
	}
	return nil
}

func tableFiles(made []madeTable) []tableFile {
	files := make([]tableFile, len(made))
	for i, t := range made {
		files[i] = t.tableFile
	}
	return files
}

//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Archives, cameras and broken clocks leave files with times in the future and
// before 1970. Such times must neither hide a change nor keep a file out of the
// index: a scan only compares them with the previous ones.

func oddTimes(t *tally) error {
	for i := range t.pick(1, 1, 10) {
		grown, err := growTree(filepath.Join(t.dir, fmt.Sprintf("tree%d", i)), t.seed+20+uint64(i), 1<<20)
		if err != nil {
			return err
		}
		t.try("files with odd times", func(a *attempt) error { return oddlyTimed(a, grown) })
	}
	t.remark("a clock that runs backwards is tested in package scan, which can set it")
	return nil
}

func oddlyTimed(a *attempt, grown *tree) error {
	// The last two do not fit into 64 bits of nanoseconds.
	years := []int{1901, 1960, 1969, 1970, 2038, 2100, 2262, 2400}
	at := map[string]time.Time{}
	for i, path := range grown.files {
		year := years[i%len(years)]
		at[path] = time.Date(year, time.Month(1+a.rng.IntN(12)), 1, 0, 0, 0, a.rng.IntN(1e9), time.UTC)
		if err := os.Chtimes(path, at[path], at[path]); err != nil {
			return err
		}
	}
	time.Sleep(settleTime)
	first, err := a.scan(grown.dir)
	if err != nil {
		return err
	}
	if least := int64(len(grown.files)); first.Files < least || first.Failed > 0 {
		return fmt.Errorf("the index has %[2]d of at least %[1]d files, %[3]d failed", least, first.Files, first.Failed)
	}
	again, err := a.scan(grown.dir)
	if err != nil {
		return err
	}
	if again.Files != first.Files || again.Unchanged+again.Read > again.Files {
		return fmt.Errorf("the second scan has %d files, %d unchanged, %d read; the first had %d", again.Files, again.Unchanged, again.Read, first.Files)
	}
	a.say("%d of %d files were read again because they are dated in the future", again.Read, again.Files)
	// Other bytes of the same length under the same odd time: only the ctime differs.
	for _, path := range grown.files {
		if a.rng.IntN(3) > 0 {
			continue
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if err := os.WriteFile(path, grown.text(int(info.Size()))[:info.Size()], 0o600); err != nil {
			return err
		}
		if err := os.Chtimes(path, at[path], at[path]); err != nil {
			return err
		}
	}
	want, err := a.undisturbed(grown.dir)
	if err != nil {
		return err
	}
	return a.completes(want, grown.dir)
}

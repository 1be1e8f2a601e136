//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Disks lose bits, repaired file systems truncate files, backups restore half of an
// index, and users delete files. Whatever is missing or wrong in the index folder, a
// verb must either give the right answer or exit with 12 and name the file. It must
// never panic, hang or answer wrongly, and check must always find the damage.

// harm is one way to damage a file.
type harm struct {
	what string
	do   func(path string, size int64) error
}

// harms draws ways to damage a file: all of them, or three in the quick form.
func (t *tally) harms() []harm {
	flip := func(what string, at func(size int64) int64) harm {
		bit := byte(1) << t.rng.IntN(8)
		return harm{"a bit flipped " + what, func(path string, size int64) error { return flipBits(path, at(size), bit) }}
	}
	cut := func(what string, to func(size int64) int64) harm {
		return harm{what, func(path string, size int64) error { return os.Truncate(path, to(size)) }}
	}
	all := []harm{
		flip("in its head", func(int64) int64 { return 0 }),
		flip("in its middle", func(size int64) int64 { return size / 2 }),
		flip("in its footer", func(size int64) int64 { return size - 1 - t.rng.Int64N(min(size, 8)) }),
		cut("its last byte cut off", func(size int64) int64 { return size - 1 }),
		cut("half of it cut off", func(size int64) int64 { return size / 2 }),
		cut("all of it cut off", func(int64) int64 { return 0 }),
		{"a byte added", func(path string, size int64) error { return os.Truncate(path, size+1) }},
		{"removed", func(path string, _ int64) error { return os.Remove(path) }},
	}
	for range t.pick(1, 1, 6) {
		place := t.rng.Float64()
		all = append(all, flip(fmt.Sprintf("at %.4f of it", place), func(size int64) int64 { return int64(place * float64(size)) }))
	}
	t.rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:t.pick(3, len(all), len(all))]
}

func flipBits(path string, at int64, bits byte) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	b := make([]byte, 1)
	if _, err := f.ReadAt(b, at); err != nil {
		return err
	}
	b[0] ^= bits
	_, err = f.WriteAt(b, at)
	return err
}

// damage is shared by the cases of damageIndex.
type damage struct {
	*tally
	tree  string
	base  string // the sound index
	where string // the path of every damaged copy
	want  answers
	verbs [][]string
	right []string // the answers of the verbs

	answered, refused int
}

func damageIndex(t *tally) error {
	d := &damage{tally: t, base: filepath.Join(t.dir, "base"), where: filepath.Join(t.dir, "index")}
	if err := d.prepare(); err != nil {
		return err
	}
	files, err := d.files()
	if err != nil {
		return err
	}
	for _, name := range files {
		for _, h := range d.harms() {
			d.damaged(name+": "+h.what, true, func(index string) error {
				path := filepath.Join(index, name)
				info, err := os.Stat(path)
				if err != nil {
					return err
				}
				return h.do(path, info.Size())
			})
		}
	}
	d.folders()
	t.remark("%d files in the index; after damage, %d verbs answered correctly and %d exited with %d",
		len(files)+1, d.answered, d.refused, exitDamaged)
	t.remark("the content of the lock file must not matter, and no scan starts without the file")
	return nil
}

func (d *damage) prepare() error {
	d.tree = filepath.Join(d.dir, "tree")
	grown, err := growTree(d.tree, d.seed+5, d.pick(1, 1, 8)<<20)
	if err != nil {
		return err
	}
	time.Sleep(settleTime)
	d.verbs = [][]string{
		{"status", "-f", "json"}, {"pairs", "--estimate", "-f", "json", "--sort"}, {"query", "-f", "json", "--sort", grown.any()},
		{"dups", "-f", "json", "--sort"}, {"check", "-f", "json"},
	}
	return d.aside("sound", func(a *attempt) error {
		a.index = d.where
		// Several scans, so that there are several segments.
		for i := range d.pick(2, 2, 6) {
			if _, err := a.scan(filepath.Join(d.tree, fmt.Sprintf("d%02d", i))); err != nil {
				return err
			}
		}
		if _, err := a.scan(d.tree); err != nil {
			return err
		}
		if d.want, err = a.ask(); err != nil {
			return err
		}
		for _, v := range d.verbs {
			o, err := a.done(v...)
			if err != nil {
				return err
			}
			results, summary, err := withoutHistory(o)
			if err != nil {
				return err
			}
			d.right = append(d.right, strings.Join(append(results, summary), "\n"))
		}
		return os.Rename(d.where, d.base)
	})
}

// files lists the files of the index, relative to it, without the lock.
func (d *damage) files() ([]string, error) {
	var files []string
	err := filepath.WalkDir(d.base, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == "lock" {
			return err
		}
		rel, err := filepath.Rel(d.base, path)
		files = append(files, rel)
		return err
	})
	if err == nil && len(files) < 4 {
		err = fmt.Errorf("the index has only the files %q", files)
	}
	return files, err
}

// folders damages the index in ways other than changing the bytes of one file.
func (d *damage) folders() {
	d.damaged("lock: removed", false, func(index string) error { return os.Remove(filepath.Join(index, "lock")) })
	d.damaged("lock: written into", false, func(index string) error {
		return os.WriteFile(filepath.Join(index, "lock"), []byte("{\"pid\": \x00\x1b[31m"), 0o600)
	})
	d.damaged("badger: removed", true, func(index string) error { return os.RemoveAll(filepath.Join(index, "badger")) })
	d.damaged("badger: emptied", true, func(index string) error {
		badger := filepath.Join(index, "badger")
		if err := os.RemoveAll(badger); err != nil {
			return err
		}
		return os.Mkdir(badger, 0o700)
	})
	d.damaged("badger: an extra file", true, func(index string) error {
		return os.WriteFile(filepath.Join(index, "badger", "999999.sst"), []byte("not a table"), 0o600)
	})
	d.damaged("badger: two tables swapped", true, func(index string) error {
		tables, err := filepath.Glob(filepath.Join(index, "badger", "*.sst"))
		if err != nil || len(tables) < 2 {
			return errors.Join(err, fmt.Errorf("the index has only the tables %q", tables))
		}
		aside := filepath.Join(index, "aside")
		if err := os.Rename(tables[0], aside); err != nil {
			return err
		}
		if err := os.Rename(tables[1], tables[0]); err != nil {
			return err
		}
		return os.Rename(aside, tables[1])
	})
	d.damaged("an extra file", true, func(index string) error {
		return os.WriteFile(filepath.Join(index, "notes.txt"), []byte("mine"), 0o600)
	})
}

// damaged tries all verbs on a damaged copy of the index.
func (d *damage) damaged(what string, seen bool, do func(index string) error) {
	d.try(what, func(a *attempt) error {
		// Answers contain the path of the index.
		a.index = d.where
		if err := os.RemoveAll(a.index); err != nil {
			return err
		}
		if err := os.CopyFS(a.index, os.DirFS(d.base)); err != nil {
			return err
		}
		if err := do(a.index); err != nil {
			return err
		}
		err := d.askAll(a, seen)
		if err == nil {
			err = d.scan(a)
		}
		if err != nil {
			keeping := os.CopyFS(filepath.Join(a.dir, "index"), os.DirFS(a.index))
			err = errors.Join(err, keeping)
		}
		return err
	})
}

// askAll runs all verbs that read.
func (d *damage) askAll(a *attempt, seen bool) error {
	for i, v := range d.verbs {
		o, err := a.run([]int{exitDone, exitDamaged}, v...)
		if err != nil {
			return err
		}
		if o.code == exitDamaged {
			if err := d.refusal(o, v[0] == "check"); err != nil {
				return err
			}
			continue
		}
		d.answered++
		if v[0] == "check" && seen {
			return o.fault("want it to find the damage")
		}
		results, summary, err := withoutHistory(o)
		if err != nil {
			return err
		}
		if strings.Join(append(results, summary), "\n") != d.right[i] {
			return o.fault("want the right answer")
		}
	}
	return nil
}

// refusal checks that an error is one line that names the index, optionally followed
// by one line of advice.
func (d *damage) refusal(o outcome, check bool) error {
	d.refused++
	lines := strings.Split(strings.TrimSpace(o.stderr), "\n")
	// A scan may report what it has read before it meets the damage.
	for len(lines) > 1 && (strings.HasPrefix(lines[0], "scanned ") || strings.HasPrefix(lines[0], "left out: ")) {
		lines = lines[1:]
	}
	if len(lines) > 2 || !strings.HasPrefix(lines[0], "alike: ") || !strings.Contains(lines[0], d.where) {
		return o.fault("want one line of error and at most one line of advice")
	}
	if slices.ContainsFunc(lines, func(l string) bool { return strings.ContainsRune(l, 0x1b) }) {
		return o.fault("want no escape sequences")
	}
	if !check && strings.Contains(o.stdout, `"type":"summary"`) {
		return o.fault("want no summary")
	}
	return nil
}

// scan scans into the damaged index.
func (d *damage) scan(a *attempt) error {
	o, err := a.run([]int{exitDone, exitDamaged}, scanArgs(d.tree)...)
	if err != nil {
		return err
	}
	if o.code == exitDamaged {
		return d.refusal(o, false)
	}
	d.answered++
	// If the scan found nothing to do, other verbs may still meet the damage.
	got, err := a.run([]int{exitDone, exitDamaged}, "pairs", "--estimate", "-f", "json", "--sort")
	if err != nil || got.code == exitDamaged {
		return err
	}
	pairs, summary, err := withoutHistory(got)
	if err != nil {
		return err
	}
	return answers{pairs, summary, d.want.status}.differs(d.want)
}

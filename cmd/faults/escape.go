//go:build linux

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Root scans trees that others may change, and with --trust-owner writes to an index
// that another user may change. While it works, folders of the tree, or names in the
// index, become symbolic links to something outside, FIFOs, or nothing, and are put
// back. No file outside may be indexed, created or changed, and no run may hang.

func escapes(t *tally) error {
	n := t.pick(1, 10, 100)
	for i := range n {
		t.try("scans of a tree whose folders become links", func(a *attempt) error { return a.swapFolders(5) })
		t.try("scans into an index whose names become links", func(a *attempt) error { return a.swapNames(uint64(i)) })
	}
	t.remark("%d scans of a tree in motion", 5*n)
	return nil
}

// swapFolders scans a tree several times while folders three levels down are links to a
// folder of the same shape every now and then.
func (a *attempt) swapFolders(scans int) error {
	tree, outside := filepath.Join(a.dir, "tree"), filepath.Join(a.dir, "outside")
	secret := strings.Repeat("what only its owner may read\n", 40)
	var folders []string
	for i := range 8 {
		folder := filepath.Join(tree, "a", fmt.Sprint("b", i), "c")
		folders = append(folders, folder)
		for j := range 6 {
			inner := filepath.Join(fmt.Sprint("d", j), "e")
			if err := writeBelow(filepath.Join(folder, inner), "file", inner); err != nil {
				return err
			}
			if err := writeBelow(filepath.Join(outside, inner), "secret", secret); err != nil {
				return err
			}
		}
	}
	// Whatever has the same content as this file is in the answer of a query.
	if err := os.WriteFile(filepath.Join(tree, "bait"), []byte(secret), 0o600); err != nil {
		return err
	}
	for _, folder := range folders {
		if err := os.Symlink(outside, folder+".link"); err != nil {
			return err
		}
	}
	stop := swapping(func(rng *rand.Rand) error {
		folder := folders[rng.IntN(len(folders))]
		away := filepath.Join(a.dir, "away")
		if err := os.Rename(folder, away); err != nil {
			return err
		}
		if err := os.Rename(folder+".link", folder); err != nil {
			return err
		}
		time.Sleep(time.Duration(rng.IntN(300)) * time.Microsecond)
		if err := os.Rename(folder, folder+".link"); err != nil {
			return err
		}
		return os.Rename(away, folder)
	}, uint64(a.tried))
	var err error
	for i := 0; i < scans && err == nil; i++ {
		if err = os.RemoveAll(a.index); err == nil {
			_, err = a.run([]int{exitDone, exitSomeFailed}, scanArgs(tree)...)
		}
		var o outcome
		if err == nil {
			o, err = a.done("query", "-f", "json", "--all-paths", filepath.Join(tree, "bait"))
		}
		if err == nil && strings.Contains(o.stdout, "secret") {
			err = o.fault("want no file from outside of the tree: " + o.stdout)
		}
	}
	return errors.Join(err, stop())
}

// swapNames scans into an index in which one name after the other becomes something
// else for a moment.
func (a *attempt) swapNames(seed uint64) error {
	tree, err := growTree(filepath.Join(a.dir, "tree"), seed, 1<<20)
	if err != nil {
		return err
	}
	if _, err := a.scan(tree.dir); err != nil {
		return err
	}
	if err := tree.change(0.5); err != nil {
		return err
	}
	top := filepath.Join(a.dir, "outside")
	file, folder := filepath.Join(top, "file"), filepath.Join(top, "folder")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte("precious"), 0o600); err != nil {
		return err
	}
	stop := swapping(func(rng *rand.Rand) error {
		names := []string{"lock", "files", "files.new", "tmp", "badger", "badger/MANIFEST"}
		if tables, _ := filepath.Glob(filepath.Join(a.index, "badger", "*.sst")); len(tables) > 0 {
			names = append(names, "badger/"+filepath.Base(tables[rng.IntN(len(tables))]))
		}
		path, away := filepath.Join(a.index, names[rng.IntN(len(names))]), filepath.Join(a.dir, "away")
		moved := os.Rename(path, away) == nil
		switch rng.IntN(5) {
		case 0:
			_ = os.Symlink(folder, path)
		case 1:
			_ = os.Symlink(filepath.Join(top, "new"), path)
		case 2:
			_ = syscall.Mkfifo(path, 0o600)
		default:
			_ = os.Symlink(file, path)
		}
		time.Sleep(time.Duration(rng.IntN(3000)) * time.Microsecond)
		// alike may have put a file there in the meantime, which stays.
		if info, err := os.Lstat(path); err == nil && info.Mode()&(os.ModeSymlink|os.ModeNamedPipe) != 0 {
			_ = os.Remove(path)
		}
		if _, err := os.Lstat(path); moved && err != nil {
			return os.Rename(away, path)
		}
		return os.RemoveAll(away)
	}, seed)
	codes := []int{exitDone, exitFailed, exitSomeFailed, exitNoIndex, exitDamaged}
	for range 4 {
		_, err = a.run(codes, append(scanArgs(tree.dir), "--trust-owner")...)
		if err == nil {
			_, err = a.run(codes, "pairs", "-f", "json")
		}
		if err != nil {
			break
		}
	}
	if err = errors.Join(err, stop()); err != nil {
		return err
	}
	return untouched(top)
}

// writeBelow writes a file and the folders above it.
func writeBelow(dir, name, text string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600)
}

// untouched returns an error if anything but the file and the folder is there, or
// anything is in them.
func untouched(top string) error {
	data, err := os.ReadFile(filepath.Join(top, "file"))
	if err != nil || string(data) != "precious" {
		return fmt.Errorf("the file outside of the index holds %q, %v", data, err)
	}
	names, err := os.ReadDir(top)
	if inside, _ := os.ReadDir(filepath.Join(top, "folder")); err != nil || len(names) != 2 || len(inside) > 0 {
		return fmt.Errorf("outside of the index there are %v and %v, %v", names, inside, err)
	}
	return nil
}

// swapping calls do again and again until the returned function is called. That returns
// the first error.
func swapping(do func(rng *rand.Rand) error, seed uint64) (stop func() error) {
	end := make(chan struct{})
	var group sync.WaitGroup
	var failed error
	group.Go(func() {
		rng := rand.New(rand.NewPCG(seed, 0x5ea9))
		for failed == nil {
			select {
			case <-end:
				return
			default:
				failed = do(rng)
			}
		}
	})
	return func() error {
		close(end)
		group.Wait()
		return failed
	}
}

//go:build linux

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
)

// A tree in use changes during a scan: files are written, truncated, moved, and
// replaced by folders, links and pipes. A scan may see them in any state. Once
// the changes stop, the next scan must leave the index in the state of a fresh one.
// The harness itself makes the changes.

func changeFiles(t *tally) error {
	scans := t.pick(3, 3, 6)
	for i := range t.pick(1, 2, 15) {
		grown, err := growTree(filepath.Join(t.dir, fmt.Sprintf("tree%02d", i)), t.seed+10+uint64(i), 3<<20)
		if err != nil {
			return err
		}
		more := t.try("files that change during scans", func(a *attempt) error { return scanInFlux(a, grown, scans) })
		if !more || t.ctx.Err() != nil {
			break
		}
		if t.survived == t.tried {
			if err := os.RemoveAll(grown.dir); err != nil {
				return err
			}
		}
	}
	t.remark("each: %d scans of a changing tree, then one of the tree at rest", scans)
	return nil
}

func scanInFlux(a *attempt, grown *tree, scans int) error {
	x := &changer{tree: grown, stop: make(chan struct{}), rng: rand.New(rand.NewPCG(a.seed, a.rng.Uint64()))}
	x.start()
	err := func() error {
		for range scans {
			// Exit code 3 means that a file was a folder at that moment or could not be
			// opened.
			if _, err := a.run([]int{exitDone, exitSomeFailed}, scanArgs(grown.dir)...); err != nil {
				return err
			}
			if err := a.sound(false); err != nil {
				return err
			}
		}
		return nil
	}()
	changed, xerr := x.end()
	a.say("%d changes", changed)
	if err := errors.Join(err, xerr); err != nil {
		return err
	}
	if changed < 20 && scans < 100 {
		return scanInFlux(a, grown, 3*scans) // the machine was too busy to change more
	}
	if changed < 20 {
		return fmt.Errorf("only %d changes during %d scans", changed, scans)
	}
	// On a busy machine, so much changes during a scan that no two files stay alike.
	text := grown.text(8 << 10)
	for i := range byte(2) {
		if err := os.WriteFile(filepath.Join(grown.dir, fmt.Sprintf("alike%d", i)), append(text, i), 0o600); err != nil {
			return err
		}
	}
	want, err := a.undisturbed(grown.dir)
	if err != nil {
		return err
	}
	return a.completes(want, grown.dir)
}

// changer changes files of a tree until it is stopped.
type changer struct {
	tree *tree
	rng  *rand.Rand
	stop chan struct{}
	wg   sync.WaitGroup

	changed int
	err     error
}

func (x *changer) start() {
	x.wg.Go(func() {
		for x.err == nil {
			select {
			case <-x.stop:
				return
			case <-time.After(time.Duration(x.rng.IntN(800)) * time.Microsecond):
			}
			path := x.tree.files[x.rng.IntN(len(x.tree.files))]
			err := x.change(path)
			// Several changes may hit one path. (EPERM comes from links to folders.)
			if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) && !errors.Is(err, syscall.ENXIO) &&
				!errors.Is(err, syscall.EISDIR) && !errors.Is(err, syscall.ENOTDIR) && !errors.Is(err, syscall.ENOTEMPTY) && !errors.Is(err, syscall.EPERM) {
				x.err = fmt.Errorf("change a file: %w", err)
			}
			x.changed++
		}
	})
}

func (x *changer) end() (int, error) {
	close(x.stop)
	x.wg.Wait()
	return x.changed, x.err
}

// change changes a file in one of the usual ways.
func (x *changer) change(path string) error {
	info, err := os.Lstat(path)
	if err == nil && !info.Mode().IsRegular() || x.rng.IntN(12) == 0 {
		if err := os.RemoveAll(path); err != nil {
			return err
		}
		info = nil
	}
	if info == nil || err != nil {
		return x.make(path)
	}
	switch x.rng.IntN(6) {
	case 0:
		return os.Truncate(path, x.rng.Int64N(info.Size()+1))
	case 1:
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			return err
		}
		_, err = f.Write(x.tree.text(400))
		return errors.Join(err, f.Close())
	case 2:
		return os.Rename(path, x.tree.files[x.rng.IntN(len(x.tree.files))])
	case 3: // other bytes of the same length, the time reset: only the ctime differs
		err := os.WriteFile(path, x.tree.text(int(info.Size()))[:info.Size()], 0o600)
		if err != nil {
			return err
		}
		return os.Chtimes(path, info.ModTime(), info.ModTime())
	case 4: // as editors do
		aside := path + "~"
		if err := os.WriteFile(aside, x.tree.text(2000), 0o600); err != nil {
			return err
		}
		return os.Rename(aside, path)
	default:
		return os.WriteFile(path, x.tree.text(x.rng.IntN(30_000)), 0o600)
	}
}

// make creates something at a free path.
func (x *changer) make(path string) error {
	switch x.rng.IntN(6) {
	case 0:
		return syscall.Mkfifo(path, 0o600)
	case 1:
		return os.Symlink(x.tree.files[0], path)
	case 2:
		if err := os.Mkdir(path, 0o700); err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(path, "inside"), x.tree.text(3000), 0o600)
	case 3:
		return os.Link(x.tree.files[x.rng.IntN(len(x.tree.files))], path)
	default:
		return os.WriteFile(path, x.tree.text(5000), 0o600)
	}
}

//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// A power cut is worse than a kill: any part of the writes that were not synced may
// be on disk, in any order, and file names may be there without their contents. The
// index is therefore on an ext4 file system, on a loop device over a recording disk
// (platter.go). Scans are recorded once. Then, for cuts at random moments, the disk is
// mounted in the state that the cut leaves, and ext4 replays its journal. The index
// must be sound and hold at least the result of the last finished scan, and another
// scan must complete it. With these mount options ext4 does not make up for a rename
// without a sync.

const (
	imageSize    = "192M"
	mountOptions = "noauto_da_alloc,data=writeback,commit=1,noatime"
)

// power is shared by the cases of cutPower.
type power struct {
	*tally
	tree *tree
	want answers // of the final tree
	disk *platter
	done []milestone

	none    int // cuts before there was an index
	flushes int
}

// milestone is the end of a scan. A disk with that many records must hold that
// generation of the index or a later one.
type milestone struct {
	records    int
	generation int64
}

func cutPower(t *tally) error {
	if err := t.powerMissing(); err != nil {
		t.skip("%v", err)
		return nil
	}
	p := &power{tally: t}
	if err := p.record(); err != nil {
		return err
	}
	for _, at := range p.moments(60) {
		p.try(fmt.Sprintf("a power cut after write %d of %d", at, len(p.disk.ops)), func(a *attempt) error { return p.cutAt(a, at) })
	}
	t.remark("ext4 (%s) on a recorded disk: %d writes and %d flushes by %d scans; a cut loses a random part of the unflushed writes; %d cuts came before there was an index",
		mountOptions, len(p.disk.ops)-p.flushes, p.flushes, len(p.done), p.none)
	return nil
}

// moments returns the moments of the cuts, as numbers of records: the end of each
// scan, and n random ones, spread evenly.
func (p *power) moments(n int) []int {
	var all []int
	for _, m := range p.done {
		all = append(all, m.records)
	}
	for i := range n {
		all = append(all, int((float64(i)+p.rng.Float64())/float64(n)*float64(len(p.disk.ops)+1)))
	}
	return all
}

// powerMissing returns the reason why file systems on loop devices cannot be mounted,
// or nil.
func (t *tally) powerMissing() error {
	if os.Getuid() != 0 {
		return errors.New("mounting a file system on a loop device needs root")
	}
	if err := fuseMissing(); err != nil {
		return fmt.Errorf("no FUSE: %w", err)
	}
	for _, tool := range []string{"cp", "mkfs.ext4", "mount", "umount"} {
		if _, err := exec.LookPath(tool); err != nil {
			return err
		}
	}
	if _, err := os.Stat("/dev/loop-control"); err != nil {
		return fmt.Errorf("no loop devices: %w", err)
	}
	return nil
}

// where is the mount point. It is always the same because answers contain paths.
func (p *power) where() string { return filepath.Join(p.dir, "mounted") }

func (p *power) mount(image string) error {
	if err := os.MkdirAll(p.where(), 0o700); err != nil {
		return err
	}
	return tool("mount", "-t", "ext4", "-o", "loop,"+mountOptions, image, p.where())
}

// unmount unmounts the image, which frees the loop device.
func (p *power) unmount() error {
	var err error
	eventually(func() bool {
		err = tool("umount", p.where())
		return err == nil || !strings.Contains(err.Error(), "busy")
	})
	return err
}

// record scans into an index on the recording disk, first a new tree and then after
// changes, often enough for segments to be merged.
func (p *power) record() error {
	base := filepath.Join(p.dir, "base")
	if err := os.MkdirAll(p.dir, 0o700); err != nil {
		return err
	}
	// Lazy initialization would write while scans are recorded.
	err := tool("mkfs.ext4", "-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", "-J", "size=8", base, imageSize)
	if err != nil {
		return err
	}
	if p.tree, err = growTree(filepath.Join(p.dir, "tree"), p.seed+6, 6<<20); err != nil {
		return err
	}
	if p.disk, err = newPlatter(filepath.Join(p.dir, "platter"), base); err != nil {
		return err
	}
	err = p.aside("record", func(a *attempt) error {
		if err := p.mount(filepath.Join(p.disk.dir, platterFile)); err != nil {
			return err
		}
		return errors.Join(p.scans(a), p.unmount())
	})
	if err = errors.Join(err, p.disk.close()); err != nil {
		return err
	}
	for _, op := range p.disk.ops {
		if op.bytes == nil {
			p.flushes++
		}
	}
	p.want, err = p.undisturbed(p.tree.dir)
	return err
}

func (p *power) scans(a *attempt) error {
	a.index = filepath.Join(p.where(), "index")
	for i := range 14 {
		if i > 0 {
			if err := p.tree.change(0.2); err != nil {
				return err
			}
		}
		if _, err := a.scan(p.tree.dir); err != nil {
			return err
		}
		// Counted before status, because its syncs must not help.
		records := p.disk.recorded()
		st, err := a.status()
		if err != nil {
			return err
		}
		p.done = append(p.done, milestone{records, st.Generation})
	}
	return nil
}

// cutAt checks the index after a cut.
func (p *power) cutAt(a *attempt, at int) (err error) {
	image := filepath.Join(a.dir, "image")
	if err := p.disk.cut(image, at, p.rng); err != nil {
		return err
	}
	if err := p.mount(image); err != nil {
		return fmt.Errorf("the file system itself is lost: %w", err)
	}
	defer func() { err = errors.Join(err, p.unmount()) }()
	a.index = filepath.Join(p.where(), "index")
	var least int64
	for _, m := range p.done {
		if m.records <= at {
			least = m.generation
		}
	}
	had, err := a.survived(least == 0)
	if err != nil {
		return err
	}
	if had.Files == 0 {
		p.none++
	}
	if had.Generation < least {
		return fmt.Errorf("the index has generation %d; a scan ended with %d before the cut", had.Generation, least)
	}
	return a.completes(p.want, p.tree.dir)
}

func tool(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, strings.TrimSpace(string(out)))
	}
	return nil
}

//go:build linux

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
)

// When Badger writes to a mapped file on a full disk, it dies of SIGBUS. Either
// alike's own writes fill the disk, or another process takes the space at any moment.
// In both cases the scan must exit with 1 and a message about space, or succeed. The
// committed part of the index must be sound while the disk is still full. Once there is
// space again, the next scan must complete the index.

// saysFull matches the message about space.
var saysFull = regexp.MustCompile(`no space left in .* free, .* needed|no space left on device`)

const roomy = 256 << 20

// disk is shared by the cases of fillDisk.
type disk struct {
	*tally
	tree string
	want answers
	span span
	base string // an index with enough segments for the next scan to merge

	refused, done int
	early         int // ended before the first commit
}

func fillDisk(t *tally) error {
	probe := filepath.Join(t.dir, "probe")
	if err := smallDisk(probe, 1<<20); err != nil {
		if errors.Is(err, syscall.EPERM) {
			t.skip("%v: needs root", err)
			return nil
		}
		return err
	}
	if err := unmount(probe); err != nil {
		return err
	}
	d := &disk{tally: t}
	var err error
	if d.tree, d.want, err = t.steady(); err != nil {
		return err
	}
	need, err := d.prepare()
	if err != nil {
		return err
	}
	d.ownWriting(need, t.pick(3, 5, 40))
	d.spaceTaken(t.pick(3, 7, 60))
	t.remark("%d scans exited with 1 and a message about space, %d succeeded; %d ended before there was an index", d.refused, d.done, d.early)
	return nil
}

// prepare creates the index base. It also measures how long a scan into a file system
// in memory takes and how much space its index needs.
func (d *disk) prepare() (need int64, err error) {
	d.base = filepath.Join(d.dir, "base")
	err = d.aside("parts", func(a *attempt) error {
		parts, err := filepath.Glob(filepath.Join(d.tree, "d*"))
		if err != nil {
			return err
		}
		for _, part := range parts[:9] {
			if _, err := a.scan(part); err != nil {
				return err
			}
		}
		return os.Rename(a.index, d.base)
	})
	if err != nil {
		return 0, err
	}
	err = d.aside("size", func(a *attempt) error {
		if err := smallDisk(a.disk(), roomy); err != nil {
			return err
		}
		a.index = filepath.Join(a.disk(), "index")
		d.span, err = a.measure(d.tree)
		if err == nil {
			need, err = allocated(a.index)
		}
		return errors.Join(err, unmount(a.disk()))
	})
	return need, err
}

// ownWriting runs scans on disks with a hundredth to twice the space that their
// index needs.
func (d *disk) ownWriting(need int64, n int) {
	for i := range n {
		share := 0.01 + 1.99*(float64(i)+d.rng.Float64())/float64(n)
		size, merging := max(64<<10, int64(share*float64(need))), i%3 == 2
		if merging {
			size = int64((1.2 + share) * float64(need)) // an index is there already
		}
		d.try(fmt.Sprintf("a disk of %d bytes", size), func(a *attempt) error {
			return d.on(a, size, merging, func(p *process) (giveBack func() error) {
				return func() error { return resize(a.disk(), roomy) }
			})
		})
	}
}

// spaceTaken takes all space but a few pages at random moments.
func (d *disk) spaceTaken(n int) {
	for i := range n {
		m := d.moment(d.span, i, n)
		left := int64(d.rng.IntN(1<<d.rng.IntN(12))) * 4096
		d.try(fmt.Sprintf("all space but %d bytes taken %v", left, m), func(a *attempt) error {
			return d.on(a, roomy, i%3 == 2, func(p *process) (giveBack func() error) {
				w, err := watch(a.index)
				if err != nil {
					return func() error { return err }
				}
				defer w.close()
				m.until(p, w)
				err = takeSpace(a.disk(), left)
				return func() error {
					resizing := resize(a.disk(), roomy)
					return errors.Join(err, resizing)
				}
			})
		})
	}
}

// disk is the mount point of the attempt's small file system.
func (a *attempt) disk() string { return filepath.Join(a.dir, "disk") }

// takeSpace shrinks the disk until only left bytes are free. Writing a large file
// instead would take longer than the scan. Because alike writes meanwhile, several
// tries may be needed.
func takeSpace(dir string, left int64) error {
	for range 100 {
		var st syscall.Statfs_t
		if err := syscall.Statfs(dir, &st); err != nil {
			return err
		}
		used := int64(st.Blocks-st.Bfree) * st.Bsize
		if err := resize(dir, used+max(left, 4096)); !errors.Is(err, syscall.EINVAL) {
			return err
		}
	}
	return fmt.Errorf("cannot shrink %s", dir)
}

// on scans into an index on a disk of size bytes while disturb takes its space. With
// merging, the disk already holds the index base. If the case breaks, the index is
// copied off the disk.
func (d *disk) on(a *attempt, size int64, merging bool, disturb func(p *process) (giveBack func() error)) (err error) {
	if err := smallDisk(a.disk(), size); err != nil {
		return err
	}
	a.index = filepath.Join(a.disk(), "index")
	defer func() {
		if err != nil {
			keeping := os.CopyFS(filepath.Join(a.dir, "index"), os.DirFS(a.index))
			err = errors.Join(err, keeping)
		}
		err = errors.Join(err, unmount(a.disk()))
	}()
	if merging {
		if err := os.CopyFS(a.index, os.DirFS(d.base)); err != nil {
			return err
		}
	}
	p, err := a.start(scanArgs(d.tree)...)
	if err != nil {
		return err
	}
	giveBack := disturb(p)
	if err := d.judge(p.wait()); err != nil {
		giving := giveBack()
		return errors.Join(err, giving)
	}
	had, err := a.survived(true) // while the disk is still full
	if err != nil {
		return err
	}
	if had.Files == 0 {
		d.early++
	}
	if err := giveBack(); err != nil {
		return err
	}
	if err := a.sound(true); err != nil {
		return err
	}
	return a.continues(had, d.want, d.tree)
}

// judge checks how a scan reacted to the lack of space.
func (d *disk) judge(o outcome) error {
	if err := o.want(exitDone, exitFailed); err != nil {
		return err
	}
	if o.code == exitDone {
		d.done++
		return nil
	}
	d.refused++
	if !saysFull.MatchString(o.stderr) {
		return o.fault("want a message about space")
	}
	if o.took > patience/2 {
		return o.fault("want it to give up sooner")
	}
	return nil
}

// allocated returns the disk space of the files below dir.
func allocated(dir string) (total int64, err error) {
	err = filepath.Walk(dir, func(_ string, info os.FileInfo, err error) error {
		if err != nil {
			return err
		}
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			total += st.Blocks * 512
		}
		return nil
	})
	return total, err
}

package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// A full disk is the fault that ends Badger with SIGBUS on its mapped files. It
// comes in two ways: alike's own writing fills the disk, or another process takes
// the space away at any moment. Either must end with 1 and a word about space, or
// be done; what was committed must be sound while the disk is still full; and
// with space given back the next scan must complete the index.

// saysFull is what a user must be told.
var saysFull = regexp.MustCompile(`no space left in .* free, .* needed|no space left on device`)

const roomy = 256 << 20

// disk is what is common to the cases of fillDisk.
type disk struct {
	*tally
	tree string
	want answers
	span span
	base string // an index of parts of the tree, so many that the next scan merges them

	refused, done int
	early         int // ended before anything was committed
}

func fillDisk(t *tally) error {
	probe := filepath.Join(t.dir, "probe")
	if err := smallDisk(probe, 1<<20); err != nil {
		if errors.Is(err, syscall.EPERM) {
			t.skip("%v: it needs root", err)
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
	own, others := 5, 7
	if t.long {
		own, others = 40, 60
	}
	d.ownWriting(need, own)
	d.spaceTaken(others)
	t.remark("%d scans ended with 1 and a word about space, %d were done; %d left no index yet", d.refused, d.done, d.early)
	return nil
}

// prepare makes the index of parts, and finds out how long a scan takes without
// disks that can be heard, and how much space it needs.
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

// ownWriting lets scans write to disks from a hundredth to twice of what their
// index needs.
func (d *disk) ownWriting(need int64, n int) {
	for i := range n {
		share := 0.01 + 1.99*(float64(i)+d.rng.Float64())/float64(n)
		size, merging := max(64<<10, int64(share*float64(need))), i%3 == 2
		if merging {
			size = int64((1.2 + share) * float64(need)) // there is much already
		}
		if !d.try(fmt.Sprintf("a disk of %d bytes", size), func(a *attempt) error {
			return d.on(a, size, merging, func(p *process) (giveBack func() error) {
				return func() error { return resize(a.disk(), roomy) }
			})
		}) {
			break
		}
	}
}

// spaceTaken takes the space away at random moments, but for some pages.
func (d *disk) spaceTaken(n int) {
	for i := range n {
		m := d.moment(d.span, i, n)
		left := int64(d.rng.IntN(1<<d.rng.IntN(12))) * 4096
		if !d.try(fmt.Sprintf("all space but %d bytes taken %v", left, m), func(a *attempt) error {
			return d.on(a, roomy, i%3 == 2, func(p *process) (giveBack func() error) {
				w, err := watch(a.index)
				if err != nil {
					return func() error { return err }
				}
				defer w.close()
				m.until(p, w)
				err = takeSpace(a.disk(), left)
				return func() error { return errors.Join(err, resize(a.disk(), roomy)) }
			})
		}) {
			break
		}
	}
}

// disk is where the attempt's small file system is mounted.
func (a *attempt) disk() string { return filepath.Join(a.dir, "disk") }

// takeSpace leaves so many bytes free and no more. It makes the disk smaller,
// which takes no time; another process that writes a file as large would still be
// at it when the scan is done. That alike writes meanwhile is why it may take
// more than one try.
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
	return fmt.Errorf("there is no taking space away from %s", dir)
}

// on scans into an index on a disk of that size, while disturb sees to it that
// there is too little space. With merging there is an index already. The index is moved off the disk if the case breaks.
func (d *disk) on(a *attempt, size int64, merging bool, disturb func(p *process) (giveBack func() error)) (err error) {
	if err := smallDisk(a.disk(), size); err != nil {
		return err
	}
	a.index = filepath.Join(a.disk(), "index")
	defer func() {
		if err != nil {
			err = errors.Join(err, copyFolder(filepath.Join(a.dir, "index"), a.index))
		}
		err = errors.Join(err, unmount(a.disk()))
	}()
	if merging {
		if err := copyFolder(a.index, d.base); err != nil {
			return err
		}
	}
	p, err := a.start(scanArgs(d.tree)...)
	if err != nil {
		return err
	}
	giveBack := disturb(p)
	if err := d.judge(p.wait()); err != nil {
		return errors.Join(err, giveBack())
	}
	if err := a.sound(true); err != nil { // while the disk is still full
		return err
	}
	had, err := a.status()
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
	got, err := a.scan(d.tree)
	if err != nil {
		return err
	}
	if got.Unchanged != had.Files {
		return fmt.Errorf("the index had %d files, the next scan found %d unchanged", had.Files, got.Unchanged)
	}
	if err := a.same(d.want); err != nil {
		return err
	}
	return a.sound(false)
}

// judge looks at how a scan took the lack of space.
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
		return o.fault("it does not say that there is no space")
	}
	if o.took > patience/2 {
		return o.fault("it has tried for too long")
	}
	return nil
}

// allocated adds up what the files below dir occupy.
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

// eventually waits until something is so.
func eventually(is func() bool) bool {
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
		if is() {
			return true
		}
	}
	return false
}

package db

import (
	"fmt"
	"os"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// room is the memory for the large arrays of a search. They lie outside the
// heap, where they grow without being copied and where no collector looks at
// them; what goes beyond the budget lies in an unlinked file, of which the kernel
// keeps in memory what there is room for.
type room struct {
	left   int64 // bytes of the budget
	dirs   []string
	file   *os.File // nil until needed
	end    int64    // bytes of file in use
	mapped []mapping
}

type mapping struct {
	base unsafe.Pointer
	size uintptr
}

// slab is by how many bytes an arena grows.
const slab = 8 << 20

// newRoom returns a room with a budget in bytes; a file is made in the first of
// the folders where one can be made.
func newRoom(budget int64, dirs ...string) *room { return &room{left: budget, dirs: dirs} }

// close frees all arenas.
func (r *room) close() {
	for _, m := range r.mapped {
		_ = unix.MunmapPtr(m.base, m.size)
	}
	if r.file != nil {
		_ = r.file.Close()
	}
	*r = room{}
}

// arena is an array of numbers that grows up to a length set from the beginning.
type arena[T ~uint32] struct {
	room *room
	all  []T // reserved; only the first usable ones may be touched
	used int
	able int // usable
}

func newArena[T ~uint32](r *room, most int) (*arena[T], error) {
	a := &arena[T]{room: r}
	if most == 0 {
		return a, nil
	}
	size := (uintptr(most)*unsafe.Sizeof(a.all[0]) + slab - 1) / slab * slab
	base, err := unix.MmapPtr(-1, 0, nil, size, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("reserving addresses for %d numbers: %w", most, err)
	}
	r.mapped = append(r.mapped, mapping{base, size})
	a.all = unsafe.Slice((*T)(base), size/unsafe.Sizeof(a.all[0]))
	return a, nil
}

// values returns what was appended; it may be written to.
func (a *arena[T]) values() []T { return a.all[:a.used] }

func (a *arena[T]) append(xs ...T) error {
	if err := a.grow(a.used + len(xs)); err != nil {
		return err
	}
	copy(a.all[a.used:], xs)
	a.used += len(xs)
	return nil
}

// extend makes the array n numbers long; what is new is zero.
func (a *arena[T]) extend(n int) error {
	if err := a.grow(n); err != nil {
		return err
	}
	a.used = max(a.used, n)
	return nil
}

// grow makes n numbers usable.
func (a *arena[T]) grow(n int) error {
	const each = slab / 4
	if n > len(a.all) {
		return fmt.Errorf("an arena of %d numbers cannot hold %d", len(a.all), n)
	}
	for a.able < n {
		if err := a.room.open(unsafe.Pointer(&a.all[a.able])); err != nil {
			return err
		}
		a.able += each
	}
	return nil
}

// open makes one slab of reserved addresses usable.
func (r *room) open(at unsafe.Pointer) error {
	fd, offset, flags := -1, int64(0), unix.MAP_FIXED|unix.MAP_PRIVATE|unix.MAP_ANON
	if r.left < slab {
		if err := r.enlargeFile(); err != nil {
			return fmt.Errorf("what is compared needs more than --memory allows, and there is no room for it on disk: %w", err)
		}
		fd, offset, flags = int(r.file.Fd()), r.end-slab, unix.MAP_FIXED|unix.MAP_SHARED
	} else {
		r.left -= slab
	}
	if _, err := unix.MmapPtr(fd, offset, at, slab, unix.PROT_READ|unix.PROT_WRITE, flags); err != nil {
		return fmt.Errorf("mapping memory for what is compared: %w", err)
	}
	return nil
}

// enlargeFile adds a slab to the file. Its blocks are allocated here: that the
// disk is full has to be an error, not a fault at some later write.
func (r *room) enlargeFile() error {
	if r.file == nil {
		f, err := createUnlinked(r.dirs)
		if err != nil {
			return err
		}
		r.file = f
	}
	if err := unix.Fallocate(int(r.file.Fd()), 0, r.end, slab); err != nil {
		return fmt.Errorf("enlarging a file of %d bytes in %s: %w", r.end, r.file.Name(), err)
	}
	r.end += slab
	return nil
}

// createUnlinked makes a file without a name in the first folder that has one.
func createUnlinked(dirs []string) (*os.File, error) {
	var first error
	for _, dir := range slices.Compact(dirs) {
		f, err := os.CreateTemp(dir, "alike-comparison-*")
		if err == nil {
			return f, os.Remove(f.Name())
		}
		if first == nil {
			first = err
		}
	}
	return nil, first
}

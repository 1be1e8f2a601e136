// Package arena holds large arrays of numbers outside the heap, in memory or in a file.
package arena

import (
	"fmt"
	"unsafe"

	"alike/db/spill"
)

// Room is the memory for the large arrays of a search. It is outside the heap, so arrays
// grow without being copied and the garbage collector does not scan them. Arrays beyond
// the budget are kept in an unlinked file, which the kernel caches as memory allows.
type Room struct {
	left   int64 // bytes of the budget
	slab   int   // bytes that an arena grows by, a multiple of the page size
	places []spill.Place
	file   *spill.File // nil until needed
	end    int64       // bytes of file in use
	mapped []mapping
}

type mapping struct {
	base unsafe.Pointer
	size uintptr
}

// Arenas grow by slabs. The budget covers a dozen or more.
const (
	largestSlab  = 8 << 20
	smallestSlab = 64 << 10
)

// NewRoom returns a room with a budget in bytes. If a file is needed, it is created in
// the first of places that has space.
func NewRoom(budget int64, places ...spill.Place) *Room {
	slab := int64(largestSlab)
	for slab > max(budget/16, smallestSlab) {
		slab /= 2
	}
	return &Room{left: budget, slab: int(slab), places: places}
}

// Rest returns a room with what is left of the budget. Nothing is left in r.
func (r *Room) Rest() *Room {
	rest := NewRoom(r.left, r.places...)
	r.left = 0
	return rest
}

// Close frees all arenas.
func (r *Room) Close() {
	for _, m := range r.mapped {
		free(m.base, m.size)
	}
	if r.file != nil {
		_ = r.file.Close()
	}
	*r = Room{}
}

// Arena is an array of numbers that can grow up to a length fixed at the start.
type Arena[T ~uint32] struct {
	room   *Room
	all    []T // reserved addresses
	used   int
	usable int // numbers that may be touched
}

// New reserves addresses for an arena of at most most numbers. It uses no memory yet.
func New[T ~uint32](r *Room, most int) (*Arena[T], error) {
	a := &Arena[T]{room: r}
	if most == 0 {
		return a, nil
	}
	slab := uintptr(r.slab)
	size := (uintptr(most)*unsafe.Sizeof(a.all[0]) + slab - 1) / slab * slab
	base, err := reserve(size)
	if err != nil {
		return nil, fmt.Errorf("reserving addresses for %d numbers: %w", most, err)
	}
	r.mapped = append(r.mapped, mapping{base, size})
	a.all = unsafe.Slice((*T)(base), size/unsafe.Sizeof(a.all[0]))
	return a, nil
}

// Values returns the numbers. The caller may modify them.
func (a *Arena[T]) Values() []T { return a.all[:a.used] }

// Append appends numbers.
func (a *Arena[T]) Append(xs ...T) error {
	if err := a.grow(a.used + len(xs)); err != nil {
		return err
	}
	copy(a.all[a.used:], xs)
	a.used += len(xs)
	return nil
}

// Extend makes the array n numbers long. New numbers are zero.
func (a *Arena[T]) Extend(n int) error {
	if err := a.grow(n); err != nil {
		return err
	}
	a.used = max(a.used, n)
	return nil
}

// grow makes the first n numbers usable.
func (a *Arena[T]) grow(n int) error {
	inSlab := a.room.slab / 4
	if n > len(a.all) {
		return fmt.Errorf("an arena of %d numbers cannot hold %d", len(a.all), n)
	}
	for a.usable < n {
		if err := a.room.open(unsafe.Pointer(&a.all[a.usable])); err != nil {
			return err
		}
		a.usable += inSlab
	}
	return nil
}

// FullError reports that the arrays exceed the budget and that no folder has space for
// the rest.
type FullError struct{ Err error }

func (e *FullError) Error() string {
	return "no space for the search, in memory or on disk: " + e.Err.Error()
}

func (e *FullError) Unwrap() error { return e.Err }

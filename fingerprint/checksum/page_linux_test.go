package checksum

import (
	"testing"

	"github.com/zeebo/blake3"
	"golang.org/x/sys/unix"
)

// TestEndOfMemory hashes messages that end or begin at a page that cannot be read.
func TestEndOfMemory(t *testing.T) {
	page := unix.Getpagesize()
	size := 16 * page
	memory, err := unix.Mmap(-1, 0, size+2*page, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Munmap(memory)
	for _, at := range []int{0, page + size} {
		if err := unix.Mprotect(memory[at:at+page], unix.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	all := memory[page : page+size]
	copy(all, input(size))
	eachKernel(t, func(t *testing.T, k kernel) {
		b, h := newBatch(k), newHasher(k)
		check := func(m []byte) {
			t.Helper()
			want := blake3.Sum256(append([]byte(nil), m...))
			h.Reset()
			h.Write(m)
			if of(k, m) != want || Sum(h.Sum(nil)) != want {
				t.Fatalf("%d bytes differ", len(m))
			}
			checkSums(t, b, [][]byte{m, all[:len(m)], m, all[len(all)-len(m)/2:]})
		}
		for n := 0; n <= size; n += 1 + n/2000*37 {
			check(all[size-n:])
		}
	})
}

package fingerprint

import "sync"

// Bounds on the number of hashes held for each side at a time, which take 16 bytes each.
const (
	maxPairRoom = 32 << 20
	minPairRoom = 1 << 20
)

// CompareWindows counts the distinct windows of two byte strings, and those that both
// contain, except the windows in a set, which may be nil. The window size is in bytes.
// It runs in two goroutines, takes about 10 ns for each byte of the longer string, and
// uses up to 1 GB of memory; beyond 32 MB it makes several passes.
func CompareWindows(a, b []byte, window int, without *WindowSet) Shares {
	return CompareWindowsWithin(a, b, window, without, 32*maxPairRoom)
}

// CompareWindowsWithin is like CompareWindows and takes at most a number of bytes of
// memory, but may always take 32 MB. It makes as many passes as that takes.
func CompareWindowsWithin(a, b []byte, window int, without *WindowSet, memory int64) Shares {
	without.Len() // sort the set before two goroutines search it
	return compareWindows(a, b, window, without, int(min(max(memory/32, minPairRoom), maxPairRoom)))
}

func compareWindows(a, b []byte, window int, without *WindowSet, room int) Shares {
	sides := [2][]byte{a, b}
	windows := max(0, max(len(a), len(b))-window+1)
	for parts := max(1, (windows+room-1)/room); ; parts *= 2 {
		if sum, ok := compareParts(sides, window, without, windows, parts); ok {
			return sum
		}
	}
}

// compareParts returns false if a part did not fit into its room.
func compareParts(sides [2][]byte, window int, without *WindowSet, windows, parts int) (sum Shares, ok bool) {
	collectors := [2]*Windows{NewWindows(window), NewWindows(window)}
	for part := range parts {
		var hashes [2][]uint64
		var whole [2]bool
		var both sync.WaitGroup
		for i, c := range collectors {
			both.Go(func() {
				c.Reset(part, parts, PartRoom(int64(windows), parts))
				_, _ = c.Write(sides[i])
				hashes[i], whole[i] = c.Hashes()
				hashes[i] = without.Without(hashes[i])
			})
		}
		both.Wait()
		if !whole[0] || !whole[1] {
			return sum, false
		}
		sum.A += len(hashes[0])
		sum.B += len(hashes[1])
		sum.Shared += SharedHashes(hashes[0], hashes[1])
	}
	return sum, true
}

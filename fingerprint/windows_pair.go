package fingerprint

import "sync"

// pairRoom is how many hashes of each side are held at a time, unless less will
// do: 512 MB for each.
const pairRoom = 32 << 20

// CompareWindows counts the distinct windows of two byte strings, all of them,
// and those that both have. It works in two goroutines, at about 10 ns for each
// byte of the longer one, and holds up to 1 GB;
// beyond 32 MB it goes through them several times.
func CompareWindows(a, b []byte, window int) Shares {
	return compareWindows(a, b, window, nil, pairRoom)
}

// CompareWindowsWithout is CompareWindows of what is not in a set.
func CompareWindowsWithout(a, b []byte, window int, set *WindowSet) Shares {
	set.Len() // sorts it, before two goroutines look into it
	return compareWindows(a, b, window, set, pairRoom)
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

// compareParts is not ok if there was not room enough for a part.
func compareParts(sides [2][]byte, window int, without *WindowSet, windows, parts int) (sum Shares, ok bool) {
	collectors := [2]*Windows{NewWindows(window), NewWindows(window)}
	for part := range parts {
		var hashes [2][]uint64
		var whole [2]bool
		var both sync.WaitGroup
		for i, c := range collectors {
			both.Go(func() {
				c.Reset(part, parts, PartRoom(int64(windows), parts))
				_, _ = c.Write(sides[i]) // never fails
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

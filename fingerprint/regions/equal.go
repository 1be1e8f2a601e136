package regions

import (
	"encoding/binary"
	"math/bits"
)

// commonPrefix returns the length of the common prefix of x and y.
func commonPrefix(x, y []byte) int {
	n := min(len(x), len(y))
	x, y = x[:n], y[:n]
	i := 0
	for ; i+8 <= n; i += 8 {
		if d := binary.LittleEndian.Uint64(x[i:]) ^ binary.LittleEndian.Uint64(y[i:]); d != 0 {
			return i + bits.TrailingZeros64(d)/8
		}
	}
	for ; i < n; i++ {
		if x[i] != y[i] {
			return i
		}
	}
	return n
}

// commonSuffix returns the length of the common suffix of x and y.
func commonSuffix(x, y []byte) int {
	n := min(len(x), len(y))
	x, y = x[len(x)-n:], y[len(y)-n:]
	for i := n; i > 0; i-- {
		if x[i-1] != y[i-1] {
			return n - i
		}
	}
	return n
}

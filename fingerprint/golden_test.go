package fingerprint

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"
)

// goldenText is 4000 bytes from a linear congruential generator (Knuth's MMIX:
// x = 6364136223846793005·x + 1442695040888963407, from x = 1), each byte the
// upper 4 bits of x as a letter from 'a' on.
func goldenText() []byte {
	text := make([]byte, 4000)
	x := uint64(1)
	for i := range text {
		x = x*6364136223846793005 + 1442695040888963407
		text[i] = 'a' + byte(x>>60)
	}
	return text
}

// golden holds offset, value and check bits of what is selected of goldenText
// with window 50 at level 5. Stored indexes depend on it: it must never change.
const golden = `
47 992640032 42863
148 314786144 34709
202 975097600 64253
331 404109952 44199
432 243124384 48498
492 13802912 11452
726 389896960 46923
797 67358976 60814
866 116191744 4681
962 517764736 52587
1114 381362816 3297
1260 289163904 65401
1321 261649664 63163
1414 63747840 9003
1474 323390048 49925
1573 529920128 28151
1727 858437952 2326
1892 199212192 23511
2012 667086112 1016
2131 372352512 30297
2203 284379136 14469
2388 174474880 13224
2485 184146048 9442
2596 1024886272 39126
2702 650035392 18316
2783 868327680 15860
2903 680187648 29308
3021 311880960 29972
3122 471135520 17872
3240 178415680 33450
3297 227465920 7136
3418 150129920 1436
3491 8745984 52001
3654 605592288 25297
3745 550304128 10683
3863 611278080 58766
`

func TestGolden(t *testing.T) {
	var got strings.Builder
	for _, s := range Select(Rule{Window: 50, Density: 5}, goldenText()) {
		fmt.Fprintf(&got, "%d %d %d\n", s.Offset, s.Fingerprint.Value(), s.Fingerprint.Check())
	}
	if got.String() != strings.TrimPrefix(golden, "\n") {
		t.Errorf("selected:\n%s", got.String())
	}
}

// The values of three windows, worked out by hand from the definition: one
// byte at either end of 49 zeros, and a window whose sum is small.
func TestHashWindowByHand(t *testing.T) {
	window := make([]byte, 50)
	window[49] = 7
	if got := HashWindow(window); got != 7 {
		t.Errorf("0…0 7: %d, want 7", got)
	}
	window[48], window[49] = 2, 3
	if got := HashWindow(window); got != 2*1048573+3 {
		t.Errorf("0…0 2 3: %d, want %d", got, 2*1048573+3)
	}
	window[48], window[49] = 0, 0
	window[0] = 1
	want := uint64(1) // 1048573^49 mod 2^30, by repeated squaring
	for i, square := 49, uint64(1048573); i > 0; i >>= 1 {
		if i&1 == 1 {
			want = want * square & (1<<30 - 1)
		}
		square = square * square & (1<<30 - 1)
	}
	if got := HashWindow(window); uint64(got) != want {
		t.Errorf("1 0…0: %d, want %d", got, want)
	}
}

// The rolled value equals the one from scratch at every offset.
func TestRolledValue(t *testing.T) {
	text := goldenText()
	for _, w := range []int{8, 50, 51, 1024} {
		weight := leaving(w)
		h := uint32(HashWindow(text[:w]))
		for i := 1; i+w <= len(text); i++ {
			h = h*prime + uint32(text[i+w-1]) - uint32(text[i-1])*weight
			if got, want := Value(h&valueMask), HashWindow(text[i:i+w]); got != want {
				t.Fatalf("window %d at %d: rolled %d, from scratch %d", w, i, got, want)
			}
		}
	}
}

func TestFingerprintParts(t *testing.T) {
	text := goldenText()
	for i := 0; i+50 <= len(text); i += 7 {
		window := text[i : i+50]
		f, v := New(window), HashWindow(window)
		if f.Value() != v {
			t.Fatalf("at %d: the fingerprint's value is %d, want %d", i, f.Value(), v)
		}
		if want := min(bits.TrailingZeros32(uint32(v)), 30); f.Level() != want || v.Level() != want {
			t.Fatalf("at %d: levels %d and %d, want %d", i, f.Level(), v.Level(), want)
		}
		for k := range MaxLevel {
			if (f < Bound(k)) != (f.Level() >= k) {
				t.Fatalf("at %d: level %d and bound of %d disagree", i, f.Level(), k)
			}
		}
	}
	if f := fingerprintOf(0, text[:50]); f.Level() != MaxLevel || f.Value() != 0 {
		t.Errorf("value 0 has level %d, want %d", f.Level(), MaxLevel)
	}
}

// Check bits tell windows apart whose values agree: among the pairs of windows
// with equal values (made by adding 2^30 in base p) none may have equal checks
// more often than chance.
func TestCheckIsIndependent(t *testing.T) {
	counts := map[uint16]int{}
	window := []byte(strings.Repeat("the same value, other check bits ", 2)[:50])
	for i := range 1 << 12 {
		window[3], window[40] = byte(i), byte(i>>8)
		counts[New(window).Check()]++
	}
	// 4096 draws of 65536: about 128 coincidences are expected.
	if twice := 1<<12 - len(counts); twice > 250 {
		t.Errorf("%d of 4096 check values occur again, about 128 are expected", twice)
	}
}

package fingerprint

import (
	"fmt"
	"math/bits"
	"strings"
	"testing"
)

// goldenText returns 4000 bytes from a linear congruential generator (Knuth's MMIX: x
// = 6364136223846793005·x + 1442695040888963407, starting at x = 1). Each byte is the
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

// golden holds offset, value and check bits of the windows selected from goldenText
// with window 50 at level 5. Stored indexes depend on it, so it must never change.
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

// goldenShort is golden with window 25.
const goldenShort = `
26 120615168 61949
53 527044192 56689
87 412774496 729
139 915239200 32428
188 999480960 29564
288 296451200 64950
323 209170240 55512
410 753797248 17423
459 525769600 53232
509 801835744 58014
548 762861824 65439
587 383801952 6912
656 303257792 46621
699 1005185600 30529
745 314905728 56504
798 427734336 63738
841 50556800 26322
867 554904512 928
918 1059440640 13770
1007 840700064 2697
1057 846361152 21817
1085 421085888 9770
1112 763186304 35739
1211 76837632 6954
1270 1026460032 27854
1408 292553280 39842
1485 108059776 43398
1527 209256960 29006
1571 99624992 3968
1616 331185632 30337
1661 138473728 41184
1688 129565888 29696
1734 617806144 30847
1803 60570624 8074
1840 249568544 44854
1881 935601088 39015
1982 769692512 2452
2050 235401792 49006
2114 828252064 48430
2184 388618816 34992
2238 262656480 29774
2310 962326400 6208
2374 330677856 64930
2469 421471744 57585
2527 849576704 34950
2607 474200832 9550
2635 629488192 53056
2663 127920224 18960
2759 758146400 3919
2858 819032896 48364
2942 394640384 57854
3027 657065952 61761
3094 828973824 63200
3153 15545856 31854
3246 745727200 24696
3344 775440384 37332
3390 1030205760 62621
3422 366037376 63479
3460 534308288 20946
3506 897688128 52908
3573 633359616 56231
3608 338769056 19253
3666 89418592 37295
3741 929681408 19619
3796 836801856 1231
3879 978099680 40809
3917 953570112 38694
3946 564147744 56651
`

// goldenSmall is golden with window 12 at level 7.
const goldenSmall = `
74 221820032 23247
272 685937920 7389
322 598321280 32284
401 510826624 38319
479 832287360 32620
668 232666240 65267
696 251407104 37207
901 630769920 6452
1346 707086336 63912
1400 701198848 21013
1911 355106560 34726
1930 963218304 14190
2367 647266304 20687
2426 535439616 59136
2493 782192512 3171
2910 189311872 53189
3058 1068586624 42606
3087 517173120 10239
3173 618714752 39296
3442 737703680 23136
3613 579082240 37008
3665 734984064 28549
`

func TestGolden(t *testing.T) {
	for rule, want := range map[Rule]string{
		{Window: Window, Density: 5}:      golden,
		{Window: 25, Density: 5}:          goldenShort,
		{Window: SmallWindow, Density: 7}: goldenSmall,
	} {
		for _, k := range kernels() {
			e := newExtractor(rule, k)
			var got strings.Builder
			for _, s := range write(e, len(goldenText()), goldenText()) {
				fmt.Fprintf(&got, "%d %d %d\n", s.Offset, s.Fingerprint.Value(), s.Fingerprint.Check())
			}
			if got.String() != strings.TrimPrefix(want, "\n") {
				t.Errorf("%+v, %v, selected:\n%s", rule, k, got.String())
			}
		}
	}
}

// TestHashWindowByHand checks three values worked out by hand from the definition: a
// single byte at either end of 49 zeros, and a window with a small sum.
func TestHashWindowByHand(t *testing.T) {
	window := make([]byte, 50)
	window[49] = 7
	if got := hashWindow(window); got != 7 {
		t.Errorf("0…0 7: %d, want 7", got)
	}
	window[48], window[49] = 2, 3
	if got := hashWindow(window); got != 2*1048573+3 {
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
	if got := hashWindow(window); uint64(got) != want {
		t.Errorf("1 0…0: %d, want %d", got, want)
	}
}

// TestRolledValue checks that the rolled value equals the value from scratch at every
// offset.
func TestRolledValue(t *testing.T) {
	text := goldenText()
	for _, w := range []int{8, 50, 51, 1024} {
		weight := leaving(w)
		h := uint32(hashWindow(text[:w]))
		for i := 1; i+w <= len(text); i++ {
			h = h*prime + uint32(text[i+w-1]) - uint32(text[i-1])*weight
			if got, want := Value(h&valueMask), hashWindow(text[i:i+w]); got != want {
				t.Fatalf("window %d at %d: rolled %d, from scratch %d", w, i, got, want)
			}
		}
	}
}

func TestFingerprintParts(t *testing.T) {
	text := goldenText()
	for i := 0; i+50 <= len(text); i += 7 {
		window := text[i : i+50]
		f, v := newFingerprint(window), hashWindow(window)
		if f.Value() != v {
			t.Fatalf("at %d: value of the fingerprint is %d, want %d", i, f.Value(), v)
		}
		if want := min(bits.TrailingZeros32(uint32(v)), 30); f.Level() != want || v.level() != want {
			t.Fatalf("at %d: levels %d and %d, want %d", i, f.Level(), v.level(), want)
		}
		for k := range MaxLevel {
			if (f < Bound(k)) != (f.Level() >= k) {
				t.Fatalf("at %d: level %d contradicts Bound(%d)", i, f.Level(), k)
			}
		}
	}
	if f := withCheck(0, text[:50]); f.Level() != MaxLevel || f.Value() != 0 {
		t.Errorf("value 0 has level %d, want %d", f.Level(), MaxLevel)
	}
}

// TestCheckBits checks that the check bits of windows that differ in two bytes
// coincide no more often than by chance.
func TestCheckBits(t *testing.T) {
	counts := map[uint16]int{}
	window := []byte(strings.Repeat("the same value, other check bits ", 2)[:50])
	for i := range 1 << 12 {
		window[3], window[40] = byte(i), byte(i>>8)
		counts[newFingerprint(window).Check()]++
	}
	// 4096 draws from 65536 values: about 128 coincidences are expected.
	if twice := 1<<12 - len(counts); twice > 250 {
		t.Errorf("%d of 4096 check values repeat, expected about 128", twice)
	}
}

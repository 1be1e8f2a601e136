package fingerprint

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// repeatsBrute is the definition of what a stream that repeats itself has besides.
func repeatsBrute(data []byte) []Fingerprint {
	windows := len(data) - Window + 1
	if len(data) < Beginning || uniform(data[middle:middle+Window]) {
		return nil
	}
	again := false
	for gap := 1; gap <= middle; gap++ {
		again = again || bytes.Equal(data[middle:middle+Window], data[middle+gap:middle+gap+Window])
	}
	var all []Fingerprint
	seen := map[string]bool{}
	for i := range windows {
		if w := data[i : i+Window]; !seen[string(w)] && !uniform(w) {
			seen[string(w)] = true
			all = append(all, newFingerprint(w))
		}
	}
	if !again || len(all) > mostDistinct || len(all)*leastRepeats > windows {
		return nil
	}
	for i, f := range all {
		all[i] = Fingerprint(uint64((f.Value()&^31).rank())<<checkBits | uint64(f.Check()))
	}
	return all
}

func repeating() map[string]string {
	rows := "id;name;value\n" + strings.Repeat("1;seven;0.25\n", 4000) + "2;eight;1\n"
	return map[string]string{
		"one byte more":    strings.Repeat("qwertzui", 20000) + "a",
		"rows":             rows,
		"rows and zeros":   rows + strings.Repeat("\x00", 70000) + rows,
		"a long row":       strings.Repeat("abc"+strings.Repeat("x", 200)+strings.Repeat("yz", 120)+"\n", 300),
		"too long a row":   strings.Repeat(strings.Repeat("a", 300)+strings.Repeat("bc", 150)+"\n", 300),
		"too few":          strings.Repeat("0123456789abcdefghijklmnopqrstuvwxyz", 31),
		"just enough":      strings.Repeat("abcdefghij", 120),
		"the beginning":    strings.Repeat("abcdefghij", 120)[:Beginning],
		"one less":         strings.Repeat("abcdefghij", 120)[:Beginning-1],
		"then another":     strings.Repeat("abcdefghij", 5000) + strings.Repeat("klmnopq", 9000),
		"then random":      strings.Repeat("abcdefghij", 5000) + randomText(3000),
		"random":           randomText(9000),
		"zeros":            strings.Repeat("\x00", 9000),
		"zeros then other": strings.Repeat("\x00", 3000) + strings.Repeat("abc", 9000),
	}
}

func randomText(n int) string {
	r := rand.NewChaCha8([32]byte{7})
	b := make([]byte, n)
	_, _ = r.Read(b)
	return string(b)
}

// TestRepeats compares with the definition, however the stream is split and whether or not its
// size is known, and checks that the other windows are those of a rule without small windows.
func TestRepeats(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(71, 1))
	repeat := 0
	for name, text := range repeating() {
		data := []byte(text)
		want := repeatsBrute(data)
		if len(want) > 0 {
			repeat++
		}
		level := DefaultRule.Level(int64(len(data)))
		others := Select(DefaultRule.WithoutSmall(), data)
		if len(want) > 0 {
			level = finestAuto
		}
		e := NewExtractor(DefaultRule)
		for try := range 8 {
			e.Reset([]int64{int64(len(data)), -1}[try%2])
			var got []Selected
			for rest := data; len(rest) > 0; {
				n := 1 + r.IntN(min(len(rest), 1<<(4+2*try)))
				_, _ = e.Write(rest[:n])
				got = append(got, e.Take()...)
				rest = rest[n:]
			}
			e.Close()
			got = append(got, e.Take()...)
			if e.Level() != level || !e.Complete() {
				t.Fatalf("%s: level %d, want %d; complete: %v", name, e.Level(), level, e.Complete())
			}
			if !slices.IsSortedFunc(got, func(a, b Selected) int { return int(a.Offset - b.Offset) }) {
				t.Fatalf("%s: the windows are out of order", name)
			}
			n := len(got) - len(want)
			all := make([]Fingerprint, 0, len(want))
			for _, s := range got[max(n, 0):] {
				all = append(all, s.Fingerprint)
			}
			if n < 0 || !slices.Equal(all, want) {
				t.Fatalf("%s: %d windows at the end, want %d", name, len(all), len(want))
			}
			if try%2 == 0 && !slices.Equal(got[:n], others) {
				t.Fatalf("%s: %d other windows, want %d", name, n, len(others))
			}
		}
	}
	if repeat < 5 || repeat == len(repeating()) {
		t.Errorf("%d of %d streams repeat themselves", repeat, len(repeating()))
	}
}

// TestRevised takes only what a stream that repeats itself may have had before for an earlier
// description of it.
func TestRevised(t *testing.T) {
	const size = 200_000 // of level 7
	for _, x := range []struct {
		rule                Rule
		size                int64
		level, n, other, of int
		want                bool
	}{
		{DefaultRule, size, 5, 9, 7, 0, true},
		{DefaultRule, size, 7, 2, 5, 400, true},
		{DefaultRule, size, 5, 9, 7, 33, false},
		{DefaultRule, size, 5, 600, 7, 2, false},
		{DefaultRule, size, 5, 0, 7, 0, false},
		{DefaultRule, size, 5, 9, 6, 0, false},
		{DefaultRule, size, 4, 9, 7, 0, false},
		{DefaultRule, 9000, 5, 9, 5, 0, false},
		{DefaultRule, 900, 5, 9, 0, 0, false},
		{DefaultRule.WithoutSmall(), size, 5, 9, 7, 0, false},
	} {
		if got := x.rule.Revised(x.size, x.level, x.n, x.other, x.of); got != x.want {
			t.Errorf("%+v: %v", x, got)
		}
	}
}

package fingerprint

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// repeatsBrute is the definition of what a stream that repeats itself has.
func repeatsBrute(data []byte) []Selected {
	windows := len(data) - Window + 1
	if len(data) <= SmallSize || uniform(data[middle:middle+Window]) {
		return nil
	}
	again := false
	for gap := 1; gap <= middle; gap++ {
		again = again || bytes.Equal(data[middle:middle+Window], data[middle+gap:middle+gap+Window])
	}
	var all []Selected
	seen := map[string]bool{}
	for i := range windows {
		if w := data[i : i+Window]; !seen[string(w)] && !uniform(w) {
			seen[string(w)] = true
			f := newFingerprint(w)
			f = Fingerprint(uint64((f.Value()&^31).rank())<<checkBits | uint64(f.Check()))
			all = append(all, Selected{int64(i), f})
		}
	}
	if !again || len(all) > mostDistinct || len(all)*leastRepeats > windows {
		return nil
	}
	return all
}

func repeating(r *rand.Rand) map[string]string {
	rows := "id;name;value\n" + strings.Repeat("1;seven;0.25\n", 4000) + "2;eight;1\n"
	texts := map[string]string{
		"one byte more":    strings.Repeat("qwertzui", 20000) + "a",
		"rows":             rows,
		"rows and zeros":   rows + strings.Repeat("\x00", 70000) + rows,
		"a long row":       strings.Repeat("abc"+strings.Repeat("x", 200)+strings.Repeat("yz", 120)+"\n", 300),
		"too long a row":   strings.Repeat(strings.Repeat("a", 300)+strings.Repeat("bc", 150)+"\n", 300),
		"too few":          strings.Repeat("0123456789abcdefghijklmnopqrstuvwxyz", 31),
		"just enough":      strings.Repeat("abcdefghij", 120),
		"small":            strings.Repeat("abcdefghij", 120)[:SmallSize],
		"hardly small":     strings.Repeat("abcdefghij", 120)[:SmallSize+1],
		"then another":     strings.Repeat("abcdefghij", 5000) + strings.Repeat("klmnopq", 9000),
		"then random":      strings.Repeat("abcdefghij", 5000) + randomText(3000),
		"random":           randomText(9000),
		"zeros":            strings.Repeat("\x00", 9000),
		"zeros then other": strings.Repeat("\x00", 3000) + strings.Repeat("abc", 9000),
	}
	for i := range 60 {
		row, other := randomText(600)[r.IntN(300):], randomText(900)
		text := other[:r.IntN(600)]
		row = row[:1+r.IntN(len(row))]
		for len(text) < 1<<(10+r.IntN(8)) {
			text += row
			if r.IntN(400) == 0 {
				text += other[r.IntN(900):]
			}
		}
		texts[fmt.Sprintf("%d: rows of %d bytes", i, len(row))] = text
	}
	return texts
}

func randomText(n int) string {
	r := rand.NewChaCha8([32]byte{7})
	b := make([]byte, n)
	_, _ = r.Read(b)
	return string(b)
}

// TestRepeats compares with the definition, however the stream is split and whether or not its
// size is known. Others have the windows of a rule without small ones.
func TestRepeats(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(71, 1))
	repeat, all := 0, repeating(r)
	for name, text := range all {
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
			if len(want) > 0 && !slices.Equal(got, want) || len(want) == 0 && try%2 == 0 && len(data) > SmallSize && !slices.Equal(got, others) {
				t.Fatalf("%s: %d windows, want %d or %d", name, len(got), len(want), len(others))
			}
		}
	}
	if repeat < 12 || repeat > len(all)-12 {
		t.Errorf("%d of %d streams repeat themselves", repeat, len(all))
	}
}

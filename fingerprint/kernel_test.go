package fingerprint

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sys/cpu"

	"alike/testdata"
)

// oracle returns the selection of the reference.
func oracle(rule Rule, data []byte) []Selected {
	return oracleAt(rule, rule.Level(int64(len(data))), data)
}

// oracleAt is oracle at a level other than that of the size.
func oracleAt(rule Rule, level int, data []byte) []Selected {
	e := newReference(rule)
	e.Reset(int64(len(data)))
	e.level = level
	e.write(data)
	e.Close()
	return e.selected
}

// kernelRules are the rules that have kernels.
var kernelRules = []Rule{
	{Window: Window}, {Window: SmallWindow}, {Window: SmallWindow, Density: AutoOverlap},
}

// TestKernelRules checks that kernelRules lacks none.
func TestKernelRules(t *testing.T) {
	n := 0
	for w := MinWindow; w <= MaxWindow; w++ {
		for _, density := range []int{0, AutoOverlap} {
			if (Rule{Window: w, Density: density}).hasKernel() {
				n++
			}
		}
	}
	if n != len(kernelRules) {
		t.Errorf("%d rules have kernels, %d are tested", n, len(kernelRules))
	}
}

// write resets the extractor to the given size, writes the parts and returns the
// selection.
func write(e *Extractor, size int, parts ...[]byte) []Selected {
	e.Reset(int64(size))
	for _, p := range parts {
		e.Write(p)
	}
	e.Close()
	return e.Selected()
}

// kernelWindows are the window sizes that have kernels.
var kernelWindows = slices.Sorted(maps.Keys(sums))

// eachKernel runs the test for each kernel that this machine supports and each window
// that they support.
func eachKernel(t *testing.T, test func(t *testing.T, k kernel, window int)) {
	for _, k := range kernels() {
		for _, window := range kernelWindows {
			t.Run(fmt.Sprintf("%v/%d", k, window), func(t *testing.T) { test(t, k, window) })
		}
	}
}

// eachKernelRule runs the test for each kernel that this machine supports and each rule
// that they support.
func eachKernelRule(t *testing.T, test func(t *testing.T, k kernel, r Rule)) {
	for _, k := range kernels() {
		for _, r := range kernelRules {
			t.Run(fmt.Sprintf("%v/%d/%d", k, r.Window, r.reach()), func(t *testing.T) { test(t, k, r) })
		}
	}
}

// hard returns inputs of n bytes on which a wrong kernel is likely to fail.
func hard(r *rand.Rand, n, window int) map[string][]byte {
	m := texts(r)
	for name, data := range m {
		if len(data) > 0 {
			m[name] = slices.Repeat(data, n/len(data)+1)[:n]
		}
	}
	m["zeros"] = make([]byte, n)
	m["spaces"] = slices.Repeat([]byte{' '}, n)
	m["dense5"] = dense(r, n, window, 5)
	m["dense7"] = dense(r, n, window, 7)
	// Dense in places, so that pieces go to different kernels, with runs of one byte
	// that are just long enough or just too short.
	mixed := slices.Clone(m["words"])
	for i := 0; i+400 < n; i += 300 + r.IntN(3000) {
		switch r.IntN(3) {
		case 0:
			copy(mixed[i:], m["dense5"][:100+r.IntN(300)])
		case 1:
			copy(mixed[i:], slices.Repeat([]byte{"\x00 \x20a"[r.IntN(4)]}, window-5+r.IntN(12)))
		case 2:
			copy(mixed[i:], slices.Repeat(mixed[i:i+1+r.IntN(59)], 400)[:200+r.IntN(200)])
		}
	}
	m["mixed"] = mixed
	return m
}

// TestKernels names the kernels that the other tests run, for the log of .ci/run.
func TestKernels(t *testing.T) {
	all := kernels()
	t.Logf("%s/%s, AVX2 %v, AVX512F %v, AVX512BW %v: kernels %v, in use %s",
		runtime.GOOS, runtime.GOARCH, cpu.X86.HasAVX2, cpu.X86.HasAVX512F, cpu.X86.HasAVX512BW, all, Kernel())
	if all[0] != kernelGo || Kernel() != all[len(all)-1].String() {
		t.Errorf("kernels are %v, of which %s is used", all, Kernel())
	}
	if !cpu.X86.HasAVX2 && slices.Contains(all, kernelAVX2) || !cpu.X86.HasAVX512BW && slices.Contains(all, kernelAVX512) {
		t.Errorf("kernels are %v", all)
	}
}

func TestKernelsEqualReference(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel, window int) {
		r := rand.New(rand.NewPCG(21, 22))
		for name, data := range hard(r, 3*spanWindows+777, window) {
			for _, level := range []int{Auto, AutoWindow, AutoOverlap, 0, 1, 2, 4, 5, 7, 8, 13} {
				rule := Rule{Window: window, Density: level}
				want := oracle(rule, data)
				got := write(newExtractor(rule, k), len(data), data)
				if !slices.Equal(got, want) {
					t.Errorf("%s, level %d: %d selected, reference %d", name, level, len(got), len(want))
				}
			}
		}
	})
}

// TestKernelsEveryLength checks every length from 0 to 4,096 at every alignment to 64
// bytes.
func TestKernelsEveryLength(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel, window int) {
		r := rand.New(rand.NewPCG(23, 24))
		rule := Rule{Window: window, Density: 5}
		e := newExtractor(rule, k)
		total := 0
		for _, name := range []string{"mixed", "random"} {
			all := hard(r, 4096+64, window)[name]
			for n := 0; n <= 4096; n++ {
				if n > 1024 && n%testdata.Rounds(5, 1) != 0 {
					continue
				}
				data := all[n%64:][:n]
				want := oracle(rule, data)
				if got := write(e, n, data); !slices.Equal(got, want) {
					t.Fatalf("%s, %d bytes: %d selected, reference %d", name, n, len(got), len(want))
				}
				total += len(want)
			}
		}
		if total < testdata.Rounds(20_000, 100_000) {
			t.Errorf("only %d windows selected", total)
		}
	})
}

// TestPieces checks pieces at every alignment in a buffer, followed by other bytes,
// and with random bounds of the windows to decide.
func TestPieces(t *testing.T) {
	t.Parallel()
	eachKernelRule(t, func(t *testing.T, k kernel, rule Rule) {
		r := rand.New(rand.NewPCG(25, 26))
		window := rule.Window
		s := newSpanSelector(k, rule)
		for _, data := range hard(r, 900, window) {
			level := 1 + r.IntN(6)
			want := oracleAt(rule, level, data)
			buf := make([]byte, len(data)+64+slack)
			windows := max(0, len(data)-window+1)
			for shift := range 64 {
				for i := range buf {
					buf[i] = byte(r.Uint32())
				}
				copy(buf[shift:], data)
				first := r.IntN(windows + 1)
				last := first + r.IntN(windows-first+1)
				if windows == 0 {
					continue
				}
				got := s.choose(nil, piece{data: buf[shift:][:len(data)], base: 1000, first: first, last: last, level: level})
				var part []Selected
				for _, x := range want {
					if x.Offset >= int64(first) && x.Offset < int64(last) {
						part = append(part, Selected{x.Offset + 1000, x.Fingerprint})
					}
				}
				if !slices.Equal(got, part) {
					t.Fatalf("alignment %d, windows %d to %d: %d selected, reference %d", shift, first, last, len(got), len(part))
				}
			}
		}
	})
}

// TestKernelsDense checks pieces of many lengths in which nearly every window is a
// candidate, with random bounds of the windows to decide. Some have runs of one byte.
func TestKernelsDense(t *testing.T) {
	t.Parallel()
	eachKernelRule(t, func(t *testing.T, k kernel, rule Rule) {
		r := rand.New(rand.NewPCG(37, 38))
		s, window := newSpanSelector(k, rule), rule.Window
		for i := range 140 {
			windows := []int{701, spanWindows / 6, spanWindows - 139}[i%3] + i
			buf := dense(r, windows+window-1+slack, window, 5)
			data := buf[:windows+window-1]
			for range r.IntN(4) {
				at := r.IntN(len(data))
				copy(data[at:], slices.Repeat([]byte{' '}, r.IntN(2*window)))
			}
			first := r.IntN(2 * window)
			last := windows - r.IntN(2*window)
			level := 1 + r.IntN(5)
			want := slices.DeleteFunc(oracleAt(rule, level, data), func(x Selected) bool {
				return x.Offset < int64(first) || x.Offset >= int64(last)
			})
			got := s.choose(nil, piece{data: data, first: first, last: last, level: level})
			if !slices.Equal(got, want) {
				t.Fatalf("windows %d to %d of %d: %d selected, reference %d", first, last, windows, len(got), len(want))
			}
		}
	})
}

// TestKernelSplits checks every split into two writes, and writes of many sizes:
// small ones that are copied and large ones that are not.
func TestKernelSplits(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel, window int) {
		r := rand.New(rand.NewPCG(27, 28))
		rule := Rule{Window: window, Density: 5}
		e := newExtractor(rule, k)
		data := hard(r, 2048, window)["mixed"]
		want := oracle(rule, data)
		for i := range data {
			if got := write(e, len(data), data[:i], data[i:]); !slices.Equal(got, want) {
				t.Fatalf("split at %d: %d selected, reference %d", i, len(got), len(want))
			}
		}
		for name, data := range hard(r, 5*bufferSize+99, window) {
			want := oracle(rule, data)
			for range 8 {
				e.Reset(int64(len(data)))
				var got []Selected
				var cuts []int
				for rest := data; len(rest) > 0; {
					n := []int{1, 49, 100, 4096, bufferSize - 1, bufferSize, bufferSize + 1, 2*bufferSize + 5}[r.IntN(8)]
					n = min(n+r.IntN(3), len(rest))
					cuts = append(cuts, n)
					e.Write(rest[:n])
					got = append(got, e.Take()...)
					rest = rest[n:]
				}
				e.Close()
				got = append(got, e.Take()...)
				if !slices.Equal(got, want) {
					t.Fatalf("%s in writes of %d: %d selected, reference %d", name, cuts, len(got), len(want))
				}
				if e.Size() != int64(len(data)) {
					t.Fatalf("Size() = %d, want %d", e.Size(), len(data))
				}
			}
		}
	})
}

// TestKernelsPeriodic checks patterns of every period up to more than a window.
func TestKernelsPeriodic(t *testing.T) {
	t.Parallel()
	eachKernel(t, func(t *testing.T, k kernel, window int) {
		r := rand.New(rand.NewPCG(29, 30))
		rule := Rule{Window: window, Density: 5}
		e := newExtractor(rule, k)
		for period := 1; period <= 60; period++ {
			for range 20 {
				pattern := make([]byte, period)
				for i := range pattern {
					pattern[i] = byte(r.IntN(1 + r.IntN(256)))
				}
				data := slices.Repeat(pattern, 1+1500/period)
				want := oracle(rule, data)
				if got := write(e, len(data), data); !slices.Equal(got, want) {
					t.Fatalf("pattern %q: %v, reference %v", pattern, got, want)
				}
			}
		}
	})
}

// TestKernelsUnknownSize checks that a stream of unknown size gives the same
// selection at its final level. The surplus may differ.
func TestKernelsUnknownSize(t *testing.T) {
	t.Parallel()
	eachKernelRule(t, func(t *testing.T, k kernel, rule Rule) {
		r := rand.New(rand.NewPCG(31, 32))
		rule.Density = min(rule.Density, Auto)
		for _, size := range []int{0, 100, 257, 1500, 64 << 10, 64<<10 + 1, 300 << 10} {
			data := hard(r, size, rule.Window)["words"]
			want := oracle(rule, data)
			for _, part := range []int{1000, 40_000, size + 1} {
				e := newExtractor(rule, k)
				for p := range slices.Chunk(data, part) {
					e.Write(p)
				}
				e.Close()
				if e.Level() != rule.Level(int64(size)) || !e.Complete() {
					t.Errorf("%d bytes: level %d, complete %v", size, e.Level(), e.Complete())
				}
				got := slices.DeleteFunc(slices.Clone(e.Selected()), func(s Selected) bool { return s.Fingerprint.Level() < e.Level() })
				if !slices.Equal(got, want) {
					t.Errorf("%d bytes in writes of %d: %d selected, reference %d", size, part, len(got), len(want))
				}
			}
		}
	})
}

func TestSums(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	var b [Window]byte
	for range 1000 {
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		for window, sum := range sums {
			if got, want := sum(b[:])>>32, xxhash.Sum64(b[:window])>>32; got != want {
				t.Fatalf("%x: %x, XXH64 is %x", b[:window], got, want)
			}
		}
	}
}

func FuzzKernels(f *testing.F) {
	r := rand.New(rand.NewPCG(35, 36))
	for i, rule := range kernelRules {
		for _, data := range hard(r, 1500, rule.Window) {
			f.Add(data, uint8(i), uint8(5), uint16(700), uint16(0))
			f.Add(data[:min(len(data), 130)], uint8(i), uint8(7), uint16(20), uint16(3))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte, window, level uint8, split, repeat uint16) {
		rule := kernelRules[int(window)%len(kernelRules)]
		if rule.Density == 0 {
			rule.Density = int(level) % 11
		}
		data = slices.Repeat(data, 1+int(repeat)%64)
		want := oracle(rule, data)
		at := int(split) % (len(data) + 1)
		for _, k := range kernels() {
			if got := write(newExtractor(rule, k), len(data), data[:at], data[at:]); !slices.Equal(got, want) {
				t.Errorf("%s, %v split at %d: %v, want %v", k, rule, at, got, want)
			}
		}
	})
}

// TestShortEqualsReference compares all short windows, and some longer ones, with the
// reference.
func TestShortEqualsReference(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(23, 24))
	for name, data := range hard(r, Window, 3000) {
		for w := MinWindow; w <= longestShort+2; w++ {
			rule := Rule{Window: w, Density: []int{AutoOverlap, AutoWindow, 0, 1, 2, 3, 4, 6, 9}[r.IntN(9)]}
			want := oracle(rule, data)
			cut := r.IntN(len(data) + 1)
			if got := write(NewExtractor(rule), len(data), data[:cut], data[cut:]); !slices.Equal(got, want) {
				t.Errorf("%s, window %d, density %d: %d selected, reference %d", name, w, rule.Density, len(got), len(want))
			}
		}
	}
	// Several buffers, and writes of any size.
	for name, data := range hard(r, Window, 3*chunk+555) {
		rule := Rule{Window: 14, Density: AutoOverlap}
		e := NewExtractor(rule)
		e.Reset(int64(len(data)))
		var got []Selected
		for rest := data; len(rest) > 0; {
			n := min(len(rest), r.IntN(3000))
			e.Write(rest[:n])
			got, rest = append(got, e.Take()...), rest[n:]
		}
		e.Close()
		if got = append(got, e.Take()...); !slices.Equal(got, oracle(rule, data)) {
			t.Errorf("%s: the selection depends on how the stream is split", name)
		}
	}
}

// FuzzShort compares windows of 4 to 200 bytes with the reference.
func FuzzShort(f *testing.F) {
	for i, data := range texts(rand.New(rand.NewPCG(25, 26))) {
		f.Add(data, uint8(8), uint8(len(i)), uint16(99))
	}
	f.Fuzz(func(t *testing.T, data []byte, window, density uint8, cut uint16) {
		rule := Rule{Window: MinWindow + int(window)%197, Density: int(density)%11 + AutoOverlap}
		at := min(int(cut), len(data))
		if got, want := write(NewExtractor(rule), len(data), data[:at], data[at:]), oracle(rule, data); !slices.Equal(got, want) {
			t.Errorf("%d selected, reference %d", len(got), len(want))
		}
	})
}

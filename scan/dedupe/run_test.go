package dedupe

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/fingerprint/simhash"
	"alike/scan/records"
)

// TestBruteForce compares runs in every format with a comparison of all pairs: the
// output byte for byte, and the list of dropped records.
func TestBruteForce(t *testing.T) {
	t.Parallel()
	seeds := uint64(3)
	if testing.Short() {
		seeds = 2
	}
	for _, f := range forms(t) {
		for seed := range seeds {
			samples := f.samples(newWriter(seed).texts(600))
			distance := int(4 * seed)
			b := brute{distance: distance}
			want, wantDropped, counts := b.expect(t, samples)
			want = f.head + want
			if f.layout.Format == records.Lines {
				counts.Records -= int64(blanks(samples)) // empty lines are not records
				counts.Kept -= int64(blanks(samples))
			}
			if counts.Dropped < 30 || counts.Kept < 100 {
				t.Fatalf("%s: the sample is weak: %+v", f.name, counts)
			}
			for _, threads := range []int{1, 3} {
				for _, indexed := range []bool{false, true} {
					// Each seed runs two of the four, so each format runs all.
					if crossed := (threads == 1) == indexed; os.Getenv("ALIKE_TEST") != "long" && crossed == (seed%2 == 0) {
						continue
					}
					name := fmt.Sprintf("%s, seed %d, %d threads, indexed %v", f.name, seed, threads, indexed)
					var out bytes.Buffer
					j := simhashJob(joined(f, samples), f.layout, &out)
					j.Distance, j.Threads, j.Dropped = distance, threads, filepath.Join(t.TempDir(), "dropped")
					var dir string
					if indexed {
						dir = filepath.Join(t.TempDir(), "index")
						j.Index = openIndex(t, dir, true)
					}
					sum, err := j.Run(t.Context())
					if err != nil {
						t.Fatalf("%s: %v", name, err)
					}
					if indexed {
						closed(t, j.Index)
						checkIndex(t, dir)
					}
					dropped, err := os.ReadFile(j.Dropped)
					if err != nil {
						t.Fatal(err)
					}
					if out.String() != want || string(dropped) != wantDropped {
						t.Errorf("%s: the output differs from brute force (%d and %d bytes, %d and %d of dropped records)",
							name, out.Len(), len(want), len(dropped), len(wantDropped))
					}
					if sum.Records != counts.Records || sum.Kept != counts.Kept || sum.Dropped != counts.Dropped || sum.Malformed != 0 {
						t.Errorf("%s: %+v, want %+v", name, sum.Counts, counts)
					}
				}
			}
		}
	}
}

// TestExact compares the method exact with a map of texts.
func TestExact(t *testing.T) {
	t.Parallel()
	f := forms(t)[0]
	var samples []sample
	w := newWriter(9)
	seen := map[string]bool{}
	var want strings.Builder
	for i := range 5000 {
		text := strings.Join(w.text(1+w.IntN(2)), " ")
		s := sample{text: text, raw: f.write(i, fmt.Sprint(i), text)}
		samples = append(samples, s)
		if !seen[text] {
			want.WriteString(s.raw)
		}
		seen[text] = true
	}
	var out bytes.Buffer
	j := simhashJob(joined(f, samples), f.layout, &out)
	j.Matching = Matching{Method: Exact, Threads: 2}
	if _, err := j.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if out.String() != want.String() {
		t.Error("the output is not what a map of texts gives")
	}
	// Case and white space count here, unlike with the simhash of short texts, and so
	// does the end of a field.
	out.Reset()
	j = simhashJob("a b\tc\nA b\tc\na  b\tc\na b\tc\na\tb c\n", records.Layout{Format: records.TSV, Texts: []string{"1", "2"}}, &out)
	j.Matching = Matching{Method: Exact}
	if _, err := j.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if want := "a b\tc\nA b\tc\na  b\tc\na\tb c\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

// TestIndexAcrossRuns dedupes a batch a day against an index. With NoAdd the index
// does not change, and a record that was forgotten is kept again.
func TestIndexAcrossRuns(t *testing.T) {
	t.Parallel()
	f := forms(t)[0]
	dir := filepath.Join(t.TempDir(), "index")
	samples := f.samples(newWriter(21).texts(900))
	b := brute{distance: simhash.DedupeDistance}
	run := func(day []sample, noAdd bool) (string, Summary) {
		ix := openIndex(t, dir, !noAdd)
		defer closed(t, ix)
		var out bytes.Buffer
		j := simhashJob(joined(f, day), f.layout, &out)
		j.Index, j.NoAdd = ix, noAdd
		sum, err := j.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return out.String(), sum
	}
	for day := range 3 {
		today := samples[300*day : 300*day+300]
		if day > 0 {
			before := b
			before.kept = append([]bruteKept(nil), b.kept...)
			want, _, _ := before.expect(t, today)
			for range 2 {
				if got, sum := run(today, true); got != want || sum.Committed {
					t.Errorf("day %d, NoAdd: %d bytes, want %d; %+v", day, len(got), len(want), sum)
				}
			}
		}
		want, _, counts := b.expect(t, today)
		got, sum := run(today, false)
		if got != want || sum.Kept != counts.Kept || !sum.Committed {
			t.Errorf("day %d: %d bytes, want %d; %+v", day, len(got), len(want), sum)
		}
	}
	var want []string
	for _, k := range b.kept {
		want = append(want, k.id)
	}
	if got := idsOf(t, dir); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the index has %d records, want %d", len(got), len(want))
	}
	if got, _ := run(samples, true); strings.Count(got, "\n") != blanks(samples) {
		t.Error("records of the index are kept again")
	}
	forget(t, dir, b.kept[7].id)
	b.kept = append(b.kept[:7:7], b.kept[8:]...)
	want2, _, _ := b.expect(t, samples)
	if got, _ := run(samples, false); got != want2 {
		t.Errorf("after a record was forgotten: %d bytes, want %d", len(got), len(want2))
	}
	checkIndex(t, dir)
}

// blanks counts samples without text.
func blanks(samples []sample) (n int) {
	for _, s := range samples {
		if s.text == "" {
			n++
		}
	}
	return n
}

func forget(t *testing.T, dir, id string) {
	t.Helper()
	ix := openIndex(t, dir, true)
	defer closed(t, ix)
	w, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	if n, err := w.ForgetRecords(context.Background(), [][]byte{[]byte(id)}); err != nil || n != 1 {
		t.Fatalf("forgetting %s: %d, %v", id, n, err)
	}
}

// idsOf returns the ids in an index.
func idsOf(t *testing.T, dir string) (ids []string) {
	t.Helper()
	ix := openIndex(t, dir, false)
	defer closed(t, ix)
	err := ix.EachRecord(t.Context(), func(_ db.RecordID, r db.Record) error {
		ids = append(ids, string(r.ID))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// TestOnError passes, drops and stops at malformed records.
func TestOnError(t *testing.T) {
	t.Parallel()
	input := "{\"text\":\"one\"}\n{\"text\":\n{\"text\":5}\n{\"text\":\"two\"}\n\n{\"text\":\"ONE\"}\n{\"text\":\" \"}\n"
	for _, c := range []struct {
		policy OnError
		want   string
		lines  []int64
		counts Counts
	}{
		{Pass, "{\"text\":\"one\"}\n{\"text\":\n{\"text\":5}\n{\"text\":\"two\"}\n\n{\"text\":\" \"}\n", []int64{2, 3},
			Counts{Records: 6, Bytes: 79, Kept: 3, Dropped: 1, Blank: 2, Short: 3, Malformed: 2}},
		{Drop, "{\"text\":\"one\"}\n{\"text\":\"two\"}\n\n{\"text\":\" \"}\n", []int64{2, 3},
			Counts{Records: 6, Bytes: 79, Kept: 3, Dropped: 1, Blank: 2, Short: 3, Malformed: 2}},
		{Stop, "{\"text\":\"one\"}\n", nil, Counts{Records: 2, Kept: 1, Short: 1, Malformed: 1}},
	} {
		var out bytes.Buffer
		var lines []int64
		j := simhashJob(input, records.Layout{Format: records.JSONL, Texts: []string{"text"}}, &out)
		j.OnError, j.Malformed = c.policy, func(m *records.Malformed) { lines = append(lines, m.Line) }
		sum, err := j.Run(t.Context())
		var malformed *records.Malformed
		if stopped := errors.As(err, &malformed); stopped != (c.policy == Stop) || err != nil && !stopped {
			t.Errorf("%s: %v", c.policy, err)
		}
		if out.String() != c.want || fmt.Sprint(lines) != fmt.Sprint(c.lines) || sum.Counts != c.counts {
			t.Errorf("%s: %q, lines %v, %+v", c.policy, out.String(), lines, sum.Counts)
		}
	}
}

// TestInputCutInsideRecord interrupts a run on a stream that ends inside a record, as
// in a pipe whose writer gets the same signal. The resumed run gets the whole stream.
func TestInputCutInsideRecord(t *testing.T) {
	t.Parallel()
	first, last := `{"text":"one"}`+"\n", `{"text":"two, and what follows"}`+"\n"
	dir := t.TempDir()
	run := func(ctx context.Context, input string, change func(j *Job)) error {
		ix := openIndex(t, filepath.Join(dir, "index"), true)
		defer closed(t, ix)
		j := simhashJob(input, records.Layout{Format: records.JSONL, Texts: []string{"text"}}, nil)
		j.Index, j.Output, j.CommitTime = ix, filepath.Join(dir, "out"), time.Nanosecond
		change(&j)
		_, err := j.Run(ctx)
		return err
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := run(ctx, first+last[:15], func(j *Job) { j.Malformed = func(*records.Malformed) { cancel() } })
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if err := run(t.Context(), first+last, func(j *Job) { j.Resume = true }); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "out")); err != nil || string(got) != first+last {
		t.Errorf("%q, %v", got, err)
	}
	checkIndex(t, filepath.Join(dir, "index"))
}

// TestMemoryLimit ends a run that exceeds its memory limit.
func TestMemoryLimit(t *testing.T) {
	t.Parallel()
	f := forms(t)[0]
	samples := f.samples(newWriter(31).texts(3000))
	var out bytes.Buffer
	j := simhashJob(joined(f, samples), f.layout, &out)
	j.Memory = 20 << 10
	var short *MemoryError
	if _, err := j.Run(t.Context()); !errors.As(err, &short) || short.Needed <= j.Memory || short.Records == 0 {
		t.Errorf("%v", err)
	}
	j = simhashJob(joined(f, samples), f.layout, &out)
	j.Memory = 10 << 20
	if _, err := j.Run(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestHashesInRecords compares records by the hashes they carry, including negative
// and 32-bit ones.
func TestHashesInRecords(t *testing.T) {
	t.Parallel()
	input := `{"h":"ff00ff00ff00ff00"}` + "\n" + `{"h":"ff00ff00ff00ff0f"}` + "\n" + `{"h":"00ff00ff00ff00ff"}` + "\n" + `{"h":-71777214294589696}` + "\n"
	var out bytes.Buffer
	j := simhashJob(input, records.Layout{Format: records.JSONL, Hash: "h"}, &out)
	if _, err := j.Run(t.Context()); err != nil || out.String() != `{"h":"ff00ff00ff00ff00"}`+"\n"+`{"h":"00ff00ff00ff00ff"}`+"\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
	out.Reset()
	j = simhashJob(`{"h":-2}`+"\n"+`{"h":4294967294}`+"\n"+`{"h":4294967296}`+"\n", records.Layout{Format: records.JSONL, Hash: "h"}, &out)
	j.Scheme.Bits, j.OnError = 32, Drop
	sum, err := j.Run(t.Context())
	if err != nil || out.String() != `{"h":-2}`+"\n" || sum.Malformed != 1 || sum.Dropped != 1 {
		t.Errorf("%q, %+v, %v", out.String(), sum, err)
	}
}

// TestHashesOf32Bits compares runs on 32-bit hashes, some of them close to each other,
// with a comparison of all pairs. The second run finds half of them in the index.
func TestHashesOf32Bits(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(32, 1))
	var hashes []uint32
	for len(hashes) < 4000 {
		h := random.Uint32()
		if len(hashes) > 0 && len(hashes)%3 == 0 {
			h = hashes[random.IntN(len(hashes))]
			for range random.IntN(9) {
				h ^= 1 << random.IntN(32)
			}
		}
		hashes = append(hashes, h)
	}
	for _, distance := range []int{0, 1, 2, 3, 6, 7} {
		input, want := make([]string, 2), make([]string, 2)
		var kept []uint32
		for i, h := range hashes {
			half, line := 2*i/len(hashes), fmt.Sprintf("%d\t%#x\n", i, h)
			input[half] += line
			near := func(k uint32) bool { return bits.OnesCount32(h^k) <= distance }
			if !slices.ContainsFunc(kept, near) {
				kept = append(kept, h)
				want[half] += line
			}
		}
		dir := filepath.Join(t.TempDir(), "index")
		for half := range input {
			var out bytes.Buffer
			j := simhashJob(input[half], records.Layout{Format: records.TSV, ID: "1", Hash: "2"}, &out)
			j.Scheme.Bits, j.Distance, j.Index = 32, distance, openIndex(t, dir, true)
			j.Dropped = filepath.Join(t.TempDir(), "dropped")
			_, err := j.Run(t.Context())
			closed(t, j.Index)
			if err != nil || out.String() != want[half] {
				t.Fatalf("distance %d, half %d: the output has %d bytes, want %d: %v", distance, half, out.Len(), len(want[half]), err)
			}
			checkDistances(t, j.Dropped, hashes, distance)
		}
		checkIndex(t, dir)
	}
}

// checkDistances checks the distances in a list of dropped records. Their ids are the
// indexes of their hashes.
func checkDistances(t *testing.T, dropped string, hashes []uint32, most int) {
	t.Helper()
	data, err := os.ReadFile(dropped)
	if err != nil {
		t.Fatal(err)
	}
	lines := 0
	for line := range strings.Lines(string(data)) {
		var a, b, d int
		if _, err := fmt.Sscan(line, &a, &b, &d); err != nil {
			t.Fatal(err)
		}
		if want := bits.OnesCount32(hashes[a] ^ hashes[b]); d != want || d > most {
			t.Errorf("%q: the distance is %d, and at most %d is allowed", line, want, most)
		}
		lines++
	}
	if lines < 50 {
		t.Errorf("only %d records were dropped", lines)
	}
}

// TestEncoded checks that an index refuses records of another encoding, and that the
// encoding covers exactly the options that affect what is stored.
func TestEncoded(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "index")
	layout := records.Layout{Format: records.Lines}
	run := func(change func(j *Job), noAdd bool) error {
		ix := openIndex(t, dir, !noAdd)
		defer closed(t, ix)
		j := simhashJob("one two\n", layout, &bytes.Buffer{})
		j.Index, j.NoAdd = ix, noAdd
		change(&j)
		_, err := j.Run(t.Context())
		return err
	}
	if err := run(func(*Job) {}, false); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(j *Job){
		"another distance": func(j *Job) { j.Distance = 2 },
		"more threads":     func(j *Job) { j.Threads = 7 },
		"more blocks":      func(j *Job) { j.Blocks = 5 },
	} {
		if err := run(change, false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, change := range map[string]func(j *Job){
		"method": func(j *Job) { j.Matching = Matching{Method: Exact} },
		"unit":   func(j *Job) { j.Scheme.Unit = simhash.Chars },
		"bits":   func(j *Job) { j.Scheme.Bits = 32 },
		"html":   func(j *Job) { j.HTML = true },
	} {
		for _, noAdd := range []bool{false, true} {
			if err := run(change, noAdd); !errors.As(err, new(*db.MethodError)) {
				t.Errorf("%s, NoAdd %v: %v", name, noAdd, err)
			}
		}
	}
	weighted := Matching{Method: Simhash, Scheme: simhash.Default(), Fields: []float64{2, 1}}
	plain := Matching{Method: Simhash, Scheme: simhash.Default(), Fields: []float64{1, 1}}
	if weighted.Encoded() == plain.Encoded() || plain.Encoded() != (Matching{Method: Simhash, Scheme: simhash.Default()}).Encoded() {
		t.Errorf("%s, %s", weighted.Encoded(), plain.Encoded())
	}
	checkIndex(t, dir)
}

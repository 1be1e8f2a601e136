package db

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"alike/db/hamming"
	"alike/db/spill"
	"alike/db/store"
	"alike/fingerprint"
)

func TestBitsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 200 {
		var w bitWriter
		type number struct {
			v     uint64
			width uint
			rice  bool
		}
		var numbers []number
		for range 1 + r.IntN(300) {
			n := number{width: r.UintN(49), rice: r.IntN(2) == 0}
			n.v = r.Uint64() & (1<<n.width - 1)
			if n.rice {
				n.width = r.UintN(48) // often a poor parameter, which causes escapes
				w.rice(n.v, n.width)
			} else {
				w.put(n.v, n.width)
			}
			numbers = append(numbers, n)
		}
		b := bitReader{buf: w.finish()}
		for i, n := range numbers {
			got := uint64(0)
			if n.rice {
				got = b.rice(n.width)
			} else {
				got = b.get(n.width)
			}
			if got != n.v {
				t.Fatalf("number %d: %d, want %+v", i, got, n)
			}
		}
		if b.short {
			t.Fatal("the reader reports a short stream")
		}
	}
}

// randomPostings returns postings with runs of one fingerprint, clusters and wide gaps.
func randomPostings(r *rand.Rand, n int) []Posting {
	seen := map[Posting]bool{}
	for len(seen) < n {
		p := Posting{fingerprint.Fingerprint(r.Uint64N(1 << (1 + r.UintN(46)))), 1 + ContentID(r.Uint32N(1<<(1+r.UintN(31))))}
		for range 1 + r.IntN(20) {
			if len(seen) < n {
				seen[p] = true
			}
			p.Content += 1 + ContentID(r.Uint32N(3))
		}
	}
	var ps []Posting
	for p := range seen {
		ps = append(ps, p)
	}
	slices.SortFunc(ps, func(a, b Posting) int {
		if a.less(b) {
			return -1
		}
		return 1
	})
	return ps
}

func TestPostingsRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{1, 2, 3, 100, postingsInBlock, mostPostings} {
		for range 30 {
			want := randomPostings(r, n)
			data := encodePostings(nil, want)
			first := rowKey{uint64(want[0].Fingerprint), uint32(want[0].Content)}
			got, err := decodePostings(nil, first, data)
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%d postings: %v", n, err)
			}
			for cut := range 3 {
				if _, err := decodePostings(nil, first, data[:len(data)*cut/3]); err == nil {
					t.Fatalf("%d postings: a block cut to %d thirds decodes", n, cut)
				}
			}
		}
	}
}

func TestSetRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, n := range []int{1, 2, 17, setPart} {
		var fps []fingerprint.Fingerprint
		for range n {
			fps = append(fps, fingerprint.Fingerprint(r.Uint64N(1<<(1+r.UintN(46)))))
		}
		want := fingerprint.NewSet(fps, 0)
		got, err := decodeSetPart(nil, encodeSetPart(nil, want))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d fingerprints: %v", n, err)
		}
	}
}

func TestDirectoryRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{0, 1, dirPart, dirPart + 1, 1000} {
		want := directory{id: 9, parent: 4, name: "a\nname\xff"}
		if want.coverage.Known = n != 1; n > 1 {
			want.coverage.LeftOut = []LeftOut{{"hidden", 1 + r.Int64N(9), 0}, {"too-large", 3, r.Int64N(maxLeftOut)}}
		}
		for i := range n {
			e := DirEntry{Entry: Entry{Name: fmt.Sprintf("file%05d%s", i, strings.Repeat("é\x00"[:r.IntN(3)], 3))}}
			if r.IntN(4) == 0 {
				e.dir = DirID(1 + r.Uint32N(1000))
			} else {
				e.Content = ContentID(1 + r.Uint32N(1<<30))
				e.Stat = Stat{r.Int64(), r.Int64() - 1<<62, r.Int64() - 1<<62, r.Uint64(), uint64(r.IntN(3))}
				e.Unsettled = r.IntN(5) == 0
				e.Generated = r.IntN(5) == 0
				e.SetAside = e.Generated && r.IntN(2) == 0
			}
			want.entries = append(want.entries, e)
		}
		got := directory{id: 9}
		parts := 0
		err := want.encodeParts(func(part int, payload []byte) error {
			var err error
			parts, err = got.decodePart(payload)
			return err
		})
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d entries: %v\n%+v\n%+v", n, err, got, want)
		}
		if want := max(1, (n+dirPart-1)/dirPart); parts != want {
			t.Errorf("%d entries in %d parts, want %d", n, parts, want)
		}
	}
}

// The examples of the format decode as described.
func TestFormatExample(t *testing.T) {
	data, err := hex.DecodeString(strings.ReplaceAll(exampleBlock, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	got, err := decodePostings(nil, exampleKey, data)
	if err != nil || !slices.Equal(got, examplePostings) {
		t.Errorf("the example decodes to %v (%v), want %v", got, err, examplePostings)
	}
	if again := encodePostings(nil, examplePostings); !bytes.Equal(again, data) {
		t.Errorf("the example is encoded as % x", again)
	}
	if key := blockKey(3, kindPostings, exampleKey); hex.EncodeToString(key) != strings.ReplaceAll(exampleBlockKey, " ", "") {
		t.Errorf("the key of the example is % x", key)
	}
}

func TestFormatBucketExample(t *testing.T) {
	data, err := hex.DecodeString(strings.ReplaceAll(exampleBucket, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	b, err := readBucket(len(exampleEntries), data)
	var got []bucketEntry
	for i := range b.n {
		got = append(got, b.entry(i))
	}
	if err != nil || !slices.Equal(got, exampleEntries) {
		t.Errorf("the example decodes to %v (%v), want %v", got, err, exampleEntries)
	}
	if again := encodeBucket(nil, exampleEntries); !bytes.Equal(again, data) {
		t.Errorf("the example is encoded as % x", again)
	}
	first := rowKey{exampleEntries[0].rotated, uint32(exampleEntries[0].content)}
	if key := blockKey(3, kindBuckets+1, first); hex.EncodeToString(key) != strings.ReplaceAll(exampleBucketKey, " ", "") {
		t.Errorf("the key of the example is % x", key)
	}
	// The hashes that the description of the example names.
	second := hamming.Blocks(4)[1]
	for i, h := range []uint64{exampleFirst, exampleSecond} {
		if got := second.Rotated(h); got != exampleEntries[i].rotated {
			t.Errorf("%x, rotated, is %x", h, got)
		}
	}
}

func FuzzDecode(f *testing.F) {
	r := rand.New(rand.NewPCG(5, 5))
	f.Add(encodePostings(nil, randomPostings(r, 40)))
	f.Add(encodeSetPart(nil, fingerprint.Set{1, 5, 1 << 40}))
	d := directory{id: 2, entries: []DirEntry{{Entry: Entry{Name: "a"}, dir: 3}, {Entry: Entry{Name: "b", Content: 7}},
		{Entry: Entry{Name: "c", Content: 8, Generated: true, SetAside: true}}, {Entry: Entry{Name: "d", Generated: true}}}}
	f.Add(encodeEntries([]byte{0, 1, 1, 0}, d.entries))
	d.coverage = Coverage{Known: true, LeftOut: []LeftOut{{"hidden", 3, 0}, {"too-large", 1, 1 << 30}}}
	f.Add(d.encodePart(nil, 1, d.coverage, d.entries))
	f.Add(encodeBucket(nil, exampleEntries))
	f.Add(encodeHash(nil, hamming.Document{Hash: 1 << 63, Features: 300, Short: true}))
	f.Add((&Record{ID: []byte("a"), Keys: []uint32{7}, Set: []byte("x")}).encode(nil))
	f.Add((&StoredContent{Counts: []int32{4, 2, 1}}).encode(nil))
	f.Add((&StoredContent{Content: Content{Language: "C"}, Counts: []int32{1}}).encode(nil))
	// Decoding any bytes ends in an answer or an error.
	f.Fuzz(func(t *testing.T, data []byte) {
		if ps, err := decodePostings(nil, rowKey{1, 1}, data); err == nil && len(ps) == 0 {
			t.Error("a block without postings decodes")
		}
		checkBoth(t, data)
		if set, err := decodeSetPart(nil, data); err == nil && len(set) == 0 {
			t.Error("a part without fingerprints decodes")
		}
		if row, err := decodeContent(data); err == nil {
			if again := row.encode(nil); len(again) > len(data) {
				t.Errorf("a content of %d bytes is encoded in %d", len(data), len(again))
			}
		}
		var d directory
		if _, err := d.decodePart(data); err == nil && len(d.entries) > dirPart {
			t.Errorf("a part with %d entries", len(d.entries))
		} else if err == nil && !d.gone {
			again := directory{}
			if _, err := again.decodePart(d.encodePart(nil, 1, d.coverage, d.entries)); err != nil || !again.coverage.Equal(d.coverage) {
				t.Errorf("what is left out is %+v, decoded again %+v, %v", d.coverage, again.coverage, err)
			}
			for _, l := range d.coverage.LeftOut {
				if err := l.check(); err != nil {
					t.Error(err)
				}
			}
		}
		_, _ = decodePlaces(nil, data)
		if h, err := decodeHash(data); err == nil && len(encodeHash(nil, h)) > len(data) {
			t.Errorf("a simhash of %d bytes is encoded in %d", len(data), len(encodeHash(nil, h)))
		}
		var record recordRow
		if err := record.decode(data); err == nil {
			if record.Set = nil; record.hasSet {
				record.Set = make([]byte, min(record.set, 9))
			}
			if again := record.encode(nil); len(again) > len(data) {
				t.Errorf("a record of %d bytes is encoded in %d", len(data), len(again))
			}
		}
		rows := len(data) / 12
		if b, err := readBucket(rows, data); err == nil {
			for i := range rows {
				_ = b.entry(i)
			}
		}
		_ = eachRow(3, data, func(rowKey, []byte) error { return nil })
	})
}

// TestPostingList checks that a list that is used again sorts its postings and writes all of them.
func TestPostingList(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	st, err := store.Open(t.Context(), t.TempDir()+"/index", store.Options{Create: true})
	must(t, err)
	defer st.Close()
	var l postingList
	for i, n := range []int{0, 1, 2, 1000, postingChunk, postingChunk + 1, 3*postingChunk + 500, 70_000} {
		var want []Posting
		for id := ContentID(0); len(want) < n; id++ {
			set := make([]fingerprint.Fingerprint, min(1+r.IntN(200), n-len(want)))
			for i := range set {
				set[i] = fingerprint.Fingerprint(r.Uint64N(1 << (1 + r.UintN(46))))
			}
			sorted := fingerprint.NewSet(set, 0)
			l.add(sorted, id)
			for _, fp := range sorted {
				want = append(want, Posting{fp, 7 + id})
			}
		}
		slices.SortFunc(want, func(p, q Posting) int {
			return cmp.Or(cmp.Compare(p.Fingerprint, q.Fingerprint), cmp.Compare(p.Content, q.Content))
		})
		seg := newSegmentWriter(st, uint32(i+1), 1)
		claimed := l.claim()
		var sorting sync.WaitGroup
		sorting.Go(func() { // write waits for it
			time.Sleep(20 * time.Millisecond)
			l.sort(claimed, &postingSorter{})
		})
		must(t, l.write(&seg.postings, 7))
		sorting.Wait()
		meta, err := seg.finish()
		must(t, err)
		must(t, st.Flush())
		var got []Posting
		table := openSegment(st, meta).table(kindPostings)
		for block := range meta.Tables["p"].Blocks {
			must(t, table.appendPostings(block, &got))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d postings: %d are read, or in another order", len(want), len(got))
		}
		if l.len() != 0 {
			t.Errorf("%d postings are left", l.len())
		}
	}
}

// TestSpoolSpills checks that a spool has the distinct fingerprints that it was given by itself and by
// two helpers at the same time, however many are spilled.
func TestSpoolSpills(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	place := spill.In(t.TempDir())
	s := &Spool{place: place, limit: 1000}
	defer s.Close()
	helpers := []*Spool{s, {place: place, limit: 1000}, {place: place, limit: 600}}
	for _, n := range []int{0, 10, 999, 3000, 25_000, 300_000} {
		s.Reset()
		all := make([]fingerprint.Fingerprint, n)
		for i := range all {
			all[i] = fingerprint.Fingerprint(r.Uint64N(1 << (30 + r.UintN(13))))
			if i > 0 && r.IntN(3) == 0 {
				all[i] = all[r.IntN(i)]
			}
		}
		var wg sync.WaitGroup
		for i, h := range helpers {
			wg.Go(func() {
				for j := i; j < n; j += len(helpers) {
					if err := h.AddFor(s, []fingerprint.Selected{{Fingerprint: all[j]}}); err != nil {
						t.Error(err)
					}
				}
				if err := h.Deliver(s); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		s.encode(6)
		if spilled := len(s.runs) > 0; n <= 10 && spilled || n >= 3000 && !spilled {
			t.Errorf("%d fingerprints: %d runs", n, len(s.runs))
		}
		want := fingerprint.NewSet(all, 6)
		if len(s.runs) == 0 && !slices.Equal(s.set.set, want) {
			t.Errorf("%d fingerprints: encoded %d, want %d", n, len(s.set.set), len(want))
		}
		borders := s.ranges(6)
		if len(borders) < 2 || borders[0] != 0 || borders[len(borders)-1] != fingerprint.Bound(6) || len(borders) > 3+(n/runSample+len(s.runs))*runSample/rangeSize {
			t.Fatalf("%d fingerprints: borders %x", n, borders)
		}
		for range 10 { // and random ones
			reader := rangeReader{spool: s}
			var got fingerprint.Set
			for i, low := range borders[:len(borders)-1] {
				set, err := reader.read(low, borders[i+1])
				must(t, err)
				if most := rangeSize + (len(s.runs)+1)*runSample; len(borders) < 40 && len(set) > most && len(borders) > 2 {
					t.Errorf("a range has %d fingerprints, at most %d are expected", len(set), most)
				}
				got = append(got, set...)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%d fingerprints in ranges %x: read %d, want %d", n, borders, len(got), len(want))
			}
			borders = []fingerprint.Fingerprint{0, fingerprint.Bound(6)}
			for range 50 {
				at := fingerprint.Fingerprint(r.Uint64N(1 << (20 + r.UintN(20))))
				if len(want) > 0 && r.IntN(2) == 0 {
					at = want[r.IntN(len(want))]
				}
				borders = append(borders, at)
			}
			slices.Sort(borders)
		}
	}
}

// exampleBlock is a block of three postings in segment 3. After n=3, k=3, c=0, w=3 and
// base=5 come, from the low bits on: 000 for content 5; 1 000 for the difference 0 and
// 01 for content 5+1+1; 001 010 for the difference 2·8+2 and 001 for content 5+4, low
// bits first; then the padding.
const (
	exampleBlockKey = "73 00000003 70 0000000000001000 00000005"
	exampleBlock    = "03 03 00 03 05 08 29 02 0000000000000000"
)

var (
	exampleKey      = rowKey{0x1000, 5}
	examplePostings = []Posting{{0x1000, 5}, {0x1000, 7}, {0x1012, 9}}
)

// exampleBucket is a block, in segment 3, of buckets by the second of four blocks of
// bits. Content 7 has the hash 0x8001_0000_0000_0003. Content 9 is too short to judge
// and has the hash 0x0000_7000_0000_0001. Rotated by 16 bits they are
// 0x0000_0000_0003_8001 and 0x7000_0000_0001_0000.
const (
	exampleBucketKey = "73 00000003 c1 0000000000038001 00000007"
	exampleBucket    = "0180030000000000 0000010000000070 07000000 09000000 02"
	exampleFirst     = 0x8001_0000_0000_0003
	exampleSecond    = 0x0000_7000_0000_0001
)

// exampleRecord is a block of two records in segment 3. Record 7 is named "a", has the
// hash 0x8001_0000_0000_0003 of 300 features, no keys, and the set "xyz". Record 9 has
// an empty name, is too short to judge, has one feature, the hash 5, the keys 1 and
// 0x01020304, and no set. Each row begins with the difference of the numbers, the part
// and its length.
const (
	exampleRecordKey = "73 00000003 72 0000000000000007 00000000"
	exampleRecord    = "07 00 0f 02 0300000000000180 ac02 01 61 00 03" +
		"02 00 14 01 0500000000000000 01 00 02 01000000 04030201"
	exampleSetKey = "73 00000003 76 0000000000000007 00000000"
	exampleSet    = "07 00 03 78797a"
)

var exampleEntries = []bucketEntry{{0x0000_0000_0003_8001, 7, false}, {0x7000_0000_0001_0000, 9, true}}

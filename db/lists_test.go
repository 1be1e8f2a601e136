package db

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"alike/db/store"
	"alike/fingerprint"
)

// TestPostingLists compares look-ups in any order, alone and several together, with all
// postings.
func TestPostingLists(t *testing.T) {
	w := newWorld(t, 11)
	w.grow(60)
	for range 5 {
		w.scan(40, false)
	}
	ix := w.open(Options{})
	defer ix.Close()
	defer mustCheck(t, ix)
	want := map[fingerprint.Fingerprint][]ContentID{}
	var fps []fingerprint.Fingerprint
	for _, seg := range ix.segments {
		table := seg.table(kindPostings)
		if err := table.load(); err != nil {
			t.Fatal(err)
		}
		for block := range table.blocks {
			var ps []Posting
			if err := table.postings(block, &ps); err != nil {
				t.Fatal(err)
			}
			for _, p := range ps {
				want[p.Fingerprint] = append(want[p.Fingerprint], p.Content)
				fps = append(fps, p.Fingerprint, p.Fingerprint+1)
			}
		}
	}
	slices.Sort(fps)
	fps = append(slices.Compact(fps), 0, 1<<fingerprint.Bits-1)
	if len(fps) < 1000 || len(ix.segments) < 2 {
		t.Fatalf("%d fingerprints in %d segments", len(fps), len(ix.segments))
	}
	l := ix.NewPostingLists()
	for _, inOrder := range []bool{true, false} {
		w.r.Shuffle(len(fps), func(i, j int) { fps[i], fps[j] = fps[j], fps[i] })
		if inOrder {
			slices.Sort(fps)
		}
		for rest := fps; len(rest) > 0; {
			n := min(1+w.r.IntN(20), len(rest))
			ids, ends, err := l.AppendEach(nil, nil, rest[:n]...)
			if err != nil || len(ends) != n {
				t.Fatalf("%d lists, want %d, %v", len(ends), n, err)
			}
			begin := 0
			for i, end := range ends {
				if fp := rest[i]; !slices.Equal(ids[begin:end], want[fp]) {
					t.Fatalf("in order %v: fingerprint %x has contents %v, want %v", inOrder, fp, ids[begin:end], want[fp])
				}
				begin = end
			}
			rest = rest[n:]
		}
	}
}

// TestLongLists looks up fingerprints that fill many blocks, with contents in runs of all lengths
// between those that have them.
func TestLongLists(t *testing.T) {
	w := newWorld(t, 12)
	ix := w.open(Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	must(t, err)
	spool := iw.NewSpool()
	defer spool.Close()
	r := rand.New(rand.NewPCG(6, 6))
	has, err := iw.Directory("/d")
	must(t, err)
	var common fingerprint.Set
	for i := range 5 {
		common = append(common, fingerprint.Fingerprint(i*7+1)<<30)
	}
	const contents = 12 * postingsInBlock
	want := map[fingerprint.Fingerprint][]ContentID{}
	for i, without := 0, 0; i < contents; i, without = i+1, without-1 {
		if without < 0 && i > contents/2 && r.IntN(20) == 0 {
			without = 1 + r.IntN(1<<r.IntN(7))
		}
		set := fingerprint.Set(nil)
		if without <= 0 {
			set = append(set, common[:3]...)
		}
		if i%2 == 0 {
			set = append(set, common[3])
		}
		set = append(set, fingerprint.Fingerprint(i)<<20|1<<40)
		var selected []fingerprint.Selected
		for _, fp := range set {
			selected = append(selected, fingerprint.Selected{Fingerprint: fp})
		}
		must(t, spool.Add(selected))
		c := Content{Size: 10_000, Level: DefaultParams.Rule.Level(10_000)}
		c.Checksum[0], c.Checksum[1] = byte(i), byte(i>>8)
		id, _, err := iw.AddContent(c, spool)
		must(t, err)
		must(t, iw.Put(has.ID, Entry{Name: fmt.Sprint(i), Content: id, Stat: Stat{Size: c.Size}}))
		for _, fp := range set {
			want[fp] = append(want[fp], id)
		}
	}
	must(t, iw.Commit())
	must(t, ix.Close())
	ix = w.open(Options{})
	defer ix.Close()
	defer mustCheck(t, ix)
	l := ix.NewPostingLists()
	for _, fp := range append(slices.Clone(common), common[0], common[2]-1) {
		got, err := l.Append(nil, fp)
		if err != nil || !slices.Equal(got, want[fp]) {
			t.Errorf("fingerprint %x has %d contents, want %d, %v", fp, len(got), len(want[fp]), err)
		}
	}
	if n := len(want[common[0]]); n < 7*postingsInBlock || n > 11*postingsInBlock {
		t.Errorf("%d contents have the first fingerprint", n)
	}
}

// TestContentsOfBoth checks that decoding two blocks at a time and then the rest of each finds what
// is in them, whether or not another fingerprint follows.
func TestContentsOfBoth(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	const fp = 1 << 40
	block := func() (ps []Posting) {
		p := Posting{fp, ContentID(r.Uint32N(1000))}
		most, outlier := uint32(1)<<r.IntN(12), r.IntN(3) == 0
		for n := 1 + r.IntN(postingsInBlock); len(ps) < n; {
			ps = append(ps, p)
			if p.Content += 1 + ContentID(r.Uint32N(most)); outlier && r.IntN(50) == 0 {
				p.Content += ContentID(r.Uint32N(1 << 22))
			}
			if r.IntN(4*postingsInBlock) == 0 {
				p.Fingerprint++
			}
		}
		return ps
	}
	var l PostingLists
	together := 0
	for range 2000 {
		blocks, decoders := [2][]Posting{block(), block()}, [2]postingDecoder{}
		for i, ps := range blocks {
			must(t, decoders[i].reset(rowKey{fp, uint32(ps[0].Content)}, encodePostings(nil, ps)))
		}
		to := [2][]ContentID{make([]ContentID, decoders[0].left), make([]ContentID, decoders[1].left)}
		n := contentsOfBoth(to[0], to[1], &decoders[0], &decoders[1])
		together += n
		for i, ps := range blocks {
			got, err := l.rest(&decoders[i], to[i][:n], fp)
			var want []ContentID
			for _, p := range ps {
				if p.Fingerprint == fp {
					want = append(want, p.Content)
				}
			}
			if err != nil || !slices.Equal(got, want) {
				t.Fatalf("%d contents, %d of them together, want %d, %v", len(got), n, len(want), err)
			}
		}
	}
	if together < 100_000 {
		t.Errorf("%d contents decoded together", together)
	}
}

// checkBoth checks that decoding any bytes together with a sound block finds what decodePostings
// finds, also what is wrong.
func checkBoth(t *testing.T, data []byte) {
	const fp = 1
	sound := []Posting{{fp, 1}}
	for range 600 {
		p := sound[len(sound)-1]
		p.Content += 3
		sound = append(sound, p)
	}
	var first postingDecoder
	if first.reset(rowKey{fp, 1}, data) != nil {
		return
	}
	blocks := [][]byte{data, encodePostings(nil, sound)}
	for range 2 {
		var d [2]postingDecoder
		var to [2][]ContentID
		for i := range d {
			d[i].reset(rowKey{fp, 1}, blocks[i])
			to[i] = make([]ContentID, d[i].left)
		}
		n := contentsOfBoth(to[0], to[1], &d[0], &d[1])
		for i := range d {
			var l PostingLists
			got, err := l.rest(&d[i], to[i][:n], fp)
			ps, wantErr := decodePostings(nil, rowKey{fp, 1}, blocks[i])
			var want []ContentID
			for _, p := range ps {
				if p.Fingerprint == fp {
					want = append(want, p.Content)
				}
			}
			if wantErr == nil && (err != nil || !slices.Equal(got, want)) {
				t.Errorf("%d contents, want %d, %v", len(got), len(want), err)
			}
		}
		slices.Reverse(blocks)
	}
}

func TestCountBefore(t *testing.T) {
	var blocks []blockInfo
	for i := range 100 {
		blocks = append(blocks, blockInfo{first: rowKey{id: uint64(i / 3 * 2)}})
	}
	for n := range len(blocks) + 1 {
		for id := range uint64(70) {
			want := 0
			for want < n && blocks[want].first.id < id {
				want++
			}
			if got := countBefore(blocks[:n], id); got != want {
				t.Fatalf("%d of %d blocks begin before %d, want %d", got, n, id, want)
			}
		}
	}
}

// TestSkipBoth checks that skipping in two blocks at a time leaves what a whole decoding finds.
// The fingerprints of a block are close together, far apart, few and equal, or mixed.
func TestSkipBoth(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	block := func() []Posting {
		var ps []Posting
		within := uint64(1) << (1 + r.UintN(fingerprint.Bits-1))
		for range 1 + r.IntN(mostPostings) {
			p := Posting{fingerprint.Fingerprint(r.Uint64N(within)), ContentID(r.Uint32() >> (r.UintN(4) * 8))}
			if n := len(ps); n > 0 && r.IntN(3) == 0 {
				p.Fingerprint = ps[n-1].Fingerprint
			}
			ps = append(ps, p)
		}
		slices.SortFunc(ps, comparePostings)
		return slices.Compact(ps)
	}
	decoder := func(ps []Posting) (d postingDecoder) {
		if err := d.reset(rowKey{uint64(ps[0].Fingerprint), uint32(ps[0].Content)}, encodePostings(nil, ps)); err != nil {
			t.Fatal(err)
		}
		return d
	}
	skipped := 0
	for range 2000 {
		a, b := block(), block()
		all := append(slices.Clone(a), b...)
		least := max(all[r.IntN(len(all))].Fingerprint+fingerprint.Fingerprint(r.IntN(3)), 1) - 1
		most := least + fingerprint.Fingerprint(r.Uint64N(1<<r.UintN(20)))
		da, db := decoder(a), decoder(b)
		if err := skipBoth(&da, &db, least); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			d  *postingDecoder
			ps []Posting
		}{{&da, a}, {&db, b}} {
			skipped += len(c.ps) - c.d.left
			got, err := c.d.upTo(nil, most)
			if err != nil {
				t.Fatal(err)
			}
			from := searchPostings(c.ps, least)
			to := min(searchPostings(c.ps, most+1)+1, len(c.ps))
			if i := searchPostings(got, least); !slices.Equal(got[i:], c.ps[from:to]) {
				t.Fatalf("%d postings from %x up to %x, want %d", len(got)-i, least, most, to-from)
			}
		}
	}
	if skipped < 100_000 {
		t.Errorf("%d postings skipped", skipped)
	}
}

func comparePostings(p, q Posting) int {
	switch {
	case p.less(q):
		return -1
	case q.less(p):
		return 1
	}
	return 0
}

// TestOldBlocks reads, looks up and merges postings in blocks of 1024, which earlier versions wrote.
func TestOldBlocks(t *testing.T) {
	w := newWorld(t, 31)
	w.grow(40)
	for range 3 {
		w.scan(30, false)
	}
	ix := w.open(Options{})
	want := map[fingerprint.Fingerprint][]ContentID{}
	var all []Posting
	for _, seg := range ix.segments {
		table := seg.table(kindPostings)
		must(t, table.load())
		for block := range table.blocks {
			must(t, table.appendPostings(block, &all))
		}
	}
	must(t, ix.Close())
	slices.SortFunc(all, comparePostings)
	if len(all) < 3*mostPostings {
		t.Fatalf("%d postings", len(all))
	}
	st, err := store.Open(t.Context(), t.TempDir()+"/index", store.Options{Create: true})
	must(t, err)
	defer st.Close()
	seg := newSegmentWriter(st, 1, 1)
	for block := range slices.Chunk(all, mostPostings) {
		first := block[0]
		must(t, seg.postings.block(rowKey{uint64(first.Fingerprint), uint32(first.Content)}, len(block), encodePostings(nil, block)))
	}
	meta, err := seg.finish()
	must(t, err)
	must(t, st.Flush())
	old := openSegment(st, meta)
	l := PostingLists{ix: &Index{st: st, root: root{NextContent: 1 << 31}}, segments: make([]segmentLists, 1)}
	l.segments[0].blocks.t = old.table(kindPostings)
	for _, p := range all {
		want[p.Fingerprint] = append(want[p.Fingerprint], p.Content)
	}
	for fp, contents := range want {
		got, err := l.Append(nil, fp)
		if err != nil || !slices.Equal(got, contents) {
			t.Fatalf("fingerprint %x has contents %v, want %v, %v", fp, got, contents, err)
		}
	}
}

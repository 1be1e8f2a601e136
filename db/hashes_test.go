package db

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"alike/db/hamming"
)

// hashed is a world whose documents have simhashes.
type hashed struct {
	*world
	blocks int
	hashes []hamming.Document // by document
}

func newHashed(t testing.TB, seed uint64, blocks, docs int) *hashed {
	h := &hashed{world: newWorld(t, seed), blocks: blocks}
	near := plantedHashes(rand.New(rand.NewPCG(seed, 3)), docs)
	for i := range docs {
		h.addDoc(fmt.Appendf(nil, "document %d", i))
		d := hamming.Document{Hash: near[i], Features: uint32(i), Short: i%7 == 0}
		if i%11 == 10 {
			h.hashes = append(h.hashes, hamming.Document{NoDocument: true})
			continue
		}
		if i%5 == 0 && i > 0 { // equal hashes, short and long
			d.Hash = h.hashes[h.r.IntN(i)].Hash
		} else if i%3 == 0 && i > 0 {
			d.Hash = flipped(h.r, h.hashes[h.r.IntN(i)].Hash, h.r.IntN(8))
		}
		h.hashes = append(h.hashes, d)
	}
	return h
}

// contentAt returns the content of a file that was put.
func (h *hashed) contentAt(iw *Writer, path string) ContentID {
	h.t.Helper()
	dir, name := splitPath(path)
	has, err := iw.Directory(dir)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, e := range has.Files {
		if e.Name == name {
			return e.Content
		}
	}
	h.t.Fatalf("%s does not exist", path)
	return 0
}

// A merge after all files are gone leaves no simhash and no bucket, and nothing else
// but directories.
func TestMergeLeavesNothing(t *testing.T) {
	h := newHashed(t, 22, 4, 100)
	ix := h.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	must(t, iw.KeepHashes("some way", h.blocks))
	for d := range h.docs {
		path := fmt.Sprintf("/d%d/e%d/f", d%4, d)
		h.put(iw, path, d)
		must(t, iw.PutHash(h.contentAt(iw, path), h.hashes[d]))
	}
	must(t, iw.Commit())
	h.forget(iw, "/")
	must(t, iw.Commit())
	must(t, iw.merge(context.Background(), 0))
	for _, s := range ix.segments {
		for kind, m := range s.meta.Tables {
			if kind != kindName(kindDirs) && m.Rows > 0 {
				t.Errorf("table %s has %d rows left", kind, m.Rows)
			}
		}
	}
	mustCheck(t, ix)
}

func TestHashArguments(t *testing.T) {
	h := newHashed(t, 41, 4, 3)
	ix := h.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	if err := iw.PutHash(1, hamming.Document{}); err == nil {
		t.Error("an index without simhashes accepts one")
	}
	if err := iw.KeepHashes("a", 17); err == nil {
		t.Error("17 blocks are accepted")
	}
	if err := iw.KeepHashes("a", 4); err != nil {
		t.Fatal(err)
	}
	if err := iw.Commit(); err != nil { // commits only the scheme
		t.Fatal(err)
	}
	if scheme, blocks, ok := ix.HashScheme(); scheme != "a" || blocks != 4 || !ok {
		t.Errorf("%s, %d, %v", scheme, blocks, ok)
	}
	other := new(SchemeError)
	if err := iw.KeepHashes("b", 4); !errors.As(err, &other) || other.Has != "a" || other.Want != "b" {
		t.Errorf("another scheme: %v", err)
	}
	if err := iw.PutHash(1, hamming.Document{}); err == nil {
		t.Error("a missing content gets a simhash")
	}
	h.put(iw, "/a", 0)
	id := h.contentAt(iw, "/a")
	for _, hash := range []uint64{5, 6} { // the first one stays
		if err := iw.PutHash(id, hamming.Document{Hash: hash, Features: 1 << 20}); err != nil {
			t.Fatal(err)
		}
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, ok, err := ix.Hash(id); got != (hamming.Document{Hash: 5, Features: 1 << 20}) || !ok || err != nil {
		t.Errorf("%+v, %v, %v", got, ok, err)
	}
	if _, ok, err := ix.Hash(77); ok || err != nil {
		t.Errorf("content 77: %v, %v", ok, err)
	}
	if _, err := ix.NearHashes(context.Background(), hamming.Document{}, 65); err == nil {
		t.Error("a distance of 65 is accepted")
	}
	mustCheck(t, ix)
}

func TestBucketRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for _, n := range []int{1, 7, 8, 9, hashesInBlock} {
		var want, got []bucketEntry
		for range n {
			want = append(want, bucketEntry{r.Uint64(), ContentID(r.Uint32()), r.IntN(2) == 0})
		}
		data := encodeBucket(nil, want)
		b, err := readBucket(n, data)
		for i := range b.n {
			got = append(got, b.entry(i))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%d entries: %v", n, err)
		}
		if _, err := readBucket(n, data[1:]); err == nil {
			t.Errorf("%d entries: a truncated block decodes", n)
		}
		if _, err := readBucket(n+1, data); err == nil {
			t.Errorf("%d entries decode as more", n)
		}
	}
	for _, h := range []hamming.Document{{}, {NoDocument: true}, {Hash: 1 << 63, Features: 1<<32 - 1, Short: true}} {
		data := encodeHash(nil, h)
		if got, err := decodeHash(data); got != h || err != nil {
			t.Errorf("%+v decodes as %+v (%v)", h, got, err)
		}
		if _, err := decodeHash(data[:9]); err == nil {
			t.Errorf("%+v: a truncated row decodes", h)
		}
	}
}

// A SchemeError names the differences between two schemes and nothing else.
func TestSchemeError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		has, want       string
		blocks, wantsIn int
		how             string
	}{
		{"a=1 b=2", "a=1 b=3", 4, 4, "made with b=2, not with b=3"},
		{"a=1 b=2", "a=1 b=2", 4, 5, "made with blocks=4, not with blocks=5"},
		{"a=1 b=2", "a=1 b=2 c=3", 4, 4, "made without c=3"},
		{"a=1 b=2 c=3", "a=1 b=2", 4, 4, "made with c=3"},
		{"a=1 b=2 c=3", "a=0 b=2", 4, 4, "made with a=1 c=3, not with a=0"},
	} {
		e := &SchemeError{Dir: "/index", Has: c.has, Want: c.want, HasBlocks: c.blocks, WantBlocks: c.wantsIn}
		want := "the simhashes of the index in /index are " + c.how
		if e.Error() != want {
			t.Errorf("%q, want %q", e, want)
		}
	}
}

// A content and its simhash become visible at once. A known content gets the simhash that
// it lacks and keeps the one that it has.
func TestAddDocument(t *testing.T) {
	w := newWorld(t, 72)
	w.grow(2)
	ix := w.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	add := func(d int, h hamming.Document) (ContentID, error) {
		spool := iw.NewSpool()
		defer spool.Close()
		id, _, err := iw.AddDocument(Content{Checksum: w.docs[d].sum, Size: 1, Level: 5}, spool, h)
		return id, err
	}
	if _, err := add(0, hamming.Document{Hash: 5}); err == nil {
		t.Error("an index without simhashes accepts one")
	}
	w.put(iw, "/a", 0)
	if _, ok := iw.HashScheme(); ok {
		t.Error("an index without simhashes has a scheme")
	}
	if err := iw.KeepHashes("a", 4); err != nil {
		t.Fatal(err)
	}
	if scheme, ok := iw.HashScheme(); scheme != "a" || !ok {
		t.Errorf("the scheme is %q (%v)", scheme, ok)
	}
	lacks := func(want ...bool) {
		t.Helper()
		for d := range want {
			if got, err := iw.LacksHash(Content{Checksum: w.docs[d].sum}); err != nil || got != want[d] {
				t.Errorf("document %d lacks a simhash: %v (%v), want %v", d, got, err, want[d])
			}
		}
	}
	lacks(true, true)
	for _, h := range []uint64{5, 6} { // it has one the second time
		if id, err := add(0, hamming.Document{Hash: h}); id != 1 || err != nil {
			t.Errorf("content %d, %v", id, err)
		}
	}
	lacks(false, true)
	if id, err := add(1, hamming.Document{NoDocument: true}); id != 2 || err != nil {
		t.Errorf("content %d, %v", id, err)
	}
	lacks(false, false)
	w.put(iw, "/b", 1)
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	for id, want := range []hamming.Document{1: {Hash: 5}, 2: {NoDocument: true}} {
		if got, ok, err := ix.Hash(ContentID(id)); id > 0 && (got != want || !ok || err != nil) {
			t.Errorf("content %d: %+v, %v, %v, want %+v", id, got, ok, err, want)
		}
	}
	if n, err := ix.CountMissingHashes(context.Background()); n != 0 || err != nil {
		t.Errorf("%d contents lack a simhash (%v)", n, err)
	}
	status, err := ix.Status(context.Background())
	if err != nil || status.Documents != 1 || status.NoDocuments != 1 || status.ShortDocuments != 0 || status.Hashes != 2 {
		t.Errorf("%+v, %v", status, err)
	}
	mustCheck(t, ix)
}

// plantedHashes returns random hashes. A fifth of them are in clusters of ten around a
// random one, at distances of 0 to 13.
func plantedHashes(r *rand.Rand, n int) []uint64 {
	hashes := make([]uint64, 0, n)
	for len(hashes) < n {
		h := r.Uint64()
		if r.IntN(41) > 0 {
			hashes = append(hashes, h)
			continue
		}
		for range min(10, n-len(hashes)) {
			hashes = append(hashes, flipped(r, h, r.IntN(14)))
		}
	}
	r.Shuffle(n, func(i, j int) { hashes[i], hashes[j] = hashes[j], hashes[i] })
	return hashes
}

// flipped flips n random bits of a hash, some perhaps twice.
func flipped(r *rand.Rand, h uint64, n int) uint64 {
	for range n {
		h ^= 1 << r.UintN(64)
	}
	return h
}

// TestForgetScheme checks that the scheme of simhashes goes with the last content that has a path
// and a simhash, and not before.
func TestForgetScheme(t *testing.T) {
	h := newHashed(t, 23, 4, 30)
	ix := h.open(Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	must(t, err)
	must(t, iw.KeepHashes("some way", h.blocks))
	for d := range h.docs {
		path := fmt.Sprintf("/d%d/f%d", d%2, d)
		h.put(iw, path, d)
		if d > 0 { // the first has none
			must(t, iw.PutHash(h.contentAt(iw, path), h.hashes[d]))
		}
	}
	must(t, iw.Commit())
	keeps := func(want bool) {
		t.Helper()
		must(t, iw.ForgetScheme(t.Context()))
		if _, _, kept := ix.HashScheme(); kept != want {
			t.Fatalf("the scheme is kept: %v", kept)
		}
		report, err := ix.Check(t.Context(), CheckOptions{})
		must(t, err)
		if len(report.Problems) > 0 {
			t.Fatalf("unsound: %q", report.Problems)
		}
	}
	keeps(true)
	h.forget(iw, "/d1")
	must(t, iw.Commit())
	keeps(true)
	for d := 2; d < len(h.docs); d += 2 {
		h.forget(iw, fmt.Sprintf("/d0/f%d", d))
	}
	must(t, iw.Commit())
	keeps(false) // though a file is left
	must(t, iw.KeepHashes("another way", 3))
	must(t, iw.PutHash(h.contentAt(iw, "/d0/f0"), hamming.Document{Hash: 5, Features: 9}))
	must(t, iw.Commit())
	keeps(true)
	if scheme, blocks, _ := ix.HashScheme(); scheme != "another way" || blocks != 3 {
		t.Errorf("the scheme is %q with %d blocks", scheme, blocks)
	}
}

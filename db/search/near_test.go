package search

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"alike/db"
	"alike/db/hamming"
	"alike/testdata"
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
		if i%5 == 0 && i > 0 { // equal hashes, short or not
			d.Hash = h.hashes[h.r.IntN(i)].Hash
		} else if i%3 == 0 && i > 0 {
			d.Hash = flipped(h.r, h.hashes[h.r.IntN(i)].Hash, h.r.IntN(8))
		}
		h.hashes = append(h.hashes, d)
	}
	return h
}

// contentAt returns the content of an entered file.
func (h *hashed) contentAt(iw *db.Writer, path string) db.ContentID {
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
	h.t.Fatalf("there is no %s", path)
	return 0
}

// session makes random changes, with merges in between.
func (h *hashed) session(rounds int) {
	h.t.Helper()
	ix := h.open(db.Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	if err == nil {
		err = iw.KeepHashes("some scheme", h.blocks)
	}
	if err != nil {
		h.t.Fatal(err)
	}
	for range rounds {
		path := fmt.Sprintf("/d%d/e%d/f%d", h.r.IntN(3), h.r.IntN(4), h.r.IntN(40))
		switch h.r.IntN(14) {
		case 0:
			err = iw.Commit()
		case 1:
			h.forget(iw, path)
		case 2:
			if h.r.IntN(4) == 0 {
				h.forget(iw, path[:6])
			}
		case 3:
			if err = iw.Commit(); err == nil {
				err = iw.MergeFrom(context.Background(), h.r.IntN(max(segmentsOf(h.t, ix), 1)))
			}
		case 4:
			if err = iw.Commit(); err == nil {
				h.fill(ix, iw)
			}
		case 5:
			if d, ok := h.files[path]; ok {
				h.leaveOut(iw, path, d)
			}
		default:
			d := h.r.IntN(len(h.docs))
			h.put(iw, path, d)
			if h.r.IntN(3) > 0 {
				err = iw.PutHash(h.contentAt(iw, path), h.hashes[d])
			}
		}
		if err != nil {
			h.t.Fatal(err)
		}
	}
	if err := iw.Commit(); err != nil {
		h.t.Fatal(err)
	}
	h.fill(ix, iw)
	if err := ix.Close(); err != nil {
		h.t.Fatal(err)
	}
}

// fill enters the missing simhashes and compares the lists of them with the model.
func (h *hashed) fill(ix *db.Index, iw *db.Writer) {
	h.t.Helper()
	byDoc := h.byDoc()
	var all []db.MissingHash
	var contents, bytes int64
	err := ix.MissingHashes(context.Background(), func(n, size int64) { contents, bytes = n, size }, func(m db.MissingHash) error {
		all = append(all, m)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if n, err := ix.CountMissingHashes(context.Background()); err != nil || n != int64(len(all)) || contents != n || bytes != sum(all) {
		h.t.Errorf("%d contents of %d bytes lack a simhash, the count is %d, and %d are listed (%v)", contents, bytes, n, len(all), err)
	}
	for _, m := range all {
		d := h.files[m.Paths[0]]
		if lacks, err := iw.LacksHash(m.Content); err != nil || !lacks {
			h.t.Errorf("content %d is listed without a simhash, but has one (%v)", m.ID, err)
		}
		if !slices.Equal(m.Paths, byDoc[d]) || m.Size != int64(len(h.docs[d].data)) {
			h.t.Errorf("document %d of %v: %+v", d, byDoc[d], m)
		}
		if err := iw.PutHash(m.ID, h.hashes[d]); err != nil {
			h.t.Fatal(err)
		}
	}
	if err := iw.Commit(); err != nil {
		h.t.Fatal(err)
	}
	err = ix.MissingHashes(context.Background(), nil, func(m db.MissingHash) error {
		h.t.Errorf("%+v still lacks a simhash", m)
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func sum(all []db.MissingHash) (bytes int64) {
	for _, m := range all {
		bytes += m.Size
	}
	return bytes
}

func anyPath(string) bool { return true }

// near compares a hash with every document.
func (h *hashed) near(q NearQuery) []NearMatch {
	var all []NearMatch
	for d, paths := range h.byDoc() {
		distance := bits.OnesCount64(h.hashes[d].Hash ^ q.Hash.Hash)
		if h.hashes[d].NoDocument || q.Hash.NoDocument || h.hashes[d].Short != q.Hash.Short || distance > 0 && q.Hash.Short || distance > q.Distance {
			continue
		}
		if s := h.sideOf(d, paths, func(p string) bool { return p != q.Except.Path }); s != nil {
			all = append(all, NearMatch{File: s.file, Distance: distance})
		}
	}
	slices.SortFunc(all, func(a, b NearMatch) int {
		return cmp.Or(cmp.Compare(a.Distance, b.Distance), cmp.Compare(a.File.Path, b.File.Path))
	})
	return all
}

// compareNear compares answers of the index with the model.
func (h *hashed) compareNear(ix *db.Index) {
	h.t.Helper()
	for range 60 {
		d := h.r.IntN(len(h.docs))
		q := NearQuery{Hash: h.hashes[d], Distance: h.r.IntN(13)}
		if h.r.IntN(2) == 0 {
			q.Hash.Hash = flipped(h.r, q.Hash.Hash, h.r.IntN(q.Distance+1))
		}
		if paths := h.byDoc()[d]; len(paths) > 0 {
			q.Except.Path = paths[0]
		}
		var got []NearMatch
		err := Near(context.Background(), ix, q, func(n NearMatch) error {
			row, err := ix.Content(n.Content)
			if err != nil || row.Checksum != n.Checksum || row.Size != n.File.Size || n.Checksum == (db.Checksum{}) {
				h.t.Errorf("%+v is content %d, which is %+v (%v)", n.File, n.Content, row, err)
			}
			n.Content, n.Checksum = 0, db.Checksum{}
			got = append(got, n)
			return nil
		})
		if want := h.near(q); err != nil || !reflect.DeepEqual(got, want) {
			h.t.Fatalf("%d blocks, %+v: %v (%v), want %v", h.blocks, q, got, err, want)
		}
	}
	for _, distance := range []int{0, 3, 9} {
		h.comparePairs(ix, distance)
	}
}

// comparePairs compares NearPairs with the model, pair by pair. Equal hashes remain stars.
func (h *hashed) comparePairs(ix *db.Index, distance int) {
	h.t.Helper()
	type pair struct {
		a, b     File
		distance int
	}
	var got, want []pair
	stats, err := NearPairs(context.Background(), ix, NearPairQuery{Distance: distance, Threads: 2}, func(p NearPair) error {
		if p.Distance == 0 && p.A.Len() != 1 || p.A.File(0).Path >= p.B.File(0).Path {
			h.t.Errorf("%d files and %d at distance %d", p.A.Len(), p.B.Len(), p.Distance)
		}
		for i := range p.A.Len() {
			for j := range p.B.Len() {
				a, b := p.A.File(i), p.B.File(j)
				if a.Size != p.A.Size(i) {
					h.t.Errorf("%+v has size %d", a, p.A.Size(i))
				}
				if a.Path > b.Path {
					a, b = b, a
				}
				got = append(got, pair{a, b, p.Distance})
			}
		}
		return nil
	})
	if err != nil {
		h.t.Fatal(err)
	}
	least := map[hamming.Document]string{} // path
	var docs []int
	files := map[int]File{}
	short := int64(0)
	for d, paths := range h.byDoc() {
		if h.hashes[d].NoDocument {
			continue
		}
		docs = append(docs, d)
		files[d] = h.sideOf(d, paths, anyPath).file
		if h.hashes[d].Short {
			short++
		}
		key := hamming.Document{Hash: h.hashes[d].Hash, Short: h.hashes[d].Short}
		if l, ok := least[key]; !ok || paths[0] < l {
			least[key] = paths[0]
		}
	}
	for i, d := range docs {
		for _, e := range docs[:i] {
			p := pair{files[d], files[e], bits.OnesCount64(h.hashes[d].Hash ^ h.hashes[e].Hash)}
			if p.a.Path > p.b.Path {
				p.a, p.b = p.b, p.a
			}
			isShort := h.hashes[d].Short
			key := hamming.Document{Hash: h.hashes[d].Hash, Short: isShort}
			if h.hashes[e].Short != isShort || p.distance > distance || isShort && p.distance > 0 ||
				p.distance == 0 && p.a.Path != least[key] {
				continue
			}
			want = append(want, p)
		}
	}
	byPath := func(a, b pair) int { return cmp.Or(cmp.Compare(a.a.Path, b.a.Path), cmp.Compare(a.b.Path, b.b.Path)) }
	slices.SortFunc(got, byPath)
	slices.SortFunc(want, byPath)
	if !slices.Equal(got, want) {
		h.t.Errorf("%d blocks, distance %d: %d pairs, want %d\n%v\n%v", h.blocks, distance, len(got), len(want), got, want)
	}
	if stats.Documents != int64(len(docs)) || stats.Short != short {
		h.t.Errorf("%+v, want %d documents, %d short", stats, len(docs), short)
	}
}

// Whatever was entered, removed, merged and renumbered, the index finds what a comparison
// with each document finds.
func TestNear(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for i, blocks := range []int{4, 1, 5, 16} {
		h := newHashed(t, uint64(10+i), blocks, 200)
		for range testdata.Rounds(2, 3) {
			h.session(80)
			ix := h.open(db.Options{})
			h.compareNear(ix)
			if report := mustCheck(t, ix); report.Hashes < int64(len(h.byDoc())) {
				t.Errorf("%d simhashes of %d documents", report.Hashes, len(h.byDoc()))
			}
			if err := ix.Close(); err != nil {
				t.Fatal(err)
			}
		}
		h.leaveNothing()
	}
}

// leaveNothing forgets all files, and checks that a merge leaves no simhash and no bucket.
func (h *hashed) leaveNothing() {
	t := h.t
	t.Helper()
	ix := h.open(db.Options{Write: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	h.forget(iw, "/")
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	h.compareNear(ix) // before any merge
	if err := iw.MergeFrom(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	s, err := ix.Status(context.Background())
	if err != nil || s.Hashes > 0 || s.HashBytes > 0 || s.Postings > 0 || s.Contents > 0 || s.Orphans > 0 {
		t.Errorf("left after a merge: %+v (%v)", s, err)
	}
	h.compareNear(ix)
}

// Renumbering reaches the tables of simhashes too.
func TestRenumberedHashes(t *testing.T) {
	t.Parallel()
	h := newHashed(t, 21, 4, 3000)
	ix := h.open(db.Options{Write: true, Create: true})
	defer ix.Close()
	iw, err := ix.NewWriter()
	if err == nil {
		err = iw.KeepHashes("some scheme", 4)
	}
	if err != nil {
		t.Fatal(err)
	}
	for d := range h.docs {
		path := fmt.Sprintf("/d%d/e%d/f", d%4, d)
		h.put(iw, path, d)
		if err := iw.PutHash(h.contentAt(iw, path), h.hashes[d]); err != nil {
			t.Fatal(err)
		}
	}
	h.forget(iw, "/d0")
	h.forget(iw, "/d1")
	h.forget(iw, "/d2")
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	before := ix.NextContent()
	if err := iw.MergeFrom(context.Background(), 0); err != nil {
		t.Fatal(err)
	}
	if ix.NextContent() >= before {
		t.Errorf("the next content is still %d", ix.NextContent())
	}
	h.compareNear(ix)
	c, err := ix.Content(1)
	if err != nil {
		t.Fatal(err)
	}
	if lacks, err := iw.LacksHash(c.Content); err != nil || lacks {
		t.Errorf("content 1 lacks a simhash: %v, %v", lacks, err)
	}
	mustCheck(t, ix)
}

// plantedHashes returns random hashes, a fifth of them in clusters of ten at distances of 0
// to 13 from a random hash.
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

// flipped flips n bits of a hash, or fewer if a bit is drawn twice.
func flipped(r *rand.Rand, h uint64, n int) uint64 {
	for range n {
		h ^= 1 << r.UintN(64)
	}
	return h
}

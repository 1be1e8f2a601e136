package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path"
	"path/filepath"
	"slices"
	"testing"

	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// world is a simple model of what an index should hold.
type world struct {
	t     testing.TB
	dir   string
	r     *rand.Rand
	files map[string]int // by path, the index in docs
	aside map[string]int // the same for files that are set aside
	docs  []doc
	base  *Base // may be nil
	code  bool  // the code view
}

type doc struct {
	data     []byte
	sum      db.Checksum
	selected []fingerprint.Selected
	set      fingerprint.Set
	level    int
}

func newWorld(t testing.TB, seed uint64) *world {
	return &world{
		t:     t,
		dir:   filepath.Join(t.TempDir(), "index"),
		r:     rand.New(rand.NewPCG(seed, 7)),
		files: map[string]int{},
		aside: map[string]int{},
	}
}

// grow adds n documents of sizes that fall into several levels. Many are similar.
func (w *world) grow(n int) {
	header := w.bytes(400)
	for range n {
		var data []byte
		switch size := w.size(); {
		case len(w.docs) > 0 && w.r.IntN(2) == 0: // an edited copy
			data = w.edited(w.docs[w.r.IntN(len(w.docs))].data)
		default:
			if w.r.IntN(3) == 0 {
				data = append(data, header...)
			}
			data = append(data, w.bytes(size)...)
		}
		w.addDoc(data)
	}
}

func (w *world) addDoc(data []byte) int {
	rule := db.DefaultParams.Rule
	if w.code {
		rule = rule.WithoutSmall()
	}
	d := doc{data: data, selected: fingerprint.Select(rule, data)}
	d.set, d.level = fingerprint.SetOf(rule, data)
	for i := range d.sum { // any injective checksum will do
		d.sum[i] = byte(len(w.docs) >> (8 * (i % 4)))
	}
	d.sum[31] = 1
	w.docs = append(w.docs, d)
	return len(w.docs) - 1
}

func (w *world) size() int {
	return []int{0, 30, 300, 2000, 9000, 70_000, 150_000, 300_000}[w.r.IntN(8)]
}

func (w *world) bytes(n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(w.r.Uint32())
	}
	return b
}

func (w *world) edited(data []byte) []byte {
	var out []byte
	for len(data) > 0 {
		n := min(len(data), 200+w.r.IntN(1500))
		if w.r.IntN(4) > 0 {
			out = append(out, data[:n]...)
		} else {
			out = append(out, w.bytes(n)...)
		}
		data = data[n:]
	}
	return append(out, w.bytes(w.r.IntN(3000))...)
}

func (w *world) open(o db.Options) *db.Index {
	w.t.Helper()
	if o.Create && w.code {
		o.Params = &db.Params{View: string(view.FoldCode), Rule: db.DefaultParams.Rule}
	}
	ix, err := db.Open(context.Background(), w.dir, o)
	if err != nil {
		w.t.Fatal(err)
	}
	return ix
}

// put enters a document under a path, in the index and in the model.
func (w *world) put(iw *db.Writer, path string, d int) {
	w.t.Helper()
	w.link(iw, path, d, uint64(w.r.Uint32()))
}

// link is put with a given inode.
func (w *world) link(iw *db.Writer, path string, d int, inode uint64) {
	w.t.Helper()
	size := int64(len(w.docs[d].data))
	w.enter(iw, path, db.Entry{Content: w.content(iw, d), Stat: db.Stat{Size: size, Inode: inode}})
	w.files[path] = d
	delete(w.aside, path)
}

// content enters the content of a document.
func (w *world) content(iw *db.Writer, d int) db.ContentID {
	w.t.Helper()
	spool := iw.NewSpool()
	defer spool.Close()
	doc := w.docs[d]
	must(w.t, spool.Add(doc.selected))
	id, _, err := iw.AddContent(db.Content{Checksum: doc.sum, Size: int64(len(doc.data)), Level: doc.level}, spool)
	must(w.t, err)
	return id
}

// enter enters an entry under a path.
func (w *world) enter(iw *db.Writer, path string, e db.Entry) {
	w.t.Helper()
	dir, name := splitPath(path)
	has, err := iw.Directory(dir)
	must(w.t, err)
	e.Name, e.MTime, e.Device = name, w.r.Int64(), 5
	must(w.t, iw.Put(has.ID, e))
	if has, err = iw.Directory(dir); err != nil || !slices.Contains(has.Files, e) {
		w.t.Fatalf("%s is not entered: %v, %v", path, has.Files, err)
	}
}

// scan enters random files, forgets some, and commits now and then.
func (w *world) scan(rounds int, merge bool) {
	w.t.Helper()
	ix := w.open(db.Options{Write: true, Create: true})
	iw, err := ix.NewWriter()
	if err != nil {
		w.t.Fatal(err)
	}
	for range rounds {
		path := fmt.Sprintf("/d%d/e%d/f%d", w.r.IntN(3), w.r.IntN(4), w.r.IntN(40))
		switch w.r.IntN(13) {
		case 0:
			if err := iw.Commit(); err != nil {
				w.t.Fatal(err)
			}
		case 1:
			w.forget(iw, path)
		case 2:
			if w.r.IntN(6) == 0 {
				dir, _ := splitPath(path)
				w.forget(iw, dir)
			}
		case 3:
			w.leaveOut(iw, path, -1)
		default:
			w.putAny(iw, path)
		}
	}
	if err := iw.Commit(); err != nil {
		w.t.Fatal(err)
	}
	if merge {
		if err := iw.MergeFrom(context.Background(), 0); err != nil {
			w.t.Fatal(err)
		}
	} else if err := iw.Merge(context.Background()); err != nil {
		w.t.Fatal(err)
	}
	if err := ix.Close(); err != nil {
		w.t.Fatal(err)
	}
}

// putAny enters some document. Every fourth is hardly ever in a file that is not set aside.
func (w *world) putAny(iw *db.Writer, path string) {
	w.t.Helper()
	d := w.r.IntN(len(w.docs))
	if d%4 == 0 && w.r.IntN(32) > 0 {
		w.leaveOut(iw, path, d)
	} else {
		w.put(iw, path, d)
	}
}

// leaveOut enters a file that is set aside: a document or, as in older versions, -1.
func (w *world) leaveOut(iw *db.Writer, path string, d int) {
	w.t.Helper()
	e := db.Entry{Generated: true, SetAside: true}
	if d >= 0 {
		e.Content = w.content(iw, d)
	}
	w.enter(iw, path, e)
	delete(w.files, path)
	delete(w.aside, path)
	if d >= 0 {
		w.aside[path] = d
	}
}

func (w *world) forgetAside(path string) {
	for p := range w.aside {
		if db.InTrees(p, []string{path}) {
			delete(w.aside, p)
		}
	}
}

func (w *world) forget(iw *db.Writer, path string) {
	w.t.Helper()
	want := int64(0)
	for p := range w.files {
		if db.InTrees(p, []string{path}) {
			delete(w.files, p)
			want++
		}
	}
	w.forgetAside(path)
	if got, err := iw.Forget(w.t.Context(), path); err != nil || got != want {
		w.t.Fatalf("Forget(%s) = %d, %v; want %d", path, got, err, want)
	}
}

// mustCheck checks the index. Every test that writes one ends with it.
func mustCheck(t *testing.T, ix *db.Index) db.CheckReport {
	t.Helper()
	report, err := ix.Check(context.Background(), db.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range report.Problems {
		t.Errorf("check: %s", p)
	}
	return report
}

// side is a content in the comparison by brute force.
type side struct {
	doc  int
	set  fingerprint.Set
	file File
}

// sides returns the contents with a path in the trees, and the weight of each fingerprint.
func (w *world) sides(trees []string) (sides []side, weights map[fingerprint.Fingerprint]weight) {
	df := map[fingerprint.Fingerprint]int{}
	byDoc := w.byDoc()
	for d, paths := range byDoc {
		s := w.sideOf(d, paths, func(p string) bool { return db.InTrees(p, trees) })
		if s == nil {
			continue
		}
		sides = append(sides, *s)
		for _, fp := range w.setOf(d) {
			df[fp]++
		}
	}
	for _, d := range w.aside {
		for _, fp := range w.setOf(d) {
			df[fp] += 0 // its weight counts in the content, but no content counts it
		}
	}
	weights = make(map[fingerprint.Fingerprint]weight, len(df))
	for fp, n := range df {
		weights[fp] = weightByHand(n)
	}
	return sides, weights
}

// weightByHand returns the weight of a fingerprint that df live contents have.
func weightByHand(df int) weight {
	return weight(math.Round((1 << 24) / math.Sqrt(float64(max(df-1, 1)))))
}

// leastWeight returns the least weight of a content: 150 bytes or 24 tokens of its own.
func leastWeight(code bool) weight {
	if code {
		return 24 << 24 / 50
	}
	return 3 << 24
}

// byDoc returns the sorted paths of each document with a path.
func (w *world) byDoc() map[int][]string { return byDoc(w.files) }

func byDoc(files map[string]int) map[int][]string {
	m := map[int][]string{}
	for path, d := range files {
		m[d] = append(m[d], path)
	}
	for _, paths := range m {
		slices.Sort(paths)
	}
	return m
}

// claimed returns the documents on a side that only files set aside have in some trees.
func (w *world) claimed(trees []string, keep func(string) bool) (sides []side) {
	live := w.byDoc()
	for d, paths := range byDoc(w.aside) {
		if s := w.sideOf(d, paths, keep); s != nil && !slices.ContainsFunc(live[d], func(p string) bool { return db.InTrees(p, trees) }) {
			s.file.Generated = true
			sides = append(sides, *s)
		}
	}
	return sides
}

// live returns the pairs in which no file is set aside.
func live(pairs []Pair) []Pair {
	return slices.DeleteFunc(pairs, func(p Pair) bool { return p.A.Generated || p.B.Generated })
}

// keep returns the pairs that pass the query. code is the code view.
func (q PairQuery) keep(pairs []Pair, code bool) []Pair {
	var kept []Pair
	for _, p := range pairs {
		similar := p.By(q.By) >= fingerprint.Share(q.Min)
		if q.By == Distinctive {
			small := max(p.A.Level, p.B.Level) < 5
			similar = similar || !code && !small && max(p.AInB, p.BInA) >= fingerprint.Share(q.Min) && float64(p.Distinctive) >= .6*q.Min
		}
		if p.Identical || p.Shared >= q.MinShared && similar && sizesWithin(p.A.Size, p.B.Size, q.SizeWithin) {
			kept = append(kept, p)
		}
	}
	return kept
}

// sideOf returns a document with only the paths that keep accepts, or nil if there
// are none.
func (w *world) sideOf(d int, paths []string, keep func(string) bool) *side {
	in := slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !keep(p) })
	if len(in) == 0 {
		return nil
	}
	doc, set := w.docs[d], w.setOf(d)
	return &side{d, set, File{Path: in[0], Size: int64(len(doc.data)), Level: doc.level, Fingerprints: len(set), Copies: len(in) - 1}}
}

// setOf returns the fingerprints of a document outside the base.
func (w *world) setOf(d int) fingerprint.Set {
	if w.base != nil {
		return slices.Clone(w.docs[d].set).Without(w.base.Fingerprints)
	}
	return w.docs[d].set
}

// by returns the world as a search by a measure sees it: without small windows, except by
// Distinctive without a base.
func (w *world) by(measure Measure) *world {
	if measure == Distinctive && w.base == nil {
		return w
	}
	seen := *w
	seen.docs = slices.Clone(w.docs)
	for i := range seen.docs {
		d := &seen.docs[i]
		d.level = db.DefaultParams.Rule.LongLevel(d.level)
		d.set = d.set.AtLevel(d.level)
	}
	return &seen
}

// byMeasure returns what compare returns for the world as a search by each measure sees it.
func (w *world) byMeasure(compare func(*world) []Pair) map[Measure][]Pair {
	long := compare(w.by(Smaller))
	return map[Measure][]Pair{Smaller: long, Larger: long, Union: long, Distinctive: compare(w.by(Distinctive))}
}

// comparedAll compares each content with each other one.
func (w *world) comparedAll(trees []string) []Pair {
	sides, weights := w.sides(trees)
	sides = append(sides, w.claimed(trees, func(p string) bool { return db.InTrees(p, trees) })...)
	var pairs []Pair
	for i, a := range sides {
		for _, b := range sides[:i] {
			if a.file.Generated && b.file.Generated {
				continue
			}
			p := comparedPair(a, b, weights, w.code)
			if p.A.Path > p.B.Path {
				p = p.swapped()
			}
			pairs = append(pairs, p)
		}
	}
	return append(pairs, w.identical(trees, sides)...)
}

// comparedPair compares the sets of two contents.
func comparedPair(a, b side, weights map[fingerprint.Fingerprint]weight, code bool) Pair {
	weigh := func(set fingerprint.Set) (sum weight) {
		for _, fp := range set {
			sum += weights[fp]
		}
		return sum
	}
	s := fingerprint.Compare(a.set, a.file.Level, b.set, b.file.Level)
	common := max(a.file.Level, b.file.Level)
	x, y := a.set.AtLevel(common), b.set.AtLevel(common)
	shared := slices.DeleteFunc(slices.Clone(x), func(fp fingerprint.Fingerprint) bool {
		_, ok := slices.BinarySearch(y, fp)
		return !ok
	})
	least := leastWeight(code)
	in := func(set fingerprint.Set) fingerprint.Share {
		if len(set) == 0 {
			return fingerprint.Undefined
		}
		return fingerprint.Ratio(float64(weigh(shared)), float64(max(weigh(set), least)))
	}
	inA, inB := in(x), in(y)
	distinctive := max(inA, inB)
	if code && len(x) > 0 && len(y) > 0 {
		distinctive = (inA + inB) / 2
	}
	return Pair{
		A: a.file, B: b.file, Shared: s.Shared, AInB: s.AInB(), BInA: s.BInA(), Resemblance: s.Resemblance(),
		Distinctive: distinctive,
	}
}

func (w *world) identical(trees []string, sides []side) []Pair {
	var pairs []Pair
	for d, paths := range w.byDoc() {
		if w.base != nil && w.covered(d) {
			continue
		}
		in := slices.DeleteFunc(paths, func(p string) bool { return !db.InTrees(p, trees) })
		for i := 1; i < len(in); i++ {
			for _, s := range sides {
				if s.file.Path == in[0] {
					f := s.file
					f.Path = in[i]
					pairs = append(pairs, identicalPair(s.file, f))
				}
			}
		}
	}
	return pairs
}

// splitPath splits a clean absolute path.
func splitPath(file string) (dir, name string) { return path.Dir(file), path.Base(file) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// segmentsOf returns how many segments an index has.
func segmentsOf(t testing.TB, ix *db.Index) int {
	t.Helper()
	s, err := ix.Status(context.Background())
	must(t, err)
	return s.Segments
}

package join_test

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alike/db/dataset"
	"alike/db/dataset/join"
)

// document is a content with a simhash, and the smallest of its files.
type document struct {
	dataset.Content
	dataset.Hash
	file dataset.File
	name string
}

// nearWorld returns hosts with documents whose simhashes differ in few bits, hard links,
// set-aside files and files with two contents.
func nearWorld(r *rand.Rand, n int) ([]host, []document) {
	hosts := []host{{export: export("web1")}, {export: export("web2")}, {export: export("db-1")}}
	centres := make([]uint64, max(n/20, 2))
	for i := range centres {
		centres[i] = r.Uint64()
	}
	documents := make([]document, n)
	for i := range documents {
		d := &documents[i]
		h := centres[r.IntN(len(centres))]
		for range []int{0, 0, 1, 2, 3, 5, 7, 9, 12}[r.IntN(9)] {
			h ^= 1 << r.IntN(64)
		}
		key := int64(r.Uint64())
		d.Content = dataset.Content{Key: key, Checksum: [32]byte{byte(i), byte(i >> 8)}, Size: []int64{0, 100, 130, 169, int64(r.IntN(3000))}[r.IntN(5)]}
		d.Hash = dataset.Hash{Key: key, Simhash: int64(h), Short: r.IntN(5) == 0}
		twin := i > 0 && r.IntN(10) == 0 // a file with two contents
		if twin {
			o := &documents[i-1]
			d.Simhash, d.Short, d.Checksum, d.Content.Size = o.Simhash, o.Short, o.Checksum, o.Content.Size
		}
		for range r.IntN(3) {
			h := &hosts[r.IntN(len(hosts))]
			f := dataset.File{
				Host: h.export.Host, Path: fmt.Sprintf("/%c'\n,<b>/%d", "azé"[r.IntN(2)], r.IntN(1e6)), Key: key,
				Size: d.Content.Size, Device: int64(r.IntN(2)), Inode: int64(r.IntN(30)), SetAside: r.IntN(8) == 0,
			}
			if r.IntN(8) == 0 {
				f.Path, f.PathBytes = f.Path+"\uFFFD", []byte(f.Path+"\xff")
			}
			if twin && documents[i-1].name != "" {
				f.Host, f.Device, f.Inode = documents[i-1].file.Host, documents[i-1].file.Device, documents[i-1].file.Inode
				h = &hosts[slices.IndexFunc(hosts, func(h host) bool { return h.export.Host == f.Host })]
			}
			h.files = append(h.files, f)
			if name := nameOf(&f); !f.SetAside && (d.name == "" || name < d.name) {
				d.file, d.name = f, name
			}
		}
		for k := range hosts {
			has := slices.ContainsFunc(hosts[k].files, func(f dataset.File) bool { return f.Key == key })
			if has || k == i%3 || r.IntN(2) == 0 {
				hosts[k].contents, hosts[k].hashes = append(hosts[k].contents, d.Content), append(hosts[k].hashes, d.Hash)
			}
		}
	}
	return hosts, slices.DeleteFunc(documents, func(d document) bool { return d.name == "" })
}

func nameOf(f *dataset.File) string {
	path := f.Path
	if f.PathBytes != nil {
		path = string(f.PathBytes)
	}
	return f.Host + ":" + path
}

// nearRow is a row of the answer. Names of files that are not UTF-8 are in Base64.
type nearRow struct {
	Distance int
	Short    bool
	A        string `json:"a_path"`
	A64      string `json:"a_path_b64"`
	B        string `json:"b_path"`
	B64      string `json:"b_path_b64"`
	SameA    int    `json:"a_same_hash"`
	SameB    int    `json:"b_same_hash"`
}

func (n *nearRow) decode(t *testing.T) {
	for _, name := range [2][2]*string{{&n.A, &n.A64}, {&n.B, &n.B64}} {
		if *name[1] != "" {
			raw, err := base64.StdEncoding.DecodeString(*name[1])
			if err != nil || *name[0] != "" {
				t.Fatal(n, err)
			}
			*name[0], *name[1] = string(raw), ""
		}
	}
}

func compareNear(a, b nearRow) int {
	return cmp.Or(cmp.Compare(a.Distance, b.Distance), strings.Compare(a.A, b.A), strings.Compare(a.B, b.B),
		cmp.Compare(a.SameA, b.SameA), cmp.Compare(a.SameB, b.SameB))
}

// nearOracle finds the pairs by comparing all simhashes with all others.
type nearOracle struct {
	join.Options
	rows []nearRow
}

func (o *nearOracle) fits(a, b *document) bool {
	x, y := a.Content.Size, b.Content.Size
	return o.SizeWithin == nil || float64(max(x, y)-min(x, y)) <= *o.SizeWithin*float64(max(x, y))
}

func (o *nearOracle) add(distance int, a, b *document, sameA, sameB int) {
	if a.name > b.name {
		a, b, sameA, sameB = b, a, sameB, sameA
	}
	o.rows = append(o.rows, nearRow{Distance: distance, Short: a.Short, A: a.name, B: b.name, SameA: sameA, SameB: sameB})
}

func bySize(a, b *document) int { return cmp.Compare(a.Content.Size, b.Content.Size) }

func nearBruteForce(documents []document, options join.Options) []nearRow {
	slices.SortFunc(documents, func(a, b document) int { return strings.Compare(a.name, b.name) })
	type hash struct {
		simhash int64
		short   bool
	}
	runs := map[hash][]*document{}
	for i := range documents {
		h := hash{documents[i].Simhash, documents[i].Short}
		runs[h] = append(runs[h], &documents[i])
	}
	o := &nearOracle{Options: options}
	var long [][]*document
	for h, run := range runs {
		o.same(run)
		if h.short {
			continue
		}
		for _, other := range long {
			if bits.OnesCount64(uint64(run[0].Simhash^other[0].Simhash)) <= o.Distance {
				o.differ(run, other)
			}
		}
		long = append(long, run)
	}
	slices.SortFunc(o.rows, compareNear)
	return o.rows
}

// same adds the pairs of documents of one simhash.
func (o *nearOracle) same(run []*document) {
	star := slices.DeleteFunc(slices.Clone(run), func(d *document) bool {
		f, g := &d.file, &run[0].file
		return d != run[0] && d.Checksum == run[0].Checksum && f.Inode != 0 && f.Inode == g.Inode && f.Device == g.Device && f.Host == g.Host
	})
	if o.SizeWithin != nil {
		slices.SortStableFunc(star, bySize)
	}
	for i, d := range star[1:] {
		switch {
		case o.SizeWithin == nil:
			o.add(0, star[0], d, 0, 0)
		case o.fits(star[i], d):
			o.add(0, star[i], d, 0, 0)
		}
	}
}

// differ adds the pairs of documents of two simhashes.
func (o *nearOracle) differ(a, b []*document) {
	distance := bits.OnesCount64(uint64(a[0].Simhash ^ b[0].Simhash))
	if b[0].name < a[0].name {
		a, b = b, a
	}
	if o.SizeWithin == nil {
		o.add(distance, a[0], b[0], len(a)-1, len(b)-1)
		return
	}
	// Documents that fit are connected, so that each connected part with documents
	// of both is a pair: its first meeting of the two in order of size.
	all := slices.Concat(a, b)
	slices.SortStableFunc(all, bySize)
	var last [2]*document
	joined := false
	for _, d := range all {
		side, same := 0, [2]int{len(a) - 1, len(b) - 1}
		if d.Simhash == b[0].Simhash {
			side = 1
		}
		own, other := last[side], last[1-side]
		last[side] = d
		joined = joined && own != nil && o.fits(own, d)
		if !joined && other != nil && o.fits(other, d) {
			o.add(distance, other, d, same[1-side], same[side])
			joined = true
		}
	}
}

// TestNear compares with brute force.
func TestNear(t *testing.T) {
	t.Parallel()
	if _, err := python(); err != nil {
		_, _ = duck[nearRow](t, "") // skips
	}
	exact, third := 0.0, 0.3
	found := 0
	for i, c := range []struct {
		distance int
		within   *float64
		n        int
	}{
		{0, nil, 100}, {1, nil, 200}, {2, nil, 200}, {3, nil, 800}, {7, nil, 300}, {10, nil, 300}, {16, nil, 300},
		{0, &third, 200}, {3, &third, 300}, {5, &exact, 300}, {7, &third, 600}, {10, &third, 300},
	} {
		r := rand.New(rand.NewPCG(uint64(i), 7))
		hosts, documents := nearWorld(r, c.n)
		dir := t.TempDir()
		write(t, dir, hosts...)
		o := join.Options{From: dir, Distance: c.distance, SizeWithin: c.within}
		got, want := ask[nearRow](t, join.Near, o), nearBruteForce(documents, o)
		for k := range got {
			got[k].decode(t)
		}
		inOrder := slices.IsSortedFunc(got, func(a, b nearRow) int {
			return cmp.Or(cmp.Compare(a.Distance, b.Distance), bytes.Compare([]byte(a.A), []byte(b.A)), bytes.Compare([]byte(a.B), []byte(b.B)))
		})
		slices.SortFunc(got, compareNear)
		if !slices.Equal(got, want) || !inOrder {
			t.Errorf("distance %d, sizes %v: %d rows, want %d, in order %v", c.distance, c.within, len(got), len(want), inOrder)
		}
		found += len(want)
	}
	if found < 1500 {
		t.Errorf("only %d pairs compared", found)
	}
}

package join_test

import (
	"cmp"
	"encoding/base64"
	"math"
	"slices"
	"unicode/utf8"

	"alike/db/dataset/join"
)

// pairRow is a row of the answer to the question pairs.
type pairRow struct {
	APath         string   `json:"a_path"`
	APathB64      string   `json:"a_path_b64"`
	ASize         int64    `json:"a_size"`
	ALevel        int      `json:"a_level"`
	AFingerprints int      `json:"a_fingerprints"`
	ACopies       int      `json:"a_copies"`
	AGenerated    bool     `json:"a_generated"`
	BPath         string   `json:"b_path"`
	BPathB64      string   `json:"b_path_b64"`
	BSize         int64    `json:"b_size"`
	BLevel        int      `json:"b_level"`
	BFingerprints int      `json:"b_fingerprints"`
	BCopies       int      `json:"b_copies"`
	BGenerated    bool     `json:"b_generated"`
	Shared        int      `json:"shared"`
	AInB          *float64 `json:"a_in_b"`
	BInA          *float64 `json:"b_in_a"`
	Resemblance   *float64 `json:"resemblance"`
	Distinctive   *float64 `json:"distinctive"`
	Identical     bool     `json:"identical"`
}

// bruteForce compares every two contents of a world.
type bruteForce struct {
	*world
	options join.Options
	live    []bool // by content
	df      map[uint64]int
	total   int // live contents
}

// shown is what sorts and compares the rows of an answer.
type shown struct {
	row          pairRow
	share        float64
	nameA, nameB string
	aInB, bInA   float64 // not rounded
}

// strongestFirst orders pairs as alike pairs does.
func strongestFirst(a, b shown) int {
	strength := func(s shown) (strength, common float64) {
		common = float64(s.row.ASize)
		if !s.row.Identical {
			common = math.Round(min(float64(s.row.ASize)*s.aInB, float64(s.row.BSize)*s.bInA))
		}
		x, power := 1+common/64, 1.
		log := 0.
		for 2*power <= x {
			power *= 2
			log++
		}
		return s.share * s.share * (log - 1 + x/power), common
	}
	x, inA := strength(a)
	y, inB := strength(b)
	return cmp.Or(cmp.Compare(y, x), cmp.Compare(inB, inA), cmp.Compare(a.nameA, b.nameA), cmp.Compare(a.nameB, b.nameB))
}

func newBruteForce(w *world, o join.Options) *bruteForce {
	b := &bruteForce{world: w, options: o, live: make([]bool, len(w.contents)), df: map[uint64]int{}}
	for _, f := range w.files {
		b.live[f.content] = b.live[f.content] || !f.aside
	}
	for i, c := range w.contents {
		if b.live[i] {
			b.total++
			for _, fp := range c.set {
				b.df[uint64(fp)]++
			}
		}
	}
	return b
}

// long reports whether only the windows of all files count.
func (b *bruteForce) long() bool { return b.options.By != "distinctive" && b.params.Rule.Small > 0 }

func (b *bruteForce) level(i int) int {
	if b.long() {
		return max(b.contents[i].Level, 5)
	}
	return b.contents[i].Level
}

func (b *bruteForce) fingerprints(i, level int) (fps []uint64) {
	for _, fp := range b.contents[i].set {
		if uint64(fp) < 1<<(46-level) {
			fps = append(fps, uint64(fp))
		}
	}
	return fps
}

// named returns the files of a content, by name.
func (b *bruteForce) named(i int) (files []*file) {
	type inode struct {
		host       string
		dev, inode uint64
	}
	seen := map[inode]bool{}
	all := []*file{}
	for j := range b.files {
		if f := &b.files[j]; f.content == i && !(f.aside && b.live[i]) {
			all = append(all, f)
		}
	}
	slices.SortFunc(all, func(a, b *file) int { return cmp.Compare(a.name(), b.name()) })
	for _, f := range all {
		at := inode{f.host, f.device, f.inode}
		if b.options.Hardlinks || f.inode == 0 || !seen[at] {
			files = append(files, f)
		}
		seen[at] = true
	}
	return files
}

func (b *bruteForce) weight(fp uint64) int64 {
	return weigh(b.df[fp])
}

func weigh(df int) int64 { return int64(math.Round((1 << 24) / math.Sqrt(float64(max(df-1, 1))))) }

func (b *bruteForce) sum(fps []uint64) (weight int64) {
	for _, fp := range fps {
		weight += b.weight(fp)
	}
	return weight
}

// pairs returns the answer.
func (b *bruteForce) pairs() []pairRow {
	var all []shown
	for i := range b.contents {
		files := b.named(i)
		if len(files) == 0 {
			continue
		}
		if b.live[i] && b.contents[i].Size > 0 {
			for _, f := range files[1:] {
				all = append(all, b.identical(i, files[0], f, len(files)))
			}
		}
		for j := range i {
			if others := b.named(j); len(others) > 0 && (b.live[i] || b.live[j]) {
				if p, ok := b.compare(i, j, files, others); ok {
					all = append(all, p)
				}
			}
		}
	}
	slices.SortFunc(all, strongestFirst)
	rows := make([]pairRow, len(all))
	for i, p := range all {
		rows[i] = p.row
	}
	return rows
}

func (b *bruteForce) identical(i int, x, y *file, files int) shown {
	n := len(b.fingerprints(i, b.level(i)))
	row := pairRow{ASize: b.contents[i].Size, ALevel: b.level(i), AFingerprints: n, ACopies: files - 1, Shared: n, Identical: true}
	row.BSize, row.BLevel, row.BFingerprints, row.BCopies = row.ASize, row.ALevel, n, row.ACopies
	if n > 0 {
		row.AInB, row.BInA, row.Resemblance, row.Distinctive = share(1), share(1), share(1), share(1)
	}
	row.name(x, y)
	return shown{row, 1, x.name(), y.name(), 1, 1}
}

func (row *pairRow) name(a, b *file) {
	for f, at := range map[*file][2]*string{a: {&row.APath, &row.APathB64}, b: {&row.BPath, &row.BPathB64}} {
		if name := f.name(); utf8.ValidString(name) {
			*at[0] = name
		} else {
			*at[1] = base64.StdEncoding.EncodeToString([]byte(name))
		}
	}
}

func share(x float64) *float64 {
	x = math.Round(x*1e6) / 1e6
	return &x
}

func (b *bruteForce) compare(i, j int, files, others []*file) (p shown, ok bool) {
	x, y := files[0], others[0]
	if x.name() > y.name() {
		i, j, files, others, x, y = j, i, others, files, y, x
	}
	one, two := &b.contents[i], &b.contents[j]
	if !b.options.Hardlinks && x.inode != 0 && x.inode == y.inode && x.device == y.device && x.host == y.host && one.Checksum == two.Checksum {
		return p, false
	}
	if part := b.options.SizeWithin; part != nil && float64(max(one.Size, two.Size)-min(one.Size, two.Size)) > *part*float64(max(one.Size, two.Size)) {
		return p, false
	}
	level := max(b.level(i), b.level(j))
	inA, inB := b.fingerprints(i, level), b.fingerprints(j, level)
	var both []uint64
	for _, fp := range inA {
		if slices.Contains(inB, fp) {
			both = append(both, fp)
		}
	}
	if len(both) < b.options.MinShared {
		return p, false
	}
	f, by, ok := b.judge(inA, inB, both, level)
	row := pairRow{
		ASize: one.Size, ALevel: b.level(i), AFingerprints: len(b.fingerprints(i, b.level(i))), ACopies: len(files) - 1, AGenerated: !b.live[i],
		BSize: two.Size, BLevel: b.level(j), BFingerprints: len(b.fingerprints(j, b.level(j))), BCopies: len(others) - 1, BGenerated: !b.live[j],
		Shared: len(both), AInB: share(f.aInB), BInA: share(f.bInA), Resemblance: share(f.union), Distinctive: share(f.distinctive),
	}
	row.name(x, y)
	return shown{row, *share(by), x.name(), y.name(), f.aInB, f.bInA}, ok
}

// figures are the shares of a pair.
type figures struct{ aInB, bInA, union, distinctive float64 }

// judge returns the figures of two sets with what both have, the one that pairs are sorted by,
// and whether they are a pair.
func (b *bruteForce) judge(inA, inB, both []uint64, level int) (f figures, by float64, ok bool) {
	s, n, m := float64(len(both)), float64(len(inA)), float64(len(inB))
	tokens := b.params.View == "code"
	least := weigh(1) * 150 / int64(b.params.Rule.Window)
	if tokens {
		least = weigh(1) * 24 / int64(b.params.Rule.Window)
	}
	weight := float64(b.sum(both))
	wA, wB := min(weight/float64(max(b.sum(inA), least)), 1), min(weight/float64(max(b.sum(inB), least)), 1)
	f = figures{s / n, s / m, s / (n + m - s), max(wA, wB)}
	if tokens {
		f.distinctive = (wA + wB) / 2
	}
	switch b.options.By {
	case "smaller":
		by = max(f.aInB, f.bInA)
	case "larger":
		by = min(f.aInB, f.bInA)
	case "union":
		by = f.union
	default:
		return f, f.distinctive, b.distinct(f, wA+wB, level)
	}
	return f, by, by >= b.options.Min
}

// distinct reports whether a pair passes by its distinctive share. both is the sum of the
// weighted containments.
func (b *bruteForce) distinct(f figures, both float64, level int) bool {
	part := .6
	switch {
	case b.params.View == "code":
		return both >= 2*b.options.Min
	case b.params.Rule.Small > 0 && level < 5:
		part = 1
	}
	return f.distinctive >= b.options.Min || max(f.aInB, f.bInA) >= b.options.Min && f.distinctive >= part*b.options.Min
}

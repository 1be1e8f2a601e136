package report

import (
	"alike/cmd/alike/terminal"
	"alike/db/search"
)

// On a terminal a row stands for weaker pairs that say the same once more: the other files
// inside one file, the other versions of a file, and pairs of two files that rows have linked
// already. So the first screen shows what there is, not sixty times the same.

// pairRow is a row, and the pairs for which it stands.
type pairRow struct {
	search.Pair
	inside, versions, copies extra
}

// extra is a number of files, and the path of the first of them.
type extra struct {
	files int64
	path  string
}

func (e *extra) add(path string) {
	if e.files++; e.files == 1 {
		e.path = path
	}
}

// pairFolds makes rows of pairs, the strongest first.
type pairFolds struct {
	limit   int
	rows    []pairRow // up to limit
	more    int64     // rows beyond
	parent  []int32   // by family: one that it was merged into, or itself
	row     []int     // by family: its row, which may be beyond limit
	family  map[string]int32
	holders map[string]int // by path: the row that shows another file inside it
	same    map[string]int // by path: the row that has another version of it
	printed *pairRow       // the row that is printed
}

func newPairFolds(limit int) *pairFolds {
	return &pairFolds{limit: limit, family: map[string]int32{}, holders: map[string]int{}, same: map[string]int{}}
}

// add adds the next pair.
func (f *pairFolds) add(p *search.Pair) {
	inner, outer := p.A.Path, p.B.Path
	r := relationOf(p.AInB, p.BInA, p.Identical)
	if r == bInA {
		inner, outer = outer, inner
	}
	a, b := f.of(inner), f.of(outer)
	inside := r == aInB || r == bInA
	row, stands := f.holders[outer]
	path := inner // that the row gains
	if !inside {
		if row, stands = f.same[outer]; !stands {
			row, stands = f.same[inner]
			path = outer
		}
		stands = stands && r != overlap
	}
	switch {
	case a >= 0 && a == b:
		return
	case !stands:
		f.show(p, r, inner, outer)
		return
	case row >= len(f.rows): // it is not shown
	case inside && a < 0:
		f.rows[row].inside.add(path)
	case r == identical:
		f.rows[row].copies.add(path)
	case r == nearlySame:
		f.rows[row].versions.add(path)
	}
	if !inside {
		f.same[path] = row
	}
	f.link(inner, outer, row)
}

// revise drops the rows whose pair is none any more.
func (f *pairFolds) revise(revise func(*search.Pair) (bool, error)) error {
	kept := f.rows[:0]
	for i := range f.rows {
		is, err := revise(&f.rows[i].Pair)
		if err != nil {
			return err
		}
		if is {
			kept = append(kept, f.rows[i])
		}
	}
	f.rows = kept
	return nil
}

func (f *pairFolds) each(use func(*search.Pair) error) error {
	for i := range f.rows {
		f.printed = &f.rows[i]
		if err := use(&f.rows[i].Pair); err != nil {
			return err
		}
	}
	return nil
}

// show makes a row of a pair.
func (f *pairFolds) show(p *search.Pair, r relation, inner, outer string) {
	row := len(f.rows)
	if row < f.limit {
		f.rows = append(f.rows, pairRow{Pair: *p})
	} else {
		row += int(f.more)
		f.more++
	}
	switch r {
	case aInB, bInA:
		f.holders[outer] = row
	case nearlySame, identical:
		f.same[inner], f.same[outer] = row, row
	}
	f.link(inner, outer, row)
}

// of returns the family of a path, or -1.
func (f *pairFolds) of(path string) int32 {
	x, ok := f.family[path]
	if !ok {
		return -1
	}
	for f.parent[x] != x {
		f.parent[x] = f.parent[f.parent[x]]
		x = f.parent[x]
	}
	return x
}

// link puts two paths into one family, whose row is the strongest of theirs, or row if they
// have none.
func (f *pairFolds) link(inner, outer string, row int) {
	a, b := f.of(inner), f.of(outer)
	switch {
	case a < 0 && b < 0:
		a = int32(len(f.parent))
		f.parent, f.row = append(f.parent, a), append(f.row, row)
		b = a
	case a < 0:
		a = b
	case b < 0:
		b = a
	}
	if f.row[b] < f.row[a] {
		a, b = b, a
	}
	f.parent[b] = a
	f.family[inner], f.family[outer] = a, a
}

// more prints what a row stands for besides its pair.
func (t *table) more(row *pairRow) {
	one, many := t.about.nouns()
	if n := row.inside.files; n > 0 {
		container := row.B.Path
		if relationOf(row.AInB, row.BInA, row.Identical) == bInA {
			container = row.A.Path
		}
		t.moreFiles(row.inside, one, many, " inside "+t.folded(container, t.folder, ""))
	}
	t.moreFiles(row.copies, "copy", "copies", "")
	t.moreFiles(row.versions, "version", "versions", "")
}

func (t *table) moreFiles(e extra, one, many, where string) {
	switch {
	case e.files == 1:
		t.out.line("      %s%s: %s", t.paint.Dim("and 1 more "+one), where, t.folded(e.path, t.folder, ""))
	case e.files > 1:
		t.out.line("      %s%s", t.paint.Dim("and "+terminal.Comma(e.files)+" more "+many), where)
	}
}

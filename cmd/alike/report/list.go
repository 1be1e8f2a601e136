package report

import (
	"context"
	"sort"

	"alike/cmd/alike/ranking"
	"alike/cmd/alike/terminal"
)

// List prints the results of a search: each as it is found if the format streams,
// otherwise all of them in order at the end.
type List[T any] struct {
	printer *Printer
	best    *ranking.Ranking[T]
	all     folding // of all results, if there is no limit
	// one is the current result: there may be millions, and so they share the memory that names
	// their values. shown is one as it is printed.
	one   T
	shown result

	folds folds[T] // nil if each result has a row
}

// folds makes rows of results, the best first, so that one may stand for others.
type folds[T any] interface {
	add(x *T)
	revise(revise func(*T) (bool, error)) error
	each(use func(x *T) error) error // rows
}

// SortRoom is the default memory in bytes for results while they are sorted: 220,000
// pairs with paths of 80 bytes.
const SortRoom = 64 << 20

// PathBytes is roughly the memory of a result per path, not counting the path itself:
// search.Pair has 144 bytes for two paths, a member of a group 96 for one, and a growing
// slice has up to a quarter to spare.
const PathBytes = 128

// newList returns a list of results in a total order.
func newList[T any](p *Printer, room int64, better func(a, b T) int, of func(*T) result) *List[T] {
	l := &List[T]{printer: p}
	l.shown = of(&l.one)
	size, e, d := int64(0), &encoder{}, &decoder{}
	visit := &pathsOf{use: func(path string) {
		size += PathBytes + int64(len(path))
		l.all.add(path)
	}}
	l.best = ranking.New(ranking.Methods[T]{
		Better: better,
		Size: func(x T) int64 {
			size = 0
			l.name(x, visit)
			return size
		},
		Encode: func(data []byte, x T) []byte {
			e.data = data
			l.name(x, e)
			return e.data
		},
		Decode: func(r *ranking.Record) T {
			d.Record = r
			l.name(*new(T), d)
			return l.one
		},
	}, p.limit, room)
	return l
}

// foldBy makes the list print rows, each of which may stand for several results.
func (l *List[T]) foldBy(f folds[T], room int64) {
	l.folds, l.best = f, ranking.New(l.best.Methods, 0, room)
}

// name names the values of a result.
func (l *List[T]) name(x T, v values) {
	l.one = x
	l.shown.values(l.printer.set, v)
}

// print prints a result.
func (l *List[T]) print(x T) error {
	l.one = x
	return l.printer.found(l.shown)
}

// Add prints a result or keeps it for Print.
func (l *List[T]) Add(x T) error {
	if l.printer.Streams() {
		return l.print(x)
	}
	return l.best.Add(x)
}

// Revise calls revise with the results within --limit and drops those for which it
// returns false. Without a limit, the caller revises results before Add.
func (l *List[T]) Revise(revise func(*T) (bool, error)) error {
	if l.folds == nil {
		return l.best.Revise(revise)
	}
	err := l.best.Each(context.Background(), func(x T) error {
		l.folds.add(&x)
		return nil
	})
	if err != nil {
		return err
	}
	return l.folds.revise(revise)
}

// Print prints the results kept by Add.
func (l *List[T]) Print(ctx context.Context) error {
	p := l.printer
	p.set.folder = l.folder()
	if l.folds != nil {
		return l.printRows()
	}
	var read terminal.Counter
	if p.info.rereads && !p.set.terminal { // otherwise results would tear the bar
		read.Set(0, l.best.Len())
		shown := p.screen.StartBar(read.Gauge("reading both files of each pair"))
		defer shown.Finish()
	}
	err := l.best.Each(ctx, func(x T) error {
		defer read.Add(1)
		return l.print(x)
	})
	p.omitted += l.best.Seen() - l.best.Len()
	return err
}

// printRows prints the rows of a list that folds.
func (l *List[T]) printRows() error {
	p := l.printer
	rows := p.results
	err := l.folds.each(func(x *T) error { return l.print(*x) })
	p.omitted += l.best.Seen() - (p.results - rows)
	return err
}

// folder returns the common folder of the results that will be printed.
func (l *List[T]) folder() string {
	if l.printer.limit == 0 {
		return l.all.folder()
	}
	var kept folding
	if l.folds != nil {
		_ = l.folds.each(func(x *T) error {
			l.name(*x, &pathsOf{use: kept.add})
			return nil
		})
	}
	for _, x := range l.best.Best() {
		l.name(x, &pathsOf{use: kept.add})
	}
	return kept.folder()
}

// Close frees the disk space used for sorting.
func (l *List[T]) Close() { l.best.Close() }

// noteOmitted says how many results are printed, if not all are and which are first.
func (p *Printer) noteOmitted(many, first, more string) bool {
	if p.omitted > 0 {
		p.screen.Note("%s of %s %s, %s first; --limit 0 shows all%s", terminal.Comma(p.results), terminal.Comma(p.results+p.omitted), many, first, more)
	}
	return p.omitted > 0
}

// bestFirst is the order of --sort without a key.
const bestFirst = "strength"

// sortStable is slices.SortStableFunc, which is compiled for each type, with some 20 KB of
// the program each.
func sortStable[T any](all []T, order func(a, b T) int) {
	sort.SliceStable(all, func(i, j int) bool { return order(all[i], all[j]) < 0 })
}

// sortedBy returns the order of output: by the key of --sort, if keys has it, then best
// first, and all of it reversed with --reverse.
func sortedBy[T any](p *Printer, best func(a, b T) int, keys map[string]func(a, b T) int) func(a, b T) int {
	better := best
	if key := keys[p.order]; key != nil {
		better = func(a, b T) int {
			if c := key(a, b); c != 0 {
				return c
			}
			return best(a, b)
		}
	}
	if p.reverse {
		return func(a, b T) int { return better(b, a) }
	}
	return better
}

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
	methods listMethods[T]
	best    *ranking.Ranking[T]
	all     folding // of all results, if there is no limit
}

// listMethods are the methods of a List for results of one type.
type listMethods[T any] struct {
	better func(a, b T) int // total order of output
	paths  func(x T, use func(path string))
	encode func(data []byte, x T) []byte
	decode func(r *ranking.Record) T
}

// SortRoom is the default memory in bytes for results while they are sorted: 220,000
// pairs with paths of 80 bytes.
const SortRoom = 64 << 20

// PathBytes is roughly the memory of a result per path, not counting the path itself:
// search.Pair has 144 bytes for two paths, a member of a group 96 for one, and a growing
// slice has up to a quarter to spare.
const PathBytes = 128

func newList[T any](p *Printer, room int64, methods listMethods[T]) *List[T] {
	return &List[T]{printer: p, methods: methods, best: ranking.New(ranking.Methods[T]{
		Better: methods.better,
		Size: func(x T) (n int64) {
			methods.paths(x, func(path string) { n += PathBytes + int64(len(path)) })
			return n
		},
		Encode: methods.encode, Decode: methods.decode,
	}, p.limit, room)}
}

// Add prints a result or keeps it for Print.
func (l *List[T]) Add(x T) error {
	if l.printer.Streams() {
		return l.printer.found(x)
	}
	if l.printer.limit == 0 {
		l.methods.paths(x, l.all.add)
	}
	return l.best.Add(x)
}

// Revise calls revise with the results within --limit and drops those for which it
// returns false. Without a limit, the caller revises results before Add.
func (l *List[T]) Revise(revise func(*T) (bool, error)) error { return l.best.Revise(revise) }

// Print prints the results kept by Add.
func (l *List[T]) Print(ctx context.Context) error {
	p := l.printer
	p.set.folder = l.folder()
	var read terminal.Counter
	if p.info.rereads && !p.set.terminal { // otherwise results would tear the bar
		read.Set(0, l.best.Len())
		shown := p.screen.StartBar(read.Gauge("reading both files of each pair"))
		defer shown.Finish()
	}
	err := l.best.Each(ctx, func(x T) error {
		defer read.Add(1)
		return p.found(x)
	})
	p.omitted += l.best.Seen() - l.best.Len()
	return err
}

// folder returns the common folder of the results that will be printed.
func (l *List[T]) folder() string {
	if l.printer.limit == 0 {
		return l.all.folder()
	}
	var kept folding
	for _, x := range l.best.Best() {
		l.methods.paths(x, kept.add)
	}
	return kept.folder()
}

// Close frees the disk space used for sorting.
func (l *List[T]) Close() { l.best.Close() }

// bestFirst is the order of --sort without a key.
const bestFirst = "best"

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

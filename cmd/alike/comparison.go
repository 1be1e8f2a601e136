package main

import (
	"context"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/scan"
)

// comparison is a search of all the index for what is similar, as pairs and
// groups make it.
type comparison[T any] struct {
	app    *app
	print  func(T) error
	on     *printer
	memory flags.Memory
	exact  *exactness
	base   *scan.Base  // what counts for no file; may be nil
	best   *ranking[T] // what does not stream
}

func newComparison[T any](a *app, p *printer, similar *flags.Similarity, memory flags.Memory, k kind[T], print func(T) error) *comparison[T] {
	return &comparison[T]{
		app: a, print: print, on: p, memory: memory,
		exact: newExactness(a, similar, memory), best: rankingOf(p, memory, k),
	}
}

// take prints a result, or keeps it until all are known.
func (c *comparison[T]) take(x T) error {
	if c.on.streams() {
		c.on.found()
		return c.print(x)
	}
	return c.best.add(x)
}

// without reads the base, if one was named. When it cannot be read the index is
// closed.
func (c *comparison[T]) without(ctx context.Context, s *session, o *treeOptions, base []string) (err error) {
	options := scanning{treeOptions: *o}.options(s.dir, s.ix.Params())
	if c.base, err = readIndexBase(ctx, c.app, base, c.exact, c.on.flags.format == formatSARIF, options); err != nil {
		_ = s.ix.Close()
	}
	return err
}

// run has the index look for similar files, with a progress bar, and closes it
// before anything but a stream is printed: a reader such as less may take its
// time, and space that scans give up meanwhile stays taken while the index is open.
// What streams, nothing remembers.
func (c *comparison[T]) run(ctx context.Context, verb string, s *session, q search.PairQuery,
	look func(search.PairQuery) (search.PairStats, error)) (*summary, error) {
	defer c.memory.BoundSearch()()
	c.exact.ask(&q, s.ix)
	sum, err := c.look(ctx, verb, s, q, look)
	c.exact.end()
	if closing := s.ix.Close(); err == nil {
		err = closing
	}
	return sum, err
}

func (c *comparison[T]) look(ctx context.Context, verb string, s *session, q search.PairQuery,
	look func(search.PairQuery) (search.PairStats, error)) (*summary, error) {
	sum, err := summarize(ctx, c.app, verb, s, c.on.flags)
	if err != nil {
		return nil, err
	}
	counter := &terminal.Counter{}
	q.Progress = counter.Set
	if c.base != nil {
		q.Base = &c.base.Base
	}
	screen := c.app.screen
	var shown *terminal.Bar
	if !c.on.streams() || c.on.columns == 0 { // else the results would tear it
		shown = screen.StartBar(counter.Gauge("comparing"))
	}
	stats, err := look(q)
	shown.Finish()
	if err != nil {
		return nil, err
	}
	sum.Contents, sum.FewFingerprints, sum.Compared = stats.Contents, stats.TooFew, &stats.Compared
	if c.base != nil {
		sum.baseJSON = &baseJSON{c.base.Files, int64(len(c.base.Fingerprints)), &stats.BaseFingerprints, &stats.BaseContents}
	}
	screen.Detail("compared %s of %s", terminal.Amount(stats.Compared, "pair", "pairs"),
		terminal.Amount(stats.Contents, "content", "contents"))
	return sum, nil
}

// streams reports whether results are printed as they come, in no order.
func (p *printer) streams() bool {
	return p.flags.format == "json" && !p.flags.sorted && p.limit == 0
}

package site

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"

	"alike/cmd/alike/page"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db/inorder"
	"alike/db/search"
	"alike/fingerprint"
	"alike/scan/compare"
)

// maxCompared is the size of the largest files with a page. In Linux, 200 pages took 12 s of CPU
// with files of up to 1 MiB, and take 7 s.
const maxCompared = 256 << 10

// Comparer compares the files of pairs.
type Comparer struct {
	Open    func(path string) io.ReadCloser
	Rule    fingerprint.Rule
	Options compare.Options // but for Window
	Threads int             // at least 1
	// Progress is called after each page, from several goroutines.
	Progress func(done, total int)
}

// chained is a pair that gets a page, with links to those before and after it.
type chained struct {
	pair       int // number in the table, from 0
	page       page.Link
	links      page.Links // as written, if it is
	written    bool
	unreadable bool
}

// write writes the pages, and returns for each of the first pairs the name of its page or "".
// Files that cannot be read have none; then the pages around it get other links. view is the
// table of the report that has the pairs.
func (c *Comparer) write(ctx context.Context, w *Writing, pairs []search.Pair, n int, view string) ([]string, error) {
	var all chain
	for i := range pairs {
		if p := &pairs[i]; len(all) < n && hasPage(p) {
			title := path.Base(p.A.Path) + " and " + path.Base(p.B.Path)
			all = append(all, chained{pair: i, page: page.Link{Address: fmt.Sprintf("%04d.html", i+1), Title: terminal.Visible(title)}})
		}
	}
	total := len(all)
	for todo := all.link(view); len(todo) > 0; todo = all.link(view) {
		err := inorder.Do(len(todo), c.Threads, func(_, i int) (func() error, error) {
			err := c.page(ctx, w, &pairs[todo[i].pair], todo[i])
			return func() error { c.Progress(i+1, len(todo)); return nil }, err
		})
		if err != nil {
			return nil, err
		}
		all = slices.DeleteFunc(all, func(one chained) bool { return one.unreadable })
	}
	c.Progress(total, total)
	return all.pages(), nil
}

// chain is the pairs with pages, in the order of the table.
type chain []chained

// link links the pages, and returns those that have to be written with these links.
func (all chain) link(view string) (todo []*chained) {
	for i := range all {
		one := &all[i]
		links := page.Links{
			Up:    page.Link{Address: "../" + indexName + "#" + view, Title: "Report"},
			Place: terminal.Comma(int64(i+1)) + " of " + terminal.Comma(int64(len(all))),
		}
		if i > 0 {
			links.Previous = all[i-1].page
		}
		if i+1 < len(all) {
			links.Next = all[i+1].page
		}
		if !one.written || one.links != links {
			one.links = links
			todo = append(todo, one)
		}
	}
	return todo
}

// pages returns the names of the pages by pair, up to the last one that has a page.
func (all chain) pages() (pages []string) {
	for _, one := range all {
		for len(pages) < one.pair {
			pages = append(pages, "")
		}
		pages = append(pages, one.page.Address)
	}
	return pages
}

// hasPage reports whether a pair gets a page.
func hasPage(p *search.Pair) bool {
	return !p.Identical && !p.A.Missing() && !p.B.Missing() && max(p.A.Size, p.B.Size) <= maxCompared
}

// page writes the page of a pair, unless a file cannot be read.
func (c *Comparer) page(ctx context.Context, w *Writing, p *search.Pair, one *chained) error {
	found, err := c.Compare(ctx, [2]string{p.A.Path, p.B.Path}, maxCompared)
	if errors.As(err, new(*ReadError)) || errors.As(err, new(*compare.MemoryError)) {
		return c.without(w, one)
	}
	if err != nil {
		return err
	}
	one.written = true
	return w.create(path.Join(comparisonsDir, one.page.Address), func(out io.Writer) error {
		_, err := report.WriteComparison(untilDone{ctx, out}, found, found.Regions, one.links)
		return err
	})
}

// ReadError reports a file that cannot be read, or is too large to be compared.
type ReadError struct {
	Path string
	Err  error
}

func (e *ReadError) Error() string { return "reading " + e.Path + ": " + e.Err.Error() }

func (e *ReadError) Unwrap() error { return e.Err }

// Compare compares two files of at most so many bytes. If one of them cannot be read, it
// returns a *ReadError; for a larger one that wraps compare.ErrTooLarge.
func (c *Comparer) Compare(ctx context.Context, paths [2]string, most int64) (*compare.Comparison, error) {
	var files [2]*compare.File
	for i, name := range paths {
		src := c.Open(name)
		file, err := compare.Read(io.LimitReader(src, most+1), compare.Source{Path: name, Name: name, Rule: c.Rule, View: c.Options.View})
		_ = src.Close()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil && int64(len(file.Data)) > most {
			err = compare.ErrTooLarge
		}
		if err != nil {
			return nil, &ReadError{name, err}
		}
		files[i] = file
	}
	o := c.Options
	o.Window = c.Rule.WindowBetween(files[0].Info.Level, files[1].Info.Level)
	return compare.Files(ctx, files, o)
}

// without leaves a pair without a page.
func (c *Comparer) without(w *Writing, one *chained) error {
	one.unreadable = true
	if one.written { // before another one became unreadable
		return w.staged.Remove(path.Join(comparisonsDir, one.page.Address))
	}
	return nil
}

package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/input"
	"alike/cmd/alike/page"
	"alike/cmd/alike/report"
	"alike/cmd/alike/serve"
	"alike/cmd/alike/site"
	"alike/cmd/alike/terminal"
	"alike/cmd/alike/web"
	"alike/db"
	"alike/db/search"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/fsys"
)

// Bounds of comparing two files for a browser.
const (
	maxLiveFile      = 16 << 20 // bytes of each
	liveCompareBytes = 1 << 30  // memory
)

// page writes the page.
func (l *live) page(_ context.Context, w io.Writer, compressed bool) error {
	l.look()
	page := l.shown.Load().page
	if compressed {
		_, err := w.Write(page)
		return err
	}
	z, err := gzip.NewReader(bytes.NewReader(page))
	if err == nil {
		_, err = io.Copy(w, z)
	}
	return err
}

// files searches the paths.
func (l *live) files(ctx context.Context, words string, limit int) ([]serve.FoundFile, int, error) {
	found, all, err := l.shown.Load().paths.Find(ctx, words, limit)
	files := make([]serve.FoundFile, len(found))
	for i, f := range found {
		files[i] = serve.FoundFile(f)
	}
	return files, all, err
}

// errOtherMachines answers requests that compare files of an imported index.
var errOtherMachines = serve.NotFound("the files are on other machines: run alike compare on the one that has both, or copy them to one")

// compare writes the page that shows two files side by side. They are pair n of the page, or
// n is -1.
func (l *live) compare(ctx context.Context, w io.Writer, a, b string, n int) error {
	shown := l.shown.Load()
	if shown.imported {
		return errOtherMachines
	}
	trees, params, err := l.known(ctx, l.trees, a, b)
	if err != nil {
		return err
	}
	c := &site.Comparer{
		Open: func(path string) io.ReadCloser {
			return input.Interruptible(ctx, func() (io.ReadCloser, error) { return trees.OpenRegular(path) })
		},
		Rule: params.Rule,
		Options: compare.Options{
			View: view.Kind(params.View), Base: shown.base, Memory: cmp.Or(int64(l.options.memory.Bytes), liveCompareBytes),
		},
	}
	found, err := c.Compare(ctx, [2]string{a, b}, maxLiveFile)
	var unread *site.ReadError
	switch {
	case errors.Is(err, compare.ErrTooLarge), errors.As(err, new(*compare.MemoryError)):
		return serve.TooLarge("the files are too large to show, more than %s: alike compare A B counts what they share", terminal.Size(maxLiveFile))
	case errors.As(err, &unread):
		return unreadable(unread)
	case err != nil:
		return err
	}
	_, err = report.WriteComparison(w, found, found.Regions, shown.links(a, b, n))
	return err
}

// unreadable returns the answer about a file that cannot be read, though the index has it.
func unreadable(e *site.ReadError) error {
	if errors.Is(e.Err, fs.ErrNotExist) || errors.Is(e.Err, syscall.ENOTDIR) {
		return serve.NotFound("%s is gone since the last scan: scan again, and the pages no longer show it", terminal.Visible(e.Path))
	}
	return serve.NotFound("%s; if it has changed since the last scan, scan again", terminal.Visible(reasonFor(e.Path, e.Err)))
}

// readPaths reads the paths of the files that are shown. It returns the number and the size
// of all files in their trees.
func (n *snapshot) readPaths(ctx context.Context, ix *db.Index, of *shownFiles) (files, bytes int64, err error) {
	var sizes flags.Filter
	sizes.Within(of.sizes, nil)
	admit := sizes.Paths()
	err = ix.EachFile(ctx, func(path db.FilePath, e *db.DirEntry) error {
		name, dir := path.String(), path.Dir.String()
		if of.trees != nil && !db.InTrees(dir, of.trees) && !db.InTrees(name, of.trees) {
			return nil
		}
		files++
		bytes += e.Size
		if sizes.Admits(e.Size) && (admit == nil || admit(name)) {
			n.paths.Add(dir, path.Name, e.Size, uint32(e.Content))
		}
		return nil
	})
	n.paths.Complete()
	return files, bytes, err
}

func (n *snapshot) render(d *web.Data) error {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if err == nil {
		err = cmp.Or(web.WritePage(z, d), z.Close())
	}
	n.page = bytes.Clone(b.Bytes())
	return err
}

// linkedPair is a pair that the page of another pair may lead to.
type linkedPair struct {
	a, b  string
	place int // among those that it leads to, from 1, or 0: identical files, and those that are gone
}

// link numbers the pairs that the pages of other pairs lead to.
func (n *snapshot) link(pairs []search.Pair) {
	n.pairs = make([]linkedPair, len(pairs))
	for i := range pairs {
		p := &pairs[i]
		n.pairs[i] = linkedPair{a: p.A.Path, b: p.B.Path}
		if !p.Identical && !p.A.Missing() && !p.B.Missing() {
			n.linked++
			n.pairs[i].place = n.linked
		}
	}
}

// links returns the links of a comparison to those before and after it.
func (n *snapshot) links(a, b string, i int) page.Links {
	links := page.Links{Up: page.Link{Address: "./#pairs", Title: "Report"}}
	if i < 0 || i >= len(n.pairs) || n.pairs[i].a != a || n.pairs[i].b != b {
		return links
	}
	to := func(i int) page.Link {
		p := n.pairs[i]
		q := url.Values{"a": {p.a}, "b": {p.b}, "n": {strconv.Itoa(i)}}
		return page.Link{Address: "compare?" + q.Encode(), Title: terminal.Visible(path.Base(p.a) + " and " + path.Base(p.b))}
	}
	linked := func(p linkedPair) bool { return p.place > 0 }
	if next := slices.IndexFunc(n.pairs[i+1:], linked); next >= 0 {
		links.Next = to(i + 1 + next)
	}
	for before := i - 1; before >= 0 && links.Previous.Address == ""; before-- {
		if linked(n.pairs[before]) {
			links.Previous = to(before)
		}
	}
	if place := n.pairs[i].place; place > 0 {
		links.Place = terminal.Comma(int64(place)) + " of " + terminal.Comma(int64(n.linked))
	}
	return links
}

// known checks that the index has files, in the trees, and returns what is needed to read
// them. trees is nil for all roots.
func (l *live) known(ctx context.Context, trees []string, files ...string) (*fsys.Trees, db.Params, error) {
	var params db.Params
	ix, err := l.open(ctx, l.newApp())
	if err != nil {
		return nil, params, err
	}
	defer ix.Close()
	params = ix.Params()
	roots, err := scan.Roots(ix.Trees())
	if err != nil {
		return nil, params, err
	}
	for _, file := range files {
		ok := filepath.IsAbs(file) && path.Clean(file) == file
		if ok {
			_, ok, err = ix.Entry(file)
		}
		if err != nil {
			return nil, params, err
		}
		if !ok {
			return nil, params, serve.NotFound("the index has no file %s", terminal.Visible(file))
		}
		if !db.InTrees(file, trees) {
			return nil, params, serve.NotFound("%s is not in the folders that are shown", terminal.Visible(file))
		}
	}
	open, err := scan.TreesOf(ix)
	for _, file := range files {
		if _, rooted := scan.RootOf(roots, file); !rooted { // it was named itself, and may be a link now
			open.Roots[path.Dir(file)] = false
		}
	}
	return open, params, err
}

// run runs a command line in this process and writes what it prints. It may only read.
func (l *live) run(ctx context.Context, args []string, stdin io.Reader, name string, w io.Writer) error {
	shown := l.shown.Load()
	if shown.imported && len(args) > 0 && args[0] == "compare" {
		return errOtherMachines
	}
	if err := checkRequest(args); err != nil {
		return err
	}
	if args[0] == "compare" {
		if _, _, err := l.known(ctx, nil, args[len(args)-2:]...); err != nil {
			return err
		}
	}
	var said bytes.Buffer
	var unread error // about a file to compare
	none := func() int { return 0 }
	env := environment{
		stdin: cmp.Or(stdin, io.Reader(bytes.NewReader(nil))), stdout: w, stderr: &said, getenv: l.app.env.getenv,
		outColumns: none, errColumns: none, stdinName: path.Base(name), complete: true,
		open: func(path string) (f *os.File, err error) {
			var why error
			f, why, err = l.openKnown(ctx, path)
			unread = cmp.Or(why, unread)
			return f, err
		},
	}
	if name == "" {
		env.stdinName = ""
	}
	if i := slices.Index(args, shownParameter); i > 0 {
		args = slices.Delete(slices.Clone(args), i, i+1)
		env.shown = &shownFiles{trees: l.trees, sizes: l.options.sizes, base: shown.base}
	}
	index := []string{args[0], "--quiet", "--no-pager", "--index=" + l.dir, "--view=" + shown.view}
	err := l.app.runLine(ctx, env, slices.Concat(index, args[1:]))
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return refusal(err, said.String(), unread)
}

// openKnown opens a file to compare, if the index has it. unread is the answer to the request if
// the file cannot be read.
func (l *live) openKnown(ctx context.Context, path string) (f *os.File, unread, err error) {
	trees, _, err := l.known(ctx, nil, path)
	if err != nil {
		return nil, nil, err
	}
	if f, err = trees.OpenRegular(path); err != nil {
		return nil, unreadable(&site.ReadError{Path: path, Err: err}), err
	}
	if info, err := f.Stat(); err != nil || info.Size() > maxLiveFile {
		_ = f.Close()
		if unread = err; err == nil {
			unread = serve.TooLarge("%s is larger than %s", terminal.Visible(path), terminal.Size(maxLiveFile))
		}
		return nil, unread, unread
	}
	return f, nil, nil
}

// refusal returns the answer to a request whose command line ended with err, or nil if it was
// answered. said is what the command line printed about errors.
func refusal(err error, said string, unread error) error {
	what, _ := explain(cmp.Or(err, io.EOF))
	if silent(err) {
		what, _, _ = strings.Cut(strings.TrimPrefix(said, "alike: "), "\n")
	}
	var answer *serve.Error
	var files *elsewhereError
	switch {
	case errors.As(err, &answer):
		return answer
	case errors.As(err, &files):
		return serve.Usage("%s reads files, and these are on other machines: leave it out, or run alike there", flagPattern.ReplaceAllString(files.what, "$1"))
	case errors.Is(err, errNoneRead):
		if unread == nil {
			unread = serve.NotFound("%s", what)
		}
		return unread
	}
	switch exitCode(err) {
	case exitDone, exitSomeFailed, exitMatched: // the summary tells
		return nil
	case exitUsage:
		return serve.Usage("%s", flagPattern.ReplaceAllString(what, "$1"))
	case exitNoIndex, exitHeld:
		return serve.Errorf(http.StatusServiceUnavailable, "%s", what)
	}
	return serve.Errorf(http.StatusInternalServerError, "%s", what)
}

// shownParameter asks for what the page shows. It is not a flag.
const shownParameter = "--shown"

// flagPattern is a flag in a message. Its parameter has the long name, without dashes.
var flagPattern = regexp.MustCompile(`(?:-[a-zA-Z], )?--([a-z][a-z-]*)`)

// reading are the verbs that requests may run, and what they may name. A verb that names no
// folder does not scan.
var reading = map[string]func(named []string) bool{
	"pairs": nothing, "groups": nothing, "folders": nothing, "dups": nothing, "changes": nothing, "status": nothing,
	"query": func(named []string) bool { return slices.Equal(named, []string{input.Stdin}) },
	"compare": func(named []string) bool {
		return len(named) == 3 && named[0] == "--" && filepath.IsAbs(named[1]) && filepath.IsAbs(named[2])
	},
}

func nothing(named []string) bool { return len(named) == 0 }

// checkRequest refuses command lines that could do more than answer. The server allows only
// some flags.
func checkRequest(args []string) error {
	if len(args) == 0 {
		return serve.Usage("no verb is given")
	}
	want, ok := reading[args[0]]
	if !ok {
		return serve.Usage("there is no answer called %q", args[0])
	}
	named := args[1:]
	for len(named) > 0 && strings.HasPrefix(named[0], "--") && named[0] != "--" {
		named = named[1:]
	}
	if !want(named) {
		return serve.Usage("%s takes no %q", args[0], named)
	}
	return nil
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/hamming"
	"alike/db/search"
	"alike/fingerprint"
	doctext "alike/fingerprint/text"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/fsys"
)

// readFile is a file named on the command line, indexed or not.
type readFile struct {
	path     string  // absolute, or - for standard input
	stat     db.Stat // before it was read; zero for standard input
	content  db.Content
	selected []fingerprint.Selected // by offset, of the level of the content and coarser
	set      fingerprint.Set
	hash     hamming.Document // if readOptions.document is set
}

func (f *readFile) file() search.File {
	return search.File{Path: f.path, Size: f.content.Size, Level: f.content.Level, Fingerprints: len(f.set)}
}

// readOptions are the options for reading files.
type readOptions struct {
	rule  fingerprint.Rule
	view  view.Kind
	again bool // read the file a second time later, so it must be a regular file
	// document computes the simhash of the bytes read, if not nil.
	document *scan.Document
}

// folderAdvice returns advice on a folder given instead of a file.
func (opts readOptions) folderAdvice() string {
	if opts.document != nil {
		return "to compare the files in it: alike scan DIR, then alike near"
	}
	return "to compare the files in it: alike pairs DIR"
}

// readNamed reads the fingerprints of a file or of standard input.
func readNamed(ctx context.Context, a *app, name string, opts readOptions) (*readFile, error) {
	f := &readFile{path: name}
	var size int64 = -1
	var open func() (io.ReadCloser, error)
	if name == input.Stdin {
		open = func() (io.ReadCloser, error) { return io.NopCloser(a.env.stdin), nil }
	} else {
		var err error
		if f.path, err = input.Absolute(name); err != nil {
			return nil, err
		}
		info, err := os.Stat(f.path)
		if err != nil {
			return nil, err
		}
		if info.IsDir() {
			return nil, advice.With(errors.New("is a folder"), opts.folderAdvice())
		}
		f.stat = fsys.StatOfInfo(info)
		if info.Mode().IsRegular() {
			size = info.Size()
		} else if opts.again {
			return nil, errors.New("not a regular file, and --exact reads it twice: save it to a file and name that")
		}
		open = func() (io.ReadCloser, error) { return os.Open(f.path) }
	}
	take := func(s []fingerprint.Selected) error {
		f.selected = append(f.selected, s...)
		return nil
	}
	read := func(size int64) (err error) {
		src := input.Interruptible(ctx, open)
		defer src.Close()
		f.selected = f.selected[:0]
		bytes := io.Reader(src)
		if opts.document != nil {
			opts.document.Reset(size)
			bytes = io.TeeReader(src, opts.document)
		}
		f.content, err = scan.Fingerprints(f.path, bytes, size, opts.rule, opts.view, take)
		return err
	}
	err := read(size)
	if errors.Is(err, scan.ErrShort) { // the file has shrunk since
		err = read(-1)
	}
	if err != nil {
		return nil, err
	}
	f.finish()
	if opts.document != nil {
		f.hash = opts.document.Hash()
	}
	return f, nil
}

// finish drops the windows that are finer than the level of the content, which depends on
// its size, and builds the set.
func (f *readFile) finish() {
	bound := fingerprint.Bound(f.content.Level)
	kept := f.selected[:0]
	fps := make([]fingerprint.Fingerprint, 0, len(f.selected))
	for _, s := range f.selected {
		if s.Fingerprint < bound {
			kept = append(kept, s)
			fps = append(fps, s.Fingerprint)
		}
	}
	f.selected = kept
	f.set = fingerprint.NewSet(fps, f.content.Level)
}

// readEach reads files one by one, counts them in sum and passes them to use. It reports and
// counts files that cannot be read. If none can be read, it returns errNoneRead.
func readEach(ctx context.Context, a *app, names []string, opts readOptions, sum *report.Summary, use func(*readFile) error) error {
	unread := 0
	for _, name := range names {
		f, err := readNamed(ctx, a, name, opts)
		var usage *advice.UsageError
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.As(err, &usage):
			return err
		case err != nil:
			unread++
			a.failed++
			reportUnread(a, name, err)
			continue
		}
		sum.Files, sum.Contents, sum.Read = sum.Files+1, sum.Contents+1, sum.Read+1
		sum.Bytes += f.content.Size
		if err := use(f); err != nil {
			return err
		}
	}
	if unread == len(names) {
		return errNoneRead
	}
	return nil
}

// reportUnread reports why a named file could not be read.
func reportUnread(a *app, name string, err error) {
	path := name
	if p, e := input.Absolute(name); e == nil && name != input.Stdin {
		path = p
	}
	why := reasonFor(path, err)
	if errors.Is(err, fs.ErrNotExist) {
		why = fmt.Sprintf("reading %s: no such file", path)
	}
	a.screen.Say("alike: " + terminal.Visible(why))
	if next := advice.Hint(err); next != "" {
		a.screen.Say("  " + terminal.Visible(next))
	}
}

// reportAbsent reports the named files that do not exist, before an error that keeps them
// from being read.
func reportAbsent(a *app, names []string) {
	for _, name := range names {
		if name == input.Stdin {
			continue
		}
		if path, err := input.Absolute(name); err == nil {
			if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
				reportUnread(a, name, err)
			}
		}
	}
}

// spacing looks for files that match another file only with other line ends or white space,
// which the raw view does not show.
type spacing struct {
	used int64  // of spacingRoom
	path string // of a file with such matches
	have string // what they have
}

// spacingRoom bounds the work of a run: bytes of files, and spacingFile for each of them.
const spacingRoom, spacingFile = 4 << 20, 64 << 10

// respaced is a text with other line ends or white space.
type respaced struct {
	have    string
	content db.Content
	set     fingerprint.Set
}

// respace returns the variants of a text.
func respace(path string, data []byte, rule fingerprint.Rule) (all []respaced, err error) {
	const line, tab, blanks = "\n", "\t", "    "
	lf := strings.NewReplacer("\r\n", line, "\r", line).Replace(string(data))
	stripped := strings.Split(lf, line)
	for i, s := range stripped {
		stripped[i] = strings.TrimRight(s, " \t")
	}
	for _, v := range [][2]string{
		{"CRLF line ends", strings.ReplaceAll(lf, line, "\r\n")},
		{"LF line ends", lf},
		{"CR line ends", strings.ReplaceAll(lf, line, "\r")},
		{"other white space", strings.ReplaceAll(lf, tab, blanks)},
		{"other white space", strings.ReplaceAll(lf, blanks, tab)},
		{"other white space", strings.Join(stripped, line)},
	} {
		if v[1] == string(data) {
			continue
		}
		r := respaced{have: v[0]}
		if r.content, r.set, err = fingerprintsOf(path, []byte(v[1]), rule); err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// look looks up a file without matches again, with other line ends and white space.
func (l *spacing) look(ctx context.Context, ix *db.Index, path string, size int64, query search.PairQuery) error {
	params := ix.Params()
	cost := size + spacingFile
	if l.path != "" || params.View != string(view.Raw) || l.used+cost > spacingRoom {
		return nil
	}
	l.used += cost
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil || doctext.IsBinary(data) { // the file was read before: this is only a hint
		return nil
	}
	content, own, err := fingerprintsOf(path, data, params.Rule)
	if err != nil {
		return err
	}
	all, err := respace(path, data, params.Rule)
	if err != nil {
		return err
	}
	// Nearly all files have nothing to hide, which a few of the other fingerprints show.
	const few = 8
	var sample []fingerprint.Fingerprint
	for _, r := range all {
		others := slices.Clone(r.set).Without(own)
		for i := 0; i < len(others); i += (len(others) + few - 1) / few {
			sample = append(sample, others[i])
		}
	}
	known, some := query, false
	known.Min, known.MinShared, known.By = 0, 1, search.Smaller
	content.Checksum = db.Checksum{} // its copies do not count
	err = search.Query(ctx, ix, content, fingerprint.NewSet(sample, content.Level), known, func(search.Match) error {
		some = true
		return nil
	})
	for i := 0; i < len(all) && err == nil && some && l.path == ""; i++ {
		err = search.Query(ctx, ix, all[i].content, all[i].set, query, func(search.Match) error {
			l.path, l.have = path, all[i].have
			return nil
		})
	}
	return err
}

// fingerprintsOf returns the raw content and the fingerprints of a file in memory.
func fingerprintsOf(path string, data []byte, rule fingerprint.Rule) (db.Content, fingerprint.Set, error) {
	var fps []fingerprint.Fingerprint
	content, err := scan.Fingerprints(path, bytes.NewReader(data), int64(len(data)), rule, view.Raw,
		func(selected []fingerprint.Selected) error {
			for _, s := range selected {
				fps = append(fps, s.Fingerprint)
			}
			return nil
		})
	return content, fingerprint.NewSet(fps, content.Level), err
}

// lookInTrees looks up the first contents of an index with a path in the trees.
func (l *spacing) lookInTrees(ctx context.Context, ix *db.Index, query search.PairQuery) error {
	enough := errors.New("enough")
	var ids []db.ContentID
	err := ix.EachContent(func(id db.ContentID, row db.StoredContent) error {
		if row.Size > 0 && row.Size < spacingRoom {
			ids = append(ids, id)
		}
		if len(ids) == spacingRoom/spacingFile {
			return enough
		}
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		return err
	}
	paths, err := ix.PathsOf(ctx, ids)
	if err != nil {
		return err
	}
	for _, id := range ids {
		for _, f := range paths[id][:min(1, len(paths[id]))] {
			inside := func(tree string) bool { return strings.HasPrefix(f.Path, strings.TrimSuffix(tree, "/")+"/") }
			if !slices.ContainsFunc(query.Trees, inside) {
				continue
			}
			query.Except = search.Except{Path: f.Path, Stat: f.Stat}
			if err := l.look(ctx, ix, f.Path, f.Stat.Size, query); err != nil {
				return err
			}
		}
	}
	return nil
}

// note says what was found.
func (l *spacing) note(s *terminal.Screen) {
	if l.path == "" {
		return
	}
	s.Note("files like %s have %s and are not found: try --view text (first alike scan --view text DIR)", terminal.Visible(l.path), l.have)
}

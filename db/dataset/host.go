package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"alike/db"
	"alike/db/hamming"
	"alike/fingerprint"
	"alike/fingerprint/checksum"
	"alike/fingerprint/simhash"
	"alike/fingerprint/view"
)

// HostDir returns the folder of a host in a dataset.
func HostDir(dataset, host string) string { return joined(dataset, hostPrefix+host) }

// IsHostDir reports whether a folder has the name of the folder of a host.
func IsHostDir(path string) bool { return strings.HasPrefix(filepath.Base(path), hostPrefix) }

// Host is the export of one host.
type Host struct {
	Export
	Dir string

	inspected inspected
	seal      checksum.Sum // of what Verify read of the contents
}

// fail returns an *ExportError about the host.
func (h *Host) fail(format string, args ...any) error {
	return &ExportError{h.Host, h.Dir, fmt.Errorf(format, args...)}
}

// Params returns the parameters that the export was made with.
func (h *Host) Params() db.Params {
	return db.Params{View: h.View, Rule: fingerprint.Rule{
		Window: int(h.Window), Density: int(h.Density), Anchors: fingerprint.Anchors(h.Anchors), Small: int(h.Small)}}
}

// Hosts returns the exports at the paths, in order of host. Each path is a dataset or the
// folder of one host. It reads only the tables of exports.
func Hosts(ctx context.Context, paths []string) ([]*Host, error) {
	var hosts []*Host
	for _, path := range paths {
		dirs, err := hostDirs(path)
		if err != nil {
			return nil, err
		}
		for _, dir := range dirs {
			h, err := readHost(ctx, dir)
			if err != nil {
				return nil, err
			}
			hosts = append(hosts, h)
		}
	}
	slices.SortStableFunc(hosts, func(a, b *Host) int { return cmp.Compare(a.Host, b.Host) })
	var hashed *Host // the last one with simhashes
	for i, h := range hosts {
		before := hosts[max(i-1, 0)]
		switch {
		case i == 0:
		case h.Host == before.Host:
			return nil, h.faulted(Twice, "the host is there twice, also in %s", before.Dir)
		case h.Params() != before.Params():
			return nil, h.faulted(Unlike, "exported with %s, but %s with %s", h.made(), before.Host, before.made())
		case h.Scheme != "" && hashed != nil && h.Scheme != hashed.Scheme:
			return nil, h.faulted(Unlike, "its simhashes are %s, and those of %s are %s", h.Scheme, hashed.Host, hashed.Scheme)
		}
		if h.Scheme != "" {
			hashed = h
		}
	}
	return hosts, nil
}

// made describes the parameters of an export in full.
func (h *Host) made() string {
	return fmt.Sprintf("%s, small windows %d", h.Params(), h.Small)
}

// hostDirs returns the folders of the hosts at a path.
func hostDirs(path string) ([]string, error) {
	path = filepath.Clean(path)
	if IsHostDir(path) {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("reading the dataset: %w", err)
	}
	var dirs []string
	for _, e := range entries {
		if IsHostDir(e.Name()) {
			dirs = append(dirs, joined(path, e.Name()))
		}
	}
	if len(dirs) == 0 {
		return nil, fmt.Errorf("%s: %w", path, ErrNoHosts)
	}
	return dirs, nil
}

// ErrNoHosts reports a folder without exports. It is returned wrapped with the folder.
var ErrNoHosts = errors.New("no folder host=NAME in it")

// readHost reads what an export says of itself.
func readHost(ctx context.Context, dir string) (*Host, error) {
	h := &Host{Dir: dir, inspected: inspected{}}
	h.Host = strings.TrimPrefix(filepath.Base(dir), hostPrefix)
	if err := noHost(dir); err != nil {
		return nil, err
	}
	if err := CheckHost(h.Host); err != nil {
		return nil, &ExportError{strings.ToValidUTF8(h.Host, "\uFFFD"), dir, err}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, &ExportError{h.Host, dir, withoutPath(err)}
	}
	defer root.Close()
	if h.Export, err = h.readExport(ctx, root); err != nil {
		return nil, err
	}
	return h, h.check()
}

// readExport returns the one row of the table exports.
func (h *Host) readExport(ctx context.Context, root *os.Root) (e Export, err error) {
	t, err := openSource(ctx, root, h, exports, func(_, _ *Export) int { return -1 })
	if err != nil {
		return e, err
	}
	defer t.close()
	if len(t.cursors) == 0 {
		return e, &ExportError{h.Host, joined(h.Dir, exports), fs.ErrNotExist}
	}
	if c := t.cursors[0]; len(t.cursors) > 1 || len(c.rest) > 1 || c.left > 0 {
		return e, t.fail("%w", faulty{errors.New("there is more than one row"), Merged})
	}
	return *t.peek(), nil
}

// check reports an export that this version cannot read, or whose name is wrong.
func (h *Host) check() error {
	params := h.Params()
	folder := strings.TrimPrefix(filepath.Base(h.Dir), hostPrefix)
	known := slices.Contains(view.Names, h.View)
	switch {
	case h.Layout != Layout:
		return h.fail("it has layout %d, and this version reads layout %d", h.Layout, Layout)
	case h.Host != folder:
		return &ExportError{folder, h.Dir, faulty{fmt.Errorf("it is the export of host %q", h.Host), Renamed}}
	case !known:
		return h.fail("it has the view %q, which this version does not know", h.View)
	case h.Rules != view.Kind(h.View).Rules():
		return h.fail("its %s views were made by other rules (%s) than this version has (%s)",
			h.View, cmp.Or(h.Rules, "none"), cmp.Or(view.Kind(h.View).Rules(), "none"))
	case min(h.Contents, h.Files, h.Postings, h.Hashes) < 0:
		return h.fail("a row count is negative")
	}
	if err := params.Rule.Validate(); err != nil {
		return h.fail("it has an impossible rule: %w", err)
	}
	if h.Scheme != "" {
		if err := simhash.CheckFiles(h.Scheme); err != nil {
			return h.fail("its simhashes are made in a way that this version does not know: %w", err)
		}
	}
	for _, root := range h.Roots {
		if root != "/" {
			if err := checkPath(root); err != nil {
				return h.fail("the root %q: %w", root, err)
			}
		}
	}
	return nil
}

// maxPath bounds a path in bytes. Linux takes up to 4096 at a time.
const maxPath = 16 << 10

// checkPath reports a path of a file that is not absolute and clean.
func checkPath(path string) error {
	switch {
	case len(path) < 2 || path[0] != '/':
		return errors.New("not an absolute path")
	case len(path) > maxPath:
		return fmt.Errorf("longer than %d bytes", maxPath)
	case strings.IndexByte(path, 0) >= 0:
		return errors.New("not a possible path")
	}
	for name := range strings.SplitSeq(path[1:], "/") {
		if name == "" || name == "." || name == ".." {
			return errors.New("not a clean path")
		}
		if len(name) > db.MaxName {
			return errors.New("the name is too long")
		}
	}
	return nil
}

// openHost is a host whose tables are open.
type openHost struct {
	*Host
	contents *source[Content]
	files    *source[File]
	postings *source[Posting]
	hashes   *source[Hash]
}

// open opens the tables of the host, all of one export even if another replaces it meanwhile.
func (h *Host) open(ctx context.Context) (*openHost, error) {
	root, err := os.OpenRoot(h.Dir)
	if err != nil {
		return nil, &ExportError{h.Host, h.Dir, withoutPath(err)}
	}
	defer root.Close()
	is, err := h.readExport(ctx, root)
	if err != nil {
		return nil, err
	}
	if is.Exported != h.Exported || is.Files != h.Files || is.Contents != h.Contents {
		return nil, h.replaced()
	}
	t := &openHost{Host: h}
	err = t.open(ctx, root)
	if err == nil {
		err = t.counted()
	}
	if err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *openHost) open(ctx context.Context, root *os.Root) (err error) {
	if t.files, err = openSource(ctx, root, t.Host, files, compareFiles); err != nil {
		return err
	}
	if t.contents, err = openSource(ctx, root, t.Host, contents, func(a, b *Content) int { return cmp.Compare(a.Key, b.Key) }); err != nil {
		return err
	}
	if t.hashes, err = openSource(ctx, root, t.Host, simhashes, func(a, b *Hash) int { return cmp.Compare(a.Key, b.Key) }); err != nil {
		return err
	}
	t.postings, err = openSource(ctx, root, t.Host, postings, func(a, b *Posting) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	return err
}

func (t *openHost) close() {
	t.files.close()
	t.contents.close()
	t.hashes.close()
	t.postings.close()
}

// name returns the path of a file, which need not be UTF-8. The Parquet library returns null
// as nil or as no bytes.
func (f *File) name() string {
	if len(f.PathBytes) > 0 {
		return string(f.PathBytes)
	}
	return f.Path
}

func compareFiles(a, b *File) int {
	if len(a.PathBytes)+len(b.PathBytes) == 0 {
		return strings.Compare(a.Path, b.Path)
	}
	return strings.Compare(a.name(), b.name())
}

// counted reports tables whose parts have other numbers of rows than the export says. An export
// that replaces this one may have removed a table after its folder was opened, which then seems
// to be without rows: an import that trusted it would drop the files of the host.
//
// An increment, added to the export that it continues, counts only its own rows. There walk
// knows what is missing: a content that a file has, or postings that the content counts.
func (t *openHost) counted() error {
	for _, c := range []struct {
		table     string
		has, want int64
	}{
		{contents, t.contents.total, t.Contents}, {files, t.files.total, t.Files},
		{postings, t.postings.total, t.Postings}, {simhashes, t.hashes.total, t.Hashes},
	} {
		if c.has != c.want && (t.Since == 0 || c.has < c.want || c.table == files) {
			return &ExportError{t.Host.Host, joined(t.Dir, c.table), fmt.Errorf("it has %d rows, but the export has %d", c.has, c.want)}
		}
	}
	return nil
}

// document returns the simhash of a row.
func (h *Hash) document() hamming.Document {
	return hamming.Document{Hash: uint64(h.Simhash), Short: h.Short}
}

// joined joins names to a path with slashes, as all paths are shown.
func joined(names ...string) string { return filepath.ToSlash(filepath.Join(names...)) }

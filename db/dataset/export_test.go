package dataset_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"alike/db"
	"alike/db/dataset"
	"alike/fingerprint/view"
)

// tables are the rows of a host.
type tables struct {
	export   []dataset.Export
	contents []dataset.Content
	files    []dataset.File
	postings []dataset.Posting
	hashes   []dataset.Hash
}

// rowsOf returns the rows that an index of one host exports.
func rowsOf(t testing.TB, ix *db.Index, host string) *tables {
	t.Helper()
	x, keys := &tables{}, map[db.ContentID]dataset.Key{}
	must(t, ix.EachEntry(t.Context(), func(path db.FilePath, e *db.DirEntry) error {
		row, err := ix.Content(e.Content)
		must(t, err)
		key := dataset.KeyOf(&row.Content)
		f := dataset.File{Host: host, Path: path.String(), Key: key, Size: e.Size, MTime: e.MTime, CTime: e.CTime,
			Device: int64(e.Device), Inode: int64(e.Inode), Generated: e.Generated, SetAside: e.SetAside}
		if !utf8.ValidString(f.Path) {
			f.Path, f.PathBytes = strings.ToValidUTF8(f.Path, "\uFFFD"), []byte(f.Path)
		}
		x.files = append(x.files, f)
		if _, known := keys[e.Content]; known {
			return nil
		}
		keys[e.Content] = key
		x.contents = append(x.contents, dataset.Content{Key: key, Checksum: row.Checksum, Size: row.Size, Level: int32(row.Level), Counts: row.Counts})
		set, err := ix.Fingerprints(e.Content, row.Fingerprints(), nil)
		must(t, err)
		for _, f := range set {
			x.postings = append(x.postings, dataset.Posting{Key: key, Fingerprint: int64(f), Level: int32(row.Level)})
		}
		if h, ok, err := ix.Hash(e.Content); err == nil && ok && !h.NoDocument {
			x.hashes = append(x.hashes, dataset.Hash{Key: key, Simhash: int64(h.Hash), Short: h.Short})
		}
		return nil
	}))
	p := ix.Params()
	e := dataset.Export{Layout: dataset.Layout, Host: host, Exported: 9, View: p.View, Rules: view.Kind(p.View).Rules(),
		Window: int32(p.Rule.Window), Density: int32(p.Rule.Density), Small: int32(p.Rule.Small), Scheme: scheme}
	for _, tree := range ix.Trees() {
		e.Roots = append(e.Roots, tree.Path)
	}
	x.export = []dataset.Export{e}
	x.sort()
	x.count()
	return x
}

func pathOf(f dataset.File) string { return cmp.Or(string(f.PathBytes), f.Path) }

func (x *tables) sort() {
	slices.SortFunc(x.files, func(a, b dataset.File) int { return strings.Compare(pathOf(a), pathOf(b)) })
	slices.SortFunc(x.contents, func(a, b dataset.Content) int { return cmp.Compare(a.Key, b.Key) })
	slices.SortFunc(x.hashes, func(a, b dataset.Hash) int { return cmp.Compare(a.Key, b.Key) })
	slices.SortFunc(x.postings, func(a, b dataset.Posting) int {
		return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
}

// count makes the row of exports agree with the tables.
func (x *tables) count() {
	e := &x.export[0]
	e.Contents, e.Files, e.Postings, e.Hashes = int64(len(x.contents)), int64(len(x.files)), int64(len(x.postings)), int64(len(x.hashes))
}

// write writes the tables into the folder of a host.
func (x *tables) write(t testing.TB, dir string) {
	t.Helper()
	writeTable(t, dir, "exports", x.export)
	writeTable(t, dir, "contents", x.contents)
	writeTable(t, dir, "files", x.files)
	writeTable(t, dir, "postings", x.postings)
	writeTable(t, dir, "simhashes", x.hashes)
}

// writeTable writes the rows into two files, a run each.
func writeTable[T any](t testing.TB, dir, name string, rows []T) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Join(dir, name), 0o755))
	half := len(rows) / 2
	must(t, parquet.WriteFile(filepath.Join(dir, name, "part-0.parquet"), rows[half:], parquet.Compression(&parquet.Zstd), parquet.DataPageVersion(1)))
	if half > 0 {
		must(t, parquet.WriteFile(filepath.Join(dir, name, "part-1.parquet"), rows[:half], parquet.Compression(&parquet.Zstd), parquet.DataPageVersion(1)))
	}
}

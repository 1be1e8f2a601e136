package dataset_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zeebo/blake3"

	"alike/db"
	"alike/db/dataset"
	"alike/db/hamming"
	"alike/db/search"
	"alike/db/search/folders"
	"alike/db/spill"
	"alike/fingerprint"
	"alike/fingerprint/simhash"
)

// file is a file of a host.
type file struct {
	data     string
	inode    uint64
	setAside bool
}

// fleet is the files of hosts, by host and path.
type fleet map[string]map[string]file

// scheme describes the simhashes of all test indexes.
var scheme = simhash.Default().String()

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newFleet returns hosts with random trees, whose files are copies and edited copies of each
// other, also of other hosts'.
func newFleet(r *rand.Rand, hosts int) fleet {
	texts := []string{""}
	text := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return string(b)
	}
	for range 25 {
		s := text([]int{20, 300, 3000, 9000, 80_000}[r.IntN(5)])
		if len(texts) > 5 && r.IntN(2) == 0 {
			s = texts[r.IntN(len(texts))]
			at := r.IntN(len(s) + 1)
			s = s[:at] + text(200) + s[at:]
		}
		texts = append(texts, s)
	}
	f := fleet{}
	for n := range hosts {
		f[fmt.Sprintf("web%d.example-%c", n%2, 'a'+n)+strings.Repeat("x", n/2%2)] = randomTree(r, texts)
	}
	return f
}

// randomTree returns files under hostile names.
func randomTree(r *rand.Rand, texts []string) map[string]file {
	names := []string{"a", "a.c", "b\nc", `d"e,f`, "\xff\xfe", "web1:", "ü", "host=x", "<b>", "a b"}
	tree := map[string]file{}
	for range 40 {
		path := "/srv"
		for range r.IntN(4) {
			path += "/" + names[r.IntN(len(names))]
		}
		path += "/" + names[r.IntN(len(names))]
		clash := slices.ContainsFunc(slices.Collect(maps.Keys(tree)), func(p string) bool {
			return p != path && (strings.HasPrefix(p, path+"/") || strings.HasPrefix(path, p+"/"))
		})
		if !clash {
			tree[path] = file{texts[r.IntN(len(texts))], uint64(r.IntN(30)), r.IntN(8) == 0}
		}
	}
	return tree
}

// enter makes w hold exactly the files of a tree in a folder of the index.
func enter(t testing.TB, w *db.Writer, at string, tree map[string]file, device uint64) {
	t.Helper()
	must(t, w.BeginScan(time.Unix(1, 0)))
	_, err := w.Forget(t.Context(), at)
	must(t, err)
	for _, path := range slices.Sorted(maps.Keys(tree)) {
		f := tree[path]
		dir, err := w.Directory(at + filepath.Dir(path))
		must(t, err)
		inode := f.inode
		if inode > 0 { // files of one inode have the same bytes
			sum := blake3.Sum256([]byte(f.data))
			inode = inode<<32 | uint64(sum[0])
		}
		must(t, w.Put(dir.ID, db.Entry{
			Name: filepath.Base(path), Content: content(t, w, f.data), Generated: f.setAside, SetAside: f.setAside,
			Stat: db.Stat{Size: int64(len(f.data)), MTime: 5, CTime: 6, Inode: inode, Device: device},
		}))
	}
	must(t, w.EndScan(time.Unix(2, 0)))
}

// content enters a content.
func content(t testing.TB, w *db.Writer, data string) db.ContentID {
	t.Helper()
	rule := w.Params().Rule
	c := db.Content{Checksum: blake3.Sum256([]byte(data)), Size: int64(len(data)), Level: rule.Level(int64(len(data)))}
	spool := w.NewSpool()
	defer spool.Close()
	must(t, spool.Add(fingerprint.Select(rule, []byte(data))))
	h := hamming.Document{Hash: uint64(c.Checksum[0]) & 7, Short: len(data) < 100, NoDocument: len(data) > 50_000}
	if h.NoDocument {
		h.Hash = 0
	}
	id, _, err := w.AddDocument(c, spool, h)
	must(t, err)
	return id
}

// index opens a new index for writing.
func index(t testing.TB, dir string, kind db.Kind) (*db.Index, *db.Writer) {
	t.Helper()
	ix, err := db.Open(t.Context(), dir, db.Options{Write: true, Create: true, Kind: kind})
	must(t, err)
	t.Cleanup(func() { _ = ix.Close() })
	w, err := ix.NewWriter()
	must(t, err)
	return ix, w
}

// export writes the files of a host as a dataset.
func export(t testing.TB, dir, host string, tree map[string]file, roots ...string) {
	t.Helper()
	ix, w := index(t, filepath.Join(t.TempDir(), "index"), db.Files)
	must(t, w.KeepHashes(scheme, hamming.DefaultBlocks))
	enter(t, w, "", tree, 7)
	for _, root := range roots {
		w.Scanned(db.Tree{Path: root})
	}
	must(t, w.Commit())
	if len(host)%2 == 0 { // of several part files each
		rowsOf(t, ix, host).write(t, filepath.Join(dir, "host="+host))
		return
	}
	_, err := dataset.Write(t.Context(), ix, dataset.Options{Dir: dir, Host: host, Now: time.Unix(9, 0)})
	must(t, err)
}

// open opens an index for reading. It must pass a check.
func open(t testing.TB, dir string) *db.Index {
	t.Helper()
	ix, err := db.Open(t.Context(), dir, db.Options{})
	must(t, err)
	t.Cleanup(func() { _ = ix.Close() })
	report, err := ix.Check(t.Context(), db.CheckOptions{})
	must(t, err)
	if len(report.Problems) > 0 {
		t.Fatalf("the index is unsound: %q", report.Problems)
	}
	return ix
}

// importAll imports datasets into an index, and returns the index for reading.
func importAll(t testing.TB, dir string, from ...string) (*db.Index, dataset.Summary) {
	t.Helper()
	sum, err := tryImport(t, dir, from...)
	must(t, err)
	return open(t, dir), sum
}

func tryImport(t testing.TB, dir string, from ...string) (dataset.Summary, error) {
	t.Helper()
	hosts, err := dataset.Hosts(t.Context(), from)
	if err != nil {
		return dataset.Summary{}, err
	}
	progress := &dataset.Progress{}
	_, err = os.Stat(dir)
	if err != nil {
		if err := dataset.Verify(t.Context(), nil, spill.In(t.TempDir()), hosts, progress); err != nil {
			return dataset.Summary{}, err
		}
	}
	ix, w := index(t, dir, db.Hosts)
	defer ix.Close()
	if err == nil {
		if err := dataset.Verify(t.Context(), w, ix.Place(), hosts, progress); err != nil {
			return dataset.Summary{}, err
		}
	}
	return dataset.Import(t.Context(), w, hosts, progress)
}

// answers returns what an index answers, one line each. Paths lose a leading slash.
func answers(t testing.TB, ix *db.Index) []string {
	t.Helper()
	ctx := t.Context()
	var lines []string
	add := func(kind string, answer any) error {
		text, err := json.Marshal(answer)
		lines = append(lines, kind+strings.ReplaceAll(string(text), `"/web`, `"web`))
		return err
	}
	for _, q := range []search.PairQuery{
		{Min: .5, MinShared: 3}, {Min: .25, MinShared: 1, By: search.Smaller}, {Min: .5, MinShared: 3, By: search.Union, Hardlinks: true},
	} {
		_, err := search.Pairs(ctx, ix, q, func(p search.Pair) error { return add("pair", p) })
		must(t, err)
	}
	must(t, search.Duplicates(ctx, ix, search.DuplicateQuery{}, func(d search.DuplicateSet) error { return add("duplicates", d) }))
	_, err := search.NearPairs(ctx, ix, search.NearPairQuery{Distance: 3}, func(p search.NearPair) error {
		return add("near", []any{p.Distance, p.A.File(0).Path, p.B.File(p.B.Len() - 1).Path, p.A.Len()})
	})
	must(t, err)
	found, _, err := search.Folders(ctx, ix, search.FolderQuery{
		Options: folders.Options{Min: .3, By: func(a, b, _ float64) float64 { return max(a, b) }},
		Files:   search.PairQuery{Min: .5, MinShared: 3},
	})
	must(t, err)
	for _, p := range found.Pairs {
		must(t, add("folders", []any{p.A.Path.String(), p.B.Path.String(), p}))
	}
	must(t, ix.EachEntry(ctx, func(path db.FilePath, e *db.DirEntry) error {
		stat := e.Stat
		stat.Device = 0
		return add("file", []any{[]byte(strings.TrimPrefix(path.String(), "/")), stat, e.Generated, e.SetAside})
	}))
	slices.Sort(lines)
	return lines
}

// compare reports the first difference of two lists.
func compare(t testing.TB, what string, got, want []string) {
	t.Helper()
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("%s: line %d of %d and %d:\n%.400s, want\n%.400s", what, i, len(got), len(want), got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%s: %d lines, want %d", what, len(got), len(want))
	}
}

// scanAll returns the answers of one index of all hosts, each in a folder of its own.
func scanAll(t testing.TB, f fleet) []string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "all")
	ix, w := index(t, dir, db.Files)
	must(t, w.KeepHashes(scheme, hamming.DefaultBlocks))
	for n, host := range slices.Sorted(maps.Keys(f)) {
		enter(t, w, "/"+host+":", f[host], uint64(1000+n))
	}
	must(t, ix.Close())
	return answers(t, open(t, dir))
}

package dataset_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/db"
	"alike/db/dataset"
	"alike/db/hamming"
	"alike/fingerprint/view"
)

// lie makes an export describe a content otherwise than it is.
type lie struct {
	what, want string // want is in the error
	tell       func(x *tables, c *dataset.Content)
}

// lies returns all ways to describe a content otherwise. x is of a host with documents.
func lies() []lie {
	hash := func(x *tables, c *dataset.Content) *dataset.Hash {
		return &x.hashes[slices.IndexFunc(x.hashes, func(h dataset.Hash) bool { return h.Key == c.Key })]
	}
	drop := func(x *tables, c *dataset.Content) {
		x.postings = slices.DeleteFunc(x.postings, func(p dataset.Posting) bool { return p.Key == c.Key })
	}
	return []lie{
		{"size", "has size ", func(x *tables, c *dataset.Content) { x.resize(c, 7) }},
		{"one fingerprint", "not the same fingerprints", func(x *tables, c *dataset.Content) {
			for i, p := range x.postings {
				if p.Key == c.Key && (i+1 == len(x.postings) || x.postings[i+1].Fingerprint != p.Fingerprint+1) {
					x.postings[i].Fingerprint++
					return
				}
			}
		}},
		{"no fingerprints", "not the same fingerprints", func(x *tables, c *dataset.Content) {
			drop(x, c)
			c.Counts = nil
		}},
		{"level", "has level ", func(x *tables, c *dataset.Content) {
			drop(x, c)
			c.Level, c.Counts = 9, []int32{1}
			x.postings = append(x.postings, dataset.Posting{Key: c.Key, Fingerprint: 1 << 36, Level: 9})
		}},
		{"simhash", "not the same simhash", func(x *tables, c *dataset.Content) { hash(x, c).Simhash++ }},
		{"short", "not the same simhash", func(x *tables, c *dataset.Content) { hash(x, c).Short = !hash(x, c).Short }},
		{"no simhash", "not the same simhash", func(x *tables, c *dataset.Content) {
			x.hashes = slices.DeleteFunc(x.hashes, func(h dataset.Hash) bool { return h.Key == c.Key })
		}},
	}
}

// liars returns an honest host and one with the same files that lies about one of them.
func liars(t *testing.T, l lie) (honest, liar *tables, about db.Checksum) {
	t.Helper()
	tree := map[string]file{}
	r := rand.New(rand.NewPCG(8, 8))
	for i, n := range []int{3000, 9000, 9000, 20_000} {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(r.Uint32())
		}
		tree[fmt.Sprintf("/srv/f%d", i)] = file{data: string(data)}
		tree[fmt.Sprintf("/srv/g%d", i)] = file{data: string(data) + string(data[:i*200])}
	}
	ix, w := index(t, filepath.Join(t.TempDir(), "index"), db.Files)
	must(t, w.KeepHashes(scheme, hamming.DefaultBlocks))
	enter(t, w, "", tree, 7)
	honest, liar = rowsOf(t, ix, "web1"), rowsOf(t, ix, "web1")
	c := &liar.contents[slices.IndexFunc(liar.contents, func(c dataset.Content) bool { return len(c.Counts) > 1 })]
	about = c.Checksum
	l.tell(liar, c)
	liar.rename("aaa")
	return honest, liar, about
}

// resize gives a content and its files another size.
func (x *tables) resize(c *dataset.Content, size int64) {
	c.Size = size
	for i := range x.files {
		if x.files[i].Key == c.Key {
			x.files[i].Size = size
		}
	}
}

// rename makes the export that of another host.
func (x *tables) rename(host string) {
	x.export[0].Host = host
	for i := range x.files {
		x.files[i].Host = host
	}
	x.sort()
	x.count()
}

// contradicts checks that an error is about a content that two hosts describe differently.
func contradicts(t *testing.T, what string, err error, about db.Checksum, want string, hosts ...string) {
	t.Helper()
	var e *dataset.ContradictionError
	if !errors.As(err, &e) {
		t.Fatalf("%s: %v, want a contradiction", what, err)
	}
	got := []string{e.Host, e.Other}
	slices.Sort(got)
	slices.Sort(hosts)
	if !slices.Equal(got, hosts) || e.Checksum != about || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), fmt.Sprintf("%x", about)) {
		t.Errorf("%s: %v, want hosts %q, content %x and %q", what, err, hosts, about, want)
	}
}

// TestContradictions checks that an import of a host that describes a content of another host
// otherwise is refused, in any order and at once, that the index stays as it was, and that the
// honest host is as if alone once the other is forgotten.
func TestContradictions(t *testing.T) {
	t.Parallel()
	for _, l := range lies() {
		dir := t.TempDir()
		honest, liar, about := liars(t, l)
		honest.write(t, filepath.Join(dir, "host=web1"))
		liar.write(t, filepath.Join(dir, "host=aaa"))
		alone, _ := importAll(t, filepath.Join(t.TempDir(), "index"), filepath.Join(dir, "host=web1"))
		want := answers(t, alone)

		_, err := tryImport(t, filepath.Join(t.TempDir(), "index"), dir)
		contradicts(t, l.what+", at once", err, about, l.want, "aaa", "web1")

		for _, first := range []string{"aaa", "web1"} {
			at := filepath.Join(t.TempDir(), "index")
			second := map[string]string{"aaa": "web1", "web1": "aaa"}[first]
			ix, _ := importAll(t, at, filepath.Join(dir, "host="+first))
			before, state := answers(t, ix), ix.State()
			must(t, ix.Close())
			_, err := tryImport(t, at, filepath.Join(dir, "host="+second))
			contradicts(t, l.what+", "+first+" first", err, about, l.want, "aaa", "web1")
			ix = open(t, at)
			compare(t, l.what+" refused", answers(t, ix), before)
			if ix.State() != state {
				t.Errorf("%s: the index was written to", l.what)
			}
			must(t, ix.Close())
			if first == "aaa" {
				forgetHost(t, at, "aaa:")
			}
			ix, _ = importAll(t, at, filepath.Join(dir, "host=web1"))
			compare(t, l.what+" healed", answers(t, ix), want)
			must(t, ix.Close())
		}
	}
}

func forgetHost(t *testing.T, at, host string) {
	t.Helper()
	ix, w := index(t, at, db.Hosts)
	if n, err := w.Forget(t.Context(), host); err != nil || n == 0 {
		t.Fatalf("forgot %d files: %v", n, err)
	}
	must(t, w.Commit())
	must(t, ix.Close())
}

// TestPoisoned checks an index in which the files of an honest host have contents as another host
// described them, as earlier versions entered them. An import is refused until the other host is
// forgotten, or exports the truth, and heals the index then.
func TestPoisoned(t *testing.T) {
	t.Parallel()
	for _, l := range lies() {
		dir, truth := t.TempDir(), t.TempDir()
		honest, liar, about := liars(t, l)
		honest.write(t, filepath.Join(dir, "host=web1"))
		liar.write(t, filepath.Join(dir, "host=aaa"))
		honest.write(t, filepath.Join(truth, "host=web1"))
		other := honest.clone()
		other.rename("aaa")
		other.write(t, filepath.Join(truth, "host=aaa"))
		poisoned := func() string {
			at := filepath.Join(t.TempDir(), "index")
			ix, _ := importAll(t, at, filepath.Join(dir, "host=aaa"))
			must(t, ix.Close())
			ix, w := index(t, at, db.Hosts)
			must(t, w.BeginScan(time.Unix(3, 0)))
			from, err := w.Directory("aaa:/srv")
			must(t, err)
			to, err := w.Directory("web1:/srv")
			must(t, err)
			must(t, w.Put(to.ID, from.Files...))
			must(t, w.EndScan(time.Unix(4, 0)))
			must(t, ix.Close())
			return at
		}
		want := map[string][]string{}
		for name, from := range map[string]string{"alone": filepath.Join(truth, "host=web1"), "both": truth} {
			ix, _ := importAll(t, filepath.Join(t.TempDir(), "index"), from)
			want[name] = answers(t, ix)
		}

		at := poisoned()
		_, err := tryImport(t, at, filepath.Join(dir, "host=web1"))
		contradicts(t, l.what, err, about, l.want, "aaa", "web1")
		forgetHost(t, at, "aaa:")
		ix, _ := importAll(t, at, filepath.Join(dir, "host=web1"))
		compare(t, l.what+", forgotten", answers(t, ix), want["alone"])
		must(t, ix.Close())

		at = poisoned()
		ix, _ = importAll(t, at, truth)
		compare(t, l.what+", both again", answers(t, ix), want["both"])
		must(t, ix.Close())
	}
}

// TestContradictionLeftBehind checks that contents which an interrupted import of a host left
// without files do not count for another host.
func TestContradictionLeftBehind(t *testing.T) {
	t.Parallel()
	l := lies()[1]
	dir := t.TempDir()
	honest, liar, _ := liars(t, l)
	honest.write(t, filepath.Join(dir, "host=web1"))
	liar.write(t, filepath.Join(dir, "host=aaa"))
	alone, _ := importAll(t, filepath.Join(t.TempDir(), "index"), filepath.Join(dir, "host=web1"))
	hosts, err := dataset.Hosts(t.Context(), []string{filepath.Join(dir, "host=aaa")})
	must(t, err)
	left := 0
	for stop := int64(1); ; stop += int64(len(liar.postings)) / 20 {
		at := filepath.Join(t.TempDir(), "index")
		ix, w := index(t, at, db.Hosts)
		p := &dataset.Progress{}
		ctx := untilRow{t.Context(), p, stop}
		err := dataset.Verify(ctx, w, ix.Place(), hosts, p)
		if err == nil {
			_, err = dataset.Import(ctx, w, hosts, p)
		}
		if err == nil {
			must(t, ix.Close())
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		orphans := false
		must(t, ix.EachNotLive(func(db.ContentID, bool) error { orphans = true; return nil }))
		must(t, ix.Close())
		if !orphans || len(filesOf(t, open(t, at))) > 0 {
			continue
		}
		left++
		ix, _ = importAll(t, at, filepath.Join(dir, "host=web1"))
		compare(t, fmt.Sprintf("after %d rows", stop), answers(t, ix), answers(t, alone))
	}
	if left == 0 {
		t.Error("no import left contents without files")
	}
}

// TestAgreement checks hosts that describe the same contents with reason in different words: without
// simhashes, and with files that are set aside and so have none.
func TestAgreement(t *testing.T) {
	t.Parallel()
	honest, other, _ := liars(t, lie{tell: func(*tables, *dataset.Content) {}})
	none := other.clone()
	none.export[0].Scheme, none.hashes = "", nil
	aside := other.clone()
	for i := range aside.files {
		aside.files[i].Generated, aside.files[i].SetAside = true, true
	}
	aside.hashes = nil
	for what, x := range map[string]*tables{"without simhashes": none, "set aside": aside} {
		x.count()
		dir := t.TempDir()
		honest.write(t, filepath.Join(dir, "host=web1"))
		x.write(t, filepath.Join(dir, "host=aaa"))
		together, _ := importAll(t, filepath.Join(t.TempDir(), "index"), dir)
		want := answers(t, together)
		for _, hosts := range [][]string{{"aaa", "web1"}, {"web1", "aaa"}} {
			at := filepath.Join(t.TempDir(), "index")
			for _, host := range hosts {
				ix, _ := importAll(t, at, filepath.Join(dir, "host="+host))
				must(t, ix.Close())
			}
			compare(t, what, answers(t, open(t, at)), want)
		}
	}
}

// TestReplacedBetween checks that an export which is replaced between its check and its turn by one
// with other fingerprints is not entered, even if its row of the table exports is the same.
func TestReplacedBetween(t *testing.T) {
	t.Parallel()
	for _, l := range lies() {
		dir, at := t.TempDir(), filepath.Join(t.TempDir(), "index")
		honest, liar, _ := liars(t, l)
		liar.rename("web1")
		honest.export[0].Hashes, honest.export[0].Postings = liar.export[0].Hashes, liar.export[0].Postings
		if len(honest.hashes) != len(liar.hashes) || len(honest.postings) != len(liar.postings) {
			continue // the counts tell
		}
		honest.write(t, filepath.Join(dir, "host=web1"))
		hosts, err := dataset.Hosts(t.Context(), []string{dir})
		must(t, err)
		ix, w := index(t, at, db.Hosts)
		must(t, dataset.Verify(t.Context(), w, ix.Place(), hosts, &dataset.Progress{}))
		must(t, os.RemoveAll(filepath.Join(dir, "host=web1")))
		liar.write(t, filepath.Join(dir, "host=web1"))
		_, err = dataset.Import(t.Context(), w, hosts, &dataset.Progress{})
		must(t, ix.Close())
		var e *dataset.ExportError
		if !errors.As(err, &e) || e.Fault() != dataset.Replaced {
			t.Errorf("%s: %v", l.what, err)
		}
		if files := filesOf(t, open(t, at)); len(files) > 0 {
			t.Errorf("%s: entered %q", l.what, files)
		}
	}
}

// TestSizesByLanguage checks that bytes which two hosts have in files of different languages have
// one size.
func TestSizesByLanguage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	honest, other, about := liars(t, lie{tell: func(*tables, *dataset.Content) {}})
	for i, x := range []*tables{honest, other} {
		x.export[0].View, x.export[0].Rules = "code", view.Kind("code").Rules()
		x.export[0].Small = 0
		keys := map[dataset.Key]dataset.Key{}
		for j := range x.contents {
			c := &x.contents[j]
			c.Language = []string{"go", "c"}[i]
			if i == 1 && c.Checksum == about {
				x.resize(c, c.Size+1)
			}
			key := dataset.KeyOf(&db.Content{Checksum: c.Checksum, Language: c.Language})
			keys[c.Key], c.Key = key, key
		}
		for j := range x.files {
			x.files[j].Key = keys[x.files[j].Key]
		}
		for j := range x.postings {
			x.postings[j].Key = keys[x.postings[j].Key]
		}
		for j := range x.hashes {
			x.hashes[j].Key = keys[x.hashes[j].Key]
		}
		x.sort()
		x.write(t, filepath.Join(dir, "host="+x.export[0].Host))
	}
	_, err := tryImport(t, filepath.Join(t.TempDir(), "index"), dir)
	contradicts(t, "at once", err, about, "size ", "aaa", "web1")
	at := filepath.Join(t.TempDir(), "index")
	hosts, err := dataset.Hosts(t.Context(), []string{filepath.Join(dir, "host=web1")})
	must(t, err)
	params := hosts[0].Params()
	ix, err := db.Open(t.Context(), at, db.Options{Write: true, Create: true, Kind: db.Hosts, Params: &params})
	must(t, err)
	must(t, ix.Close())
	for _, host := range []string{"web1", "aaa"} {
		ix, err := db.Open(t.Context(), at, db.Options{Write: true, Kind: db.Hosts})
		must(t, err)
		w, err := ix.NewWriter()
		must(t, err)
		hosts, err := dataset.Hosts(t.Context(), []string{filepath.Join(dir, "host="+host)})
		must(t, err)
		err = dataset.Verify(t.Context(), w, ix.Place(), hosts, &dataset.Progress{})
		if host == "web1" {
			must(t, err)
			_, err = dataset.Import(t.Context(), w, hosts, &dataset.Progress{})
			must(t, err)
		} else {
			contradicts(t, "one by one", err, about, "size ", "aaa", "web1")
		}
		must(t, ix.Close())
	}
	_ = open(t, at)

}

// TestSchemeGoes checks that an index whose last simhashes were forgotten takes those of another
// scheme, and one that has some left does not.
func TestSchemeGoes(t *testing.T) {
	t.Parallel()
	dir, at := t.TempDir(), filepath.Join(t.TempDir(), "index")
	honest, other, _ := liars(t, lie{tell: func(*tables, *dataset.Content) {}})
	other.export[0].Scheme = strings.Replace(scheme, "weights=damped", "weights=count", 1)
	for i := range other.hashes {
		other.hashes[i].Simhash ^= 1 << 50
	}
	honest.write(t, filepath.Join(dir, "host=web1"))
	other.write(t, filepath.Join(dir, "host=aaa"))
	ix, _ := importAll(t, at, filepath.Join(dir, "host=aaa"))
	must(t, ix.Close())
	if _, err := tryImport(t, at, filepath.Join(dir, "host=web1")); err == nil || !strings.Contains(err.Error(), "those of the index are simhash2") {
		t.Fatalf("simhashes of two schemes: %v", err)
	}
	forgetHost(t, at, "aaa:")
	ix, _ = importAll(t, at, filepath.Join(dir, "host=web1"))
	alone, _ := importAll(t, filepath.Join(t.TempDir(), "index"), filepath.Join(dir, "host=web1"))
	compare(t, "after another scheme", answers(t, ix), answers(t, alone))
	if has, _, _ := ix.HashScheme(); has != scheme {
		t.Errorf("the index has the scheme %q", has)
	}
}

// TestHealedRenumbered checks that an export of the truth heals an index also if the import begins by
// forgetting a scheme, and so merges the index, and contents get other numbers.
func TestHealedRenumbered(t *testing.T) {
	t.Parallel()
	l := lies()[1]
	dir, at := t.TempDir(), filepath.Join(t.TempDir(), "index")
	honest, liar, _ := liars(t, l)
	honest.write(t, filepath.Join(dir, "host=web1"))
	liar.rename("web1")
	liar.export[0].Scheme, liar.hashes = "", nil
	liar.count()
	ix, w := index(t, filepath.Join(t.TempDir(), "deep"), db.Files)
	must(t, w.KeepHashes(scheme, hamming.DefaultBlocks))
	enter(t, w, "", map[string]file{strings.Repeat("/d", 1500) + "/f": {data: strings.Repeat("another ", 50)}}, 7)
	deep := rowsOf(t, ix, "aaa")
	deep.export[0].Scheme = strings.Replace(scheme, "weights=damped", "weights=count", 1)
	deep.write(t, filepath.Join(dir, "first", "host=aaa"))
	liar.write(t, filepath.Join(dir, "first", "host=web1"))

	ix, _ = importAll(t, at, filepath.Join(dir, "first"))
	must(t, ix.Close())
	forgetHost(t, at, "aaa:") // killed before it forgot the scheme
	ix, _ = importAll(t, at, filepath.Join(dir, "host=web1"))
	alone, _ := importAll(t, filepath.Join(t.TempDir(), "index"), filepath.Join(dir, "host=web1"))
	compare(t, "healed", answers(t, ix), answers(t, alone))
}

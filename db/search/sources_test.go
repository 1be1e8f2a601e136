package search

import (
	"cmp"
	"hash/maphash"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alike/db"
	"alike/fingerprint"
	"alike/testdata"

	"github.com/zeebo/blake3"
)

// sources is an index of the sources that come with Go, or of some of their folders.
type sources struct {
	ix    *db.Index
	files int
}

func indexSources(t *testing.T, folders ...string) *sources {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatalf("asking for GOROOT: %v", err)
	}
	w := newWorld(t, 1)
	ix := w.open(db.Options{Write: true, Create: true})
	t.Cleanup(func() {
		mustCheck(t, ix)
		ix.Close()
	})
	iw, err := ix.NewWriter()
	if err != nil {
		t.Fatal(err)
	}
	s := &sources{ix: ix}
	spool := iw.NewSpool()
	defer spool.Close()
	root := filepath.Join(strings.TrimSpace(string(out)), "src")
	enter := func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := spool.Add(fingerprint.Select(db.DefaultParams.Rule, data)); err != nil {
			return err
		}
		size := int64(len(data))
		c := db.Content{Checksum: blake3.Sum256(data), Size: size, Level: db.DefaultParams.Rule.Level(size)}
		id, _, err := iw.AddContent(c, spool)
		if err != nil {
			return err
		}
		has, err := iw.Directory(filepath.Dir(path))
		if err != nil {
			return err
		}
		s.files++
		return iw.Put(has.ID, db.Entry{Name: d.Name(), Content: id, Stat: db.Stat{Size: size}})
	}
	for _, folder := range folders {
		must(t, filepath.WalkDir(filepath.Join(root, folder), enter))
	}
	if err := iw.Commit(); err != nil {
		t.Fatal(err)
	}
	return s
}

// The pairs of a real tree are the pairs that counting all shared fingerprints of all stored
// sets finds, and their shares agree with the files themselves.
func TestSources(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("reads 2,000 files; run without -short")
	}
	folders, files := []string{"crypto", "go", "syscall"}, 2000
	if testdata.IsLong() { // 11,000 files, and 23 million pairs that share anything
		folders, files = []string{"."}, 10_000
	}
	s := indexSources(t, folders...)
	if s.files < files {
		t.Fatalf("only %d files in %v", s.files, folders)
	}
	q := PairQuery{Min: .5, MinShared: 3}
	pairs := slices.DeleteFunc(allPairs(t, s.ix, q), func(p Pair) bool { return p.Identical })
	if len(pairs) < 1000 {
		t.Fatalf("only %d pairs", len(pairs))
	}
	slices.SortFunc(pairs, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.A.Path, b.A.Path), cmp.Compare(a.B.Path, b.B.Path)) })
	t.Run("brute force", func(t *testing.T) { s.compareWithSets(t, q, pairs) })
	t.Run("windows", func(t *testing.T) { compareWithWindows(t, pairs[:len(pairs)/testdata.Rounds(3, 1)]) })
}

// compareWithSets counts what each content shares with each other one, by going through all
// stored sets and, for each fingerprint, all contents with it.
func (s *sources) compareWithSets(t *testing.T, q PairQuery, pairs []Pair) {
	type stored struct {
		set   fingerprint.Set
		level int
		path  string
	}
	contents := map[db.ContentID]stored{}
	have := map[fingerprint.Fingerprint][]db.ContentID{}
	err := s.ix.EachContent(func(id db.ContentID, row db.StoredContent) error {
		set, err := s.ix.Fingerprints(id, row.Fingerprints(), nil)
		if err != nil {
			return err
		}
		paths, err := s.ix.PathsOf(t.Context(), []db.ContentID{id})
		if err != nil {
			return err
		}
		level := s.ix.Params().Rule.LongLevel(row.Level) // by Smaller, small windows do not count
		set = set.AtLevel(level)
		contents[id] = stored{set, level, paths[id][0].Path}
		for _, fp := range set {
			have[fp] = append(have[fp], id)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	type key struct{ a, b string }
	got := map[key]Pair{}
	for _, p := range pairs {
		got[key{p.A.Path, p.B.Path}] = p
	}
	compared, found := 0, 0
	shared := make([]int, s.ix.NextContent())
	for _, x := range contents {
		var partners []db.ContentID
		for _, fp := range x.set {
			for _, b := range have[fp] {
				if shared[b]++; shared[b] == 1 {
					partners = append(partners, b)
				}
			}
		}
		for _, b := range partners {
			n := shared[b]
			shared[b] = 0
			y := contents[b]
			if x.path >= y.path {
				continue
			}
			compared++
			common := max(x.level, y.level)
			want := fingerprint.Shares{Shared: n, A: len(x.set.AtLevel(common)), B: len(y.set.AtLevel(common))}
			p, ok := got[key{x.path, y.path}]
			similar := n >= q.MinShared && max(want.AInB(), want.BInA()) >= fingerprint.Share(q.Min)
			if similar {
				found++
			}
			if ok != similar || ok && (p.Shared != n || p.AInB != want.AInB() || p.BInA != want.BInA()) {
				t.Fatalf("%s and %s share %+v, reported: %v %+v", x.path, y.path, want, ok, p)
			}
		}
	}
	if found != len(pairs) {
		t.Errorf("%d pairs are reported, brute force finds %d", len(pairs), found)
	}
	t.Logf("%d pairs that share anything, %d of them similar", compared, found)
}

// compareWithWindows counts all distinct 50-byte windows of both files of each pair. A share
// of n fingerprints is a sample. If windows were drawn independently, its standard deviation
// would be sqrt(p(1-p)/n). Windows are shared in long runs, over which the fingerprints are
// spread more evenly, so the error is smaller. At the ends p(1-p) vanishes, and the error is
// one fingerprint, 1/n.
func compareWithWindows(t *testing.T, pairs []Pair) {
	slices.SortFunc(pairs, func(a, b Pair) int { return cmp.Compare(a.A.Path, b.A.Path) })
	var z, errs []float64
	var a []uint64
	last := ""
	for _, p := range pairs {
		if p.A.Path != last {
			last = p.A.Path
			a = windowsOf(t, last)
		}
		b := windowsOf(t, p.B.Path)
		shared := float64(countShared(a, b))
		for _, side := range []struct {
			share fingerprint.Share
			truth float64
		}{{p.AInB, shared / float64(len(a))}, {p.BInA, shared / float64(len(b))}} {
			if side.share < .5 {
				continue // the pair was reported for its other side
			}
			n := float64(p.Shared) / float64(side.share)
			sd := math.Sqrt(max(side.truth*(1-side.truth), 1/n) / n)
			errs = append(errs, float64(side.share)-side.truth)
			z = append(z, (float64(side.share)-side.truth)/sd)
		}
	}
	slices.Sort(z)
	slices.Sort(errs)
	at := func(x []float64, q float64) float64 { return x[int(q*float64(len(x)-1))] }
	t.Logf("%d shares of %d pairs; error and error in standard deviations:", len(z), len(pairs))
	for _, q := range []float64{0, .001, .01, .05, .25, .5, .75, .95, .99, .999, 1} {
		t.Logf("%6.1f %%  %+.3f  %+.2f", 100*q, at(errs, q), at(z, q))
	}
	var squares float64
	for _, x := range z {
		squares += x * x
	}
	rms := math.Sqrt(squares / float64(len(z)))
	t.Logf("root mean square: %.2f standard deviations", rms)
	if rms > 1.2 {
		t.Errorf("the shares err by %.2f standard deviations of a random sample, want at most 1.2", rms)
	}
	if low, high := at(z, .01), at(z, .99); low < -4 || high > 4 {
		t.Errorf("one in a hundred errs by more than 4 standard deviations: %.2f, %.2f", low, high)
	}
}

var windowSeed = maphash.MakeSeed()

// windowsOf returns the distinct windows of a file as sorted 64-bit hashes.
func windowsOf(t *testing.T, path string) []uint64 {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const w = fingerprint.Window
	var all []uint64
	for i := 0; i+w <= len(data); i++ {
		all = append(all, maphash.Bytes(windowSeed, data[i:i+w]))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

func countShared(a, b []uint64) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}

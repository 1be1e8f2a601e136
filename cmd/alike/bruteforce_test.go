package main

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"alike/fingerprint"
	"alike/fingerprint/view"
)

var bruteTrees = flag.String("trees", "", "compare --exact with brute force over 3,000 files of each of these `DIRS`, separated by commas")

// TestExactEqualsBruteForce compares pairs --exact with every pair of files, compared by all
// their windows: each listed pair must have the share that these have. Pairs may be missing, since
// --exact looks only at those whose fingerprints come near the threshold: most of them reach it
// because a licence lies next to a rare fingerprint. Hardly one of those may be missing that reach it
// also if each window weighs what the number of files with it says.
func TestExactEqualsBruteForce(t *testing.T) {
	t.Parallel()
	trees, files := []string{}, 300
	if *bruteTrees != "" {
		trees, files = strings.Split(*bruteTrees, ","), 3000
	} else {
		trees = append(trees, sourceTree(t, []string{"archive", "compress", "encoding", "go/types", "image", "syscall"}))
	}
	for _, tree := range trees {
		drawn := drawFiles(t, tree, files)
		for _, v := range []view.Kind{view.Raw, view.FoldText, view.FoldCode} {
			t.Run(filepath.Base(tree)+"/"+string(v), func(t *testing.T) {
				t.Parallel()
				compareWithBruteForce(t, drawn, v)
			})
		}
	}
}

func compareWithBruteForce(t *testing.T, dir string, v view.Kind) {
	b := &brute{view: v, rule: v.Rule(), of: map[string]int{}, df: map[uint64]uint16{}}
	b.read(t, dir)
	least := map[view.Kind]float64{view.Raw: .5}[v]
	if least == 0 {
		least = .35
	}
	listed := b.listed(t, dir)
	var mu sync.Mutex
	found, unweighed, missed := 0, 0, []string{}
	var work sync.WaitGroup
	for worker := range 2 {
		work.Go(func() {
			for i := worker; i < len(b.all); i += 2 {
				for j := range i {
					share := b.share(&b.all[i], &b.all[j])
					mu.Lock()
					is, ok := listed[[2]int{j, i}]
					switch {
					case ok && math.Abs(is-share) > 1e-5:
						t.Errorf("%s and %s share %g, brute force says %g", b.all[j].path, b.all[i].path, is, share)
					case ok:
						found++
					case share >= least:
						unweighed++
						if own := b.ownShare(&b.all[i], &b.all[j]); own >= least {
							missed = append(missed, fmt.Sprintf("%.3f %.3f %s %s", own, share, b.all[j].path, b.all[i].path))
						}
					}
					mu.Unlock()
				}
			}
		})
	}
	work.Wait()
	slices.Sort(missed)
	t.Logf("%d contents, %d pairs; %d others have the share, %d of them by the frequencies of windows", len(b.all), found, unweighed, len(missed))
	if found < 20 || len(missed) > found/20 {
		t.Errorf("%d pairs are listed, %d are missing", found, len(missed))
	}
	for _, m := range missed {
		t.Log("missed", m)
	}
}

// drawFiles copies files of a tree, drawn at random, into a folder.
func drawFiles(t *testing.T, tree string, n int) string {
	t.Helper()
	var paths []string
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		info, err := d.Info()
		if err == nil && info.Size() > 0 && info.Size() < 1<<20 {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	// Neighbours are drawn together, since they are alike.
	r, dir := rand.New(rand.NewPCG(37, 1)), t.TempDir()
	for drawn := 0; drawn < n && len(paths) > 0; {
		from := r.IntN(len(paths))
		some := paths[from:min(from+50, len(paths))]
		for _, path := range some {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			writeTo(t, filepath.Join(dir, fmt.Sprint(drawn), filepath.Base(path)), string(data))
			drawn++
		}
		paths = slices.Delete(paths, from, from+len(some))
	}
	return dir
}

// brute holds all files with all their windows.
type brute struct {
	view view.Kind
	rule fingerprint.Rule
	all  []bruteFile
	of   map[string]int    // by path; copies have one number
	df   map[uint64]uint16 // files that have a window
}

// aside is the number of files that are set aside.
const aside = -1

type bruteFile struct {
	path        string
	view        []byte
	licence     int64 // bytes of the view that weigh nothing
	level       int
	set         []fingerprint.Selected
	n           int      // fingerprints
	long, small []uint64 // weighed windows
	own         []uint64 // windows, not weighed
}

// read reads and weighs the files of a folder.
func (b *brute) read(t *testing.T, dir string) {
	numbers := map[string]int{}
	viewer := view.NewViewer(b.view, false)
	extractor := fingerprint.NewExtractor(b.rule)
	df := map[fingerprint.Fingerprint]int{}
	paths, err := filepath.Glob(dir + "/*/*")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		f := bruteFile{path: path, licence: int64(b.view.LicenceEnd(path, data[:min(len(data), view.LicenceHead)]))}
		viewer.Reset(path)
		f.view = slices.Clone(viewer.Write(data, true))
		if viewer.Generated() { // set aside: it counts in no weight
			b.of[path] = aside
			continue
		}
		key := fmt.Sprintf("%s %x", viewer.Language(), sha256.Sum256(data))
		n, known := numbers[key]
		if !known {
			n = len(b.all)
			numbers[key] = n
		}
		if b.of[path] = n; known {
			continue
		}
		extractor.Reset(int64(len(f.view)))
		_, _ = extractor.Write(f.view)
		extractor.Close()
		f.set, f.level = slices.Clone(extractor.Selected()), extractor.Level()
		distinct := map[fingerprint.Fingerprint]bool{}
		for _, s := range f.set {
			distinct[s.Fingerprint] = true
		}
		for s := range distinct {
			df[s]++
		}
		f.n = len(distinct)
		b.all = append(b.all, f)
	}
	for i := range b.all {
		f := &b.all[i]
		f.long = b.windows(f, df, b.rule.Window)
		if b.rule.IsSmall(f.level) {
			f.small = b.windows(f, df, b.rule.Small)
		}
		c := fingerprint.NewWindows(b.rule.Window)
		c.Reset(0, 1, max(0, len(f.view)-b.rule.Window+1))
		_, _ = c.Write(f.view)
		own, _ := c.Hashes()
		f.own = slices.Clone(own)
		for _, h := range own {
			b.df[h]++
		}
	}
}

// ownShare is share with the weight of each window by the number of files that have it.
func (b *brute) ownShare(x, y *bruteFile) float64 {
	sum := func(of, in []uint64) (whole, shared float64) {
		for _, h := range of {
			w := 1 / math.Sqrt(float64(max(b.df[h], 2)-1))
			whole += w
			if _, both := slices.BinarySearch(in, h); both {
				shared += w
			}
		}
		return whole, shared
	}
	wholeX, shared := sum(x.own, y.own)
	wholeY, _ := sum(y.own, x.own)
	if b.view == view.FoldCode {
		return (shared/max(wholeX, 24) + shared/max(wholeY, 24)) / 2
	}
	return max(shared/max(wholeX, 150), shared/max(wholeY, 150))
}

// windows returns the windows of a file with the weight of the nearest fingerprint.
func (b *brute) windows(f *bruteFile, df map[fingerprint.Fingerprint]int, window int) []uint64 {
	var w fingerprint.WindowWeights
	w.Reset(1)
	w.Skip(f.licence)
	for _, s := range f.set {
		if s.Offset >= f.licence && b.rule.WindowOf(s.Fingerprint) == window {
			w.Add(s.Offset, 1/math.Sqrt(float64(max(df[s.Fingerprint]-1, 1))))
		}
	}
	c := fingerprint.NewWeighedWindows(window)
	c.Reset(0, 1, max(0, len(f.view)-window+1))
	c.Weigh(&w)
	_, _ = c.Write(f.view)
	hashes, _ := c.Hashes()
	return slices.Clone(hashes)
}

// share returns the distinctive share of two files.
func (b *brute) share(x, y *bruteFile) float64 {
	p, q := x.long, y.long
	if b.rule.IsSmall(x.level) && b.rule.IsSmall(y.level) {
		p, q = x.small, y.small
	}
	if len(p) == 0 || len(q) == 0 {
		return 0
	}
	_, inP, inQ := fingerprint.SharedWeighed(p, q)
	least := 150.
	if b.view == view.FoldCode {
		least = 24
	}
	part := func(shared fingerprint.Weight, all []uint64, f, other *bruteFile) float64 {
		floor := least / float64(b.rule.Window) * float64(len(all)) / float64(max(f.n, 1))
		if b.rule.IsSmall(f.level) && !b.rule.IsSmall(other.level) {
			floor = least
		}
		return shared.Float() / max(fingerprint.WeightOf(all).Float(), floor)
	}
	inX, inY := part(inP, p, x, y), part(inQ, q, y, x)
	if b.view == view.FoldCode {
		return (inX + inY) / 2
	}
	return max(inX, inY)
}

// listed returns the shares of the pairs that pairs --exact lists, identical ones aside.
func (b *brute) listed(t *testing.T, dir string) map[[2]int]float64 {
	t.Helper()
	out := alikeOutput(t, filepath.Join(t.TempDir(), "index"), "pairs", "--exact", "--limit", "0", "-f", "json", "--view", string(b.view), dir)
	pairs := map[[2]int]float64{}
	for d := json.NewDecoder(strings.NewReader(out)); d.More(); {
		var p struct {
			Type        string
			A, B        struct{ Path string }
			Distinctive float64
			Identical   bool
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		i, ok := b.of[p.A.Path]
		j, both := b.of[p.B.Path]
		switch {
		case p.Type != "pair" || p.Identical || i == aside || j == aside:
		case !ok || !both || i == j:
			t.Errorf("%s and %s: not two contents", p.A.Path, p.B.Path)
		default:
			pairs[[2]int{min(i, j), max(i, j)}] = p.Distinctive
		}
	}
	return pairs
}

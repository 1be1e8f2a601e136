package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"alike/fingerprint/simhash"
	"alike/scan"
)

// nearTree writes versions of a text, each in several layouts of different sizes, scans
// them and returns the paths.
func nearTree(t *testing.T) (w *world, paths []string) {
	t.Helper()
	dir := t.TempDir()
	tree := filepath.Join(dir, "tree")
	if err := os.MkdirAll(tree, 0o755); err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(text(31, 300))
	for version := range 4 {
		for i, word := range []int{20, 130, 250}[:version] {
			words[word] = fmt.Sprintf("version%d%d", version, i)
		}
		for layout := range 12 {
			data := strings.Join(words, strings.Repeat(" ", 1+layout*layout/4)) + strings.Repeat("\n", layout+version)
			paths = append(paths, filepath.Join(tree, fmt.Sprintf("%x-%d", (7*layout+5*version)%16, len(paths))))
			if err := os.WriteFile(paths[len(paths)-1], []byte(data), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	w = &world{vars: map[string]string{"ALIKE_INDEX": filepath.Join(dir, "index")}}
	if code := w.run("scan", "-q", tree); code != 0 {
		t.Fatal(w.err.String())
	}
	return w, paths
}

// forest is a union-find structure of paths.
type forest map[string]string

func (f forest) root(x string) string {
	for f[x] != "" {
		x = f[x]
	}
	return x
}

func (f forest) join(a, b string) {
	if a, b = f.root(a), f.root(b); a != b {
		f[max(a, b)] = min(a, b)
	}
}

// TestNearPairsStandForAll checks that the printed pairs connect the same documents as
// all pairs would, that each of them is such a pair, and that they are few.
func TestNearPairsStandForAll(t *testing.T) {
	t.Parallel()
	w, paths := nearTree(t)
	hashes, sizes := map[string]simhash.Hash{}, map[string]int64{}
	w.out = syncBuffer{}
	if code := w.run(append([]string{"fingerprint", "--simhash"}, paths...)...); code != 0 {
		t.Fatal(w.err.String())
	}
	for line := range strings.Lines(w.out.String()) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		h, err := strconv.ParseUint(cells[0], 16, 64)
		info, err2 := os.Stat(cells[3])
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		hashes[cells[3]], sizes[cells[3]] = simhash.Hash(h), info.Size()
	}
	distinct := map[simhash.Hash]int{}
	for _, h := range hashes {
		distinct[h]++
	}
	if len(distinct) < 3 {
		t.Fatalf("only %d different simhashes: the test proves little", len(distinct))
	}
	for _, c := range []struct {
		flags       []string
		within      float64
		least, most int64
	}{
		{nil, 1, 0, 1 << 40},
		{[]string{"--size-within", "10%"}, .1, 0, 1 << 40},
		{[]string{"--size-within", "30%"}, .3, 0, 1 << 40},
		{[]string{"--size-within", "0.5%"}, .005, 0, 1 << 40},
		{[]string{"--size-within", "100%"}, 1, 0, 1 << 40},
		{[]string{"--min-size", "3000", "--max-size", "7000"}, 1, 3000, 7000},
		{[]string{"--min-size", "3000", "--size-within", "30%"}, .3, 3000, 1 << 40},
	} {
		for _, distance := range []int{0, 3, 16} {
			fits := func(a, b string) bool {
				x, y := min(sizes[a], sizes[b]), max(sizes[a], sizes[b])
				return x >= c.least && y <= c.most && float64(y-x) <= c.within*float64(y) &&
					simhash.Distance(hashes[a], hashes[b]) <= distance
			}
			want, got := forest{}, forest{}
			all := 0
			for i, a := range paths {
				for _, b := range paths[:i] {
					if fits(a, b) {
						want.join(a, b)
						all++
					}
				}
			}
			w.out = syncBuffer{}
			args := append([]string{"near", "-q", "--sort", "-f", "json", "--distance", strconv.Itoa(distance)}, c.flags...)
			if code := w.run(args...); code != 0 {
				t.Fatalf("%v: exit code %d: %s", args, code, w.err.String())
			}
			printed := 0
			for line := range strings.Lines(w.out.String()) {
				var n struct {
					Type     string
					A, B     struct{ Path string }
					Distance int
					SameA    int `json:"a_same_hash"`
					SameB    int `json:"b_same_hash"`
				}
				if err := json.Unmarshal([]byte(line), &n); err != nil {
					t.Fatal(err)
				}
				if n.Type != "near" {
					continue
				}
				printed++
				if !fits(n.A.Path, n.B.Path) || n.A.Path >= n.B.Path || n.Distance != simhash.Distance(hashes[n.A.Path], hashes[n.B.Path]) {
					t.Errorf("%v: %s is printed", args, line)
				}
				for path, same := range map[string]int{n.A.Path: n.SameA, n.B.Path: n.SameB} {
					want := 0 // others of an admitted size
					for _, p := range paths {
						if n.Distance > 0 && p != path && hashes[p] == hashes[path] && fits(p, p) {
							want++
						}
					}
					if same != want {
						t.Errorf("%v: %d more with the simhash of %s, want %d", args, same, path, want)
					}
				}
				got.join(n.A.Path, n.B.Path)
			}
			for _, p := range paths {
				if got.root(p) != want.root(p) {
					t.Errorf("%v: %s is connected with %s, want %s", args, p, got.root(p), want.root(p))
				}
			}
			if c.within == 1 && c.least == 0 {
				least := len(paths) - len(distinct)
				for h := range distinct {
					for g := range distinct {
						if h < g && simhash.Distance(h, g) <= distance {
							least++
						}
					}
				}
				if printed != least {
					t.Errorf("%v: %d pairs are printed, %d suffice", args, printed, least)
				}
			}
			if most := len(paths) * len(distinct); printed > most || printed > all || all > 0 && printed == 0 {
				t.Errorf("%v: %d pairs of %d are printed, want at most %d", args, printed, all, most)
			}
		}
	}
}

// TestNearSortedOnDisk checks that results sorted on disk are the same.
func TestNearSortedOnDisk(t *testing.T) {
	t.Parallel()
	w, _ := nearTree(t)
	var outputs []string
	for _, room := range []int64{0, 1} {
		w.out, w.sortRoom = syncBuffer{}, room
		if code := w.run("near", "-q", "--distance", "16", "--score", "-f", "csv"); code != 0 {
			t.Fatal(w.err.String())
		}
		outputs = append(outputs, w.out.String())
	}
	if outputs[0] != outputs[1] || strings.Count(outputs[0], "\n") < 20 {
		t.Errorf("sorted in memory:\n%s\non disk:\n%s", outputs[0], outputs[1])
	}
}

// TestNearOnTerminal checks the table of near.
func TestNearOnTerminal(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 80, 2)
	loud := strings.ToUpper(text(1, 1000))
	for name, data := range map[string]string{"folder/loud": loud, "hi": "Hi all", "hi2": "hi  ALL"} {
		if err := os.WriteFile(filepath.Join(tree, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if code := w.run("scan", "-q", tree); code != 0 {
		t.Fatal(w.err.String())
	}
	if code := w.run("near", "--color", "never", "--score"); code != 0 {
		t.Fatalf("exit code %d\n%s", code, w.err.String())
	}
	want := `     bits   found       size  document in TREE/
  1     0     ?0%    8.7 KiB  folder/copy00  (+1 identical file)
              ?0%    8.7 KiB  folder/loud
  2     0       -        6 B  hi
                -        7 B  hi2  (the same words)
`
	if got := unfolded(w.out.String(), tree); !strings.HasPrefix(got, want) || !strings.Contains(got, "folder/nearly") {
		t.Errorf("got\n%s\nwant at the beginning\n%s", got, want)
	}
	if !strings.Contains(w.err.String(), "estimated from fingerprints") || !strings.Contains(w.err.String(), "too short to judge") {
		t.Errorf("no legend in %q", w.err.String())
	}
	w.out = syncBuffer{}
	if code := w.run("near", "--color", "never", tree+"/folder/copy00", tree+"/hi", tree+"/large"); code != 0 {
		t.Errorf("exit code %d", code)
	}
	got := unfolded(w.out.String(), tree)
	for _, phrase := range []string{
		"TREE/folder/copy00  (8.7 KiB, 999 features)\n  bits       size  document in TREE/folder/\n     0    8.7 KiB  copy01  (identical)\n     0    8.7 KiB  loud\n",
		"TREE/hi  (6 B, 1 feature, too short to judge: only the same words are near it)\n",
		"     0        7 B  hi2  (the same words)\n", "  nothing near it in the index\n",
	} {
		if !strings.Contains(got, phrase) {
			t.Errorf("%q is missing from\n%s", phrase, got)
		}
	}
}

// TestFillState checks that the progress of simhashes fits beside a bar in 80 columns,
// even for millions of files.
func TestFillState(t *testing.T) {
	t.Parallel()
	p := &scan.FillProgress{}
	if text := fillState(p, 0, 0); text != "looking for new documents" {
		t.Errorf("without totals: %q", text)
	}
	p.TotalContents.Store(3_411_259)
	p.TotalBytes.Store(119 << 30)
	p.Contents.Store(1_204_208)
	text := fillState(p, 47<<30, 19.1e6)
	if want := "1,204,208 of 3,411,259 documents, 47 GiB, 1h7m28s left"; text != want {
		t.Errorf("%q, want %q", text, want)
	}
	const before = len("  39% [====>         ]  ")
	if n := before + len(text); n > 79 {
		t.Errorf("%q is cut off: %d columns", text, n)
	}
}

// TestNearTellsOfOne checks the singular in notices.
func TestNearTellsOfOne(t *testing.T) {
	t.Parallel()
	tree := t.TempDir()
	for name, data := range map[string]string{"text": text(3, 200), "binary": "\x00"} {
		if err := os.WriteFile(filepath.Join(tree, name), []byte(data), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w := &world{vars: map[string]string{"ALIKE_INDEX": filepath.Join(t.TempDir(), "index")}}
	if code := w.run("scan", "-q", tree); code != 0 {
		t.Fatal(w.err.String())
	}
	if code := w.run("near"); code != 0 {
		t.Fatal(w.err.String())
	}
	for _, want := range []string{"computed simhashes of 1 document ", ": 1 more is not a document\n", "\n1 content is not a document: "} {
		if !strings.Contains(w.err.String(), want) {
			t.Errorf("got\n%s\nwant %q", w.err.String(), want)
		}
	}
}

package web

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
)

// Hostile text in names.
const (
	hostileFolder = `"><img src=x onerror=hit()><script>hit()<`
	hostileName   = "script><!--<script>\u202e{{.}}\x1b[31m\u2028\xff.go"
)

// sampler makes a report of invented files.
type sampler struct {
	*Data
	r *rand.Rand
}

func (s *sampler) folder(parent int32, name string) int32 {
	t := &s.Tree
	t.Parent, t.Name = append(t.Parent, parent), append(t.Name, name)
	t.Files, t.Bytes, t.Found = append(t.Files, 0), append(t.Bytes, 0), append(t.Found, 0)
	t.Own = append(t.Own, 0)
	return int32(len(t.Name) - 1)
}

func (s *sampler) file(folder int32, name string, size int64) int32 {
	f := &s.Files
	f.Folder, f.Name, f.Size = append(f.Folder, folder), append(f.Name, name), append(f.Size, size)
	f.Copies, f.Missing = append(f.Copies, 1), append(f.Missing, false)
	for at := folder; at >= 0; at = s.Tree.Parent[at] {
		s.Tree.Files[at]++
		s.Tree.Bytes[at] += size
	}
	return int32(len(f.Name) - 1)
}

// pair adds a pair of files that have a share in common.
func (s *sampler) pair(a, b int32, share float64) {
	p := &s.Pairs
	other := share * (0.4 + 0.6*s.r.Float64())
	flags := []uint8{0, Exact, Few}[len(p.A)%3]
	if share == 1 {
		other, flags = 1, Identical
	}
	p.A, p.B = append(p.A, min(a, b)), append(p.B, max(a, b))
	p.AInB, p.BInA = append(p.AInB, share), append(p.BInA, other)
	p.Union, p.By = append(p.Union, share*other), append(p.By, share)
	p.Shared, p.Flags = append(p.Shared, int32(share*float64(s.Files.Size[a])/50)), append(p.Flags, flags)
	for _, side := range [][2]int32{{a, b}, {b, a}} {
		for at := s.Files.Folder[side[0]]; at >= 0; at = s.Tree.Parent[at] {
			s.Tree.Found[at] += int64(share * float64(s.Files.Size[side[0]]) / 2)
		}
		s.Tree.Own[s.Files.Folder[side[0]]] += int64(share * float64(s.Files.Size[side[0]]) / 2)
	}
}

// sample returns the report of a folder with projects and of an older copy of it.
func sample(projects, files int) *Data {
	s := sampler{&Data{}, rand.New(rand.NewPCG(18, 1))}
	names := []string{"parser", "lexer", "server", "client", "index", "walk", "cache", "format", "reader", "writer", "query", "merge", "config", "main", "table", "graph"}
	folders := []string{"internal/storage", "cmd", "docs", "web/static", "testdata", "vendor/example.org/colour"}
	roots := []int32{s.folder(-1, "/home/ada/projects"), s.folder(-1, "/mnt/backup/2024 projects")}
	var sides [2][]int32  // files
	var copied [2][]int32 // folders
	for side, root := range roots {
		for p := range projects {
			project := s.folder(root, []string{"atlas", "birch", "copper", "delta", "ember", "fjord", "garnet", "harbour", "iris", "juniper"}[p%10]+strings.Repeat("-next", p/10))
			copied[side] = append(copied[side], project)
			for _, path := range folders[:2+p%5] {
				at := project
				for part := range strings.SplitSeq(path, "/") {
					at = s.folder(at, part)
				}
				r := rand.New(rand.NewPCG(uint64(p), uint64(len(path)))) // the same on both sides
				for k := range files {
					size := int64(400 + r.IntN(60_000)*(1+p%3*8))
					sides[side] = append(sides[side], s.file(at, fmt.Sprintf("%s%d.go", names[(k+p)%len(names)], k/len(names)+1), size))
				}
			}
		}
	}
	odd := s.folder(s.folder(roots[0], hostileFolder), "=cmd|' /C calc'!A0")
	hostile := s.file(odd, hostileName, 12_345)
	long := s.file(s.folder(roots[0], strings.Repeat("long folder name ", 14)), strings.Repeat("very-long-file-name-", 12)+".go", 54_321)

	s.pair(hostile, long, 0.97)
	for i, a := range sides[0] {
		switch s.r.IntN(4) {
		case 0:
			s.pair(a, sides[1][i], 1)
		case 1, 2:
			s.pair(a, sides[1][i], 0.3+0.699*s.r.Float64())
		}
		if i%7 == 3 {
			for k := range 1 + s.r.IntN(5) {
				s.pair(a, sides[0][(i+files*(k+1))%len(sides[0])], 0.3+0.5*s.r.Float64())
			}
		}
	}
	s.strongestFirst()
	s.groups()
	s.folders(copied)
	s.Files.Missing[sides[0][2]] = true
	s.Pairs.Page = make([]string, min(20, len(s.Pairs.A)))
	for i := range s.Pairs.Page {
		if s.Pairs.Flags[i]&Identical == 0 {
			s.Pairs.Page[i] = fmt.Sprintf("%04d.html", i+1)
		}
	}
	s.overview()
	return s.Data
}

// strongestFirst sorts the pairs, identical ones last, so that a page has both in sight.
func (s *sampler) strongestFirst() {
	p := s.Pairs
	order := make([]int, len(p.A))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		return cmp.Or(int(p.Flags[i]&Identical)-int(p.Flags[j]&Identical), int(1e6*(p.By[j]-p.By[i])))
	})
	s.Pairs = Pairs{
		A: at(p.A, order), B: at(p.B, order), AInB: at(p.AInB, order), BInA: at(p.BInA, order),
		Union: at(p.Union, order), By: at(p.By, order), Shared: at(p.Shared, order), Flags: at(p.Flags, order),
	}
}

func at[T any](values []T, order []int) []T {
	return mapped(order, func(i int) T { return values[i] })
}

// groups makes a group of each file with two others or more, and a set of each with
// identical ones.
func (s *sampler) groups() {
	similar, same := map[int32][]int{}, map[int32][]int32{}
	for i, a := range s.Pairs.A {
		if s.Pairs.Flags[i]&Identical == 0 {
			similar[a] = append(similar[a], i)
		} else {
			same[a] = append(same[a], s.Pairs.B[i])
			s.Files.Copies[a]++
			s.Files.Copies[s.Pairs.B[i]]++
		}
	}
	for a := range int32(len(s.Files.Name)) {
		if of := similar[a]; len(of) > 1 {
			g := Group{Representative: a}
			for _, i := range of {
				g.Members = append(g.Members, s.Pairs.B[i])
				g.Shares = append(g.Shares, s.Pairs.By[i])
				g.Flags = append(g.Flags, s.Pairs.Flags[i])
				g.Common += int64(s.Pairs.By[i] * float64(s.Files.Size[a]))
			}
			s.Groups = append(s.Groups, g)
		}
		if of := same[a]; of != nil {
			set := Set{Size: s.Files.Size[a], Count: int64(1 + len(of)), Files: append([]int32{a}, of...)}
			if len(s.Sets) > 0 { // the files of the first are links to one
				set.Savings = set.Size * (set.Count - 1)
			}
			s.Sets = append(s.Sets, set)
		}
	}
}

func (s *sampler) folders(copied [2][]int32) {
	f, t := &s.Folders, &s.Tree
	for i, a := range copied[0] {
		b := copied[1][i]
		share := 0.95 - 0.6*float64(i)/float64(len(copied[0]))
		f.A, f.B = append(f.A, a), append(f.B, b)
		f.AInB, f.BInA, f.Union = append(f.AInB, share), append(f.BInA, share*0.9), append(f.Union, share*0.8)
		files := [3]int32{t.Files[a] / 4, t.Files[a] / 2, t.Files[a] - t.Files[a]/4 - t.Files[a]/2}
		f.FilesA, f.FilesB = append(f.FilesA, files), append(f.FilesB, files)
		f.BytesA, f.BytesB = append(f.BytesA, t.Bytes[a]), append(f.BytesB, t.Bytes[b])
		f.MatchedA = append(f.MatchedA, int64(share*float64(t.Bytes[a])))
		f.MatchedB = append(f.MatchedB, int64(share*0.9*float64(t.Bytes[b])))
		f.Rest, f.Rough = append(f.Rest, i == 3), append(f.Rough, i%2 == 0)
	}
}

func (s *sampler) overview() {
	o := Overview{
		Title: "projects and 2024 projects", Roots: []string{s.Tree.Name[0], s.Tree.Name[1]}, View: "code", Window: 50,
		Made: time.Date(2026, 11, 22, 15, 4, 0, 0, time.UTC), Version: "1.9.0", Failed: 2,
		Skipped: map[string]int64{"smaller than 64 bytes": 212, "binary": 48, "ignored by .gitignore": 1234},
		Min:     0.3, By: "smaller", Few: 10, FolderMin: 0.5, Settings: []string{"without what the base has: <b>\u202e</b>"}, Comparisons: len(s.Pairs.Page),
		Command: [2]string{"alike compare -f html --base '{a} {b}' ", " >comparison.html"},
	}
	in := map[int32]bool{}
	for i, share := range s.Pairs.By {
		in[s.Pairs.A[i]], in[s.Pairs.B[i]] = true, true
		if s.Pairs.Flags[i]&Identical == 0 {
			o.Histogram[min(int(share*20), 19)]++
			o.SimilarBytes += int64(share * float64(s.Files.Size[s.Pairs.A[i]]))
		}
	}
	for _, root := range []int{0, 1} {
		o.Files += int64(s.Tree.Files[root])
		o.Bytes += s.Tree.Bytes[root]
	}
	for _, set := range s.Sets {
		o.IdenticalFiles += int64(len(set.Files))
		o.Savings += set.Savings
	}
	o.Contents = o.Files - o.IdenticalFiles + int64(len(s.Sets))
	o.SimilarPairs, o.SimilarFiles, o.IdenticalSets = int64(len(s.Pairs.A)), int64(len(in)), int64(len(s.Sets))
	o.ShownPairs, o.ShownGroups, o.ShownSets, o.ShownFolders = o.SimilarPairs, int64(len(s.Groups)), int64(len(s.Sets)), int64(len(s.Folders.A))
	o.AllGroups, o.AllSets, o.AllFolders = o.ShownGroups, o.ShownSets, o.ShownFolders
	s.Overview = o
}

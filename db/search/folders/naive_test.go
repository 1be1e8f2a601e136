package folders

import (
	"cmp"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"
)

// naive is a pair by brute force.
type naive struct {
	a, b         string
	filesA       []*File
	filesB       []*File
	sideA, sideB Side
	both         float64
	hidden       bool // another folder stands for both
}

func (n *naive) strength() float64 {
	return float64(min(n.sideA.Matched, n.sideB.Matched)) * math.Pow(n.both, 0.25)
}

// folders returns all folders at or below a root, in the order of the tree.
func (f *forest) folders() (all []string) {
	for _, file := range f.files {
		outermost := ""
		for _, r := range f.roots {
			if within(file.Dir.String(), r) && (outermost == "" || len(r) < len(outermost)) {
				outermost = r
			}
		}
		for p := file.Dir.String(); file.Size > 0 && within(p, outermost); p = path.Dir(p) {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b string) int {
		return slices.Compare(strings.Split(a, "/"), strings.Split(b, "/"))
	})
	return slices.Compact(all)
}

// estimated reports whether the best share of a file is only that of estimated pairs.
func (f *forest) estimated(file *File, in []*File, sided bool) bool {
	best, _ := f.best(file, in, sided)
	return best > 0 && !slices.ContainsFunc(in, func(g *File) bool {
		return f.share(file, g, sided) == best && (g.Content == file.Content || !slices.ContainsFunc(f.similar, func(s Similar) bool {
			return s.Estimated && (s.A == file.Content && s.B == g.Content || s.B == file.Content && s.A == g.Content)
		}))
	})
}

func (f *forest) best(file *File, in []*File, sided bool) (share float64, same bool) {
	for _, g := range in {
		share = max(share, f.share(file, g, sided))
		same = same || file.Content == g.Content && f.share(file, g, sided) == 1
	}
	return share, same
}

func (f *forest) side(of, in []*File, skip map[*File]bool, sided bool) (s Side) {
	for _, file := range of {
		if skip[file] {
			continue
		}
		share, same := f.best(file, in, sided)
		s.Files++
		s.Bytes += file.Size
		s.Matched += int64(math.Round(float64(file.Size) * share))
		if f.estimated(file, in, sided) {
			s.Estimated++
		}
		switch {
		case same:
			s.Identical++
		case share > 0:
			s.Changed++
		}
	}
	return s
}

// leaveOut sets what was left out of both sides, and reports whether nothing was.
func (f *forest) leaveOut(a, b *Side, same bool) (whole bool) {
	all := slices.Clone(f.left)
	for _, file := range f.files {
		if file.Size == 0 {
			all = append(all, LeftOutOf{file.Dir, LeftOut{Reason: "empty", Count: 1}})
		}
	}
	sums := [2]map[string]LeftOut{{}, {}}
	for _, l := range all {
		for i, in := range [2]bool{within(l.Folder.String(), a.Path.String()) && !(a.Rest && within(l.Folder.String(), b.Path.String())), within(l.Folder.String(), b.Path.String())} {
			if s := sums[i][l.Reason]; in {
				sums[i][l.Reason] = LeftOut{l.Reason, s.Count + l.Count, s.Bytes + l.Bytes}
			}
		}
	}
	if !same || sums[0]["empty"] == sums[1]["empty"] {
		delete(sums[0], "empty")
		delete(sums[1], "empty")
	}
	for i, s := range [2]*Side{a, b} {
		for _, reason := range []string{"empty", "hidden", "ignored"} {
			if l, ok := sums[i][reason]; ok {
				s.LeftOut = append(s.LeftOut, l)
			}
		}
	}
	return len(sums[0])+len(sums[1]) == 0
}

func (f *forest) compared(a, b string) (n naive, ok bool) {
	inA, inB := within(b, a), within(a, b)
	if inA && path.Dir(b) != a || inB {
		return n, false
	}
	n.a, n.b = a, b
	for i := range f.files {
		file := &f.files[i]
		if file.Size == 0 {
			continue
		}
		if within(file.Dir.String(), a) && !(inA && within(file.Dir.String(), b)) {
			n.filesA = append(n.filesA, file)
		}
		if within(file.Dir.String(), b) {
			n.filesB = append(n.filesB, file)
		}
	}
	return n, true
}

func sameLinks(a, b []*File) bool {
	list := func(files []*File) (all []string) {
		for _, f := range files {
			all = append(all, fmt.Sprint(f.Content, f.Inode))
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(list(a), list(b))
}

func sameContents(a, b []*File) bool {
	list := func(files []*File) (all []uint32) {
		for _, f := range files {
			all = append(all, f.Content)
		}
		slices.Sort(all)
		return all
	}
	return slices.Equal(list(a), list(b))
}

func (f *forest) pass(o *Options, a, b Side) (both float64, ok bool) {
	if n := a.Bytes + b.Bytes; n > 0 {
		both = float64(a.Matched+b.Matched) / float64(n)
	}
	return both, min(a.Identical+a.Changed, b.Identical+b.Changed) >= o.MinFiles &&
		o.By(a.Share(), b.Share(), both) >= o.Min
}

func (f *forest) bruteForce(o Options) []naive {
	dirs := f.folders()
	all := map[string][]*File{}
	for _, d := range dirs {
		for i := range f.files {
			if file := &f.files[i]; file.Size > 0 && within(file.Dir.String(), d) {
				all[d] = append(all[d], file)
			}
		}
	}
	first := func(d string) string {
		for _, e := range dirs {
			if apart := o.Sided || f.isolate; apart && e == d || !apart && sameContents(all[d], all[e]) && sameLinks(all[d], all[e]) {
				return e
			}
		}
		return ""
	}
	var pairs []naive
	for i, a := range dirs {
		for _, b := range dirs[i+1:] {
			n, ok := f.compared(a, b)
			if isUnit := func(d string) bool {
				return slices.ContainsFunc(f.files, func(g File) bool { return g.Size > 0 && g.Unit == d })
			}; o.Units && !(isUnit(a) && isUnit(b)) {
				continue
			}
			fa, fb := first(a), first(b)
			isA, isB := slices.Equal(all[fa], all[a]), slices.Equal(all[fb], all[b])
			if !ok || !(isA && isB) && (fa != fb || !isA && !isB) {
				continue
			}
			n.sideA, n.sideB = f.side(n.filesA, n.filesB, nil, o.Sided), f.side(n.filesB, n.filesA, nil, o.Sided)
			n.both, ok = f.pass(&o, n.sideA, n.sideB)
			direct := slices.ContainsFunc(n.filesA, func(file *File) bool {
				share, _ := f.best(file, n.filesB, o.Sided)
				return file.Dir.Is(a) && share > 0
			})
			if ok && (!within(b, a) || direct) {
				pairs = append(pairs, n)
			}
		}
	}
	slices.SortStableFunc(pairs, func(x, y naive) int {
		depth := func(n naive) int { return strings.Count(n.a, "/") + strings.Count(n.b, "/") }
		return cmp.Or(cmp.Compare(y.strength(), x.strength()),
			cmp.Compare(btoi(within(x.b, x.a)), btoi(within(y.b, y.a))), cmp.Compare(depth(x), depth(y)))
	})
	kept := f.kept(&o, pairs, naiveHubs(dirs, pairs))
	for i := range kept {
		k := &kept[i]
		k.sideA.Rest = within(k.b, k.a)
		if !o.Units {
			k.a, k.b = named(dirs, all, k.a, k.b)
		}
	}
	return kept
}

// kept returns the pairs that say more than stronger ones, without those that a pair of hubs
// stands for.
func (f *forest) kept(o *Options, pairs []naive, hubs map[string]string) (kept []naive) {
	for _, p := range pairs {
		if hubA, hubB := cmp.Or(hubs[p.a], p.a), cmp.Or(hubs[p.b], p.b); !within(p.b, p.a) && (o.Sided || f.isolate || !(sameContents(p.filesA, p.filesB) && sameLinks(p.filesA, p.filesB))) {
			stand := slices.ContainsFunc(pairs, func(n naive) bool { return n.a == hubA && n.b == hubB || n.a == hubB && n.b == hubA })
			p.hidden = hubA == hubB && hubA != p.a && hubA != p.b || (hubA != p.a || hubB != p.b) && stand
		}
		said := map[*File]bool{}
		for _, k := range kept {
			f.account(p.filesA, p.filesB, k.filesA, k.filesB, said, o.Sided)
			f.account(p.filesA, p.filesB, k.filesB, k.filesA, said, o.Sided)
			f.account(p.filesB, p.filesA, k.filesA, k.filesB, said, o.Sided)
			f.account(p.filesB, p.filesA, k.filesB, k.filesA, said, o.Sided)
		}
		if _, ok := f.pass(o, f.side(p.filesA, p.filesB, said, o.Sided), f.side(p.filesB, p.filesA, said, o.Sided)); ok {
			kept = append(kept, p)
		}
	}
	return slices.DeleteFunc(kept, func(n naive) bool { return n.hidden })
}

func naiveHubs(dirs []string, pairs []naive) map[string]string {
	near := map[string]map[string]bool{}
	for _, p := range pairs {
		if p.sideA.Share() >= .9 && p.sideB.Share() >= .9 && !within(p.b, p.a) {
			for _, c := range [][2]string{{p.a, p.b}, {p.b, p.a}} {
				if near[c[0]] == nil {
					near[c[0]] = map[string]bool{}
				}
				near[c[0]][c[1]] = true
			}
		}
	}
	order := slices.Clone(dirs)
	slices.SortStableFunc(order, func(x, y string) int { return len(near[y]) - len(near[x]) })
	hubs := map[string]string{}
	for _, x := range order {
		if hubs[x] == "" && len(near[x]) > 0 {
			hubs[x] = x
			for y := range near[x] {
				hubs[y] = cmp.Or(hubs[y], x)
			}
		}
	}
	return hubs
}

// named is the rule of Tree.named: the files of /a/b/c, if /a contains nothing else, are
// shown as /a/b/c beside /x/c.
func named(dirs []string, all map[string][]*File, a, b string) (string, string) {
	descend := func(from, name string) string {
		for _, d := range dirs {
			if within(d, from) && path.Base(d) == name && len(all[d]) == len(all[from]) {
				return d
			}
		}
		return from
	}
	if within(b, a) {
		return a, b
	}
	a = descend(a, path.Base(b))
	return a, descend(b, path.Base(a))
}

func (f *forest) account(here, there, keptHere, keptThere []*File, said map[*File]bool, sided bool) {
	if !nested(here, keptHere) || !nested(there, keptThere) {
		return
	}
	for _, file := range here {
		if slices.Contains(keptHere, file) {
			share, _ := f.best(file, there, sided)
			other, _ := f.best(file, keptThere, sided)
			said[file] = said[file] || share > 0 && other >= .9*share
		}
	}
}

func nested(a, b []*File) bool {
	contains := func(a, b []*File) bool {
		return !slices.ContainsFunc(b, func(f *File) bool { return !slices.Contains(a, f) })
	}
	return contains(a, b) || contains(b, a)
}

var measures = []func(aInB, bInA, both float64) float64{
	func(a, b, _ float64) float64 { return max(a, b) },
	func(a, b, _ float64) float64 { return min(a, b) },
	func(_, _, both float64) float64 { return both },
}

package web

import (
	"encoding/base64"
	"math"
	"slices"
	"strconv"

	"alike/cmd/alike/terminal"
)

// part is a block of JSON on the page. The page paints the overview before it reads the
// others.
type part struct {
	name  string
	value any
}

func parts(d *Data) []part {
	o := d.Overview
	o.Title = visible(o.Title)
	o.Roots = mapped(o.Roots, visible)
	o.Settings = mapped(o.Settings, visible)
	return []part{
		{"overview", o},
		{"tree", encodedTree{
			Parent: noNull(d.Tree.Parent), Name: mapped(d.Tree.Name, visible), Files: noNull(d.Tree.Files),
			Bytes: noNull(d.Tree.Bytes), Found: noNull(d.Tree.Found), Own: noNull(d.Tree.Own),
		}},
		{"files", encodedFiles{
			Folder: noNull(d.Files.Folder), Name: mapped(d.Files.Name, visible), Size: noNull(d.Files.Size),
			Copies: noNull(d.Files.Copies), Missing: indices(d.Files.Missing), Odd: oddPaths(d), Units: unitSizes(d.Files.Units),
		}},
		{"pairs", encodePairs(&d.Pairs)},
		{"between", encodedBetween{encodePairs(&d.Between.Pairs), noNull(d.Between.Of)}},
		{"groups", mapped(d.Groups, func(g Group) encodedGroup {
			return encodedGroup{g.Representative, noNull(g.Members), g.Shares, flags(g.Flags), g.Common}
		})},
		{"sets", noNull(d.Sets)},
		{"folders", encodedFolders{
			A: noNull(d.Folders.A), B: noNull(d.Folders.B),
			AInB: d.Folders.AInB, BInA: d.Folders.BInA, Union: d.Folders.Union,
			FilesA: noNull(d.Folders.FilesA), FilesB: noNull(d.Folders.FilesB),
			BytesA: noNull(d.Folders.BytesA), BytesB: noNull(d.Folders.BytesB),
			MatchedA: noNull(d.Folders.MatchedA), MatchedB: noNull(d.Folders.MatchedB),
			Rest: indices(d.Folders.Rest), Rough: indices(d.Folders.Rough),
			LeftOutA: sparse(d.Folders.LeftOutA), LeftOutB: sparse(d.Folders.LeftOutB),
		}},
	}
}

type encodedTree struct {
	Parent []int32  `json:"parent"`
	Name   []string `json:"name"`
	Files  []int32  `json:"files"`
	Bytes  []int64  `json:"bytes"`
	Found  []int64  `json:"found"`
	Own    []int64  `json:"own"`
}

type encodedFiles struct {
	Folder  []int32          `json:"folder"`
	Name    []string         `json:"name"`
	Size    []int64          `json:"size"`
	Copies  []int32          `json:"copies"`
	Missing []int32          `json:"missing"`
	Odd     map[int32]string `json:"odd"`
	Units   map[int32]int32  `json:"units"`
}

func encodePairs(p *Pairs) encodedPairs {
	return encodedPairs{
		A: noNull(p.A), B: noNull(p.B), AInB: p.AInB, BInA: p.BInA, Union: p.Union, By: p.By,
		Shared: noNull(p.Shared), Flags: flags(p.Flags), Page: noNull(p.Page),
	}
}

type encodedBetween struct {
	encodedPairs
	Of []int32 `json:"of"`
}

type encodedPairs struct {
	A      []int32  `json:"a"`
	B      []int32  `json:"b"`
	AInB   shares   `json:"aInB"`
	BInA   shares   `json:"bInA"`
	Union  shares   `json:"union"`
	By     shares   `json:"by"`
	Shared []int32  `json:"shared"`
	Flags  []int32  `json:"flags"`
	Page   []string `json:"page"`
}

type encodedGroup struct {
	Representative int32   `json:"representative"`
	Members        []int32 `json:"members"`
	Shares         shares  `json:"shares"`
	Flags          []int32 `json:"flags"`
	Common         int64   `json:"common"`
}

type encodedFolders struct {
	A        []int32    `json:"a"`
	B        []int32    `json:"b"`
	AInB     shares     `json:"aInB"`
	BInA     shares     `json:"bInA"`
	Union    shares     `json:"union"`
	FilesA   [][3]int32 `json:"filesA"`
	FilesB   [][3]int32 `json:"filesB"`
	BytesA   []int64    `json:"bytesA"`
	BytesB   []int64    `json:"bytesB"`
	MatchedA []int64    `json:"matchedA"`
	MatchedB []int64    `json:"matchedB"`
	Rest     []int32    `json:"rest"`
	Rough    []int32    `json:"rough"`

	LeftOutA map[int32]string `json:"leftOutA"`
	LeftOutB map[int32]string `json:"leftOutB"`
}

// sparse returns the texts that are not empty, by their place.
func sparse(all []string) map[int32]string {
	some := map[int32]string{}
	for i, text := range all {
		if text != "" {
			some[int32(i)] = text
		}
	}
	return some
}

// shares are encoded with three decimal digits, or as -1 if they are undefined.
type shares []float64

// MarshalJSON implements json.Marshaler. It rounds down, because 1 says that all was found,
// and so that the bars of the histogram count what the page shows for them.
func (s shares) MarshalJSON() ([]byte, error) {
	text := make([]byte, 0, 6*len(s)+2)
	text = append(text, '[')
	for i, share := range s {
		if i > 0 {
			text = append(text, ',')
		}
		thousandths := math.Floor(share*1000 + 1e-6)
		if share < 1 {
			thousandths = min(thousandths, 999) // 0.9999999 too
		}
		if !(share >= 0) {
			thousandths = -1000
		}
		text = strconv.AppendFloat(text, thousandths/1000, 'f', -1, 64)
	}
	return append(text, ']'), nil
}

// unitSizes returns, by index, the numbers of files of units.
func unitSizes(of []int32) map[int32]int32 {
	units := map[int32]int32{}
	for i, n := range of {
		if n > 0 {
			units[int32(i)] = n
		}
	}
	return units
}

// oddPaths returns, by index, the base 64 of the paths that are not shown as they are.
func oddPaths(d *Data) map[int32]string {
	plain := make([]bool, len(d.Tree.Name))
	for i, parent := range d.Tree.Parent {
		plain[i] = terminal.Plain(d.Tree.Name[i]) && (parent < 0 || plain[parent])
	}
	odd := map[int32]string{}
	for i, folder := range d.Files.Folder {
		if name := d.Files.Name[i]; !plain[folder] || !terminal.Plain(name) {
			odd[int32(i)] = base64.StdEncoding.EncodeToString(d.Tree.pathOf(folder, name))
		}
	}
	return odd
}

// pathOf builds the path of a file in a folder. Of all folders at once, the paths of a deep tree
// would take gigabytes.
func (t *Tree) pathOf(folder int32, name string) []byte {
	names := []string{name}
	for ; folder >= 0; folder = t.Parent[folder] {
		names = append(names, t.Name[folder])
	}
	var path []byte
	for i, name := range slices.Backward(names) {
		if path = append(path, name...); i > 0 && name != "/" {
			path = append(path, '/')
		}
	}
	return path
}

func visible(s string) string { return terminal.Visible(s) }

// noNull makes a nil slice an empty one, which JSON does not encode as null.
func noNull[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func mapped[T, U any](from []T, f func(T) U) []U {
	to := make([]U, len(from))
	for i, v := range from {
		to[i] = f(v)
	}
	return to
}

// flags keeps JSON from encoding bytes as base 64.
func flags(from []uint8) []int32 { return mapped(from, func(f uint8) int32 { return int32(f) }) }

// indices returns the indices of those that are true, which are few.
func indices(of []bool) []int32 {
	list := []int32{}
	for i, set := range of {
		if set {
			list = append(list, int32(i))
		}
	}
	return slices.Clip(list)
}

package scan

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"alike/db"
	"alike/scan/ignore"
)

// Selection selects the files of a root to index. Its fields are those of Options. The
// index remembers the selection of each root.
type Selection struct {
	Hidden           bool
	Exclude          []string
	ExcludeFiles     []string // absolute paths
	NoIgnore         bool
	Follow           bool
	OneFileSystem    bool
	ExcludeCaches    bool
	ExcludeIfPresent []string
	MinSize, MaxSize int64
	Sparse           bool
	Generated        bool
	Vendored         bool
}

// RootOptions replaces the selection of Options for one root.
type RootOptions struct {
	Selection
	// Base is the folder that globs with a slash and ExcludeFiles refer to, "" for the
	// root itself.
	Base string
	// Part is set if the root is scanned as a part of another root, with its selection.
	// The index does not remember it as a root.
	Part bool
}

// Selection returns the selection of the options.
func (o *Options) Selection() Selection {
	return Selection{
		Hidden: o.Hidden, Exclude: o.Exclude, ExcludeFiles: o.ExcludeFiles, NoIgnore: o.NoIgnore,
		Follow: o.Follow, OneFileSystem: o.OneFileSystem,
		ExcludeCaches: o.ExcludeCaches, ExcludeIfPresent: o.ExcludeIfPresent,
		MinSize: o.MinSize, MaxSize: o.MaxSize, Sparse: o.Sparse, Generated: o.Generated, Vendored: o.Vendored,
	}
}

// Equal reports whether two selections are the same. The order of patterns counts.
func (s Selection) Equal(t Selection) bool { return reflect.DeepEqual(s.encoded(), t.encoded()) }

// selectionJSON is the encoding of a Selection. Names are bytes, because they may not be
// UTF-8.
type selectionJSON struct {
	Hidden           bool     `json:"hidden,omitempty"`
	Exclude          [][]byte `json:"exclude,omitempty"`
	ExcludeFiles     [][]byte `json:"exclude_files,omitempty"`
	NoIgnore         bool     `json:"no_ignore,omitempty"`
	Follow           bool     `json:"follow,omitempty"`
	OneFileSystem    bool     `json:"one_file_system,omitempty"`
	ExcludeCaches    bool     `json:"exclude_caches,omitempty"`
	ExcludeIfPresent [][]byte `json:"exclude_if_present,omitempty"`
	MinSize          int64    `json:"min_size,omitempty"`
	MaxSize          int64    `json:"max_size,omitempty"`
	Sparse           bool     `json:"sparse,omitempty"`
	Generated        bool     `json:"generated,omitempty"`
	Vendored         bool     `json:"vendored,omitempty"`
}

func (s Selection) encoded() selectionJSON {
	return selectionJSON{
		s.Hidden, bytesOf(s.Exclude), bytesOf(s.ExcludeFiles), s.NoIgnore, s.Follow, s.OneFileSystem,
		s.ExcludeCaches, bytesOf(s.ExcludeIfPresent), s.MinSize, s.MaxSize, s.Sparse, s.Generated, s.Vendored,
	}
}

func bytesOf(names []string) (all [][]byte) {
	for _, name := range names {
		all = append(all, []byte(name))
	}
	return all
}

func stringsOf(names [][]byte) (all []string) {
	for _, name := range names {
		all = append(all, string(name))
	}
	return all
}

// String returns the selection in the form that ParseSelection reads. It is never "".
func (s Selection) String() string {
	text, _ := json.Marshal(s.encoded()) // none of its types can fail
	return string(text)
}

// ParseSelection parses the result of String.
func ParseSelection(text string) (Selection, error) {
	var e selectionJSON
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		return Selection{}, fmt.Errorf("reading the selection of a root: %w", err)
	}
	return Selection{
		e.Hidden, stringsOf(e.Exclude), stringsOf(e.ExcludeFiles), e.NoIgnore, e.Follow, e.OneFileSystem,
		e.ExcludeCaches, stringsOf(e.ExcludeIfPresent), e.MinSize, e.MaxSize, e.Sparse, e.Generated, e.Vendored,
	}, nil
}

// Root is a tree that was scanned as a root, with its selection.
type Root struct {
	db.Tree
	Selected Selection
	Known    bool // the index knows the selection; indexes of older versions do not
}

// Roots returns the roots of an index in bytewise order of path. Trees that were only
// scanned as parts of roots are not among them.
func Roots(trees []db.Tree) ([]Root, error) {
	var roots []Root
	for _, t := range trees {
		r := Root{Tree: t, Known: t.Selection != ""}
		if r.Known {
			var err error
			if r.Selected, err = ParseSelection(t.Selection); err != nil {
				return nil, err
			}
		} else if slices.ContainsFunc(trees, func(o db.Tree) bool { return o.Path != t.Path && isWithin(t.Path, o.Path) }) {
			continue
		}
		roots = append(roots, r)
	}
	return roots, nil
}

// RootOf returns the innermost root that contains a path, and whether there is one.
func RootOf(roots []Root, path string) (r Root, ok bool) {
	for _, other := range roots {
		if isWithin(path, other.Path) {
			r, ok = other, true // an outer root comes first
		}
	}
	return r, ok
}

// selection is a prepared Selection.
type selection struct {
	Selection
	globs   *ignore.Globs
	lists   []*ignore.Patterns // of ExcludeFiles, in order of precedence
	markers map[string]bool    // of ExcludeIfPresent
}

// prepare compiles the patterns and reads the files of patterns.
func (s Selection) prepare() (*selection, error) {
	p := &selection{Selection: s, markers: make(map[string]bool)}
	var err error
	if p.globs, err = ignore.ParseGlobs(s.Exclude); err != nil {
		return nil, err
	}
	for _, name := range s.ExcludeFiles {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading patterns of names to exclude: %w", err)
		}
		p.lists = append([]*ignore.Patterns{ignore.Parse(data)}, p.lists...)
	}
	for _, name := range s.ExcludeIfPresent {
		p.markers[name] = true
	}
	return p, nil
}

// Absolute returns the selection with absolute paths of ExcludeFiles, so that it means the
// same in another working directory.
func (s Selection) Absolute() Selection {
	s.ExcludeFiles = slices.Clone(s.ExcludeFiles)
	for i, name := range s.ExcludeFiles {
		if path, err := filepath.Abs(name); err == nil {
			s.ExcludeFiles[i] = path
		}
	}
	return s
}

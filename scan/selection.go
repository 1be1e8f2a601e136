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

// Selection selects the files of a root to index. The rules apply in the order of the
// fields. The
// index remembers the selection of each root.
type Selection struct {
	// Hidden includes names that begin with a dot.
	Hidden bool

	// Exclude holds globs in the syntax of doublestar: *, ?, [a-z], {a,b}, and ** for
	// any number of folders. A glob without a slash matches names. One with a slash
	// matches paths from the root; if it begins with a slash, it also matches absolute
	// paths. One that ends in a slash matches folders only. Matches are left out, and
	// no other rule includes them again.
	Exclude []string

	// ExcludeFiles names files in the syntax of .gitignore. They apply as if they were
	// in each root, and take precedence over all ignore files in the tree, later ones
	// over earlier ones.
	ExcludeFiles []string

	// NoIgnore ignores .gitignore and .alikeignore files. Otherwise they apply as in
	// git, and .alikeignore takes precedence over .gitignore in the same folder. Ignore
	// files above a root apply as well, .gitignore up to the root of the repository, so
	// a repository scanned in parts gives the same result as a whole. The user's own
	// ignore file and .git/info/exclude do not apply.
	NoIgnore bool

	// Follow treats symbolic links as their targets, under the path of the link. A link
	// to a folder that contains the link is left out.
	Follow bool

	// OneFileSystem leaves out folders on other file systems than their root.
	OneFileSystem bool

	// ExcludeCaches leaves out folders marked by a CACHEDIR.TAG (bford.info/cachedir).
	// ExcludeIfPresent leaves out folders that contain one of these names. Both also
	// apply to roots.
	ExcludeCaches    bool
	ExcludeIfPresent []string

	// MinSize and MaxSize are in bytes. A MaxSize of 0 means no limit. Like Sparse,
	// they also apply to roots that are files.
	MinSize, MaxSize int64

	// Sparse includes files over 1 GiB that have less than a tenth allocated.
	Sparse bool

	// Generated and Vendored include generated and vendored code. The code view leaves
	// it out by default, because such files resemble each other and are not the work of
	// the tree's authors. Other views always include it. See view.Generated and
	// view.Vendored for how it is recognised; the names of roots do not count. A file
	// that its beginning marks as generated is read once, and then recognised by its
	// times.
	Generated, Vendored bool
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

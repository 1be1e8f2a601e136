package scan

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"alike/db"
	"alike/scan/fsys"
	"alike/scan/ignore"
)

// Selection selects the files of a root to index. The rules apply in the order of the
// fields. The index remembers the selection of each root.
type Selection struct {
	// Hidden includes names that begin with a dot.
	Hidden bool `json:"hidden,omitempty"`

	// Exclude holds globs in the syntax of doublestar: *, ?, [a-z], {a,b}, and ** for
	// any number of folders. A glob without a slash matches names. One with a slash
	// matches paths from the root; if it begins with a slash, it also matches absolute
	// paths. One that ends in a slash matches folders only. Matches are left out, and
	// no other rule includes them again.
	Exclude Names `json:"exclude,omitempty"`

	// ExcludeFiles names files in the syntax of .gitignore. They apply as if they were
	// in each root, and take precedence over all ignore files in the tree, later ones
	// over earlier ones.
	ExcludeFiles Names `json:"exclude_files,omitempty"`

	// NoIgnore ignores .gitignore and .alikeignore files. Otherwise they apply as in
	// git, and .alikeignore takes precedence over .gitignore in the same folder. Ignore
	// files above a root apply as well, .gitignore up to the root of the repository, so
	// a repository scanned in parts gives the same result as a whole. The user's own
	// ignore file and .git/info/exclude do not apply.
	NoIgnore bool `json:"no_ignore,omitempty"`

	// Follow treats symbolic links as their targets, under the path of the link. A link
	// to a folder that contains the link is left out.
	Follow bool `json:"follow,omitempty"`

	// OneFileSystem leaves out folders on other file systems than their root.
	OneFileSystem bool `json:"one_file_system,omitempty"`

	// ExcludeCaches leaves out folders marked by a CACHEDIR.TAG (bford.info/cachedir).
	// ExcludeIfPresent leaves out folders that contain one of these names. Both also
	// apply to roots.
	ExcludeCaches    bool  `json:"exclude_caches,omitempty"`
	ExcludeIfPresent Names `json:"exclude_if_present,omitempty"`

	// MinSize and MaxSize are in bytes. A MaxSize of 0 means no limit. Like Sparse,
	// they also apply to roots that are files.
	MinSize int64 `json:"min_size,omitempty"`
	MaxSize int64 `json:"max_size,omitempty"`

	// Sparse includes files over 1 GiB that have less than a tenth allocated.
	Sparse bool `json:"sparse,omitempty"`

	// Generated and Vendored include generated and vendored code. The code view leaves
	// it out by default, because such files resemble each other and are not the work of
	// the tree's authors. Other views always include it. See view.Generated and
	// view.Vendored for how it is recognised; the names of roots do not count. A file
	// that its beginning marks as generated is read once, and then recognised by its
	// times.
	Generated bool `json:"generated,omitempty"`
	Vendored  bool `json:"vendored,omitempty"`
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

// Names are file names or patterns. Their JSON is base 64, because they may not be UTF-8.
type Names []string

// MarshalJSON implements json.Marshaler.
func (n Names) MarshalJSON() ([]byte, error) {
	encoded := make([][]byte, len(n))
	for i, name := range n {
		encoded[i] = []byte(name)
	}
	return json.Marshal(encoded)
}

// UnmarshalJSON implements json.Unmarshaler.
func (n *Names) UnmarshalJSON(data []byte) error {
	var encoded [][]byte
	err := json.Unmarshal(data, &encoded)
	for _, name := range encoded {
		*n = append(*n, string(name))
	}
	return err
}

// Equal reports whether two selections are the same. The order of patterns counts.
func (s Selection) Equal(t Selection) bool { return s.String() == t.String() }

// String returns the selection in the form that parseSelection reads. It is never "".
func (s Selection) String() string {
	text, _ := json.Marshal(s) // none of its types can fail
	return string(text)
}

// parseSelection parses the result of String.
func parseSelection(text string) (s Selection, err error) {
	if err = json.Unmarshal([]byte(text), &s); err != nil {
		err = fmt.Errorf("reading the selection of a root: %w", err)
	}
	return s, err
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
			if r.Selected, err = parseSelection(t.Selection); err != nil {
				return nil, err
			}
		} else if slices.ContainsFunc(trees, func(o db.Tree) bool { return o.Path != t.Path && isWithin(t.Path, o.Path) }) {
			continue
		}
		roots = append(roots, r)
	}
	return roots, nil
}

// TreesOf returns the roots of an index for opening files by their recorded paths.
func TreesOf(ix *db.Index) (*fsys.Trees, error) {
	roots, err := Roots(ix.Trees())
	if err != nil {
		return nil, err
	}
	trees := &fsys.Trees{Roots: make(map[string]bool, len(roots))}
	for _, r := range roots {
		trees.Roots[r.Path] = r.Selected.Follow || !r.Known
	}
	return trees, nil
}

// Reread returns a function for db.CheckOptions.Read.
func Reread(ctx context.Context, ix *db.Index) (func(path string, state db.Stat, w io.Writer) error, error) {
	trees, err := TreesOf(ix)
	return func(path string, state db.Stat, w io.Writer) error {
		err := trees.Copy(ctx, fsys.File{Path: path, Stat: state}, w)
		if errors.Is(err, fsys.ErrChanged) || errors.Is(err, fsys.ErrGone) {
			return fmt.Errorf("%w: %w", db.ErrFileChanged, err)
		}
		return err
	}, err
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
		data, err := readPatterns(name)
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

// readPatterns refuses a FIFO: a scan reads the patterns several times.
func readPatterns(name string) ([]byte, error) {
	if info, err := os.Stat(name); err == nil && info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0 {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("is a pipe, and would have to be read twice")}
	}
	return os.ReadFile(name)
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

// excludedBySize reports whether the size of a file excludes it.
func (s *selection) excludedBySize(st *fsys.Status) (reason, bool) {
	const (
		sparseSize   = 1 << 30
		sparseFactor = 10
		blockSize    = 512 // of st_blocks, on every file system
	)
	switch {
	case st.Size < s.MinSize:
		return reasonTooSmall, true
	case s.MaxSize > 0 && st.Size > s.MaxSize:
		return reasonTooLarge, true
	case !s.Sparse && st.Size > sparseSize && st.Blocks < st.Size/(sparseFactor*blockSize):
		return reasonSparse, true
	}
	return 0, false
}

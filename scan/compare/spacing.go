package compare

import (
	"bytes"
	"context"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"alike/db"
	"alike/db/search"
	"alike/fingerprint"
	doctext "alike/fingerprint/text"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/fsys"
)

// Spacing looks for files that match another file only with other line ends or white space,
// which the raw view does not show.
type Spacing struct {
	Path string // of a file with such matches, or ""
	Have string // what they have

	room int64 // work left, in bytes: spacingCost for each file, and its size

	trees *fsys.Trees // of the files to look up; nil for one that the user named
	ix    *db.Index
	lists *db.PostingLists // of ix
}

// Bounds of the work. A query of many files has a smaller room, so that it takes no longer.
const (
	spacingCost  = 64 << 10
	spacingFile  = 4 << 20          // size of the largest file
	spacingQuery = 5 * spacingCost  // room for a query
	spacingTrees = 64 * spacingCost // room for trees without pairs
)

// NewSpacing returns a Spacing for the files of a query.
func NewSpacing() *Spacing { return &Spacing{room: spacingQuery} }

// NewSpacingOfTrees returns a Spacing for trees in which there are no pairs.
func NewSpacingOfTrees() *Spacing { return &Spacing{room: spacingTrees} }

// respaced is a text with other line ends or white space.
type respaced struct {
	have string
	data []byte
	set  fingerprint.Set
}

// respace returns the variants of a text.
func respace(data []byte, rule fingerprint.Rule) (all []respaced) {
	line, tab, blanks := []byte("\n"), []byte("\t"), []byte("    ")
	lf := bytes.ReplaceAll(bytes.ReplaceAll(data, []byte("\r\n"), line), []byte("\r"), line)
	stripped := bytes.Split(lf, line)
	for i, s := range stripped {
		stripped[i] = bytes.TrimRight(s, " \t")
	}
	for _, v := range []respaced{
		{have: "CRLF line ends", data: bytes.ReplaceAll(lf, line, []byte("\r\n"))},
		{have: "LF line ends", data: lf},
		{have: "CR line ends", data: bytes.ReplaceAll(lf, line, []byte("\r"))},
		{have: "other white space", data: bytes.ReplaceAll(lf, tab, blanks)},
		{have: "other white space", data: bytes.ReplaceAll(lf, blanks, tab)},
		{have: "other white space", data: bytes.Join(stripped, line)},
	} {
		if !bytes.Equal(v.data, data) {
			v.set, _ = fingerprint.SetOf(rule, v.data)
			all = append(all, v)
		}
	}
	return all
}

// Look looks up a file without matches again, with other line ends and white space. own are
// its fingerprints.
func (l *Spacing) Look(ctx context.Context, ix *db.Index, path string, size int64, own fingerprint.Set, query search.PairQuery) error {
	params := ix.Params()
	if l.Path != "" || params.View != string(view.Raw) || l.room <= 0 || size > spacingFile || !filepath.IsAbs(path) {
		return nil
	}
	l.room -= size + spacingCost
	file, err := l.trees.OpenRegular(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, size))
	if err != nil || doctext.IsBinary(data) { // the file was read before: this is only a hint
		return nil
	}
	all := respace(data, params.Rule)
	known, err := l.knows(ix, all, own)
	for i := 0; i < len(all) && err == nil && known && l.Path == ""; i++ {
		v := all[i]
		var content db.Content
		content, err = scan.Fingerprints(path, bytes.NewReader(v.data), int64(len(v.data)), params.Rule, view.Raw,
			func([]fingerprint.Selected) error { return nil })
		if err == nil {
			err = search.Query(ctx, ix, content, v.set, query, func(search.Match) error {
				l.Path, l.Have = path, v.have
				return nil
			})
		}
	}
	return err
}

// knows looks up a few fingerprints of each variant that the text does not have. For
// nearly all texts the index has none of them.
func (l *Spacing) knows(ix *db.Index, all []respaced, own fingerprint.Set) (bool, error) {
	if l.ix != ix {
		l.ix, l.lists = ix, ix.NewPostingLists()
	}
	const few = 4 // the first ones: contents of coarser levels have them too
	var sample fingerprint.Set
	for _, v := range all {
		others := slices.Clone(v.set).Without(own)
		sample = append(sample, others[:min(few, len(others))]...)
	}
	slices.Sort(sample) // those in one block together
	for _, fp := range sample {
		if ids, err := l.lists.Append(nil, fp); err != nil || len(ids) > 0 {
			return true, err
		}
	}
	return false, nil
}

// LookInTrees looks up the first contents of an index with a path in the trees.
func (l *Spacing) LookInTrees(ctx context.Context, ix *db.Index, query search.PairQuery) error {
	enough := errors.New("enough")
	var ids []db.ContentID
	var counts []int // of their fingerprints
	err := ix.EachContent(func(id db.ContentID, row db.StoredContent) error {
		if row.Size > 0 && row.Size < spacingFile {
			ids, counts = append(ids, id), append(counts, row.Fingerprints())
		}
		if len(ids) == spacingTrees/spacingCost {
			return enough
		}
		return nil
	})
	if err != nil && !errors.Is(err, enough) {
		return err
	}
	paths, err := ix.PathsOf(ctx, ids)
	if err != nil {
		return err
	}
	if l.trees, err = scan.TreesOf(ix); err != nil {
		return err
	}
	for i, id := range ids {
		for _, f := range paths[id][:min(1, len(paths[id]))] {
			inside := func(tree string) bool { return strings.HasPrefix(f.Path, strings.TrimSuffix(tree, "/")+"/") }
			if !slices.ContainsFunc(query.Trees, inside) {
				continue
			}
			query.Except = search.Except{Path: f.Path, Stat: f.Stat}
			own, err := ix.Fingerprints(id, counts[i], nil)
			if err != nil {
				return err
			}
			if err := l.Look(ctx, ix, f.Path, f.Stat.Size, own, query); err != nil {
				return err
			}
		}
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint/simhash"
	"alike/scan"
)

// renew rebuilds the index of the session if older rules made it: all of its folders, with the
// flags that they had, and those of the session. The old index answers until that is done. done is
// what was scanned.
func (s *session) renew(ctx context.Context, a *app, o scanning) (done scan.Summary, err error) {
	all, err := s.everything(ctx, o)
	if err != nil {
		return scan.Summary{}, err
	}
	a.screen.Note("the index %s was made by an older version of alike; this scan rebuilds it once, and its history starts over. Until the scan ends, questions get the old answers",
		terminal.Visible(s.dir))
	if all.ix, err = s.ix.Renewal(ctx, db.Options{Memory: int64(o.memory.Bytes), TrustOwner: o.index.TrustOwner}); err != nil {
		return scan.Summary{}, err
	}
	all.ix.EndWith(ctx, timeToCommit)
	all.outer = s.ix
	if err = keepHashes(all.ix, s.ix); err == nil {
		done, err = all.scanIndex(ctx, a, o)
	}
	if err == nil {
		err = s.checkMounts(ctx, all.ix, o)
	}
	err = errors.Join(err, all.ix.Close())
	if errors.Is(err, context.Canceled) {
		a.screen.Note("the index still gives the old answers; the same command goes on with what was read")
	}
	if err != nil {
		return done, err
	}
	return done, s.ix.TakeOver()
}

// keepHashes makes the new index keep simhashes as the old one does.
func keepHashes(next, old *db.Index) error {
	scheme, blocks, kept := old.HashScheme()
	if !kept {
		return nil
	}
	w, err := next.NewWriter()
	if err == nil {
		err = w.KeepHashes(simhash.Renewed(scheme), blocks)
	}
	if err == nil {
		err = w.Commit()
	}
	return err
}

// everything returns a session for the scan of all roots of the index, the single files in it, and
// the folders of this session.
func (s *session) everything(ctx context.Context, o scanning) (*session, error) {
	known, err := scan.Roots(s.ix.Trees())
	if err != nil {
		return nil, s.ix.Damaged("%v", err)
	}
	all := &session{dir: s.dir, plan: rootPlan{options: map[string]scan.RootOptions{}}}
	for _, tree := range s.plan.trees {
		if options, given := s.plan.options[tree]; !options.Part { // otherwise it is in a root
			all.plan.add(tree, options, given)
		}
	}
	own := len(all.plan.trees)
	var unknown []string
	for _, r := range known {
		switch {
		case slices.Contains(all.plan.trees, r.Path):
		case r.Known:
			all.plan.add(r.Path, scan.RootOptions{Selection: r.Selected}, true)
		default:
			unknown = append(unknown, r.Path)
		}
	}
	if len(unknown) > 0 {
		return nil, advice.With(fmt.Errorf("the index does not know with which flags %s was scanned: an older version of alike did it", strings.Join(unknown, ", ")),
			"name all of them once, with their flags: alike scan "+strings.Join(slices.Concat(all.plan.trees[:own], unknown), " "))
	}
	err = s.ix.EachFile(ctx, func(path db.FilePath, _ *db.DirEntry) error {
		if file := path.String(); !db.InTrees(file, all.plan.trees) && pathExists(file) {
			all.plan.add(file, scan.RootOptions{}, false)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return all, s.checkAll(all, own, o)
}

// add adds a tree, with options if they are given.
func (p *rootPlan) add(tree string, options scan.RootOptions, given bool) {
	p.trees = append(p.trees, tree)
	if given {
		p.options[tree] = options
	}
}

// checkAll reports roots whose disk may not be mounted. Of the first ones, which are the session's
// own, --prune drops those that are missing.
func (s *session) checkAll(all *session, own int, o scanning) error {
	w, err := s.ix.NewWriter()
	if err != nil {
		return err
	}
	options := o.options(s.dir, s.ix.Params())
	options.Roots = all.plan.options
	gone, err := scan.CheckRoots(w, all.plan.trees[:own], options)
	if err != nil {
		return err
	}
	options.Prune = false
	if _, err := scan.CheckRoots(w, all.plan.trees[own:], options); err != nil {
		return err
	}
	all.plan.trees = slices.DeleteFunc(all.plan.trees, func(tree string) bool { return slices.Contains(gone, tree) })
	all.trees = all.plan.trees
	return nil
}

// checkMounts returns an error if files of the old index, which the new one does not have, were on
// a disk inside a root that is not mounted now. --prune drops them.
func (s *session) checkMounts(ctx context.Context, next *db.Index, o scanning) error {
	if o.options(s.dir, s.ix.Params()).Prune {
		return nil
	}
	device := map[string]uint64{}
	var trees []string
	for _, t := range s.ix.Trees() {
		device[t.Path], trees = t.Device, append(trees, t.Path)
	}
	missing, first := int64(0), ""
	err := s.ix.EachFile(ctx, func(path db.FilePath, e *db.DirEntry) error {
		file := path.String()
		root := innermost(trees, file)
		if root == "" || e.Device == device[root] {
			return nil
		}
		if _, has, err := next.Entry(file); err != nil || has {
			return err
		}
		if at, exists := deviceOf(nearestFolder(file)); !exists || at == e.Device || pathExists(file) {
			return nil // it is gone, or cannot be read
		}
		if missing++; missing == 1 {
			first = file
		}
		return nil
	})
	if err != nil || missing == 0 {
		return err
	}
	return advice.With(&unmountedError{s.dir, first, missing}, "mount their disk, then the same command goes on; or --prune drops them")
}

// innermost returns the innermost of the trees that a path is in, or "".
func innermost(trees []string, path string) (tree string) {
	for _, t := range trees {
		if len(t) > len(tree) && db.InTrees(path, []string{t}) {
			tree = t
		}
	}
	return tree
}

// nearestFolder returns the innermost folder above a path that exists.
func nearestFolder(path string) string {
	for {
		above := filepath.Dir(path)
		if above == path || pathExists(above) {
			return above
		}
		path = above
	}
}

// unmountedError reports files of an index whose disk is not mounted.
type unmountedError struct {
	dir, first string
	files      int64
}

func (e *unmountedError) Error() string {
	return fmt.Sprintf("the index %s cannot be rebuilt: %s in it, such as %s, were on another disk, which is not mounted",
		e.dir, terminal.Amount(e.files, "file", "files"), e.first)
}

// outdatedError reports what needs an index by the rules of this version.
type outdatedError struct{ what, dir string }

func (e *outdatedError) Error() string {
	return fmt.Sprintf("%s reads files, and an older version of alike made the index %s: they would not match it", e.what, e.dir)
}

// upToDate returns an error if something is asked that an index by older rules cannot do.
func upToDate(ix *db.Index, what string) error {
	if what == "" || !ix.OlderViews() {
		return nil
	}
	return advice.With(&outdatedError{what, ix.Dir()}, "rebuild the index first: alike scan")
}

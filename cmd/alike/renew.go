package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint/simhash"
	"alike/scan"
)

// renew makes the index of the session anew if older rules made it: all of its folders, with the
// flags that they had, and those of the session. The old index answers until that is done. done is
// what was scanned.
func (s *session) renew(ctx context.Context, a *app, o scanning) (done scan.Summary, err error) {
	all, err := s.everything(o)
	if err != nil {
		return scan.Summary{}, err
	}
	a.screen.Note("an older version of alike made the index %s, and what is read now would not match it: it is made anew, once; until that is done, it gives the old answers",
		terminal.Visible(s.dir))
	if all.ix, err = s.ix.Renewal(ctx, db.Options{Memory: int64(o.memory.Bytes), TrustOwner: o.index.TrustOwner}); err != nil {
		return scan.Summary{}, err
	}
	all.ix.EndWith(ctx, timeToCommit)
	if err = keepHashes(all.ix, s.ix); err == nil {
		done, err = all.scanIndex(ctx, a, o)
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

// everything returns a session for the scan of all roots of the index and the folders of this
// session.
func (s *session) everything(o scanning) (*session, error) {
	known, err := scan.Roots(s.ix.Trees())
	if err != nil {
		return nil, s.ix.Damaged("%v", err)
	}
	all := &session{dir: s.dir, plan: rootPlan{options: map[string]scan.RootOptions{}}}
	for _, tree := range s.plan.trees {
		options, given := s.plan.options[tree]
		if options.Part {
			continue // of a root
		}
		all.plan.trees = append(all.plan.trees, tree)
		if given {
			all.plan.options[tree] = options
		}
	}
	for _, r := range known {
		if slices.Contains(all.plan.trees, r.Path) {
			continue
		}
		if !r.Known {
			return nil, advice.With(fmt.Errorf("the index does not know with which flags %s was scanned: an older version of alike did it", r.Path),
				"name it once, with its flags: alike scan "+r.Path)
		}
		all.plan.trees = append(all.plan.trees, r.Path)
		all.plan.options[r.Path] = scan.RootOptions{Selection: r.Selected}
	}
	w, err := s.ix.NewWriter()
	if err != nil {
		return nil, err
	}
	options := o.options(s.dir, s.ix.Params())
	options.Roots = all.plan.options
	gone, err := scan.CheckRoots(w, all.plan.trees, options)
	all.plan.trees = slices.DeleteFunc(all.plan.trees, func(tree string) bool { return slices.Contains(gone, tree) })
	all.trees = all.plan.trees
	return all, err
}

// outdatedError reports what needs an index by the rules of this version.
type outdatedError struct{ what, dir string }

func (e *outdatedError) Error() string {
	return fmt.Sprintf("%s reads files, and an older version of alike made the index %s: they would not match it", e.what, e.dir)
}

// upToDate returns an error if something is asked that an index by older rules cannot do.
func upToDate(ix *db.Index, what string) error {
	if what == "" || !ix.Outdated() {
		return nil
	}
	return advice.With(&outdatedError{what, ix.Dir()}, "make the index anew first: alike scan")
}

package db

import (
	"context"
	"errors"
	"fmt"

	"alike/fingerprint"
	"alike/fingerprint/simhash"
	"alike/fingerprint/view"
)

// An index of an older version can be read, but no file can be added to it: a file would not match
// itself. A scan rebuilds it in a folder inside it, which then replaces it.

// Outdated reports whether the views or the simhashes of the index were made by rules of an older
// version, so that a scan must rebuild it before files are added.
func (ix *Index) Outdated() bool { return ix.older || ix.oldHashes }

// OlderViews reports whether older rules made the views of the index. Its fingerprints match each
// other, but not those of a file that is read now.
func (ix *Index) OlderViews() bool { return ix.older }

// outdated sets what Outdated and OlderViews report.
func (ix *Index) outdated() error {
	kind := view.Kind(ix.root.View)
	if ix.older = kind.Older(ix.root.ViewRules); !ix.older && ix.root.ViewRules != kind.Rules() {
		rules := ix.root.ViewRules
		if rules == "" {
			rules = "unknown"
		}
		return ix.Damaged("its %s views were made by other rules (%s) than this version has (%s): a file would not match itself",
			ix.root.View, rules, kind.Rules())
	}
	m := ix.root.Simhash
	ix.oldHashes = m != nil && simhash.Renewed(m.Scheme) != m.Scheme
	return nil
}

// serves reports whether the index can be used if parameters are asked for. An outdated one is
// rebuilt with them.
func (ix *Index) serves(asked Params) bool {
	has := ix.Params()
	if ix.older && asked.View == has.View && (asked.Rule.Anchors == "") == (has.Rule.Anchors == "") {
		ix.asked = &asked
		return true
	}
	return has.Serves(asked)
}

// renewed returns the parameters of the rebuilt index: those asked for, or what this one has, except that today's default replaces what an older version chose by default.
func (ix *Index) renewed() (Params, error) {
	p := ix.Params()
	switch {
	case !ix.older:
	case ix.asked != nil:
		p = *ix.asked
	case p.Rule.Anchors != "" && p.View == string(view.FoldCode): // they are tokens
	case p.Rule.Anchors != "":
		seen := func(anchor string) (string, error) { return view.Anchor(view.Kind(p.View), anchor) }
		anchors, err := p.Rule.Anchors.Map(seen)
		if err != nil {
			return p, fmt.Errorf("rebuilding the index %s: its anchors: %w", ix.dir, err)
		}
		p.Rule.Anchors = anchors
	case p.Rule.IsAuto():
		usual := view.Kind(p.View).Rule()
		if w := p.Rule.Window; w != fingerprint.Window && w != 25 { // no default of an older version
			usual.Window = w
		}
		p.Rule = usual
	}
	return p, nil
}

// Renewal opens the index that will replace this one, which must be open for writing, or
// creates it, with options for its memory and its owner. One that another version began, or that
// is damaged, is begun again.
func (ix *Index) Renewal(ctx context.Context, o Options) (*Index, error) {
	params, err := ix.renewed()
	if err != nil {
		return nil, err
	}
	o.Write, o.Create, o.Params, o.View, o.Kind, o.Wait = true, true, &params, "", Files, 0
	next, err := ix.openNew(ctx, o)
	if err == nil && (next.Outdated() || !next.Params().Serves(params)) {
		err = errors.Join(&ParamsError{}, next.Close())
	}
	if errors.As(err, new(*DamagedError)) || errors.As(err, new(*ParamsError)) {
		if err := ix.st.RemoveNewStore(); err != nil {
			return nil, err
		}
		return ix.openNew(ctx, o)
	}
	return next, err
}

func (ix *Index) openNew(ctx context.Context, o Options) (*Index, error) {
	dir, err := ix.st.NewStore()
	if err != nil {
		return nil, err
	}
	return Open(ctx, dir, o)
}

// DropRenewal removes what has been made of the index that would replace this one, so that it is
// begun again.
func (ix *Index) DropRenewal() error { return ix.st.RemoveNewStore() }

// TakeOver replaces the index by the one of Renewal, which must be closed, in one step. After an
// error the index must be closed.
func (ix *Index) TakeOver() error {
	if err := ix.st.TakeOver(); err != nil {
		return err
	}
	ix.found.clear()
	ix.sizes.Store(nil)
	ix.root, ix.segments, ix.asked = root{}, nil, nil
	return ix.open(Options{Write: true})
}

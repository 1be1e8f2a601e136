package db

import (
	"context"
	"errors"

	"alike/fingerprint"
	"alike/fingerprint/view"
)

// An index whose views were made by older rules can be read, but no file can be added to it: a
// file would not match itself. It is made anew in a folder inside it, which replaces it when
// that is done.

// Outdated reports whether older rules made the views of the index. Its fingerprints match each
// other, but not those of a file that is read now.
func (ix *Index) Outdated() bool { return ix.older }

// renewed returns the parameters that the index has once it is made anew. What an older version
// chose by default, today's default replaces.
func (ix *Index) renewed() Params {
	p := ix.Params()
	if !ix.older || !p.Rule.IsAuto() || p.Rule.Anchors != "" {
		return p
	}
	usual := view.Kind(p.View).Rule()
	if w := p.Rule.Window; w != fingerprint.Window && w != 25 { // no default of an older version
		usual.Window = w
	}
	p.Rule = usual
	return p
}

// Renewal opens the index that will replace this one, which must be open for writing, or
// creates it, with options for its memory and its owner. One that another version began, or that
// is damaged, is begun again.
func (ix *Index) Renewal(ctx context.Context, o Options) (*Index, error) {
	params := ix.renewed()
	o.Write, o.Create, o.Params, o.View, o.Kind, o.Wait = true, true, &params, "", Files, 0
	next, err := ix.openNew(ctx, o)
	if err == nil && next.older {
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

// TakeOver replaces the index by the one of Renewal, which must be closed, in one step. After an
// error the index must be closed.
func (ix *Index) TakeOver() error {
	if err := ix.st.TakeOver(); err != nil {
		return err
	}
	ix.found.clear()
	ix.sizes.Store(nil)
	ix.root, ix.segments = root{}, nil
	return ix.open(Options{Write: true})
}

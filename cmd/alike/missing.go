package main

import (
	"context"
	"errors"

	"alike/cmd/alike/advice"
	"alike/db"
	"alike/scan"
)

// openForScan opens the index for a scan of trees, and makes it where there is
// none; not for a tree that does not exist, though: that is a typing error, or
// one that only an index which is there can know.
func openForScan(ctx context.Context, a *app, dir string, o indexFlags, opening db.Options, trees []string) (*db.Index, error) {
	absent := firstAbsent(trees)
	opening.Write, opening.Create = true, absent == nil
	ix, err := openIndex(ctx, a, dir, o, opening)
	if absent != nil && errors.Is(err, db.ErrNoIndex) {
		return nil, absent
	}
	return ix, err
}

// firstAbsent says of the first tree that does not exist that it does not.
func firstAbsent(trees []string) error {
	for _, dir := range trees {
		if err := checkRoot(dir); err != nil && isAbsent(err) {
			return err
		}
	}
	return nil
}

// tellRoots tells what is wrong with each root that a scan refuses, but for the
// last, which it returns as the error that ends the run. Other errors it returns
// as they are.
func tellRoots(a *app, err error) error {
	roots := rootErrors(err)
	if len(roots) == 0 {
		return err
	}
	for i, e := range roots {
		err = explainRoot(e)
		if i < len(roots)-1 {
			fail(a.screen, err)
		}
	}
	return err
}

// rootErrors takes the join that a scan returns apart.
func rootErrors(err error) (roots []*scan.RootError) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			roots = append(roots, rootErrors(one)...)
		}
		return roots
	}
	var root *scan.RootError
	if errors.As(err, &root) {
		roots = append(roots, root)
	}
	return roots
}

// explainRoot says what is wrong with a root, and what to do.
func explainRoot(e *scan.RootError) error {
	if !e.Gone {
		if err := checkRoot(e.Path); err != nil {
			return err
		}
		return advice.With(e, "nothing was scanned")
	}
	bare := *e
	bare.Advice = ""
	return advice.With(&bare, "nothing was scanned, and the index keeps what it has; "+e.Advice)
}

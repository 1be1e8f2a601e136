package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/input"
	"alike/db"
	"alike/scan"
)

// openForScan opens the index for a scan of trees, and makes it where there is
// none; not for a tree that does not exist, though: that is a typing error, or
// one that only an index which is there can know.
func openForScan(ctx context.Context, a *app, dir string, o flags.Index, opening db.Options, trees []string) (*db.Index, error) {
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
	if e.Problem == scan.RootUnreadable {
		if err := checkRoot(e.Path); err != nil {
			return err
		}
	}
	return e
}

// roots makes the arguments absolute and makes sure that each can be looked at,
// before anything is done for any of them: a typing error must not cost an hour.
// Symbolic links as arguments are followed, for they were named. What may be
// wrong with reading a root is for the scan to find, and with one that is not
// there: the index may know it, see openForScan.
func roots(args []string) ([]string, error) {
	var dirs []string
	for _, arg := range args {
		dir, err := input.Absolute(arg)
		if err != nil {
			return nil, err
		}
		if err := checkRoot(dir); err != nil && !isAbsent(err) {
			return nil, err
		}
		dirs = append(dirs, dir)
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}

// longestPath is how many bytes of a path, its NUL included, Linux takes at a
// time. A scan goes on in pieces from there.
const longestPath = 4096

// isAbsent reports whether checkRoot found no such thing.
func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// checkRoot says why a root cannot be scanned, if it cannot.
func checkRoot(dir string) error {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return advice.With(&absentError{dir},
			"nothing was scanned; check the path, or mount the disk")
	case errors.Is(err, syscall.ENAMETOOLONG) && len(dir) >= longestPath:
		return nil
	case err != nil:
		return advice.With(fmt.Errorf("scanning %s: %w", dir, input.WithoutPath(err)),
			"nothing was scanned; name a folder that can be read")
	case !info.IsDir() && !info.Mode().IsRegular():
		return advice.With(fmt.Errorf("scanning %s: it is neither a folder nor a regular file", dir),
			"nothing was scanned; to compare what comes out of a pipe: alike query -")
	}
	return nil
}

// absentError is a root that does not exist.
type absentError struct{ dir string }

func (e *absentError) Error() string {
	return fmt.Sprintf("scanning %s: there is no such file or folder", e.dir)
}

func (e *absentError) Is(target error) bool { return target == fs.ErrNotExist }

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/dataset"
	"alike/fingerprint/view"
	"alike/scan"
	"alike/scan/fsys"
)

// indexDir returns the absolute path of the index: --index, otherwise $ALIKE_INDEX,
// otherwise $XDG_DATA_HOME/alike/VIEW, otherwise $HOME/.local/share/alike/VIEW.
func indexDir(a *app) (string, error) {
	if a.common.indexGiven.Changed && a.common.index == "" {
		return "", advice.Usagef("--index is empty: name the folder of the index")
	}
	if a.common.index != "" {
		return input.Absolute(a.common.index)
	}
	if dir := a.env.getenv("ALIKE_INDEX"); dir != "" {
		return input.Absolute(dir)
	}
	// The XDG standard says that relative paths are ignored.
	if dir := a.env.getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.ToSlash(filepath.Join(dir, "alike", a.common.view)), nil
	}
	variable, below := input.DataHome()
	if dir := a.env.getenv(variable); filepath.IsAbs(dir) {
		return filepath.ToSlash(filepath.Join(dir, below, "alike", a.common.view)), nil
	}
	return "", advice.With(fmt.Errorf("no place for the index: none of $ALIKE_INDEX, $XDG_DATA_HOME and $%s is set", variable),
		"name a folder with --index DIR")
}

// timeToCommit is how long after a signal work that was done can still be committed. A scan
// commits at least once a minute, and then rarely takes longer; the rest of the second is for closing.
const timeToCommit = 500 * time.Millisecond

// openIndex opens the index, until ctx is cancelled. If another process holds it, openIndex
// reports that and waits as long as --wait allows.
func openIndex(ctx context.Context, a *app, dir string, flags flags.Index, o db.Options) (*db.Index, error) {
	o.Command = strings.Join(a.line, " ")
	o.TrustOwner = flags.TrustOwner
	if a.common.viewGiven.Changed {
		o.View = a.common.view
	}
	ix, err := db.Open(ctx, dir, o)
	var held *db.HeldError
	if wait := time.Duration(flags.Wait); errors.As(err, &held) && wait > 0 {
		what, _ := explain(held)
		a.screen.Note("alike: waiting up to %v: %s", wait, what)
		o.Wait = wait
		ix, err = db.Open(ctx, dir, o)
	}
	if err == nil {
		ix.EndWith(ctx, timeToCommit)
	}
	if errors.As(err, new(*db.DamagedError)) && dataset.IsHostDir(dir) && pathExists(filepath.Join(dir, "exports")) {
		err = advice.With(fmt.Errorf("%s is not an index: it is an export", dir), "name another folder with --index")
	}
	if other := a.otherView(dir); errors.Is(err, db.ErrNoIndex) && other != "" {
		err = advice.With(err, "there is one of another view: add --view "+other+"; or fill this one first: alike scan DIR")
	}
	return ix, err
}

// otherView returns a view that has an index in the default place though dir has none, or "".
func (a *app) otherView(dir string) string {
	if a.common.viewGiven.Changed || a.common.index != "" || a.env.getenv("ALIKE_INDEX") != "" {
		return ""
	}
	for _, other := range []view.Kind{view.Raw, view.FoldText, view.FoldCode} {
		if beside := filepath.Join(filepath.Dir(dir), string(other)); beside != dir && pathExists(beside) {
			return string(other)
		}
	}
	return ""
}

// readIndex opens the index for reading and returns its folder.
func readIndex(ctx context.Context, a *app, kind db.Kind, flags flags.Index, memory flags.Memory) (*db.Index, string, error) {
	dir, err := indexDir(a)
	if err != nil {
		return nil, "", err
	}
	ix, err := openIndex(ctx, a, dir, flags, db.Options{Kind: kind, Memory: int64(memory.Bytes)})
	if err == nil {
		noteOlder(a, ix)
	}
	return ix, dir, err
}

// noteOlder tells that an index is by rules of an older version, or by its rule, which finds
// less: it has no small windows.
func noteOlder(a *app, ix *db.Index) {
	if ix.OlderViews() {
		next := "alike scan rebuilds it"
		if ix.Imported() {
			next = "export the hosts with this version and import them into another index"
		}
		a.screen.Note("an older version of alike made this index: answers are estimates, and files that are not in it match nothing; %s", next)
	}
	if ix.LongOnly() {
		a.screen.Note("an older version of alike made this index: copies of small files may be missing until alike scan has read small files again")
	}
}

// openForScan opens the index for a scan of trees, or creates one. It does not create one
// for a tree that does not exist, which is probably a typing error. An existing index may
// know the tree.
func openForScan(ctx context.Context, a *app, dir string, o flags.Index, opening db.Options, trees []string) (*db.Index, error) {
	absent := firstAbsent(trees)
	opening.Write, opening.Create = true, absent == nil
	ix, err := openIndex(ctx, a, dir, o, opening)
	if absent != nil && errors.Is(err, db.ErrNoIndex) {
		return nil, absent
	}
	return ix, err
}

// openRefresh opens the index to scan its roots again.
func openRefresh(ctx context.Context, a *app, dir string, o flags.Index, opening db.Options) (*db.Index, error) {
	opening.Write = true
	ix, err := openIndex(ctx, a, dir, o, opening)
	if errors.Is(err, db.ErrNoIndex) {
		return nil, advice.Usagef("no index at %s: name a folder to scan", terminal.Visible(dir))
	}
	return ix, err
}

// rootPlan says which trees a scan covers, and with which selections.
type rootPlan struct {
	trees   []string                    // absolute
	options map[string]scan.RootOptions // of trees with another selection than the flags
}

// choose plans the scan of the session's trees, or of all roots of the index if it has
// none. For alike scan the flags select the files of its trees. For a question the root
// around a tree does, and a given flag that differs is an error.
func (s *session) choose(a *app, o *scanning) error {
	known, err := scan.Roots(s.ix.Trees())
	if err != nil {
		return s.ix.Damaged("%v", err)
	}
	s.plan.options = map[string]scan.RootOptions{}
	if s.trees == nil {
		return s.chooseAll(known)
	}
	s.plan.trees = slices.Clone(s.trees)
	var options scan.Options
	o.files.Apply(&options)
	o.sizes.Apply(&options)
	given := options.Selection.Absolute()
	for _, tree := range s.trees {
		selected := given
		around, ok := scan.RootOf(known, tree)
		switch {
		case !ok || !around.Known:
		case !o.refresh:
			if err := o.files.Conflict(around, a.common.indexArgs()); err != nil {
				return err
			}
			selected = around.Selected
			s.plan.options[tree] = scan.RootOptions{Selection: selected, Base: around.Path, Part: tree != around.Path}
		case tree == around.Path && !selected.Equal(around.Selected):
			a.screen.Note("%s was indexed with %s, and now with %s", terminal.Visible(tree),
				terminal.Visible(flags.SelectionText(around.Selected)), terminal.Visible(flags.SelectionText(selected)))
		}
		s.keepInner(a, known, tree, selected)
	}
	return nil
}

// chooseAll plans a scan of all roots.
func (s *session) chooseAll(known []scan.Root) error {
	if len(known) == 0 {
		return advice.Usagef("the index %s has no folders: name one to scan", terminal.Visible(s.dir))
	}
	for _, r := range known {
		if !r.Known {
			return advice.With(fmt.Errorf("the index does not know with which flags %s was scanned: an older version of alike did it", r.Path),
				"name it once, with its flags: alike scan "+r.Path)
		}
		s.plan.trees = append(s.plan.trees, r.Path)
		s.plan.options[r.Path] = scan.RootOptions{Selection: r.Selected}
	}
	s.trees = slices.Clone(s.plan.trees)
	return nil
}

// keepInner adds the roots inside a tree that have another selection, so that the scan
// does not drop what only they select. It leaves out roots without files: their folder
// may have been emptied, which the scan of the tree finds out.
func (s *session) keepInner(a *app, known []scan.Root, tree string, selected scan.Selection) {
	for _, r := range known {
		if !r.Known || r.Path == tree || !db.InTrees(r.Path, []string{tree}) || slices.Contains(s.plan.trees, r.Path) ||
			r.Selected.Equal(selected) {
			continue
		}
		if names, err := os.ReadDir(r.Path); err != nil || len(names) == 0 {
			continue
		}
		a.screen.Detail("%s stays indexed with %s", terminal.Visible(r.Path), terminal.Visible(flags.SelectionText(r.Selected)))
		s.plan.trees = append(s.plan.trees, r.Path)
		s.plan.options[r.Path] = scan.RootOptions{Selection: r.Selected}
	}
}

// firstAbsent returns the error about the first tree that does not exist, or nil.
func firstAbsent(trees []string) error {
	for _, dir := range trees {
		if err := checkRoot(dir); err != nil && isAbsent(err) {
			return err
		}
	}
	return nil
}

// reportRoots reports the roots that a scan refused, except for the last one, which it
// returns as the error that ends the run. It returns other errors unchanged.
func reportRoots(a *app, err error) error {
	roots := rootErrors(err)
	if len(roots) == 0 {
		return err
	}
	for i, e := range roots {
		err = e
		if e.Problem == scan.RootUnreadable {
			err = cmp.Or(checkRoot(e.Path), err) // with advice
		}
		if i < len(roots)-1 {
			fail(a.screen, err)
		}
	}
	return err
}

// rootErrors returns the errors of roots that a scan joined.
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

// listed returns the arguments, or of those that --files0-from names the ones that can be scanned.
// The others are files that could not be read: a list is older than the run, and find lists links to
// nothing too. It is an error if none can be scanned.
func listed(ctx context.Context, a *app, list flags.List, args []string) ([]string, error) {
	names, err := list.Names(ctx, a.env.stdin, args)
	if err != nil || !list.Given() {
		return names, err
	}
	unread := newUnread(a)
	defer unread.end()
	left := names[:0]
	for _, name := range names {
		failed := error(nil)
		if _, elsewhere := input.OnHost(name); !elsewhere {
			_, failed = os.Stat(name)
		}
		if failed == nil {
			left = append(left, name)
			continue
		}
		unread.add(name, failed)
	}
	if len(left) == 0 {
		return nil, errors.New("no file in the list of --files0-from can be read")
	}
	return left, nil
}

// roots returns the arguments as absolute paths. It checks first that all of them can be
// scanned, so that a typing error does not cost an hour. It follows symbolic links,
// because they were named. A root that does not exist passes; see openForScan.
//
// Folders of other hosts, host:/path, are not looked up.
func roots(args []string) ([]string, error) {
	var dirs []string
	elsewhere := 0
	for _, arg := range args {
		if dir, ok := input.OnHost(arg); ok {
			dirs = append(dirs, dir)
			elsewhere++
			continue
		}
		dir, err := input.Absolute(arg)
		if err != nil {
			return nil, err
		}
		if err := checkRoot(dir); err != nil && !isAbsent(err) {
			return nil, err
		}
		dirs = append(dirs, dir)
	}
	if elsewhere > 0 && elsewhere < len(args) {
		return nil, advice.Usagef("folders of this host and of others are in different indexes: name some of one kind")
	}
	slices.Sort(dirs)
	return slices.Compact(dirs), nil
}

// longestPath is the maximum length of a path in one system call of Linux, with its NUL.
// A scan opens longer paths in pieces.
const longestPath = 4096

// isAbsent reports whether an error of checkRoot means that the root does not exist.
func isAbsent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// checkRoot returns an error if a root cannot be scanned.
func checkRoot(dir string) error {
	if err := fsys.CheckLocal(dir); err != nil {
		return fmt.Errorf("scanning %s: %w", dir, err)
	}
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
		return advice.With(fmt.Errorf("scanning %s: neither a folder nor a regular file", dir),
			"nothing was scanned; to compare the output of a pipe: alike query -")
	}
	return nil
}

// absentError reports a root that does not exist.
type absentError struct{ dir string }

func (e *absentError) Error() string {
	return fmt.Sprintf("scanning %s: no such file or folder", e.dir)
}

func (e *absentError) Is(target error) bool { return target == fs.ErrNotExist }

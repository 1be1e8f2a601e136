package main

import (
	"context"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// fileFlags say which files of a tree take part.
type fileFlags struct {
	scanOnly         *pflag.FlagSet // those that are without effect when nothing is scanned
	forBase          bool           // a base is read by them, see baseFlags
	exclude          []string
	excludeFiles     []string
	excludeCaches    bool
	excludeIfPresent []string
	noIgnore         bool
	hidden           bool
	sparse           bool
	generated        bool
	vendored         bool
	oneFileSystem    bool
	follow           bool
}

func (o *fileFlags) addScanFlags(fs *pflag.FlagSet) {
	o.scanOnly = pflag.NewFlagSet("files", pflag.ContinueOnError)
	o.scanOnly.SortFlags = false
	o.scanOnly.StringArrayVar(&o.exclude, "exclude", nil, "leave out names or paths that match `GLOB`; may be repeated, as may the next two")
	o.scanOnly.StringArrayVar(&o.excludeFiles, "exclude-file", nil, "leave out what the lines of `FILE` match, as .gitignore does")
	o.scanOnly.BoolVar(&o.excludeCaches, "exclude-caches", false, "leave out folders marked by a CACHEDIR.TAG")
	o.scanOnly.StringArrayVar(&o.excludeIfPresent, "exclude-if-present", nil, "leave out folders that hold a file `NAME`")
	o.scanOnly.BoolVar(&o.noIgnore, "no-ignore", false, "take in what .gitignore and .alikeignore leave out")
	o.scanOnly.BoolVar(&o.hidden, "hidden", false, "take in names that begin with a dot")
	o.scanOnly.BoolVar(&o.sparse, "sparse", false, "take in files over 1 GiB that are mostly holes")
	o.scanOnly.BoolVar(&o.generated, "generated", false, "take in files that programs wrote; without effect but under --view code")
	o.scanOnly.BoolVar(&o.vendored, "vendored", false, "take in what others wrote, as in vendor and node_modules; likewise")
	o.scanOnly.BoolVarP(&o.oneFileSystem, "one-file-system", "x", false, "stay on the file system of each DIR")
	o.scanOnly.BoolVarP(&o.follow, "follow", "L", false, "follow symbolic links")
	fs.AddFlagSet(o.scanOnly)
}

// check finds contradictions.
func (o *fileFlags) check() error {
	for _, glob := range o.exclude {
		if strings.Trim(glob, "/") == "" || !doublestar.ValidatePattern(glob) {
			return advice.Usagef("--exclude %q is no glob: it is empty, or a [ or { in it is never closed", terminal.Visible(glob))
		}
	}
	return nil
}

// withoutScan refuses flags that would be without effect because nothing is
// scanned.
func (o *fileFlags) withoutScan() error {
	if name := firstChanged(o.scanOnly); name != "" && !o.forBase {
		return advice.Usagef("--%s says what to scan, but no DIR is given: name one, or leave the flag out", name)
	}
	return nil
}

// sizeFlags say of what sizes files take part: in a scan, or in an answer,
// which leaves the index alone.
type sizeFlags struct {
	least, most flagvalue.Size // 0: no limit
}

func (o *sizeFlags) addFlags(fs *pflag.FlagSet) {
	fs.Var(&o.least, "min-size", "only files of at least `SIZE` (10k is 10240, 10kB is 10000)")
	fs.Var(&o.most, "max-size", "only files of at most `SIZE` (4MiB)")
}

// check finds contradictions.
func (o *sizeFlags) check() error {
	if o.most > 0 && o.least > o.most {
		return advice.Usagef("--min-size %d is larger than --max-size %d: no file can be both", o.least, o.most)
	}
	return nil
}

// admits reports whether a file of this size takes part.
func (o *sizeFlags) admits(size int64) bool {
	return size >= int64(o.least) && (o.most == 0 || size <= int64(o.most))
}

// makingFlags are written into an index when it is made.
type makingFlags struct {
	set     *pflag.FlagSet
	rule    fingerprint.Rule
	anchors string // path of their file
}

func (o *makingFlags) addFlags(fs *pflag.FlagSet) {
	o.rule = fingerprint.DefaultRule
	o.set = pflag.NewFlagSet("making", pflag.ContinueOnError)
	o.set.SortFlags = false
	o.addRuleFlags(o.set)
	fs.AddFlagSet(o.set)
}

func (o *makingFlags) addRuleFlags(fs *pflag.FlagSet) {
	if o.rule == (fingerprint.Rule{}) {
		o.rule = fingerprint.DefaultRule
	}
	fs.Var(flagvalue.NewNumber(&o.rule.Window, fingerprint.MinWindow), "window", "length of a window in `BYTES`, the least that is recognised")
	fs.Var(flagvalue.NewDensity(&o.rule.Density), "density", "level of detail; auto: the finer, the smaller the file")
	fs.StringVar(&o.anchors, "anchors", "", `fingerprint what stands behind the strings in `+"`FILE`"+` instead, one a line (\n, \t, \x00 and \\ are escapes)`)
}

// params returns what an index of the view must have been made with, nil if nothing
// but perhaps the view was asked for.
func (o *makingFlags) params(ctx context.Context, view string) (*db.Params, error) {
	rule, err := o.given(ctx, view)
	if err != nil || firstChanged(o.set) == "" {
		return nil, err
	}
	return &db.Params{View: view, Rule: rule}, nil
}

// given returns the rule that the flags ask for under a view. It reads the anchors.
func (o *makingFlags) given(ctx context.Context, kind string) (fingerprint.Rule, error) {
	rule := o.rule
	if o.set.Changed("anchors") {
		if o.set.Changed("density") {
			return rule, advice.Usagef("--density says how many windows their hash selects, --anchors takes others: leave one out")
		}
		if o.anchors == "" {
			return rule, advice.Usagef("--anchors is empty: name a file of strings, one a line")
		}
		var err error
		if rule.Anchors, err = readAnchors(ctx, o.anchors, view.Kind(kind)); err != nil {
			return rule, err
		}
		rule.Density = 0
	}
	if err := rule.Validate(); err != nil {
		return rule, advice.Usagef("%v", err)
	}
	return rule, nil
}

// firstChanged returns the name of a flag of the set that was given, if any was.
func firstChanged(fs *pflag.FlagSet) string {
	name := ""
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Changed && name == "" {
			name = f.Name
		}
	})
	return name
}

// threadFlags say how much of the machine is used.
type threadFlags struct{ threads int }

func (o *threadFlags) addFlags(fs *pflag.FlagSet) {
	fs.VarP(flagvalue.NewNumber(&o.threads, 1), "threads", "j", "number `N` of threads (default: one a processor)")
}

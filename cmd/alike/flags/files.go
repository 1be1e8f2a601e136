// Package flags holds groups of flags that several verbs share. A group adds its flags to
// a verb, checks them, and turns them into options of a library.
//
// The usage text of a flag is one line for -h, followed by sentences for --help.
package flags

import (
	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/scan"
)

// Files selects the files that a scan reads.
type Files struct {
	ForBase bool // the flags also apply to a base, so they are valid without a scan

	set      *pflag.FlagSet
	selected scan.Selection // without sizes
}

// AddFlags adds --exclude, --hidden and the other flags that select files.
func (o *Files) AddFlags(fs *pflag.FlagSet) {
	o.set = newSet()
	o.set.StringArrayVar((*[]string)(&o.selected.Exclude), "exclude", nil, "leave out names and paths that match `GLOB`\nMay be repeated.")
	o.set.StringArrayVar((*[]string)(&o.selected.ExcludeFiles), "exclude-file", nil, "leave out what the patterns in `FILE` match\nFILE has the syntax of .gitignore. May be repeated.")
	o.set.BoolVar(&o.selected.ExcludeCaches, "exclude-caches", false, "leave out folders marked by a CACHEDIR.TAG")
	o.set.StringArrayVar((*[]string)(&o.selected.ExcludeIfPresent), "exclude-if-present", nil, "leave out folders that contain a file `NAME`\nMay be repeated.")
	o.set.BoolVar(&o.selected.NoIgnore, "no-ignore", false, "include what .gitignore and .alikeignore leave out")
	o.set.BoolVar(&o.selected.Hidden, "hidden", false, "include hidden files and folders")
	o.set.BoolVar(&o.selected.Sparse, "sparse", false, "include files over 1 GiB that are mostly holes")
	o.set.BoolVar(&o.selected.Generated, "generated", false, "include generated files under --view code\nWithout it, a file that says it is generated appears only beside one that does not. Other views always include them.")
	o.set.BoolVar(&o.selected.Vendored, "vendored", false, "include vendored files under --view code\nThese are files in folders such as vendor and node_modules. Other views always include them.")
	o.set.BoolVarP(&o.selected.OneFileSystem, "one-file-system", "x", false, "stay on the file system of each DIR")
	o.set.BoolVarP(&o.selected.Follow, "follow", "L", false, "follow symbolic links")
	fs.AddFlagSet(o.set)
}

// Apply copies the flags to the options of a scan, except for sizes.
func (o *Files) Apply(to *scan.Options) {
	least, most := to.MinSize, to.MaxSize
	to.Selection = o.selected
	to.MinSize, to.MaxSize = least, most
}

// Check reports globs that cannot match.
func (o *Files) Check() error {
	return checkGlobs("exclude", o.selected.Exclude)
}

// WithoutScan reports flags that have no effect because nothing is scanned.
func (o *Files) WithoutScan() error {
	if name := firstGiven(o.set); name != "" && !o.ForBase {
		return advice.Usagef("--%s applies only to a scan, but no DIR is given: name one, or leave the flag out", name)
	}
	return nil
}

// Sizes selects files by size, for a scan or for an answer. For an answer, it does not
// change the index.
type Sizes struct {
	Least, Most flagvalue.Size // in bytes; 0: no limit

	set   *pflag.FlagSet
	empty *pflag.Flag // --empty, of a verb that leaves out empty files without it
}

// AddFlags adds --min-size and --max-size.
func (o *Sizes) AddFlags(fs *pflag.FlagSet) {
	o.set = newSet()
	o.set.Var(&o.Least, "min-size", "only files of at least `SIZE`\n10k is 10240 bytes, 10kB is 10000.")
	o.set.Var(&o.Most, "max-size", "only files of at most `SIZE`, such as 4MiB")
	fs.AddFlagSet(o.set)
}

// AddEmpty adds --empty to a verb that otherwise leaves out empty files, which are all
// identical.
func (o *Sizes) AddEmpty(fs *pflag.FlagSet) {
	fs.Bool("empty", false, "include empty files, which are all identical")
	o.empty = fs.Lookup("empty")
}

// LeavesOutEmpty reports whether a file of the given size is left out only for want of
// --empty.
func (o *Sizes) LeavesOutEmpty(size int64) bool {
	return size == 0 && o.Least == 0 && o.empty != nil && o.empty.Value.String() == "false"
}

// Apply copies the flags to the options of a scan.
func (o *Sizes) Apply(to *scan.Options) {
	to.MinSize, to.MaxSize = int64(o.Least), int64(o.Most)
}

// Given returns the name of the first flag that is given, or "".
func (o *Sizes) Given() string { return firstGiven(o.set) }

// Check reports a minimum above the maximum.
func (o *Sizes) Check() error {
	if o.Most > 0 && o.Least > o.Most {
		return advice.Usagef("--min-size %d is larger than --max-size %d: no file fits both", o.Least, o.Most)
	}
	return nil
}

// Admits reports whether the flags select a file of the given size in bytes.
func (o *Sizes) Admits(size int64) bool {
	return size >= int64(o.Least) && (o.Most == 0 || size <= int64(o.Most)) && !o.LeavesOutEmpty(size)
}

// Check runs checks in turn, up to the first that finds a fault, and returns that fault.
func Check(checks ...func() error) error {
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// newSet returns a set of flags that keeps their order. Groups use a set of their own to
// find out which of their flags were given.
func newSet() *pflag.FlagSet {
	set := pflag.NewFlagSet("", pflag.ContinueOnError)
	set.SortFlags = false
	return set
}

// firstGiven returns the name of the first flag in a set that was given, or "".
func firstGiven(set *pflag.FlagSet) string {
	name := ""
	if set == nil {
		return ""
	}
	set.VisitAll(func(f *pflag.Flag) {
		if f.Changed && name == "" {
			name = f.Name
		}
	})
	return name
}

// Hide takes flags out of help that nobody should have to know. They work until version 1.
func Hide(set *pflag.FlagSet, names ...string) {
	for _, name := range names {
		set.Lookup(name).Hidden = true
	}
}

// NoIgnore reports whether --no-ignore is given.
func (o *Files) NoIgnore() bool { return o.selected.NoIgnore }

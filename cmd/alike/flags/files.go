// Package flags holds the groups of flags that several verbs share. Each group adds its
// flags to a verb, checks them and turns them into what a library takes.
package flags

import (
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/terminal"
	"alike/scan"
)

// Files say which files of a tree take part.
type Files struct {
	scanOnly         *pflag.FlagSet // those that are without effect when nothing is scanned
	ForBase          bool           // a base is read by them, see baseFlags
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

func (o *Files) AddScanFlags(fs *pflag.FlagSet) {
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

// Apply sets the options of a scan to what the flags say.
func (o *Files) Apply(to *scan.Options) {
	to.Exclude, to.ExcludeFiles = o.exclude, o.excludeFiles
	to.ExcludeCaches, to.ExcludeIfPresent = o.excludeCaches, o.excludeIfPresent
	to.NoIgnore, to.Hidden, to.Sparse = o.noIgnore, o.hidden, o.sparse
	to.Generated, to.Vendored = o.generated, o.vendored
	to.OneFileSystem, to.Follow = o.oneFileSystem, o.follow
}

// Check finds contradictions.
func (o *Files) Check() error {
	for _, glob := range o.exclude {
		if strings.Trim(glob, "/") == "" || !doublestar.ValidatePattern(glob) {
			return advice.Usagef("--exclude %q is no glob: it is empty, or a [ or { in it is never closed", terminal.Visible(glob))
		}
	}
	return nil
}

// WithoutScan refuses flags that would be without effect because nothing is
// scanned.
func (o *Files) WithoutScan() error {
	if name := FirstGiven(o.scanOnly); name != "" && !o.ForBase {
		return advice.Usagef("--%s says what to scan, but no DIR is given: name one, or leave the flag out", name)
	}
	return nil
}

// Sizes say of what sizes files take part: in a scan, or in an answer,
// which leaves the index alone.
type Sizes struct {
	Least, Most flagvalue.Size // 0: no limit
}

func (o *Sizes) AddFlags(fs *pflag.FlagSet) {
	fs.Var(&o.Least, "min-size", "only files of at least `SIZE` (10k is 10240, 10kB is 10000)")
	fs.Var(&o.Most, "max-size", "only files of at most `SIZE` (4MiB)")
}

// Apply sets the options of a scan to what the flags say.
func (o *Sizes) Apply(to *scan.Options) {
	to.MinSize, to.MaxSize = int64(o.Least), int64(o.Most)
}

// Check finds contradictions.
func (o *Sizes) Check() error {
	if o.Most > 0 && o.Least > o.Most {
		return advice.Usagef("--min-size %d is larger than --max-size %d: no file can be both", o.Least, o.Most)
	}
	return nil
}

// Admits reports whether a file of this size takes part.
func (o *Sizes) Admits(size int64) bool {
	return size >= int64(o.Least) && (o.Most == 0 || size <= int64(o.Most))
}

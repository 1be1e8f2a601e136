package flags

import (
	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/scan"
)

// Rescan say how a scan takes what the index has from earlier ones.
type Rescan struct {
	set         *pflag.FlagSet // they are without effect when nothing is scanned
	verify      bool
	ignoreInode bool
	prune       bool
}

func (o *Rescan) AddFlags(fs *pflag.FlagSet) {
	o.set = pflag.NewFlagSet("rescan", pflag.ContinueOnError)
	o.set.SortFlags = false
	o.set.BoolVar(&o.verify, "verify", false, "read every file again, also those whose size and times are as before")
	o.set.BoolVar(&o.ignoreInode, "ignore-inode", false, "compare files by size and times alone, where inode or device numbers change by themselves (network, FUSE)")
	o.set.BoolVar(&o.prune, "prune", false, "a DIR that is missing, empty or on another device is so for good: drop the files that are gone, instead of refusing to scan")
	fs.AddFlagSet(o.set)
}

// Apply sets the options of a scan to what the flags say.
func (o *Rescan) Apply(to *scan.Options) {
	to.Verify, to.IgnoreInode, to.Prune = o.verify, o.ignoreInode, o.prune
}

// WithoutScan refuses flags that would be without effect because nothing is
// scanned.
func (o *Rescan) WithoutScan() error {
	if name := FirstGiven(o.set); name != "" {
		return advice.Usagef("--%s says how to scan, but no DIR is given: name one, or leave the flag out", name)
	}
	return nil
}

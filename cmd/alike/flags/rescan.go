package flags

import (
	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/scan"
)

// Rescan controls how far a scan trusts the results of earlier scans.
type Rescan struct {
	set         *pflag.FlagSet
	verify      bool
	ignoreInode bool
	prune       bool
}

// AddFlags adds --verify, --ignore-inode and --prune.
func (o *Rescan) AddFlags(fs *pflag.FlagSet) {
	o.set = newSet()
	o.set.BoolVar(&o.verify, "verify", false, "read every file again\nBy default, files whose size, times, inode and device are unchanged are not read.")
	o.set.BoolVar(&o.ignoreInode, "ignore-inode", false, "ignore inode and device numbers\nOnly sizes and times are compared. For file systems whose numbers change, such as network and FUSE file systems.")
	Hide(o.set, "ignore-inode")
	o.set.BoolVar(&o.prune, "prune", false, "drop the files of a DIR that is gone\nBy default, if a DIR is missing, empty or on another device, nothing is scanned: its disk may not be mounted.")
	fs.AddFlagSet(o.set)
}

// Apply copies the flags to the options of a scan.
func (o *Rescan) Apply(to *scan.Options) {
	to.Verify, to.IgnoreInode, to.Prune = o.verify, o.ignoreInode, o.prune
}

// WithoutScan reports flags that have no effect because nothing is scanned.
func (o *Rescan) WithoutScan() error {
	if name := firstGiven(o.set); name != "" {
		return advice.Usagef("--%s applies only to a scan, but no DIR is given: name one, or leave the flag out", name)
	}
	return nil
}

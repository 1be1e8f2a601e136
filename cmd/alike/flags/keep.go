package flags

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/input"
	"alike/db"
	"alike/db/search"
)

// Keep is a rule about which of several identical files to keep.
type Keep struct {
	rule string // "" is the smallest path
	dir  string // of the rule under=DIR
}

// AddFlags adds --keep.
func (k *Keep) AddFlags(fs *pflag.FlagSet) {
	fs.Var(k, "keep", "put first what `RULE` keeps\noldest, newest, shortest (path), or under=DIR: all files in DIR. Otherwise the first path.")
}

// Set implements pflag.Value.
func (k *Keep) Set(s string) (err error) {
	dir, under := strings.CutPrefix(s, "under=")
	k.dir = ""
	switch {
	case under && dir != "":
		k.rule = "under"
		k.dir, err = input.Absolute(dir)
	case s == "oldest" || s == "newest" || s == "shortest":
		k.rule = s
	default:
		err = fmt.Errorf("want oldest, newest, shortest or under=DIR, not %q", s)
	}
	return err
}

// String implements pflag.Value.
func (k *Keep) String() string {
	if k.rule == "under" {
		return "under=" + k.dir
	}
	return k.rule
}

// Type implements pflag.Value.
func (k *Keep) Type() string { return "RULE" }

// Words returns the rules, for completion. The folder of under= is left to the user.
func (k *Keep) Words() []string { return []string{"oldest", "newest", "shortest", "under="} }

// Folder returns DIR of under=DIR, or "".
func (k *Keep) Folder() string { return k.dir }

// Arrange puts the files that the rule keeps first and returns their number. It may be 0
// or all of them for under=DIR.
func (k *Keep) Arrange(d *search.DuplicateSet) int {
	outside := func(path string) int {
		if db.InTrees(path, []string{k.dir}) {
			return 0
		}
		return 1
	}
	d.Arrange(func(a, b search.Copy) int {
		switch k.rule {
		case "oldest":
			return cmp.Compare(a.MTime, b.MTime)
		case "newest":
			return cmp.Compare(b.MTime, a.MTime)
		case "shortest":
			return cmp.Compare(len(a.Path), len(b.Path))
		case "under":
			return cmp.Compare(outside(a.Path), outside(b.Path))
		}
		return 0
	})
	if k.rule != "under" {
		return 1
	}
	n := 0
	for _, f := range d.Living() {
		n += 1 - outside(f.Path)
	}
	return n
}

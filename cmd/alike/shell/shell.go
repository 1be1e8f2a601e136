// Package shell writes POSIX shell scripts that remove identical files or link them to the
// copy that is kept. Nothing is changed until a user runs a script.
//
// A script needs stat with -c and, for reflinks, cp with --reflink, as GNU coreutils and
// BusyBox have them. It decodes names with printf %b, so that no name needs quotes, acts on
// the terminal of a reviewer, or is taken for a flag.
package shell

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"alike/cmd/alike/terminal"
)

// The actions of a script.
const (
	Reflink = "reflink"
	Link    = "link"
	Remove  = "remove"
)

// Actions lists the actions.
var Actions = []string{Reflink, Link, Remove}

// purposes describe the actions in the first lines of a script.
var purposes = map[string]string{
	Reflink: "lets identical files share their blocks with a kept copy",
	Link:    "replaces identical files by hard links to a kept copy",
	Remove:  "removes identical files, except for a kept copy of each",
}

// File is a file as it was scanned.
type File struct {
	Path  string
	MTime int64 // nanoseconds since 1970
}

// seconds returns the mtime as stat -c %Y prints it.
func (f File) seconds() int64 { return time.Unix(0, f.MTime).Unix() }

//go:embed script.sh
var script string

// Begin writes the part of a script before its steps.
func Begin(w io.Writer, action string) error {
	_, err := io.WriteString(w, strings.NewReplacer("PURPOSE", purposes[action], "ACTION", action).Replace(script))
	return err
}

// Set writes the steps for files that are identical to one that is kept. size is in bytes.
func Set(w io.Writer, action string, size int64, kept File, others []File) error {
	var b strings.Builder
	fmt.Fprintf(&b, "\nkeep %s %d %d\n", Quote(kept.Path), size, kept.seconds())
	for _, f := range others {
		fmt.Fprintf(&b, "%s %s %d\n", action, Quote(f.Path), f.seconds())
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// End writes the last lines of a script. A script that was cut off before them does
// nothing, since the shell reads all of its steps first.
func End(w io.Writer) error {
	_, err := io.WriteString(w, "\nfinish\n}\nsteps\n")
	return err
}

// Quote returns a name in single quotes for printf %b: quotes, backslashes and all that
// could act on a terminal are octal escapes.
func Quote(name string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for len(name) > 0 {
		_, n := utf8.DecodeRuneInString(name)
		c := name[:n]
		if c == `'` || c == `\` || !terminal.Plain(c) {
			for i := range n {
				fmt.Fprintf(&b, `\0%03o`, c[i])
			}
		} else {
			b.WriteString(c)
		}
		name = name[n:]
	}
	b.WriteByte('\'')
	return b.String()
}

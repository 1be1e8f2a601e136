package flagvalue

import (
	"fmt"
	"strings"

	"alike/scan/fsys"
)

// Rate is a number of bytes per second: a size, with or without /s, of at least
// fsys.LeastReadLimit.
type Rate int64

// Set implements pflag.Value.
func (v *Rate) Set(s string) error {
	text := strings.TrimSpace(s)
	if n := len(text) - len("/s"); n >= 0 && strings.EqualFold(text[n:], "/s") {
		text = text[:n]
	}
	var n Size
	if err := n.Set(text); err != nil || n < fsys.LeastReadLimit {
		return fmt.Errorf("want a speed of at least 64kB/s, such as 800k, 50MB/s or 50MiB/s, not %q", s)
	}
	*v = Rate(n)
	return nil
}

// String implements pflag.Value.
func (v *Rate) String() string { return (*Size)(v).String() }

// Type implements pflag.Value.
func (v *Rate) Type() string { return "SPEED" }

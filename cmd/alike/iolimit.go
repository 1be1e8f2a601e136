package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"alike/scan"
)

// readFlags say how fast files are read.
type readFlags struct{ limit rateValue }

func (o *readFlags) addFlags(fs *pflag.FlagSet) {
	fs.Var(&o.limit, "io-limit", "read files no faster than `SPEED` over all threads, as 50MB/s (800k is 819200 bytes a second)")
}

// rateValue is a number of bytes a second: a size, with or without /s.
type rateValue int64

func (v *rateValue) Set(s string) error {
	text := strings.TrimSpace(s)
	if n := len(text) - len("/s"); n >= 0 && strings.EqualFold(text[n:], "/s") {
		text = text[:n]
	}
	var n sizeValue
	if err := n.Set(text); err != nil || n < scan.LeastReadLimit {
		return fmt.Errorf("a speed is written 800k, 50MB/s or 50MiB/s, and at least 64kB/s, not %q", s)
	}
	*v = rateValue(n)
	return nil
}

func (v *rateValue) String() string { return (*sizeValue)(v).String() }

func (v *rateValue) Type() string { return "SPEED" }

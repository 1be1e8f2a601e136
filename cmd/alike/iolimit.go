package main

import (
	"github.com/spf13/pflag"

	"alike/cmd/alike/flagvalue"
)

// readFlags say how fast files are read.
type readFlags struct{ limit flagvalue.Rate }

func (o *readFlags) addFlags(fs *pflag.FlagSet) {
	fs.Var(&o.limit, "io-limit", "read files no faster than `SPEED` over all threads, as 50MB/s (800k is 819200 bytes a second)")
}

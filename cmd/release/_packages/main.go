// Command packages writes the bill of materials of a program of alike, as CycloneDX, to
// standard output. Its module also has nfpm, which makes the packages of a release. It is a
// module of its own so that alike does not depend on them.
package main

import (
	"flag"
	"fmt"
	"os"
	"time"
)

func main() {
	var m materials
	flag.StringVar(&m.version, "version", "", "of alike")
	flag.StringVar(&m.licences, "licences", "", "the folder with the licences of modules, and pages.txt")
	made := flag.Int64("time", 0, "of the release, in seconds of Unix")
	flag.Parse()
	m.program, m.made = flag.Arg(0), time.Unix(*made, 0).UTC()
	if err := m.write(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "packages:", err)
		os.Exit(1)
	}
}

//go:build linux

package main

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"
)

// A user who may write to an index can give anything in it the right checksum. Numbers in
// its root and its list of files become extremes, and lines appear twice. Every verb must
// then answer, or exit with 12, without a panic and within a bound of memory.

// forgedMemory is the largest peak in bytes of a verb on a forged index of a megabyte.
const forgedMemory = 400 << 20

func forgeIndex(t *tally) error {
	base := filepath.Join(t.dir, "base")
	grown, err := growTree(filepath.Join(t.dir, "tree"), t.seed+8, 1<<20)
	if err != nil {
		return err
	}
	time.Sleep(settleTime)
	err = t.aside("sound", func(a *attempt) error {
		for i := range 3 {
			if _, err := a.scan(filepath.Join(grown.dir, fmt.Sprintf("d%02d", i))); err != nil {
				return err
			}
		}
		if _, err := a.done("near"); err != nil {
			return err
		}
		return os.Rename(a.index, base)
	})
	if err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(base, "files"))
	if err != nil {
		return err
	}
	refused := 0
	for range t.pick(2, 20, 400) {
		what, forged := forge(text, t.rng)
		t.try(what, func(a *attempt) error {
			if err := os.CopyFS(a.index, os.DirFS(base)); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(a.index, "files"), forged, 0o600); err != nil {
				return err
			}
			verbs := [][]string{{"check"}, {"status"}, {"pairs"}, {"query", grown.any()}, {"near"}, {"dups"}, {"groups"}, {"changes"}, scanArgs(grown.dir)}
			for _, v := range verbs {
				// A forged number can look like that of another version (1) or be harmless.
				o, err := a.run([]int{exitDone, exitFailed, exitSomeFailed, exitNoIndex, exitDamaged}, v...)
				if err != nil {
					return err
				}
				if o.peak > forgedMemory {
					return o.fault(fmt.Sprintf("want a peak of at most %d bytes, not %d", forgedMemory, o.peak))
				}
				if o.code == exitDamaged {
					refused++
				}
			}
			return nil
		})
	}
	t.remark("%d verbs refused a forged index with %d", refused, exitDamaged)
	return nil
}

// number matches the decimal numbers of a sidecar, and of the JSON in it.
var number = regexp.MustCompile(`[ :\[,]-?\d+`)

// forge changes a number, or repeats a line, and corrects the lengths and the checksum.
func forge(text []byte, rng *rand.Rand) (what string, forged []byte) {
	const sum = len("sum 00000000\n")
	text = text[:len(text)-sum]
	at := bytes.Index(text, []byte("\nroot ")) + 1
	end := at + bytes.IndexByte(text[at:], '\n') + 1
	lines, root := text[:at], text[end:len(text)-1]
	part := &root
	if rng.IntN(5) == 0 {
		part = &lines
	}
	if rng.IntN(8) == 0 {
		all := bytes.SplitAfter(lines, []byte("\n"))
		line := all[1+rng.IntN(len(all)-2)]
		what, lines = fmt.Sprintf("%q twice", line), append(bytes.Clone(lines), line...)
	} else {
		places := number.FindAllIndex(*part, -1)
		p := places[rng.IntN(len(places))]
		extremes := []string{"0", "1", "-1", "255", "65536", "4294967295", "2147483648", "9223372036854775807", "-9223372036854775808", "18446744073709551615", "1e300", "null"}
		to := extremes[rng.IntN(len(extremes))]
		from := max(0, p[0]-25)
		what = fmt.Sprintf("%q made %s", (*part)[from:p[1]], to)
		*part = fmt.Appendf(bytes.Clone((*part)[:p[0]+1]), "%s%s", to, (*part)[p[1]:])
	}
	forged = fmt.Appendf(bytes.Clone(lines), "root %s\n%s\n", strconv.Itoa(len(root)), root)
	return what, fmt.Appendf(forged, "sum %08x\n", crc32.Checksum(forged, crc32.MakeTable(crc32.Castagnoli)))
}

package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"alike/cmd/alike/terminal"
	"alike/fingerprint"
)

// The types in this file are flag values: each parses what a person would
// write, and says in its error what it would have taken.

// sizeValue is a number of bytes: 4096, 10k, 4MiB, 1.5G.
type sizeValue int64

// sizeUnits follows GNU: a bare letter and the -iB form count in 1024, the -B
// form in 1000.
var sizeUnits = map[string]float64{
	"": 1, "b": 1,
	"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
	"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
}

func (v *sizeValue) Set(s string) error {
	text := strings.ToLower(strings.TrimSpace(s))
	digits := strings.TrimRight(text, "bikmgt")
	unit, known := sizeUnits[text[len(digits):]]
	number, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if err != nil || !known || !decimal(digits) {
		return fmt.Errorf("a size is written 4096, 10k, 4MiB or 1.5GB, not %q", s)
	}
	bytes := number * unit
	if bytes >= math.MaxInt64 {
		return fmt.Errorf("%q is more than any file has", s)
	}
	*v = sizeValue(bytes)
	return nil
}

func (v *sizeValue) String() string {
	if *v == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*v), 10)
}

func (v *sizeValue) Type() string { return "SIZE" }

// leastMemory is what an index needs to do anything but give memory back.
const leastMemory = 16 << 20

// memoryValue is a number of bytes that an index can work in.
type memoryValue int64

func (v *memoryValue) Set(s string) error {
	var n sizeValue
	if err := n.Set(s); err != nil {
		return err
	}
	if n < leastMemory {
		return fmt.Errorf("the index needs at least %s, not %q", strings.ReplaceAll(terminal.Size(leastMemory), " ", ""), s)
	}
	*v = memoryValue(n)
	return nil
}

func (v *memoryValue) String() string { return (*sizeValue)(v).String() }

func (v *memoryValue) Type() string { return "SIZE" }

// decimal reports whether s is a plain decimal number: strconv takes more
// (0x10, 1e3, inf) than a person would mean.
func decimal(s string) bool {
	return strings.Trim(strings.TrimSpace(s), "0123456789.") == ""
}

// shareValue is a part of a whole, 0 to 1: 50% or 0.5.
type shareValue float64

func (v *shareValue) Set(s string) error {
	text, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	number, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if percent {
		number /= 100
	}
	switch {
	case err != nil || !decimal(text) || number < 0 || number > 1 && percent:
		return fmt.Errorf("a share is written 50%% or 0.5, from 0%% to 100%%, not %q", s)
	case number > 1:
		return fmt.Errorf("a share is at most 1: is %s%% meant?", text)
	}
	*v = shareValue(number)
	return nil
}

func (v *shareValue) String() string {
	return strconv.FormatFloat(float64(*v)*100, 'f', -1, 64) + "%"
}

func (v *shareValue) Type() string { return "SHARE" }

// durationValue is a length of time: 90s, 5m, 1h30m, or a bare number of
// seconds.
type durationValue time.Duration

func (v *durationValue) Set(s string) error {
	d, err := time.ParseDuration(s)
	if seconds, bare := strconv.ParseUint(s, 10, 31); bare == nil {
		d, err = time.Duration(seconds)*time.Second, nil
	}
	if err != nil || d < 0 {
		return fmt.Errorf("a duration is written 30s, 5m or 1h30m, not %q", s)
	}
	*v = durationValue(d)
	return nil
}

func (v *durationValue) String() string {
	if *v == 0 {
		return ""
	}
	return time.Duration(*v).String()
}

func (v *durationValue) Type() string { return "DURATION" }

// choiceValue is one word of a few.
type choiceValue struct {
	word  *string
	among []string
}

func (v choiceValue) Set(s string) error {
	switch {
	case slices.Contains(v.among, s):
	case len(v.among) == 1:
		return fmt.Errorf("this version has only %s, not %q", v.among[0], s)
	default:
		return fmt.Errorf("it is one of %s, not %q", strings.Join(v.among, ", "), s)
	}
	*v.word = s
	return nil
}

func (v choiceValue) String() string {
	if v.word == nil {
		return ""
	}
	return *v.word
}

func (v choiceValue) Type() string { return strings.Join(v.among, "|") }

// numberValue is a whole number that is not too small.
type numberValue struct {
	n     *int
	least int
}

func (v numberValue) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < v.least || n > math.MaxInt32 {
		return fmt.Errorf("a whole number from %d up, not %q", v.least, s)
	}
	*v.n = n
	return nil
}

func (v numberValue) String() string {
	if v.n == nil || *v.n == 0 {
		return ""
	}
	return strconv.Itoa(*v.n)
}

func (v numberValue) Type() string { return "N" }

// densityValue is a level of detail, or auto.
type densityValue struct{ level *int }

func (v densityValue) Set(s string) error {
	if s == "auto" {
		*v.level = fingerprint.Auto
		return nil
	}
	level, err := strconv.Atoi(s)
	if err != nil || level < 0 {
		return fmt.Errorf("a density is auto or a level such as 5, not %q", s)
	}
	*v.level = level
	return nil
}

func (v densityValue) String() string {
	if v.level == nil || *v.level == fingerprint.Auto {
		return "auto"
	}
	return strconv.Itoa(*v.level)
}

func (v densityValue) Type() string { return "auto|K" }

// countOrAll is a number of things, or all of them.
type countOrAll int

const allOfThem countOrAll = -1

func (v *countOrAll) Set(s string) error {
	if s == "all" {
		*v = allOfThem
		return nil
	}
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return fmt.Errorf("a number or the word all, not %q", s)
	}
	*v = countOrAll(n)
	return nil
}

func (v *countOrAll) String() string {
	if *v == allOfThem {
		return "all"
	}
	return strconv.Itoa(int(*v))
}

func (v *countOrAll) Type() string { return "N|all" }

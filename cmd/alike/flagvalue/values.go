// Package flagvalue parses the values of command-line flags: sizes, shares, durations,
// moments in the past, speeds and choices. Each type is a pflag.Value with errors that
// give an example of a valid value.
package flagvalue

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"alike/fingerprint"
)

// Size is a number of bytes: 4096, 10k, 4MiB, 1.5G.
type Size int64

// sizeUnits follows GNU: a bare letter and the -iB form count in 1024, the -B
// form in 1000.
var sizeUnits = map[string]float64{
	"": 1, "b": 1,
	"k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40,
	"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40,
	"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12,
}

// Set implements pflag.Value.
func (v *Size) Set(s string) error {
	text := strings.ToLower(strings.TrimSpace(s))
	digits := strings.TrimRight(text, "bikmgt")
	unit, known := sizeUnits[text[len(digits):]]
	number, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if err != nil || !known || !Decimal(digits) {
		return fmt.Errorf("want a size such as 4096, 10k, 4MiB or 1.5GB, not %q", s)
	}
	bytes := number * unit
	if bytes >= math.MaxInt64 {
		return fmt.Errorf("%q is larger than any file", s)
	}
	*v = Size(bytes)
	return nil
}

// String implements pflag.Value. It returns the bytes, or "" for 0.
func (v *Size) String() string {
	if *v == 0 {
		return ""
	}
	return strconv.FormatInt(int64(*v), 10)
}

// Type implements pflag.Value.
func (v *Size) Type() string { return "SIZE" }

// minMemory is the minimum for an index. With less, most of the time goes into freeing
// memory.
const minMemory = 16 << 20

// Memory is the number of bytes that an index may use, at least 16 MiB.
type Memory int64

// Set implements pflag.Value.
func (v *Memory) Set(s string) error {
	var n Size
	if err := n.Set(s); err != nil {
		return err
	}
	if n < minMemory {
		return fmt.Errorf("the index needs at least %dMiB, not %q", minMemory>>20, s)
	}
	*v = Memory(n)
	return nil
}

// String implements pflag.Value.
func (v *Memory) String() string { return (*Size)(v).String() }

// Type implements pflag.Value.
func (v *Memory) Type() string { return "SIZE" }

// Decimal reports whether s is a plain decimal number. strconv also accepts 0x10,
// 1e3 and inf, which are more likely typos.
func Decimal(s string) bool {
	return strings.Trim(strings.TrimSpace(s), "0123456789.") == ""
}

// Share is a part of a whole, 0 to 1, written 50% or 0.5.
type Share float64

// Set implements pflag.Value.
func (v *Share) Set(s string) error {
	text, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	number, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if percent {
		number /= 100
	}
	switch {
	case err != nil || !Decimal(text) || number < 0 || number > 1 && percent:
		return fmt.Errorf("want a share from 0%% to 100%%, such as 50%% or 0.5, not %q", s)
	case number > 1:
		return fmt.Errorf("a share is at most 1: did you mean %s%%?", text)
	}
	*v = Share(number)
	return nil
}

// String implements pflag.Value. It returns a percentage.
func (v *Share) String() string {
	return strconv.FormatFloat(float64(*v)*100, 'f', -1, 64) + "%"
}

// Type implements pflag.Value.
func (v *Share) Type() string { return "SHARE" }

// Duration is a length of time: 90s, 5m, 1h30m, or a bare number of seconds.
type Duration time.Duration

// Set implements pflag.Value.
func (v *Duration) Set(s string) error {
	d, err := time.ParseDuration(s)
	if seconds, bare := strconv.ParseUint(s, 10, 31); bare == nil {
		d, err = time.Duration(seconds)*time.Second, nil
	}
	if err != nil || d < 0 {
		return fmt.Errorf("want a duration such as 30s, 5m or 1h30m, not %q", s)
	}
	*v = Duration(d)
	return nil
}

// String implements pflag.Value. It returns "" for 0.
func (v *Duration) String() string {
	if *v == 0 {
		return ""
	}
	return time.Duration(*v).String()
}

// Type implements pflag.Value.
func (v *Duration) Type() string { return "DURATION" }

// Choice is one of a few words.
type Choice struct {
	word  *string
	among []string
}

// NewChoice returns a Choice that sets word to one of the words in among. The
// current word is the default.
func NewChoice(word *string, among ...string) Choice { return Choice{word, among} }

// Set implements pflag.Value.
func (v Choice) Set(s string) error {
	if !slices.Contains(v.among, s) {
		return fmt.Errorf("want one of %s, not %q", strings.Join(v.among, ", "), s)
	}
	*v.word = s
	return nil
}

// Words returns the words to choose from, for completion.
func (v Choice) Words() []string { return v.among }

// String implements pflag.Value.
func (v Choice) String() string { return *v.word }

// Type implements pflag.Value. It returns the words separated by bars.
func (v Choice) Type() string { return strings.Join(v.among, "|") }

// Number is a whole number with a lower bound.
type Number struct {
	n           *int
	least, most int
}

// NewNumber returns a Number that sets n to a value no smaller than least.
func NewNumber(n *int, least int) Number { return Number{n, least, math.MaxInt32} }

// UpTo returns a Number that also refuses values larger than most.
func (v Number) UpTo(most int) Number {
	v.most = most
	return v
}

// Set implements pflag.Value.
func (v Number) Set(s string) error {
	n, err := strconv.Atoi(s)
	switch {
	case err == nil && n >= v.least && n <= v.most:
	case v.most < math.MaxInt32:
		return fmt.Errorf("want a whole number from %d to %d, not %q", v.least, v.most, s)
	default:
		return fmt.Errorf("want a whole number of at least %d, not %q", v.least, s)
	}
	*v.n = n
	return nil
}

// String implements pflag.Value. It returns "" for 0.
func (v Number) String() string {
	if *v.n == 0 {
		return ""
	}
	return strconv.Itoa(*v.n)
}

// Type implements pflag.Value.
func (v Number) Type() string { return "N" }

// Density is a level of detail of fingerprint.Rule, or auto.
type Density struct{ level *int }

// NewDensity returns a Density that sets level.
func NewDensity(level *int) Density { return Density{level} }

// Set implements pflag.Value.
func (v Density) Set(s string) error {
	if s == "auto" {
		*v.level = fingerprint.Auto
		return nil
	}
	level, err := strconv.Atoi(s)
	if err != nil || level < 0 {
		return fmt.Errorf("want auto or a level such as 5, not %q", s)
	}
	*v.level = level
	return nil
}

// String implements pflag.Value.
func (v Density) String() string {
	if *v.level == fingerprint.Auto {
		return "auto"
	}
	return strconv.Itoa(*v.level)
}

// Type implements pflag.Value.
func (v Density) Type() string { return "auto|K" }

// Count is a number of items, or All.
type Count int

// All is the Count for no limit.
const All Count = -1

// Set implements pflag.Value.
func (v *Count) Set(s string) error {
	if s == "all" {
		*v = All
		return nil
	}
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return fmt.Errorf("want a number or all, not %q", s)
	}
	*v = Count(n)
	return nil
}

// String implements pflag.Value.
func (v *Count) String() string {
	if *v == All {
		return "all"
	}
	return strconv.Itoa(int(*v))
}

// Type implements pflag.Value.
func (v *Count) Type() string { return "N|all" }

package records

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// errAmbiguous is of a hash whose digits say nothing about their base.
var errAmbiguous = errors.New("could be decimal or hexadecimal: say which with --hash-base")

// givenHash reads a hash that came with a record: a decimal number, negative too,
// as databases and Java have 64-bit hashes; or a hexadecimal one, with or without
// 0x. Base is 10, 16, or 0 for both: what has a letter or 0x is then hexadecimal,
// what is negative or too long to be hexadecimal decimal, and up to 16 digits
// without a letter are refused. One hexadecimal hash in 1,800 looks like that.
func givenHash(text []byte, base int) (uint64, error) {
	digits := strings.TrimSpace(string(text))
	rest, prefixed := strings.CutPrefix(digits, "0x")
	if !prefixed {
		rest, prefixed = strings.CutPrefix(digits, "0X")
	}
	if base == 0 {
		switch {
		case prefixed || strings.ContainsAny(digits, "abcdefABCDEF"):
			base = 16
		case len(digits) > 16 || strings.HasPrefix(digits, "-") || len(digits) == 1:
			base = 10
		case strings.Trim(digits, "0123456789") == "" && digits != "":
			return 0, fmt.Errorf("the hash %q %w", digits, errAmbiguous)
		}
	}
	switch {
	case base == 16 && rest != "" && !strings.ContainsAny(rest, "+-_"):
		if n, err := strconv.ParseUint(rest, 16, 64); err == nil {
			return n, nil
		}
	case base == 10 && strings.HasPrefix(digits, "-"):
		if n, err := strconv.ParseInt(digits, 10, 64); err == nil {
			return uint64(n), nil
		}
	case base == 10:
		if n, err := strconv.ParseUint(digits, 10, 64); err == nil {
			return n, nil
		}
	}
	if len(digits) > 40 {
		digits = digits[:40] + "…"
	}
	return 0, fmt.Errorf("the hash %q is no number of 64 bits", digits)
}

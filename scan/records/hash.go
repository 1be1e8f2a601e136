package records

import (
	"fmt"
	"strconv"
	"strings"
)

// parseHash parses a hash that a record carries: a decimal number, which may be
// negative, since databases and Java have signed 64-bit hashes; or a hexadecimal
// one, with or without 0x. Base is 10, 16, or 0 to detect it: a number with a letter
// or 0x is then hexadecimal, a negative one or one of more than 16 digits decimal,
// and up to 16 digits without a letter are ambiguous. One hexadecimal hash in 1,800
// has no letter.
func parseHash(text []byte, base int) (uint64, error) {
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
			return 0, fmt.Errorf("the hash %q %w", digits, ErrAmbiguousHash)
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
	return 0, fmt.Errorf("the hash %q is not a 64-bit number", digits)
}

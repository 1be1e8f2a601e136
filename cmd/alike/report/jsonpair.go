package report

import (
	"math"
	"strconv"

	"alike/cmd/alike/terminal"
	"alike/db/search"
	"alike/fingerprint"
)

// appendJSONPair appends a pair without regions as terminal.AppendJSON does with jsonPair. There may be
// millions of pairs: encoding/json takes 3 µs for one, more than the search, and this a tenth.
func appendJSONPair(buf []byte, p *search.Pair) []byte {
	buf = append(buf, `{"type":"pair","a":`...)
	buf = appendJSONFile(buf, &p.A)
	buf = append(buf, `,"b":`...)
	buf = appendJSONFile(buf, &p.B)
	buf = append(buf, `,"shared":`...)
	buf = strconv.AppendInt(buf, int64(p.Shared), 10)
	buf = appendJSONShare(append(buf, `,"a_in_b":`...), p.AInB)
	buf = appendJSONShare(append(buf, `,"b_in_a":`...), p.BInA)
	buf = appendJSONShare(append(buf, `,"resemblance":`...), p.Resemblance)
	buf = appendJSONShare(append(buf, `,"distinctive":`...), p.Distinctive)
	buf = strconv.AppendBool(append(buf, `,"identical":`...), p.Identical)
	buf = strconv.AppendBool(append(buf, `,"exact":`...), p.Exact)
	return append(buf, '}')
}

// appendJSONFile appends a file as terminal.AppendJSON does with jsonFile. It leaves files to it that
// few pairs have.
func appendJSONFile(buf []byte, f *search.File) []byte {
	if f.Aliases != nil || f.Generated || f.Files > 0 || !isPlainJSON(f.Path) {
		return terminal.AppendJSON(buf, jsonFile(*f))
	}
	buf = append(append(buf, `{"path":"`...), f.Path...)
	buf = strconv.AppendInt(append(buf, `","size":`...), f.Size, 10)
	buf = strconv.AppendInt(append(buf, `,"level":`...), int64(f.Level), 10)
	buf = strconv.AppendInt(append(buf, `,"fingerprints":`...), int64(f.Fingerprints), 10)
	buf = strconv.AppendInt(append(buf, `,"copies":`...), int64(f.Copies), 10)
	return append(buf, '}')
}

// isPlainJSON reports whether JSON has the text as it is.
func isPlainJSON(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// appendJSONShare appends a share as its MarshalJSON does.
func appendJSONShare(buf []byte, s fingerprint.Share) []byte {
	if !s.Defined() {
		return append(buf, "null"...)
	}
	const digits, unit = 6, 1_000_000
	n := int64(math.Round(float64(s) * unit))
	if n <= 0 || n >= unit {
		return strconv.AppendFloat(buf, float64(s.Rounded()), 'f', -1, 64)
	}
	var fraction [digits]byte
	for i := digits - 1; i >= 0; i-- {
		fraction[i] = '0' + byte(n%10)
		n /= 10
	}
	last := digits
	for fraction[last-1] == '0' {
		last--
	}
	return append(append(buf, "0."...), fraction[:last]...)
}

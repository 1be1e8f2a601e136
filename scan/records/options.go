package records

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Format is the format of an input.
type Format string

const (
	JSONL Format = "jsonl" // one JSON object a line
	TSV   Format = "tsv"   // tab-separated columns, nothing quoted
	CSV   Format = "csv"   // comma-separated columns, quoted as in RFC 4180
	Lines Format = "lines" // each line is a text
	Files Format = "files" // each line is the path of a file that holds a text
)

// ParseFormat returns the format with the given name.
func ParseFormat(name string) (Format, error) {
	f := Format(name)
	if !slices.Contains([]Format{JSONL, TSV, CSV, Lines, Files}, f) {
		return "", fmt.Errorf("unknown format %q; the formats are jsonl, tsv, csv, lines and files", name)
	}
	return f, nil
}

// Layout defines what a record is and where its fields are. A resumed run must have
// the same layout as the run it resumes.
type Layout struct {
	Format Format `json:"format"`
	// Texts, ID and Hash name fields: dotted paths in JSON, and column numbers
	// from 1 or column names in TSV and CSV. A number is never a name.
	// Lines and files have no fields.
	Texts []string `json:"texts,omitempty"`
	ID    string   `json:"id,omitempty"`   // "": the line number
	Hash  string   `json:"hash,omitempty"` // "": records carry no hash
	// HashBase is the base of hashes given as strings of digits, 10 or 16. If it is 0, the
	// base is detected, and a record with an ambiguous hash is malformed.
	HashBase int `json:"hash_base,omitempty"`
	// Header is set if the first row names the columns, in TSV and CSV.
	Header bool `json:"header,omitempty"`
	// Zero is set if lines end with a NUL, in lines and files.
	Zero bool `json:"zero,omitempty"`
}

// Options are the options of a Reader.
type Options struct {
	Layout
	// Longest is the maximum size of a record or listed file in bytes, 0 for 64 MiB.
	// A few times as much may be held in memory.
	Longest int
	// BatchBytes is the size of a batch in bytes, which only a longer record exceeds.
	// 0 means 256 KiB, which holds many records and still fits a second-level cache.
	BatchBytes int
}

const (
	defaultLongest    = 64 << 20
	defaultBatchBytes = 256 << 10
	// A batch has at most one record for each leastRecord of its bytes: in memory, a
	// record and its fields take some hundreds.
	leastRecord = 64
)

// checked returns the options with defaults filled in, or an error if they contradict
// each other.
func (o Options) checked() (Options, error) {
	if o.Longest <= 0 {
		o.Longest = defaultLongest
	}
	if o.BatchBytes <= 0 {
		o.BatchBytes = defaultBatchBytes
	}
	if _, err := ParseFormat(string(o.Format)); err != nil {
		return o, err
	}
	if o.HashBase != 0 && o.HashBase != 10 && o.HashBase != 16 {
		return o, fmt.Errorf("hashes have base 10 or 16, not %d", o.HashBase)
	}
	names, _, _ := o.wanted()
	columns := o.Format == TSV || o.Format == CSV
	switch {
	case o.Zero && o.Format != Lines && o.Format != Files:
		return o, fmt.Errorf("%s records end with a newline, not with a NUL", o.Format)
	case o.Header && !columns:
		return o, fmt.Errorf("%s has no header", o.Format)
	case len(names) > 0 && (o.Format == Lines || o.Format == Files):
		return o, fmt.Errorf("%s has no fields to select", o.Format)
	case (columns || o.Format == JSONL) && len(o.Texts) == 0 && o.Hash == "":
		return o, fmt.Errorf("%s has no field selected as the text", o.Format)
	case columns && !o.Header:
		for _, name := range names {
			if _, ok := columnNumber(name); !ok {
				return o, fmt.Errorf("column %q is not a number, and without a header columns have no names", name)
			}
		}
	}
	if slices.Contains(o.Texts, "") {
		return o, errors.New("empty field name")
	}
	if o.Format == JSONL {
		_, err := jsonTree(names)
		return o, err
	}
	return o, nil
}

// wanted returns the names of the requested fields, texts first, and the positions of
// id and hash among them, -1 if they are not requested.
func (l Layout) wanted() (names []string, id, hash int) {
	names, id, hash = slices.Clone(l.Texts), -1, -1
	if l.ID != "" {
		id = len(names)
		names = append(names, l.ID)
	}
	if l.Hash != "" {
		hash = len(names)
		names = append(names, l.Hash)
	}
	return names, id, hash
}

// columnNumber returns the position, from 0, of a column given by its number.
func columnNumber(name string) (int, bool) {
	n, err := strconv.Atoi(name)
	return n - 1, err == nil && n > 0
}

// end returns the byte that ends a line.
func (l Layout) end() byte {
	if l.Zero {
		return 0
	}
	return '\n'
}

// Equal reports whether both layouts find the same records and fields.
func (l Layout) Equal(m Layout) bool {
	return slices.Equal(l.Texts, m.Texts) && l.Format == m.Format && l.ID == m.ID && l.Hash == m.Hash &&
		l.HashBase == m.HashBase && l.Header == m.Header && l.Zero == m.Zero
}

package records

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// Format is how records stand in an input.
type Format string

const (
	JSONL Format = "jsonl" // one JSON object a line
	TSV   Format = "tsv"   // tab-separated columns, nothing quoted
	CSV   Format = "csv"   // comma-separated columns, quoted as in RFC 4180
	Lines Format = "lines" // the line is the text
	Files Format = "files" // the line is the path of a file, which is the text
)

// ParseFormat returns the format of a name.
func ParseFormat(name string) (Format, error) {
	f := Format(name)
	if !slices.Contains([]Format{JSONL, TSV, CSV, Lines, Files}, f) {
		return "", fmt.Errorf("there is no format %q: it is jsonl, tsv, csv, lines or files", name)
	}
	return f, nil
}

// Layout says what a record is and where its fields are. A run that goes on from
// a checkpoint must have the same.
type Layout struct {
	Format Format `json:"format"`
	// Texts, ID and Hash name fields: dotted paths in JSON, columns by number
	// from 1 or by name in TSV and CSV. A column whose name is a number has its
	// number only. Lines and files have none.
	Texts []string `json:"texts,omitempty"`
	ID    string   `json:"id,omitempty"`   // "": the number of the line
	Hash  string   `json:"hash,omitempty"` // "": no hash comes with a record
	// HashBase is 10 or 16 where hashes are strings of digits that could be read
	// as either; 0 takes such a string for malformed.
	HashBase int `json:"hash_base,omitempty"`
	// Header says that the first row of TSV and CSV names the columns.
	Header bool `json:"header,omitempty"`
	// Zero says that a NUL ends a line, in lines and files.
	Zero bool `json:"zero,omitempty"`
}

// Options are a Reader's.
type Options struct {
	Layout
	// Longest is how many bytes a record may have, a listed file too: 0 is 64 MiB.
	// That much is held in memory a few times over.
	Longest int
	// BatchBytes is how many bytes a batch has unless a record is longer: 0 is
	// 256 KiB, which is many records and still fits a second-level cache.
	BatchBytes int
}

const (
	defaultLongest    = 64 << 20
	defaultBatchBytes = 256 << 10
)

// checked returns the options with their defaults filled in, or what is wrong.
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
		return o, fmt.Errorf("hashes are numbers of base 10 or 16, not %d", o.HashBase)
	}
	names, _, _ := o.wanted()
	columns := o.Format == TSV || o.Format == CSV
	switch {
	case o.Zero && o.Format != Lines && o.Format != Files:
		return o, fmt.Errorf("records of %s end with a newline, never with a NUL", o.Format)
	case o.Header && !columns:
		return o, fmt.Errorf("%s has no header", o.Format)
	case len(names) > 0 && (o.Format == Lines || o.Format == Files):
		return o, fmt.Errorf("%s has no fields to choose from", o.Format)
	case (columns || o.Format == JSONL) && len(o.Texts) == 0 && o.Hash == "":
		return o, fmt.Errorf("which field of %s is the text must be said", o.Format)
	case columns && !o.Header:
		for _, name := range names {
			if _, ok := columnNumber(name); !ok {
				return o, fmt.Errorf("the column %q can only be found in a header: say that there is one, or give the number of the column", name)
			}
		}
	}
	if slices.Contains(o.Texts, "") {
		return o, errors.New("a field without a name was asked for")
	}
	if o.Format == JSONL {
		_, err := jsonTree(names)
		return o, err
	}
	return o, nil
}

// wanted returns the fields that are asked for, the texts first, and the places
// of id and hash among them, -1 where they are not.
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

// columnNumber returns the place of a column that is given by its number.
func columnNumber(name string) (int, bool) {
	n, err := strconv.Atoi(name)
	return n - 1, err == nil && n > 0
}

// end is the byte that ends a line.
func (l Layout) end() byte {
	if l.Zero {
		return 0
	}
	return '\n'
}

// Equal reports whether records of both are the same.
func (l Layout) Equal(m Layout) bool {
	return slices.Equal(l.Texts, m.Texts) && l.Format == m.Format && l.ID == m.ID && l.Hash == m.Hash &&
		l.HashBase == m.HashBase && l.Header == m.Header && l.Zero == m.Zero
}

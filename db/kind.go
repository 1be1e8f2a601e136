package db

import "fmt"

// Kind is what an index holds. One of both could not be asked about either.
type Kind int

// The kinds of indexes. An index that nothing was entered into yet is of each.
const (
	Files   Kind = iota // and what is known of their contents
	Records             // that are no files, see Record
	AnyKind             // either, for who asks only how the index is
)

// KindError is an index that holds records where files were expected, or files
// where records were.
type KindError struct {
	Dir string
	Has Kind
}

func (e *KindError) Error() string {
	holds := "files, not records"
	if e.Has == Records {
		holds = "records, not files"
	}
	return fmt.Sprintf("the index in %s holds %s", e.Dir, holds)
}

// Kind returns what the index holds; AnyKind if nothing yet.
func (ix *Index) Kind() Kind { return ix.root.kind() }

func (r *root) kind() Kind {
	switch {
	case r.Records != nil:
		return Records
	case r.NextContent > 1 || r.NextDir > rootDir || r.Scan > 0 || r.Simhash != nil || len(r.Trees) > 0:
		return Files
	}
	return AnyKind
}

func (r *root) checkKind(dir string, want Kind) error {
	if has := r.kind(); has != AnyKind && want != AnyKind && has != want {
		return &KindError{dir, has}
	}
	return nil
}

// holdsFiles is an error if the index holds records, or is about to.
func (w *Writer) holdsFiles() error {
	if w.records.keeps {
		return &KindError{w.ix.dir, Records}
	}
	return nil
}

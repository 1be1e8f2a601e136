package records

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/cespare/xxhash/v2"
)

// checkpointVersion is raised when what a checkpoint means changes.
const checkpointVersion = 1

// Checkpoint says how far a run has come: everything before it was decided on and
// lies in the outputs, nothing behind it was. It is for whoever stores it to do so
// in one piece with what was learnt from the records before it, after Sync of the
// outputs. It is stored as JSON.
type Checkpoint struct {
	Version int      `json:"version"`
	Layout  Layout   `json:"layout"`
	Inputs  []string `json:"inputs"` // names, quoted as Go does

	// Where the reader stands: at Offset of the input of that place, decompressed.
	Input  int        `json:"input"`
	State  inputState `json:"state"` // of that input's file
	Offset int64      `json:"offset"`
	Line   int64      `json:"line"`   // lines before it
	Rows   int64      `json:"rows"`   // rows before it, of all inputs
	Headed bool       `json:"headed"` // the header of this input is before it
	Header []byte     `json:"header,omitempty"`
	Digest []byte     `json:"digest"` // XXH64 of this input's bytes before Offset, to be gone on with

	// Lengths of the outputs, for the caller to fill in from Sync.
	Output  int64 `json:"output"`
	Dropped int64 `json:"dropped"`
}

// inputState is what shows that a file is still the one that it was.
type inputState struct {
	Regular  bool   `json:"regular"` // the rest is 0 of what is no regular file
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // nanoseconds since 1970
	Head     uint64 `json:"head"`     // XXH64 of the first 64 KiB, as they lie there
}

// Checkpoint returns the place behind the batch. The lengths of the outputs are
// the caller's to fill in.
func (r *Reader) Checkpoint(b *Batch) (Checkpoint, error) {
	digest, err := b.after.digest.MarshalBinary()
	if err != nil {
		return Checkpoint{}, fmt.Errorf("noting how far %s was read: %w", b.Input, err)
	}
	return Checkpoint{
		Version: checkpointVersion, Layout: r.o.Layout, Inputs: r.names,
		Input: b.after.input, State: b.after.state, Offset: b.after.offset, Line: b.after.line,
		Rows: b.after.rows, Headed: b.after.headed, Header: b.after.header, Digest: digest,
	}, nil
}

// names are the names of inputs, so that JSON keeps them whatever their bytes.
func names(inputs []Input) []string {
	quoted := make([]string, len(inputs))
	for i, in := range inputs {
		quoted[i] = strconv.QuoteToASCII(in.Name)
	}
	return quoted
}

// place returns where the checkpoint is, if it is one of a run like this.
func (c Checkpoint) place(inputs []Input, l Layout) (place, error) {
	switch {
	case c.Version != checkpointVersion:
		return place{}, fmt.Errorf("it was written by another version (%d, and this is %d): begin anew", c.Version, checkpointVersion)
	case !l.Equal(c.Layout):
		return place{}, fmt.Errorf("the run that stopped read its records otherwise: give the same format and fields, or begin anew")
	case !slices.Equal(names(inputs), c.Inputs):
		return place{}, fmt.Errorf("the run that stopped had other inputs: give the same in the same order, or begin anew")
	case c.Input < 0 || c.Input >= len(inputs) || c.Offset < 0 || c.Line < 0 || c.Rows < 0 || c.Output < 0 || c.Dropped < 0:
		return place{}, fmt.Errorf("it says what cannot be: begin anew")
	}
	at := place{
		input: c.Input, offset: c.Offset, line: c.Line, rows: c.Rows,
		headed: c.Headed, header: c.Header, state: c.State,
	}
	at.digest.Reset()
	var digest xxhash.Digest
	if err := digest.UnmarshalBinary(c.Digest); err != nil {
		return place{}, fmt.Errorf("its digest cannot be read (%w): begin anew", err)
	}
	at.digest = digest
	return at, nil
}

package records

import (
	"fmt"
	"slices"
	"strconv"
)

// checkpointVersion increases when the meaning of a checkpoint changes.
const checkpointVersion = 1

// Checkpoint is a position in a run. Everything before it has been decided on
// and is in the outputs; nothing after it has been. The caller syncs the outputs and
// then commits the checkpoint together with the results for the records before it. A
// checkpoint is stored as JSON.
type Checkpoint struct {
	Version int      `json:"version"`
	Layout  Layout   `json:"layout"`
	Inputs  []string `json:"inputs"` // names, as Go string literals

	// The reader's position: at Offset of the decompressed input number Input.
	Input  int        `json:"input"`
	State  inputState `json:"state"` // of that input's file
	Offset int64      `json:"offset"`
	Line   int64      `json:"line"`   // lines before it
	Rows   int64      `json:"rows"`   // rows before it, over all inputs
	Headed bool       `json:"headed"` // the header of this input is before it
	Header []byte     `json:"header,omitempty"`
	Digest []byte     `json:"digest"` // XXH64 state over this input's bytes before Offset
	// Past are the inputs before this one. An older version wrote none.
	Past []Past `json:"past,omitempty"`

	// Lengths of the outputs. The caller sets them to what Sync returned.
	Output  int64 `json:"output"`
	Dropped int64 `json:"dropped"`
	// Open is set if the last line of the output lacks its terminator.
	Open bool `json:"open,omitempty"`
}

// inputState identifies the file that was read, to notice whether it has changed.
type inputState struct {
	Regular  bool   `json:"regular"` // if false, the other fields are 0
	Size     int64  `json:"size"`
	Modified int64  `json:"modified"` // nanoseconds since 1970
	Head     uint64 `json:"head"`     // XXH64 of the first 64 KiB of the file
}

// Checkpoint returns the position after the batch, with the lengths of the outputs
// left at 0.
func (r *Reader) Checkpoint(b *Batch) (Checkpoint, error) {
	digest, err := b.after.digest.MarshalBinary()
	if err != nil {
		return Checkpoint{}, fmt.Errorf("recording how far %s was read: %w", b.Input, err)
	}
	return Checkpoint{
		Version: checkpointVersion, Layout: r.o.Layout, Inputs: r.names,
		Input: b.after.input, State: b.after.state, Offset: b.after.offset, Line: b.after.line,
		Rows: b.after.rows, Headed: b.after.headed, Header: b.after.header, Digest: digest, Past: b.after.past,
	}, nil
}

// names returns the names of inputs, quoted so that JSON preserves any bytes.
func names(inputs []Input) []string {
	quoted := make([]string, len(inputs))
	for i, in := range inputs {
		quoted[i] = strconv.QuoteToASCII(in.Name)
	}
	return quoted
}

// position returns the reader's position at the checkpoint. It fails with a
// ResumeError unless the run had the same inputs and layout.
func (c Checkpoint) position(inputs []Input, l Layout) (position, error) {
	switch {
	case c.Version != checkpointVersion:
		return position{}, resumeErrorf("its checkpoint has version %d, and this is version %d", c.Version, checkpointVersion)
	case !l.Equal(c.Layout):
		return position{}, resumeErrorf("it had another format or other fields")
	case !slices.Equal(names(inputs), c.Inputs):
		return position{}, resumeErrorf("it had other inputs, or the same in another order")
	case c.Input < 0 || c.Input >= len(inputs) || c.Offset < 0 || c.Line < 0 || c.Rows < 0 || c.Output < 0 || c.Dropped < 0:
		return position{}, resumeErrorf("its checkpoint holds impossible values")
	}
	at := position{
		input: c.Input, offset: c.Offset, line: c.Line, rows: c.Rows,
		headed: c.Headed, header: c.Header, state: c.State, past: c.Past,
	}
	if len(at.past) != at.input {
		at.past = make([]Past, at.input) // which match no input
	}
	if err := at.digest.UnmarshalBinary(c.Digest); err != nil {
		return position{}, resumeErrorf("the digest in its checkpoint is damaged: %v", err)
	}
	return at, nil
}

package dedupe

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"alike/db"
	"alike/scan/records"
)

// ExistsError reports an output that exists and is not empty, which the run would
// replace.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string { return e.Path + " exists and is not empty" }

// An index remembers the last finished runs, so that the same command can be recognised
// when it is repeated. Forgetting one is harmless: an existing output is then refused.
const (
	maxFinished       = 512
	maxFinishedInputs = 4096 // of all of them
)

// digest identifies what a job does, whatever its inputs hold.
func (j *Job) digest() string {
	data, _ := json.Marshal(j.task()) // strings and numbers only
	sum := sha256.Sum256(append(data, j.Encoded()...))
	return hex.EncodeToString(sum[:16])
}

// remember adds the run that ends here to the finished ones.
func (s *state) remember(now finishedRun) {
	all := append(slices.Clip(s.Finished), now)
	inputs := 0
	for i := len(all) - 1; i >= 0; i-- {
		inputs += len(all[i].Inputs)
		if len(all)-i > maxFinished || inputs > maxFinishedInputs {
			all = all[i+1:]
			break
		}
	}
	s.Finished = all
}

// Repeats reports whether the job is a run that has finished on the index, with the same
// options and inputs, and whose outputs are still there. It returns the summary of that
// run.
func (j *Job) Repeats(ctx context.Context, ix *db.Index) (Summary, bool, error) {
	j.adopt(ix)
	last, err := lastRun(ix)
	if err != nil || last == nil {
		return Summary{}, false, err
	}
	return j.repeats(ctx, last)
}

func (j *Job) repeats(ctx context.Context, last *state) (Summary, bool, error) {
	if j.Output == "" {
		return Summary{}, false, nil
	}
	digest := j.digest()
	// A stream can be read only once: either here or by the run.
	streams := !j.Force && j.checkOutputs(nil) != nil
	for _, f := range slices.Backward(last.Finished) {
		if f.Task != digest || !hasLength(j.Output, f.Output) || !hasLength(j.Dropped, f.Dropped) {
			continue
		}
		same, err := records.Same(ctx, j.Inputs, f.Inputs, streams)
		if err != nil {
			return Summary{}, false, fmt.Errorf("comparing the inputs with those of the finished run: %w", err)
		}
		if same {
			return Summary{Counts: f.Counts, Finished: true, Repeated: true}, true, nil
		}
		if streams {
			break // they may have been read
		}
	}
	return Summary{}, false, nil
}

// hasLength reports whether an output is a file of this length. An output that is not
// asked for has none, nor has one that is not a regular file.
func hasLength(path string, length int64) bool {
	if path == "" {
		return length == 0
	}
	info, err := os.Stat(path)
	return err == nil && (!info.Mode().IsRegular() || info.Size() == length)
}

// outputsExist reports whether there is an output, and all outputs exist. A run that
// needs no index may then be the one that wrote them. It runs again, but instead of
// writing it compares.
func (j *Job) outputsExist() bool {
	for _, path := range []string{j.Output, j.Dropped} {
		if _, err := os.Stat(path); path != "" && err != nil {
			return false
		}
	}
	return Resumable(j.Output)
}

// CheckOutputs returns an ExistsError if a run that neither resumes nor repeats another
// one would replace an output. Run checks this too.
func (j *Job) CheckOutputs() error { return j.checkOutputs(j.Own) }

// checkOutputs returns an ExistsError if the run would replace an output. Outputs in own,
// as Go string literals, are what an unfinished run has left.
func (j *Job) checkOutputs(own []string) error {
	if j.Force {
		return nil
	}
	for _, path := range []string{j.Output, j.Dropped} {
		if path == "" || slices.Contains(own, quotedPath(path)) {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
			return &ExistsError{path}
		}
	}
	return nil
}

package dedupe

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"

	"alike/db"
	"alike/db/system"
)

// A run that can be resumed claims its outputs, so that no other run writes to them
// before it has finished: FILE.alike holds the folder of its index as a Go string
// literal, or is the private index itself.

// ClaimedError reports an output of an unfinished run, which would later resume in the
// middle of other records.
type ClaimedError struct {
	Path  string
	Claim string // what says so, and nothing else; "" if it is an index of other records too
}

func (e *ClaimedError) Error() string {
	return fmt.Sprintf("an earlier run to %s was not finished", e.Path)
}

// LostError reports an output that an unfinished run no longer claims. Another run may
// have written it.
type LostError struct{ Path string }

func (e *LostError) Error() string {
	return fmt.Sprintf("the unfinished run has given up %s: %s is missing or belongs to another run", e.Path, claimPath(e.Path))
}

// claimPath returns the path of the claim on an output. An output has one claim whatever
// symbolic links lead to it.
func claimPath(output string) string {
	for range 40 { // as many links as the kernel follows
		to, err := os.Readlink(output)
		if err != nil {
			break
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(output), to)
		}
		output = to
	}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(output)); err == nil {
		output = filepath.Join(dir, filepath.Base(output))
	}
	return output + StateSuffix
}

// maxClaim is more bytes than a quoted path has.
const maxClaim = 64 << 10

// claimant returns the folder of the index that claims an output, or "".
func claimant(output string) string {
	claim := claimPath(output)
	f, err := os.OpenFile(claim, os.O_RDONLY|system.NoFollow|syscall.O_NONBLOCK, 0)
	if err != nil {
		return ""
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return ""
	case info.IsDir():
		return claim
	case !info.Mode().IsRegular():
		return "" // reading a FIFO would wait
	}
	data, _ := io.ReadAll(io.LimitReader(f, maxClaim))
	dir, _ := strconv.Unquote(string(data))
	return dir
}

// CheckClaims returns a ClaimedError if an unfinished run on another index than dir claims
// an output of the job. It removes claims of runs that have finished, unless the job may
// resume one whose index has moved.
func (j *Job) CheckClaims(ctx context.Context, dir string) error {
	stale := disclaim
	if (j.Resume || j.Restart) && dir != j.Output+StateSuffix {
		stale = func(string, ...string) {}
	}
	for _, path := range []string{j.Output, j.Dropped} {
		if !Resumable(path) {
			continue
		}
		by := claimant(path)
		if by == "" || sameFolder(by, dir) {
			continue
		}
		ix, err := db.Open(ctx, by, db.Options{Kind: db.Records})
		if errors.Is(err, db.ErrNoIndex) {
			stale(by, path)
			continue
		}
		if err != nil {
			return fmt.Errorf("reading the state of the last run to %s: %w", path, err)
		}
		last, err := lastRun(ix)
		if err = errors.Join(err, ix.Close()); err != nil {
			return err
		}
		if last != nil && !last.Done && slices.ContainsFunc(last.paths(), func(p string) bool { return sameOutput(p, path) }) {
			claim := claimPath(path)
			if claim == by && !last.Private {
				claim = ""
			}
			return &ClaimedError{path, claim}
		}
		stale(by, path)
	}
	return nil
}

// Claimed reports whether the index in a folder claims an output of the job. If that is
// all it knows of the run, the run was killed before it did anything else, and Resume
// starts it.
func (j *Job) Claimed(dir string) bool {
	return slices.ContainsFunc([]string{j.Output, j.Dropped}, func(path string) bool {
		return Resumable(path) && (sameFolder(claimant(path), dir) || emptyClaim(path))
	})
}

// emptyClaim reports whether a run was killed before it wrote its claim on an output.
func emptyClaim(output string) bool {
	info, err := os.Lstat(claimPath(output))
	return err == nil && info.Mode().IsRegular() && info.Size() == 0
}

func sameOutput(a, b string) bool { return claimPath(a) == claimPath(b) }

// sameFolder reports whether two paths name one folder, or one that is gone.
func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	y, err2 := os.Stat(b)
	return a == b || err == nil && err2 == nil && os.SameFile(x, y)
}

// claim claims the outputs of the run for its index in dir. It returns what the claims hold, or
// "" if there can be none, for example in a folder where the run may write no new files.
func (s *state) claim(dir string) string {
	for _, path := range s.paths() {
		by := claimant(path)
		if !Resumable(path) || sameFolder(by, dir) {
			continue
		}
		disclaim(by, path) // the run has finished
		if emptyClaim(path) {
			_ = os.Remove(claimPath(path))
		}
		f, err := os.OpenFile(claimPath(path), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if err == nil {
			_, err = f.WriteString(strconv.QuoteToASCII(dir))
			if err = errors.Join(err, f.Close()); err != nil {
				_ = os.Remove(f.Name())
			}
		}
		if err != nil {
			disclaim(dir, s.paths()...)
			return ""
		}
	}
	return strconv.QuoteToASCII(dir)
}

// claimedBy returns the folder that the claims on the outputs of a run name.
func (s *state) claimedBy() string {
	dir, _ := strconv.Unquote(s.Claimed)
	return dir
}

// lost returns a LostError if the unfinished run no longer claims one of its outputs.
func (s *state) lost() error {
	for _, path := range s.paths() {
		if s.Claimed != "" && Resumable(path) && !sameFolder(claimant(path), s.claimedBy()) {
			return &LostError{path}
		}
	}
	return nil
}

// disclaim removes the claims of the run on an index to outputs. A private index remains.
// A claim that cannot be removed is recognised as one of a finished run.
func disclaim(dir string, outputs ...string) {
	for _, path := range outputs {
		if claim := claimPath(path); dir != "" && claim != dir && sameFolder(claimant(path), dir) {
			_ = os.Remove(claim)
		}
	}
}

// IndexState is the state of the last run on an index.
type IndexState struct {
	Private  bool // the index is only the state of a run
	Finished bool
	Outputs  []string // of that run, as Go string literals; "" for none
	last     *state
}

// StateOf returns the state of the last run on an index.
func StateOf(ix *db.Index) (IndexState, error) {
	last, err := lastRun(ix)
	if err != nil {
		return IndexState{}, err
	}
	if last == nil {
		return IndexState{Private: ix.Records() == 0}, nil
	}
	return IndexState{last.Private, last.Done, last.outputs(), last}, nil
}

// Disclaim removes the claims of that run, which is being undone.
func (s IndexState) Disclaim() {
	if s.last != nil {
		disclaim(s.last.claimedBy(), s.last.paths()...)
	}
}

//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/term"
)

// world is the environment of bench. Tests use it to hide installed peers, share
// one build of alike and shorten waits.
type world struct {
	stdout, stderr io.Writer
	lookPath       func(string) (string, error)
	alike          string        // the program to measure; "" builds it
	settling       time.Duration // see settle
}

// bench is one run.
type bench struct {
	world
	options
	dir string // holds all temporary files; removed at the end
}

// build compiles alike from the module that contains bench.
func (b *bench) build(ctx context.Context) error {
	if b.alike != "" {
		return nil
	}
	b.alike = filepath.Join(b.dir, "alike")
	out, err := exec.CommandContext(ctx, "go", "build", "-o", b.alike, "alike/cmd/alike").CombinedOutput()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("build alike: %w: %s (run bench inside alike's module)", err, strings.TrimSpace(string(out)))
	}
	return nil
}

func (b *bench) index() string { return filepath.Join(b.dir, "index") }

// say shows what is running if standard error is a terminal. The next call
// overwrites the line.
func (b *bench) say(format string, args ...any) {
	f, ok := b.stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return
	}
	fmt.Fprintf(b.stderr, "\r\x1b[K"+format, args...)
}

// print writes a result as JSON, or as text with the function table.
func (b *bench) print(result any, table func(io.Writer) error) error {
	if b.format != "json" {
		return table(b.stdout)
	}
	e := json.NewEncoder(b.stdout)
	e.SetIndent("", "  ")
	return e.Encode(result)
}

// indexSize is the part of `alike status -f json` that bench uses.
type indexSize struct {
	Files        int64 `json:"files"`
	Bytes        int64 `json:"bytes"`
	ContentBytes int64 `json:"content_bytes"`
	Fingerprints int64 `json:"fingerprints"`
	DiskBytes    int64 `json:"disk_bytes"`
}

// share returns the size of the index as a fraction of the tree's.
func (s indexSize) share() float64 { return quotient(s.DiskBytes, s.Bytes) }

// perFingerprint returns the bytes on disk per fingerprint, paths and checksums
// included.
func (s indexSize) perFingerprint() float64 { return quotient(s.DiskBytes, s.Fingerprints) }

func quotient(a, b int64) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}

func (b *bench) status(ctx context.Context, index string) (s indexSize, err error) {
	out, err := b.answer(ctx, index, "status", "-f", "json")
	if err == nil {
		err = json.Unmarshal(out, &s)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("get the size of the index: %w", err)
	}
	return s, err
}

// answer runs alike without measuring it and returns its output.
func (b *bench) answer(ctx context.Context, index, verb string, args ...string) ([]byte, error) {
	args = append([]string{verb, "-q", "--index", index}, args...)
	out, err := exec.CommandContext(ctx, b.alike, args...).Output()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = &exitError{exit.ExitCode(), strings.TrimSpace(string(exit.Stderr))}
	}
	if err != nil {
		err = fmt.Errorf("alike %s: %w", verb, err)
	}
	return out, err
}

// exitError reports a command that ended with an exit code other than 0.
type exitError struct {
	code   int
	stderr string
}

func (e *exitError) Error() string { return fmt.Sprintf("exit code %d: %s", e.code, e.stderr) }

// answerLine holds the fields of alike's JSON that bench uses.
type answerLine struct {
	Type    string                `json:"type"`
	Kind    string                `json:"kind"` // of a change
	File    struct{ Path string } // of a match or a change
	scanned                       // of the summary of a scan
}

// scanned counts the files of a scan.
type scanned struct{ Files, Read, New, Changed, Gone int64 }

// scan runs alike scan without measuring it.
func (b *bench) scan(ctx context.Context, index, tree string) (s scanned, err error) {
	answer, err := b.answer(ctx, index, "scan", "-f", "json", tree)
	if err != nil {
		return s, err
	}
	return s, eachLine(answer, func(l answerLine) { s = l.scanned })
}

// eachLine calls use for each line of an answer. It returns an error if the answer
// does not end with a summary.
func eachLine(answer []byte, use func(answerLine)) error {
	lines := bufio.NewScanner(bytes.NewReader(answer))
	complete := false
	for lines.Scan() {
		var l answerLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return fmt.Errorf("read alike's answer: %w", err)
		}
		complete = l.Type == "summary"
		use(l)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read alike's answer: %w", err)
	}
	if !complete {
		return errors.New("alike's answer does not end with a summary")
	}
	return nil
}

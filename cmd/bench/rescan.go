//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// nightly is the cost of scans of a known tree.
type nightly struct {
	Find      row     `json:"find"`
	Entries   int64   `json:"find_entries"` // files and folders
	Unchanged row     `json:"unchanged"`
	Changed   row     `json:"one_changed"`
	Ratio     float64 `json:"unchanged_to_find,omitempty"` // 0 if unknown
	More      float64 `json:"one_changed_more_ms"`         // than without a change
}

// nights measures scans of a known tree.
type nights struct {
	*bench
	tree    string
	files   int64
	file    string // the one that changes
	changed bool   // since the last settled scan
}

// measure scans the unchanged tree, beside find, and the tree with one file
// changed.
func (n *nights) measure(ctx context.Context) (out nightly, err error) {
	if err := n.scanSettled(ctx); err != nil {
		return out, err
	}
	if s, err := n.status(ctx, n.index()); err != nil {
		return out, err
	} else if s.Files != n.files {
		return out, fmt.Errorf("alike has %d of the %d files in the tree", s.Files, n.files)
	}
	commands := n.commands(ctx)
	if out.Entries, err = n.countEntries(ctx, commands[1]); err != nil {
		return out, err
	}
	rows, err := n.measureRounds(ctx, commands)
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		if r.Rounds == 0 && r.Name != findName {
			return out, fmt.Errorf("%s: %s (--timeout allows more)", r.Name, r.Note)
		}
	}
	out.Unchanged, out.Find, out.Changed = rows[0], rows[1], rows[2]
	if out.Find.Seconds > 0 {
		out.Ratio = out.Unchanged.Seconds / out.Find.Seconds
	}
	out.More = 1000 * (out.Changed.Seconds - out.Unchanged.Seconds)
	return out, n.checkChange(ctx)
}

const findName = "find -printf"

func (n *nights) commands(ctx context.Context) []command {
	scan := []string{n.alike, "scan", "-q", "--index", n.index(), n.tree}
	return []command{
		{
			name: "alike scan, nothing changed", does: "opens no file", kept: true, args: scan,
			prepare: func() error { return n.scanSettled(ctx) },
		},
		{
			name: findName, does: "sizes, times and inodes of files and folders", kept: true, program: "find",
			args: []string{"find", n.tree, "-printf", `%s %T@ %i\n`},
		},
		{
			name: "alike scan, one file changed", does: "reads one file", kept: true, args: scan,
			prepare: n.change,
		},
	}
}

// countEntries counts the lines of find, which must include all files.
func (n *nights) countEntries(ctx context.Context, find command) (int64, error) {
	if n.obstacle(find) != "" {
		return 0, nil
	}
	find.stdout = filepath.Join(n.dir, "entries")
	if _, err := n.bench.measure(ctx, find); err != nil {
		return 0, fmt.Errorf("%s: %w", findName, err)
	}
	text, err := os.ReadFile(find.stdout)
	if err != nil {
		return 0, err
	}
	entries := int64(bytes.Count(text, []byte("\n")))
	if entries <= n.files {
		return 0, fmt.Errorf("find lists %d entries for %d files and their folders", entries, n.files)
	}
	return entries, nil
}

// change gives the file a content that it has not had before: one that the index
// still holds would cost less.
func (n *nights) change() error {
	text, err := os.ReadFile(n.file)
	if err != nil {
		return err
	}
	text[len(text)/2]++
	n.changed = true
	return os.WriteFile(n.file, text, 0o666)
}

// checkChange checks that the last scan saw the file change, and nothing else.
func (n *nights) checkChange(ctx context.Context) error {
	if !n.changed {
		return nil
	}
	n.changed = false
	answer, err := n.answer(ctx, n.index(), "changes", "--kind", "new,changed,gone", "-f", "json")
	if err != nil {
		return err
	}
	var seen []string
	err = eachLine(answer, func(l answerLine) {
		if l.Type == "change" {
			seen = append(seen, l.Kind+" "+l.File.Path)
		}
	})
	if err == nil && (len(seen) != 1 || seen[0] != "changed "+n.file) {
		err = fmt.Errorf("it saw %d: %.200q", len(seen), seen)
	}
	if err != nil {
		return fmt.Errorf("alike scan should see one change, of %q: %w", n.file, err)
	}
	return nil
}

// scanSettled waits and scans until no file is read.
func (n *nights) scanSettled(ctx context.Context) error {
	if err := n.checkChange(ctx); err != nil {
		return err
	}
	if err := n.settle(ctx); err != nil {
		return err
	}
	var last scanned
	for range 3 { // the first scan reads, the second may read nothing
		var err error
		if last, err = n.scan(ctx, n.index(), n.tree); err != nil {
			return err
		}
		if last.Read == 0 {
			return nil
		}
	}
	return fmt.Errorf("alike scan still reads %d of %d unchanged files", last.Read, last.Files)
}

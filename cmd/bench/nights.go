package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// nightly is what scans cost of a tree that the index knows.
type nightly struct {
	Find      row     `json:"find"`
	Entries   int64   `json:"find_entries"` // files and folders
	Unchanged row     `json:"unchanged"`
	Changed   row     `json:"one_changed"`
	Ratio     float64 `json:"unchanged_to_find,omitempty"` // 0: not known
	More      float64 `json:"one_changed_more_ms"`         // than where nothing has changed
}

// nights measures scans of a tree that the index knows.
type nights struct {
	*bench
	tree    string
	files   int64
	file    string // that changes
	changed bool   // since the index was settled
}

// measure scans the tree where nothing has changed, beside find, and where one
// file has.
func (n *nights) measure(ctx context.Context) (out nightly, err error) {
	if err := n.settle(ctx); err != nil {
		return out, err
	}
	if s, err := n.status(ctx); err != nil {
		return out, err
	} else if s.Files != n.files {
		return out, fmt.Errorf("alike has %d files of the %d in the tree", s.Files, n.files)
	}
	commands := n.commands(ctx)
	if out.Entries, err = n.countEntries(ctx, commands[1]); err != nil {
		return out, err
	}
	rows, err := n.rounded(ctx, commands)
	if err != nil {
		return out, err
	}
	for _, r := range rows {
		if r.Rounds == 0 && r.Name != findName {
			return out, fmt.Errorf("%s: %s (--timeout allows it more)", r.Name, r.Note)
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
			prepare: func() error { return n.settle(ctx) },
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

// countEntries counts what find prints, which must be all files.
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
		return 0, fmt.Errorf("find has %d entries, but there are %d files and their folders", entries, n.files)
	}
	return entries, nil
}

// change rewrites one file with another byte in its middle, one that it has not
// had: a content that the index still has would cost less.
func (n *nights) change() error {
	text, err := os.ReadFile(n.file)
	if err != nil {
		return err
	}
	text[len(text)/2]++
	n.changed = true
	return os.WriteFile(n.file, text, 0o666)
}

// checkChange holds that the last scan saw the file change, and nothing else.
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
	err = eachLine(bytes.NewReader(answer), func(l answerLine) {
		if l.Type == "change" {
			seen = append(seen, l.Kind+" "+l.File.Path)
		}
	})
	if err == nil && (len(seen) != 1 || seen[0] != "changed "+n.file) {
		err = fmt.Errorf("%d changes, %.200q", len(seen), seen)
	}
	if err != nil {
		return fmt.Errorf("alike scan was to see one change, of %q: %w", n.file, err)
	}
	return nil
}

// settle scans until there is nothing left to be read: a file that changed within
// the last seconds before it was read is read once more by the next scan.
func (n *nights) settle(ctx context.Context) error {
	if err := n.checkChange(ctx); err != nil {
		return err
	}
	if err := rest(ctx); err != nil {
		return err
	}
	var last scanned
	for range 3 { // the first reads, the second may read nothing
		var err error
		if last, err = n.scanned(ctx, n.index(), n.tree); err != nil {
			return err
		}
		if last.Read == 0 {
			return nil
		}
	}
	return fmt.Errorf("alike scan still reads %d of %d files, none of which has changed", last.Read, last.Files)
}

// scanned is what a scan that is not measured says of itself.
type scanned struct{ Files, Read, New, Changed, Gone int64 }

// scanned scans a tree.
func (b *bench) scanned(ctx context.Context, index, tree string) (s scanned, err error) {
	answer, err := b.answer(ctx, index, "scan", "-f", "json", tree)
	if err != nil {
		return s, err
	}
	return s, eachLine(bytes.NewReader(answer), func(l answerLine) { s = l.scanned })
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"
)

// rescans are the outcome of a run with --again.
type rescans struct {
	Machine machine  `json:"machine"`
	Tree    string   `json:"tree"` // that the files were copied or grown from
	Grown   bool     `json:"grown"`
	Seed    uint64   `json:"seed"`
	Files   int64    `json:"files"`
	Bytes   int64    `json:"bytes"`
	Scans   nightly  `json:"scans"`
	Queries querying `json:"queries"`
	Space   space    `json:"space"`
}

// again measures what a scheduled scan costs, night after night: when nothing or
// one file has changed, what queries meet meanwhile, and what is left of the space
// of old contents.
func (b *bench) again(ctx context.Context) error {
	t, err := newTemplates(ctx, b.tree, b.seed)
	if err != nil {
		return err
	}
	out := rescans{Machine: thisMachine(), Tree: b.tree, Grown: b.files > 0, Seed: b.seed}
	tree := filepath.Join(b.dir, "tree")
	if err := b.plant(ctx, t, tree); err != nil {
		return err
	}
	var typical string
	if out.Files, out.Bytes, typical, err = survey(ctx, tree); err != nil {
		return err
	}
	n := nights{bench: b, tree: tree, files: out.Files, file: typical}
	if out.Scans, err = n.measure(ctx); err != nil {
		return err
	}
	if out.Queries, err = b.queryBesideScans(ctx, t, typical, out.Files); err != nil {
		return fmt.Errorf("queries beside scans: %w", err)
	}
	if out.Space, err = b.rewrite(ctx, t, out.Files); err != nil {
		return fmt.Errorf("scans of a tree that is rewritten: %w", err)
	}
	if b.format == "json" {
		return b.json(out)
	}
	return writeRescans(b.stdout, out)
}

// plant makes the tree that is scanned: files are changed in it, so it is never
// the one that was named.
func (b *bench) plant(ctx context.Context, t *templates, tree string) error {
	if b.files > 0 {
		b.say("growing a tree of %d files", b.files)
		if err := t.write(ctx, tree, 0, b.files); err != nil {
			return fmt.Errorf("grow a tree of %d files: %w", b.files, err)
		}
		return nil
	}
	b.say("copying %d files", len(t.paths))
	if err := t.copyTo(ctx, tree); err != nil {
		return fmt.Errorf("copy the files of %s: %w", b.tree, err)
	}
	return nil
}

// copyTo copies the files as they are, without the hidden ones, so that find sees
// the same files as alike.
func (t *templates) copyTo(ctx context.Context, tree string) error {
	for _, name := range t.paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		text, err := os.ReadFile(filepath.Join(t.root, name))
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(tree, name), text); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes a file, and makes the folders above it where they are missing.
func writeFile(path string, text []byte) error {
	err := os.WriteFile(path, text, 0o666)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.MkdirAll(filepath.Dir(path), 0o777); err == nil {
			err = os.WriteFile(path, text, 0o666)
		}
	}
	return err
}

// typicalSize is about the size of the file that is changed and asked about: it
// has some hundred fingerprints.
const typicalSize = 16 << 10

// survey counts the files of a tree and finds the one nearest to typicalSize, of
// several the first.
func survey(ctx context.Context, tree string) (files, bytes int64, typical string, err error) {
	nearest := int64(-1)
	err = visibleFiles(ctx, tree, func(path string, info fs.FileInfo) error {
		files++
		bytes += info.Size()
		away := max(info.Size()-typicalSize, typicalSize-info.Size())
		// Names that are no text stand in another field of JSON.
		if info.Size() > 0 && utf8.ValidString(path) && (nearest < 0 || away < nearest) {
			nearest, typical = away, path
		}
		return nil
	})
	if err == nil && typical == "" {
		err = fmt.Errorf("none of the %d files has any content", files)
	}
	return files, bytes, typical, err
}

// rest waits until what was written is on disk, and for as long as changes could
// hide in one tick of the clock.
func rest(ctx context.Context) error {
	// What is left to be written would be written during the scan.
	unix.Sync()
	select {
	case <-time.After(settling):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// templates are the files that trees are grown from.
type templates struct {
	root  string
	seed  uint64
	paths []string // from root
}

// newTemplates lists the files of a tree in an order shuffled by the seed, so that
// a small grown tree is a fair sample: in the order of names it would hold the
// sources of a few packages.
func newTemplates(ctx context.Context, root string, seed uint64) (*templates, error) {
	t := &templates{root: root, seed: seed}
	err := visibleFiles(ctx, root, func(path string, _ fs.FileInfo) error {
		t.paths = append(t.paths, strings.TrimPrefix(path, root+"/"))
		return nil
	})
	if err == nil && len(t.paths) == 0 {
		err = errors.New("it has no files")
	}
	if err != nil {
		return nil, fmt.Errorf("list the files of %s to grow from: %w", root, err)
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(t.paths), func(i, j int) {
		t.paths[i], t.paths[j] = t.paths[j], t.paths[i]
	})
	return t, nil
}

// copyTo copies the files unchanged, without the hidden ones, so that find sees
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

// grow writes the files numbered from have up to want. Each has its own stream of
// random numbers, so the order in which threads write them does not matter.
func (t *templates) grow(ctx context.Context, tree string, have, want int) error {
	var next atomic.Int64
	next.Store(int64(have))
	errs := make([]error, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for w := range errs {
		wg.Go(func() {
			for ctx.Err() == nil && errs[w] == nil {
				i := int(next.Add(1)) - 1
				if i >= want {
					return
				}
				errs[w] = t.growOne(tree, i)
			}
		})
	}
	wg.Wait()
	return errors.Join(append(errs, ctx.Err())...)
}

// growOne writes file i, an edited copy of template i%n, below the folder of copy
// i/n.
func (t *templates) growOne(tree string, i int) error {
	n := len(t.paths)
	path := filepath.Join(tree, fmt.Sprintf("copy%04d", i/n), t.paths[i%n])
	text, err := os.ReadFile(filepath.Join(t.root, t.paths[i%n]))
	if err != nil {
		return err
	}
	return writeFile(path, editCopy(text, t.seed, uint64(i)+1))
}

// writeFile writes a file and creates missing folders above it.
func writeFile(path string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o666)
}

// longLine is the length from which a line is data rather than text. Such lines
// stay: replacing one would replace the file.
const longLine = 400

// editCopy returns a text with some lines replaced and some inserted, as in a copy
// that a person has worked on. The share of edited lines is drawn per file, from
// none to two in ten. At least one line is edited, so no two copies have the same
// content. The same seed and copy number give the same bytes on every machine.
func editCopy(text []byte, seed, number uint64) []byte {
	rng := rand.New(rand.NewPCG(seed, number))
	share := rng.Float64() * 0.2
	out := make([]byte, 0, len(text)+len(text)/8+80)
	for line := range bytes.Lines(text) {
		edited := rng.Float64() < share
		if edited {
			out = newLine(out, rng, len(line))
		}
		if !edited || len(line) > longLine || rng.IntN(2) == 0 {
			out = append(out, line...)
		}
	}
	return newLine(out, rng, 40)
}

// newLine appends a line that occurs nowhere else, about as long as another.
func newLine(out []byte, rng *rand.Rand, length int) []byte {
	words := []string{"if", "return", "err", "for", "the", "value", "of", "len", "nil", "size", "is", "not", "index", "func", "string", "next"}
	end := len(out) + min(max(length, 8), longLine)
	for len(out) < end-4 {
		if rng.IntN(3) == 0 {
			out = fmt.Appendf(out, "v%x", rng.Uint32()>>8)
		} else {
			out = append(out, words[rng.IntN(len(words))]...)
		}
		out = append(out, ' ')
	}
	return append(out, '\n')
}

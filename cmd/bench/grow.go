package main

import (
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
	"time"
)

// growth is the outcome of a run with --grow.
type growth struct {
	Machine machine `json:"machine"`
	Seed    uint64  `json:"seed"`
	Sizes   []size  `json:"sizes"`
}

// size is one tree.
type size struct {
	Files int64     `json:"files"`
	Bytes int64     `json:"bytes"`
	Scan  row       `json:"scan"`
	Again row       `json:"again"`
	Sum   row       `json:"b3sum"`
	Index indexSize `json:"index"`
}

// grow measures trees of each size. A tree is the one before and more, so that
// all sizes hold the same kind of files.
func (b *bench) grow(ctx context.Context) error {
	t, err := newTemplates(ctx, b.tree, b.seed)
	if err != nil {
		return err
	}
	g := growth{Machine: thisMachine(), Seed: b.seed}
	tree := filepath.Join(b.dir, "grown")
	have := 0
	for _, files := range b.options.grow {
		b.say("growing %d files to %d", have, files)
		if err := t.write(ctx, tree, have, files); err != nil {
			return fmt.Errorf("grow a tree of %d files: %w", files, err)
		}
		have = files
		s, err := b.measureSize(ctx, tree)
		if err != nil {
			return err
		}
		g.Sizes = append(g.Sizes, s)
	}
	if b.format == "json" {
		return b.json(g)
	}
	return writeGrowth(b.stdout, g)
}

// settling is how long a grown tree is left alone before it is measured: files
// that changed within the last seconds are read again by the next scan, since
// another change could hide in the same tick of the clock.
const settling = 4 * time.Second

func (b *bench) measureSize(ctx context.Context, tree string) (s size, err error) {
	if err := rest(ctx); err != nil {
		return s, err
	}
	l, err := b.listFiles(ctx, tree)
	if err != nil {
		return s, err
	}
	s.Files, s.Bytes = l.files, l.bytes
	rows, err := b.rounded(ctx, append(b.ours(tree)[:2], sum(l)))
	if err != nil {
		return s, err
	}
	s.Scan, s.Again, s.Sum = rows[0], rows[1], rows[2]
	if s.Index, err = b.status(ctx); err != nil {
		return s, err
	}
	if s.Index.Files != s.Files {
		return s, fmt.Errorf("alike has %d files of the %d that were grown", s.Index.Files, s.Files)
	}
	return s, nil
}

// templates are the files that trees are grown from.
type templates struct {
	root  string
	seed  uint64
	paths []string // from root
}

// newTemplates takes the files of a tree in an order that the seed shuffles, so
// that a small grown tree is a fair sample: in the order of names it would be
// the sources of a few packages.
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

// write makes the files from number have up to number want. The order in which
// they are written says nothing: each has its own stream of random numbers.
func (t *templates) write(ctx context.Context, tree string, have, want int) error {
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
				errs[w] = t.writeOne(tree, i)
			}
		})
	}
	wg.Wait()
	return errors.Join(append(errs, ctx.Err())...)
}

// writeOne writes file i: copy i/n of template i%n, in folders shaped like those
// it comes from.
func (t *templates) writeOne(tree string, i int) error {
	n := len(t.paths)
	path := filepath.Join(tree, fmt.Sprintf("copy%04d", i/n), t.paths[i%n])
	text, err := os.ReadFile(filepath.Join(t.root, t.paths[i%n]))
	if err != nil {
		return err
	}
	return writeFile(path, editCopy(text, t.seed, uint64(i)+1))
}

//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// tree is a folder of generated files. Many are copies of others with a few lines
// changed, so that there are pairs to lose.
type tree struct {
	dir   string
	rng   *rand.Rand
	files []string // paths
	made  int
}

// settleTime is the age at which a scan starts to trust a file's times.
const settleTime = 2100 * time.Millisecond

// growTree creates a tree of about size bytes.
func growTree(dir string, seed uint64, size int) (*tree, error) {
	t := &tree{dir: dir, rng: rand.New(rand.NewPCG(seed, 0x7a11))}
	for have := 0; have < size; {
		n, err := t.add()
		if err != nil {
			return nil, fmt.Errorf("create a tree: %w", err)
		}
		have += n
	}
	// Other things that a scan may meet.
	odd := filepath.Join(dir, "odd\n\x1b[31m \xff name")
	if err := os.WriteFile(odd, t.text(3000), 0o600); err != nil {
		return t, err
	}
	if err := os.WriteFile(filepath.Join(dir, "empty"), nil, 0o600); err != nil {
		return t, err
	}
	if err := os.Link(t.files[0], filepath.Join(dir, "link")); err != nil {
		return t, err
	}
	return t, os.Symlink("nowhere", filepath.Join(dir, "symlink"))
}

// add creates one more file and returns its size.
func (t *tree) add() (int, error) {
	t.made++
	dir := filepath.Join(t.dir, fmt.Sprintf("d%02d", t.rng.IntN(12)), fmt.Sprintf("e%d", t.rng.IntN(4)))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return 0, err
	}
	path := filepath.Join(dir, fmt.Sprintf("f%06d", t.made))
	content, err := t.content()
	if err != nil {
		return 0, err
	}
	t.files = append(t.files, path)
	return len(content), os.WriteFile(path, content, 0o600)
}

// content returns new text, or the content of an older file, perhaps edited.
func (t *tree) content() ([]byte, error) {
	if len(t.files) > 0 && t.rng.IntN(3) == 0 {
		old, err := os.ReadFile(t.any())
		if err != nil || t.rng.IntN(5) == 0 {
			return old, err
		}
		return t.edited(old), nil
	}
	size := 200 << t.rng.IntN(8) // up to twice that: 50 KB
	if t.rng.IntN(200) == 0 {
		size = 1 << 20
	}
	return t.text(size + t.rng.IntN(size)), nil
}

func (t *tree) any() string { return t.files[t.rng.IntN(len(t.files))] }

// text returns lines of random words from a vocabulary so large that only copies share
// fingerprints.
func (t *tree) text(size int) []byte {
	var b bytes.Buffer
	for b.Len() < size {
		for range 4 + t.rng.IntN(8) {
			fmt.Fprintf(&b, "%x ", t.rng.Uint32()>>t.rng.IntN(20))
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

// edited replaces one line in eight.
func (t *tree) edited(old []byte) []byte {
	lines := bytes.SplitAfter(bytes.Clone(old), []byte("\n"))
	for i := range lines {
		if t.rng.IntN(8) == 0 {
			lines[i] = t.text(40)
		}
	}
	return bytes.Join(lines, nil)
}

// change changes a share of the files, each in one of several usual ways.
func (t *tree) change(share float64) error {
	for range int(share * float64(len(t.files))) {
		if err := t.changeOne(); err != nil {
			return fmt.Errorf("change a tree: %w", err)
		}
	}
	return nil
}

func (t *tree) changeOne() error {
	i := t.rng.IntN(len(t.files))
	path := t.files[i]
	switch t.rng.IntN(6) {
	case 0: // one removed, one added
		t.files[i] = t.files[len(t.files)-1]
		t.files = t.files[:len(t.files)-1]
		if _, err := t.add(); err != nil {
			return err
		}
		return os.Remove(path)
	case 1:
		t.made++
		t.files[i] = filepath.Join(filepath.Dir(path), fmt.Sprintf("r%06d", t.made))
		return os.Rename(path, t.files[i])
	case 2:
		f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		_, err = f.Write(t.text(500))
		return errors.Join(err, f.Close())
	case 3:
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, t.edited(old), 0o600)
	default:
		content, err := t.content()
		if err != nil {
			return err
		}
		return os.WriteFile(path, content, 0o600)
	}
}

// sharedTree is a tree that several faults scan and none changes, with the answers
// of its index.
type sharedTree struct {
	dir  string // "" before the first use
	want answers
}

// steady returns the shared tree.
func (t *tally) steady() (dir string, want answers, err error) {
	if t.shared.dir != "" {
		return t.shared.dir, t.shared.want, nil
	}
	dir = filepath.Join(t.harness.dir, "tree")
	size := t.pick(8, 16, 64) << 20 // a scan of 64 MiB commits twice before its end
	if _, err := growTree(dir, t.seed, size); err != nil {
		return "", want, err
	}
	time.Sleep(settleTime)
	if want, err = t.undisturbed(dir); err == nil {
		t.shared = sharedTree{dir, want}
	}
	return dir, want, err
}

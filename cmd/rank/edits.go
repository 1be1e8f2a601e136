package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// edit is a file before and after it was edited.
type edit struct {
	files [2]string // in the folder of all files, ascending
	size  int       // of the smaller one
	about string
}

// edits are known pairs of similar files, in a folder of their own with other files.
type edits struct {
	dir  string
	list []edit
}

// sizeClasses are the sizes, below a bound, that are counted together.
var sizeClasses = []struct {
	name  string
	below int
}{{"under 1 KiB", 1 << 10}, {"1 to 4 KiB", 4 << 10}, {"more", math.MaxInt}}

// editViews are the columns of the table.
var editViews = [][]string{
	{"--view", "raw"},
	{"--view", "raw", "--by", "larger"},
	{"--view", "text"},
	{"--view", "code", "--generated", "--vendored"},
	{"--view", "code", "--generated", "--vendored", "--by", "smaller"},
}

// scoreEdits prints how many edited files alike finds: renamed ones in the history of a git
// repository, or those of a fork.
func scoreEdits(ctx context.Context, out io.Writer, o options, work string) error {
	e := &edits{dir: filepath.Join(work, "edits")}
	err := os.Mkdir(e.dir, 0o700)
	switch {
	case err != nil:
	case o.renames != "":
		err = e.addRenames(ctx, o.renames)
	case len(o.forks) == 2:
		err = e.addForks(o.forks[0], o.forks[1])
	default:
		err = errors.New("--forks takes two folders")
	}
	if err != nil {
		return err
	}
	return e.score(ctx, out, o, work)
}

// score prints how many of the edits alike finds. With -v it lists those that are missed.
func (e *edits) score(ctx context.Context, out io.Writer, o options, work string) error {
	found := make([]map[[2]string]bool, len(editViews))
	names := make([]string, len(editViews))
	for i, flags := range editViews {
		found[i] = map[[2]string]bool{}
		index := filepath.Join(work, flags[1])
		err := eachPair(ctx, o, index, e.dir, slices.Concat(flags, []string{"--no-ignore", "--hidden"}), func(a, b string) {
			a, b = filepath.Base(a), filepath.Base(b)
			found[i][[2]string{min(a, b), max(a, b)}] = true
		})
		if err != nil {
			return err
		}
		names[i] = strings.Join(flags, " ")
	}
	fmt.Fprintf(out, "| smaller file | files | %s |\n|%s\n", strings.Join(names, " | "), strings.Repeat("---|", 2+len(names)))
	least := 0
	for _, class := range sizeClasses {
		n, counts := 0, make([]int, len(editViews))
		for _, edit := range e.list {
			if edit.size < least || edit.size >= class.below {
				continue
			}
			n++
			for i := range found {
				if found[i][edit.files] {
					counts[i]++
				} else if o.verbose {
					fmt.Fprintf(out, "     %s misses %s, %d bytes\n", names[i], edit.about, edit.size)
				}
			}
		}
		fmt.Fprintf(out, "| %s | %d |", class.name, n)
		for _, c := range counts {
			fmt.Fprintf(out, " %d |", c)
		}
		fmt.Fprintln(out)
		least = class.below
	}
	return nil
}

// put writes a file under a name that has its content and its extension.
func (e *edits) put(path string, data []byte) (string, error) {
	name := fmt.Sprintf("%x-%s", sha256.Sum256(data), filepath.Base(path))
	return name, os.WriteFile(filepath.Join(e.dir, name), data, 0o600)
}

// add adds two versions of a file.
func (e *edits) add(about, before, after string, a, b []byte) error {
	x, err := e.put(before, a)
	if err != nil {
		return err
	}
	y, err := e.put(after, b)
	e.list = append(e.list, edit{[2]string{min(x, y), max(x, y)}, min(len(a), len(b)), about})
	return err
}

// addRenames adds the files that the history of a git repository renames and, by git's
// measure, leaves similar by 70 % or more.
func (e *edits) addRenames(ctx context.Context, repository string) error {
	git := func(args ...string) ([]byte, error) {
		data, err := exec.CommandContext(ctx, "git", append([]string{"-C", repository}, args...)...).Output()
		if err != nil {
			return nil, fmt.Errorf("git %s: %w", strings.Join(args, " "), err)
		}
		return data, nil
	}
	history, err := git("log", "-M70%", "-l0", "--diff-filter=R", "--raw", "--no-abbrev", "--format=")
	if err != nil {
		return err
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(history)) {
		fields := strings.Fields(line) // :MODE MODE BLOB BLOB R081 FROM TO
		if len(fields) != 7 || fields[2] == fields[3] || seen[fields[2]+fields[3]] {
			continue
		}
		seen[fields[2]+fields[3]] = true
		before, err := git("cat-file", "blob", fields[2])
		if err != nil {
			return err
		}
		after, err := git("cat-file", "blob", fields[3])
		if err != nil {
			return err
		}
		if err := e.add(strings.Join(fields[4:], " "), fields[5], fields[6], before, after); err != nil {
			return err
		}
	}
	return nil
}

// addForks adds the files that have the same name in two trees and keep half of their lines.
func (e *edits) addForks(ours, theirs string) error {
	before, err := e.putTree(ours)
	if err != nil {
		return err
	}
	after, err := e.putTree(theirs)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(before)) {
		a, b := before[name], after[name]
		if b == nil || bytes.Equal(a, b) || kept(a, b) < .5 {
			continue
		}
		if err := e.add(name, name, name, a, b); err != nil {
			return err
		}
	}
	return nil
}

// putTree puts the files of a tree, and returns them by name.
func (e *edits) putTree(tree string) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		name, err := filepath.Rel(tree, path)
		if err != nil {
			return err
		}
		if files[name], err = os.ReadFile(path); err != nil {
			return err
		}
		_, err = e.put(path, files[name])
		return err
	})
	return files, err
}

// kept returns the share of the lines of a file that another has, blank ones left out.
func kept(before, after []byte) float64 {
	left := map[string]int{}
	for line := range bytes.Lines(after) {
		left[string(bytes.TrimSpace(line))]++
	}
	n, same := 0, 0
	for line := range bytes.Lines(before) {
		key := string(bytes.TrimSpace(line))
		if key == "" {
			continue
		}
		n++
		if left[key] > 0 {
			left[key]--
			same++
		}
	}
	return float64(same) / float64(max(n, 1))
}

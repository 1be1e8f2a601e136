package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
)

// boilerplate prints how many pairs of a source tree alike lists by default, of those that
// --by smaller --estimate lists, and how many of the pairs that share half of a file beyond licences
// and includes, and more than a line or two. With -v it lists those of the latter that the
// default leaves out.
func boilerplate(ctx context.Context, out io.Writer, o options, tree, work string) error {
	index := filepath.Join(work, "index")
	listed := map[[2]string]bool{}
	err := eachPair(ctx, o, index, tree, nil, func(a, b string) { listed[[2]string{a, b}] = true })
	if err != nil {
		return err
	}
	bySmaller, similar, found := 0, 0, 0
	rests := map[string]*rest{}
	restOf := func(path string) *rest {
		if rests[path] == nil {
			rests[path] = newRest(path)
		}
		return rests[path]
	}
	var missed []string
	err = eachPair(ctx, o, index, tree, []string{"--by", "smaller", "--estimate"}, func(a, b string) {
		bySmaller++
		share := restOf(a).share(restOf(b))
		switch {
		case share < .5:
		case listed[[2]string{a, b}]:
			similar, found = similar+1, found+1
		default:
			similar++
			missed = append(missed, fmt.Sprintf("%3.0f %%  %s  %s", 100*share, a, b))
		}
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "| pairs by smaller | by default | share half beyond licences and includes | of these by default |\n|---|---|---|---|\n")
	fmt.Fprintf(out, "| %d | %d (%.1f %%) | %d | %d (%.2f %%) |\n",
		bySmaller, len(listed), percent(len(listed), bySmaller), similar, found, percent(found, similar))
	if o.verbose {
		for _, line := range missed {
			fmt.Fprintln(out, line)
		}
	}
	return nil
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

// eachPair calls use for each similar pair of a tree that is not identical.
func eachPair(ctx context.Context, o options, index, tree string, flags []string, use func(a, b string)) error {
	args := slices.Concat([]string{"pairs", "-q", "-f", "json", "--limit", "0", "--no-identical", "--index", index}, flags, o.flags)
	c := exec.CommandContext(ctx, o.alike, append(args, tree)...)
	c.Stderr = os.Stderr
	results, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	d := json.NewDecoder(results)
	for err == nil {
		var p struct {
			Type string
			A, B struct{ Path string }
		}
		if err = d.Decode(&p); err == nil && p.Type == "pair" {
			use(p.A.Path, p.B.Path)
		}
	}
	if !errors.Is(err, io.EOF) {
		_ = c.Process.Kill()
		_ = c.Wait()
		return err
	}
	return c.Wait()
}

// rest is what is left of a file without licences and includes: its windows of 50 bytes, or
// an eighth of them if they are many.
type rest struct {
	windows []uint64 // ascending hashes
	every   uint64   // only the multiples of it
}

var (
	comments = regexp.MustCompile(`(?s:/\*.*?\*/)|(?m:(?:^[ \t]*//.*\n)+)`)
	licences = regexp.MustCompile(`(?i)licen[sc]e|copyright|warrant|permission|redistribut|free software`)
	includes = regexp.MustCompile(`(?m)^[ \t]*(#[ \t]*include|import|package)\b.*$`)
	seed     = maphash.MakeSeed()
)

func newRest(path string) *rest {
	data, err := os.ReadFile(path)
	if err != nil {
		return &rest{every: 1}
	}
	data = includes.ReplaceAll(comments.ReplaceAllFunc(data, func(comment []byte) []byte {
		if licences.Match(comment) {
			return nil
		}
		return comment
	}), nil)
	const window, many = 50, 8000
	r := &rest{every: 1}
	if len(data) > many {
		r.every = 8
	}
	for i := 0; i+window <= len(data); i++ {
		if h := maphash.Bytes(seed, data[i:i+window]); h%r.every == 0 {
			r.windows = append(r.windows, h)
		}
	}
	slices.Sort(r.windows)
	r.windows = slices.Compact(r.windows)
	return r
}

// leastRest is the number of windows beyond licences and includes of a file that can be half
// in another.
const leastRest = 100

// share returns the larger of the two containments, or 0 if too little is left of a file.
func (r *rest) share(other *rest) float64 {
	x, y := r.sample(other.every), other.sample(r.every)
	shared, j := 0, 0
	for _, h := range x {
		for j < len(y) && y[j] < h {
			j++
		}
		if j < len(y) && y[j] == h {
			shared++
		}
	}
	least := min(len(x), len(y))
	if uint64(least)*max(r.every, other.every) < leastRest {
		return 0
	}
	return float64(shared) / float64(least)
}

// sample returns the windows whose hashes are multiples of a number.
func (r *rest) sample(every uint64) []uint64 {
	if every <= r.every {
		return r.windows
	}
	return slices.DeleteFunc(slices.Clone(r.windows), func(h uint64) bool { return h%every > 0 })
}

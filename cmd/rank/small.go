package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// Small files have 100 to 1,000 bytes, and at most two come from one folder.
const (
	leastSmall, mostSmall = 100, 1000
	smallOfFolder         = 2
	mostSmallFiles        = 1500 // taken at random
)

type smallFile struct {
	origin int // the number of the tree
	text   string
}

// smallEdits are the ways in which small files are edited.
var smallEdits = []string{"lines", "words", "header"}

// scoreSmall prints how many edited copies of the small files of some trees alike finds, each
// keeping 70 % of its lines, and how many pairs of originals of different trees.
func scoreSmall(ctx context.Context, out io.Writer, o options, work string) error {
	r := rand.New(rand.NewPCG(1, 2))
	files, err := smallFiles(o.small, r)
	if err != nil {
		return err
	}
	dir := filepath.Join(work, "small")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	var lines, words []string
	for _, f := range files {
		words = append(words, strings.Fields(f.text)...)
		for line := range strings.Lines(f.text) {
			if len(strings.TrimSpace(line)) > 3 {
				lines = append(lines, line)
			}
		}
	}
	const all, tiny, columns = 3, 4, 5 // after the edits
	copies, found := [columns]int{}, [columns]int{}
	columnsOf := func(edit, file int) []int {
		if len(files[file].text) < 200 {
			return []int{edit, all, tiny}
		}
		return []int{edit, all}
	}
	for i, f := range files {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-original", i)), []byte(f.text), 0o600); err != nil {
			return err
		}
		for n, text := range editSmall(r, f.text, lines, words) {
			if text == f.text || kept([]byte(f.text), []byte(text)) < .7 {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d-%s", i, smallEdits[n])), []byte(text), 0o600); err != nil {
				return err
			}
			for _, c := range columnsOf(n, i) {
				copies[c]++
			}
		}
	}
	unrelated := 0
	err = eachPair(ctx, o, filepath.Join(work, "index"), dir, nil, func(a, b string) {
		i, editA := smallName(a)
		j, editB := smallName(b)
		switch {
		case i == j && (editA < 0) != (editB < 0):
			for _, c := range columnsOf(max(editA, editB), i) {
				found[c]++
			}
		case i != j && editA < 0 && editB < 0 && files[i].origin != files[j].origin:
			unrelated++
		}
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%d files, %d copies, found in %%\n\n| lines | words | header | all | under 200 bytes | pairs of different trees |\n|---|---|---|---|---|---|\n|", len(files), copies[all])
	for c := range columns {
		fmt.Fprintf(out, " %.1f |", percent(found[c], copies[c]))
	}
	possible := 0
	for i := range files {
		for j := range i {
			if files[i].origin != files[j].origin {
				possible++
			}
		}
	}
	fmt.Fprintf(out, " %d of %d |\n", unrelated, possible)
	return nil
}

// smallName returns the number of a file and how it was edited, -1 if it is an original.
func smallName(path string) (file, edit int) {
	var name string
	_, _ = fmt.Sscanf(filepath.Base(path), "%d-%s", &file, &name)
	for i, e := range smallEdits {
		if e == name {
			return file, i
		}
	}
	return file, -1
}

// smallFiles returns small texts of more than two lines, each text once.
func smallFiles(trees []string, r *rand.Rand) (files []smallFile, err error) {
	seen, inFolder := map[string]bool{}, map[string]int{}
	for origin, tree := range trees {
		err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || inFolder[filepath.Dir(path)] == smallOfFolder {
				return err
			}
			info, err := d.Info()
			if err != nil || info.Size() < leastSmall || info.Size() > mostSmall {
				return err
			}
			data, err := os.ReadFile(path)
			if err != nil || seen[string(data)] || !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 || bytes.Count(data, []byte("\n")) < 3 {
				return err
			}
			seen[string(data)] = true
			inFolder[filepath.Dir(path)]++
			files = append(files, smallFile{origin, string(data)})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	r.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	return files[:min(len(files), mostSmallFiles)], nil
}

// editSmall returns a text with 10 to 35 % of its lines replaced, with one word in ten
// replaced, and with a header of up to six lines.
func editSmall(r *rand.Rand, text string, lines, words []string) [3]string {
	share := .1 + .25*r.Float64()
	changed := strings.SplitAfter(text, "\n")
	for i := range changed {
		if changed[i] != "" && r.Float64() < share {
			changed[i] = lines[r.IntN(len(lines))]
		}
	}
	edited := strings.SplitAfter(text, " ")
	for i, w := range edited {
		if strings.TrimSpace(w) != "" && !strings.Contains(w, "\n") && r.IntN(10) == 0 {
			edited[i] = words[r.IntN(len(words))] + " "
		}
	}
	header := ""
	for range 1 + r.IntN(6) {
		header += lines[r.IntN(len(lines))]
	}
	return [3]string{strings.Join(changed, ""), strings.Join(edited, ""), header + text}
}

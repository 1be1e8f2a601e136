package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// entry is a line of the manifest testdata/origins.txt: the main file of a release of a package.
// Entries of one origin are copies: older releases and forks. The origin follows from metadata and
// licences, never from the code itself; see origins/choose.py.
type entry struct {
	language, exercise string
	release            string // package@version
	file, sum          string // path in the package, SHA-256
	origin, kind       string // main, older or fork
	unsure             bool   // the package says that it took from another, or its author has two
}

func readManifest(path string) ([]entry, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var entries []entry
	for line := range strings.Lines(string(data)) {
		w := strings.Fields(line)
		if len(w) != 7 {
			return nil, fmt.Errorf("%s: not seven words: %s", path, line)
		}
		kind, unsure := strings.CutSuffix(w[5], "?")
		entries = append(entries, entry{w[0], w[1], w[2], w[3], w[6], w[4], kind, unsure})
	}
	return entries, nil
}

// readOrigins returns the files of a manifest as programs. It downloads those that are not in
// the folder cache yet.
func readOrigins(ctx context.Context, path, cache string, keep func(language string) bool) ([]program, error) {
	entries, err := readManifest(path)
	if err != nil {
		return nil, err
	}
	var all []program
	for _, e := range entries {
		if !keep(e.language) {
			continue
		}
		text, err := e.text(ctx, cache)
		if err != nil {
			return nil, err
		}
		p := program{language: e.language, task: e.exercise, name: e.folder(), origins: []string{e.origin}, own: text, unsure: e.unsure}
		if e.kind != "main" {
			p.disguise = e.kind
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no file in %s", path)
	}
	slices.SortFunc(all, func(a, b program) int { return strings.Compare(a.path(), b.path()) })
	return all, nil
}

// folder returns the release as the name of a folder.
func (e *entry) folder() string { return strings.ReplaceAll(e.release, "/", "+") }

// text returns the file, and checks its sum. It downloads the release if cache lacks it.
func (e *entry) text(ctx context.Context, cache string) (string, error) {
	folder, err := filepath.Abs(filepath.Join(cache, e.language, e.folder()))
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(folder); err != nil {
		at := strings.LastIndexByte(e.release, '@')
		c := exec.CommandContext(ctx, "sh", "cmd/rank/origins/fetch.sh", e.language, e.release[:at], e.release[at+1:], folder)
		if _, err := output(c); err != nil {
			return "", fmt.Errorf("download %s: %w", e.release, err)
		}
	}
	data, err := os.ReadFile(filepath.Join(folder, e.file))
	if err != nil {
		return "", err
	}
	if sum := sha256.Sum256(data); hex.EncodeToString(sum[:]) != e.sum {
		return "", fmt.Errorf("%s of %s is not the file that was chosen", e.file, e.release)
	}
	return string(data), nil
}

// worst returns the copies of a task that score least and the other pairs that score most.
func (t *table) worst(scores map[pair]float64) []string {
	const most = 12
	var copies, others []pair
	t.each(func(p pair, a, b *program) {
		if a.language != b.language || a.task != b.task {
			return
		}
		switch copied, counts := label(a, b); {
		case counts && copied:
			copies = append(copies, p)
		case counts:
			others = append(others, p)
		}
	})
	slices.SortFunc(copies, func(a, b pair) int { return cmp.Compare(scores[a], scores[b]) })
	slices.SortFunc(others, func(a, b pair) int { return cmp.Compare(scores[b], scores[a]) })
	lines := []string{fmt.Sprintf("%d copies, %d others", len(copies), len(others))}
	for _, p := range append(copies[:min(most, len(copies))], others[:min(most, len(others))]...) {
		lines = append(lines, fmt.Sprintf("%.3f %s %s", scores[p], t.programs[p[0]].path(), t.programs[p[1]].path()))
	}
	return lines
}

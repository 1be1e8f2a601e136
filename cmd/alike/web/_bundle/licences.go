package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// library is an npm package that is in the bundle.
type library struct {
	name  string
	bytes int // in app.js
}

// packages returns the libraries in the bundle by name, from esbuild's report.
func packages(metafile string) ([]library, error) {
	var meta struct {
		Outputs map[string]struct {
			Inputs map[string]struct{ BytesInOutput int }
		}
	}
	if err := json.Unmarshal([]byte(metafile), &meta); err != nil {
		return nil, fmt.Errorf("reading esbuild's report: %w", err)
	}
	sizes := map[string]int{}
	for _, output := range meta.Outputs {
		for path, input := range output.Inputs {
			_, inside, ok := strings.Cut(path, "node_modules/")
			if !ok || input.BytesInOutput == 0 {
				continue
			}
			folders := strings.Split(inside, "/")
			name := folders[0]
			if strings.HasPrefix(name, "@") {
				name += "/" + folders[1]
			}
			sizes[name] += input.BytesInOutput
		}
	}
	var used []library
	for name, size := range sizes {
		used = append(used, library{name, size})
	}
	slices.SortFunc(used, func(a, b library) int { return cmp.Compare(a.name, b.name) })
	return used, nil
}

// licences returns the names, versions and licences of libraries. Libraries with the same
// licence and holder share one text.
func licences(used []library) ([]byte, error) {
	var texts []string
	holders := map[string][]string{}
	for _, l := range used {
		folder := filepath.Join("node_modules", filepath.FromSlash(l.name))
		about, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err != nil {
			return nil, err
		}
		var described struct{ Version, License string }
		if err := json.Unmarshal(about, &described); err != nil {
			return nil, fmt.Errorf("%s: %w", l.name, err)
		}
		text, err := os.ReadFile(filepath.Join(folder, "LICENSE"))
		if err != nil {
			return nil, err
		}
		key := strings.TrimSpace(string(text))
		if holders[key] == nil {
			texts = append(texts, key)
		}
		holders[key] = append(holders[key], fmt.Sprintf("%s %s (%s)", l.name, described.Version, described.License))
	}
	var b bytes.Buffer
	b.WriteString("The program of the report contains these libraries.\n")
	for _, text := range texts {
		fmt.Fprintf(&b, "\n%s\n\n%s\n", strings.Join(holders[text], "\n"), text)
	}
	return b.Bytes(), nil
}

package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/template"
)

// recipe is what the templates of other package managers are filled with.
type recipe struct {
	Version string // "1.2.3"
	URL     string // of the project
	release *release
}

// recipes writes the Containerfile and, if it is known where the release will be and it has all
// systems, a formula for Homebrew and a manifest for Scoop.
func (r *release) recipes() error {
	names := map[string]string{"Containerfile": "Containerfile"}
	if r.url != "" && len(r.systems) == len(systems) {
		names["alike.rb"], names["alike.json"] = "homebrew.rb", "scoop.json"
	}
	for name, source := range names {
		text, err := recipe{r.name, strings.TrimSuffix(r.url, "/"), r}.fill(r.template(source))
		if err != nil {
			return err
		}
		if err := r.create(name, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
			return err
		}
	}
	return nil
}

func (c recipe) fill(source string) ([]byte, error) {
	t, err := template.ParseFiles(source)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Option("missingkey=error").Execute(&b, c); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Top returns the name of the folder in the archive for a system.
func (c recipe) Top(system string) string { return "alike-" + c.Version + "-" + system }

// Archive returns the address of the archive for a system.
func (c recipe) Archive(system string) (string, error) {
	name, err := c.archive(system)
	return c.URL + "/releases/download/" + c.release.version + "/" + name, err
}

// Sum returns its checksum.
func (c recipe) Sum(system string) (string, error) {
	name, err := c.archive(system)
	return c.release.written[name], err
}

func (c recipe) archive(system string) (string, error) {
	for _, suffix := range []string{".tar.gz", ".zip"} {
		if name := c.Top(system) + suffix; c.release.written[name] != "" {
			return name, nil
		}
	}
	return "", fmt.Errorf("there is no archive for %s", system)
}

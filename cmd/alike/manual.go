//go:build manual

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/help"
	"alike/cmd/alike/report"
)

// addManual adds the hidden verb that writes the manual. What makes its pages is linked for a
// release alone.
func (l *commandLine) addManual(root *cobra.Command) {
	root.AddCommand(&cobra.Command{Use: "manual DIR CONCEPTS", Hidden: true, RunE: func(_ *cobra.Command, args []string) error {
		if len(args) != 2 {
			return advice.Usagef("manual takes a folder and docs/concepts.md")
		}
		l.running = true
		return l.writeManual(args[0], args[1])
	}})
}

// completionFiles are the names under which shells look for the scripts.
var completionFiles = map[string]string{"bash": "alike", "zsh": "_alike", "fish": "alike.fish", "powershell": "alike.ps1"}

// writeManual writes what a package of alike has beside the program: the manual pages in
// DIR/man1 and DIR/man7 and the completion scripts in DIR/completions/SHELL. The date of the
// pages is $SOURCE_DATE_EPOCH, otherwise they have none, so that the files depend on nothing
// else. concepts is the file of alike(7).
func (l *commandLine) writeManual(dir, concepts string) error {
	date := ""
	if text := l.env.getenv("SOURCE_DATE_EPOCH"); text != "" {
		seconds, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return fmt.Errorf("reading SOURCE_DATE_EPOCH: %w", err)
		}
		date = time.Unix(seconds, 0).UTC().Format(time.DateOnly)
	}
	source := "alike " + report.VersionName()
	text, err := os.ReadFile(concepts)
	if err != nil {
		return fmt.Errorf("reading the concepts: %w", err)
	}
	files := map[string][]byte{filepath.Join("man7", "alike.7"): help.Concepts(string(text), date, source)}
	for c, page := range l.pages {
		others := []string{"alike(1)", "alike(7)"}
		if c == l.root {
			others = others[1:]
		}
		name := strings.ReplaceAll(c.CommandPath(), " ", "-")
		files[filepath.Join("man1", name+".1")] = page.Man(name, date, source, rootPage.Facts, others)
	}
	for shell, file := range completionFiles {
		script, err := completionScript(l.root, shell)
		if err != nil {
			return fmt.Errorf("making the completion script for %s: %w", shell, err)
		}
		files[filepath.Join("completions", shell, file)] = []byte(script)
	}
	for name, data := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

//go:build manual

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"alike/cmd/alike/help"
)

// writtenManual writes the manual and returns its folder.
func writtenManual(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	none := func() int { return 0 }
	l := newCommandLine(environment{outColumns: none, errColumns: none, getenv: func(name string) string {
		return map[string]string{"SOURCE_DATE_EPOCH": "1795396059"}[name]
	}})
	if err := l.writeManual(dir, filepath.Join("..", "..", "docs", "concepts.md")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestManual checks that each verb has a page with all its flags and examples, none of the
// hidden ones, and that two runs write the same.
func TestManual(t *testing.T) {
	t.Parallel()
	dir, again := writtenManual(t), writtenManual(t)
	eachPage(t, func(t *testing.T, l *commandLine, c *cobra.Command, page *help.Page) {
		name := filepath.Join("man1", strings.ReplaceAll(c.CommandPath(), " ", "-")+".1")
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if other, err := os.ReadFile(filepath.Join(again, name)); err != nil || !bytes.Equal(data, other) {
			t.Errorf("written again, the page differs: %v", err)
		}
		text := string(data)
		eachFlag(l, c, func(f *pflag.Flag) {
			if !strings.Contains(text, minus("--"+f.Name)) {
				t.Errorf("--%s is missing", f.Name)
			}
		})
		for _, e := range page.Examples {
			if !strings.Contains(text, minus(e.Command)) {
				t.Errorf("example %q is missing", e.Command)
			}
		}
		if strings.Contains(text, minus("short-help")) || strings.Contains(text, "manual DIR") {
			t.Error("has what is hidden")
		}
		for _, want := range []string{"2026-11-23", "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is missing", want)
			}
		}
		if c.Name() == "sql" && strings.Contains(text, "ALIKE_INDEX") {
			t.Error("has the index, which sql does not use")
		}
	})
	for shell, name := range completionFiles {
		if data, err := os.ReadFile(filepath.Join(dir, "completions", shell, name)); err != nil || !bytes.Contains(data, []byte("alike")) {
			t.Errorf("completion for %s: %v", shell, err)
		}
	}
}

// TestManualLint asks mandoc what is wrong with the pages.
func TestManualLint(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("mandoc"); err != nil && os.Getenv("ALIKE_MANDOC") == "required" {
		t.Fatal(err)
	} else if err != nil {
		t.Skip("mandoc is not installed")
	}
	pages, err := filepath.Glob(filepath.Join(writtenManual(t), "man?", "*"))
	if err != nil || len(pages) < 17 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	if out, err := exec.Command("mandoc", append([]string{"-Tlint", "-Wwarning"}, pages...)...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// minus returns a text as a manual page has it.
func minus(text string) string { return strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text) }

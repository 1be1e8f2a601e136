package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

// documents are files at the top of the repository that each archive has.
var documents = []string{"LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"}

// common returns the files that archives have besides the program: documents, manual pages,
// completion scripts and systemd units. A program for this system writes pages and scripts.
func (r *release) common(ctx context.Context) ([]file, error) {
	var files []file
	for _, name := range documents {
		data, err := os.ReadFile(filepath.Join(r.root, name))
		if err != nil {
			return nil, err
		}
		files = append(files, file{name: name, mode: 0o644, data: data})
	}
	libraries, err := os.ReadFile(filepath.Join(r.root, "cmd", "alike", "web", "licences.txt"))
	if err != nil {
		return nil, err
	}
	files = append(files, file{name: "licences/pages.txt", mode: 0o644, data: libraries}) // of the program of a report
	program, written := filepath.Join(r.work, "alike"), filepath.Join(r.work, "manual")
	if err := r.build(ctx, system{runtime.GOOS, runtime.GOARCH}, program, "-tags=manual"); err != nil {
		return nil, err
	}
	epoch := fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.made.Unix())
	if _, err := output(ctx, r.root, []string{epoch}, program, "manual", written, filepath.Join("docs", "concepts.md")); err != nil {
		return nil, err
	}
	for dir, prefix := range map[string]string{
		filepath.Join(written, "man1"): "man/man1", filepath.Join(written, "man7"): "man/man7",
		filepath.Join(written, "completions"): "completions", filepath.Join(r.root, "docs"): "docs",
	} {
		more, err := readTree(dir, prefix)
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	// The script that draws the terminal of README.md is for developers.
	return slices.DeleteFunc(files, func(f file) bool { return f.name == "docs/terminal.py" }), nil
}

// licenceName matches the files of a module that say under which terms it may be copied.
var licenceName = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying|copyright|notice|patents)([-.].*)?$`)

// licences returns the licences of Go and of all modules in the program for a system. A
// module without a licence is an error.
func (r *release) licences(ctx context.Context, s system) ([]file, error) {
	listed, err := output(ctx, r.root, s.environment(), "go", "list", "-deps", "-f",
		"{{with .Module}}{{if not .Main}}{{.Path}}@{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/alike")
	if err != nil {
		return nil, err
	}
	goroot, err := output(ctx, r.root, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	lines := append(strings.Split(listed, "\n"), "go\t"+goroot)
	slices.Sort(lines)
	var files []file
	for _, line := range slices.Compact(lines) {
		module, dir, ok := strings.Cut(line, "\t")
		if !ok {
			continue // a package of the standard library or of alike
		}
		found, err := licencesOf(module, dir)
		if err != nil {
			return nil, err
		}
		files = append(files, found...)
	}
	return files, nil
}

// licencesOf returns the licences in the folder of a module.
func licencesOf(module, dir string) ([]file, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("reading the module %s: %w", module, err)
	}
	var files []file
	licensed := false
	for _, e := range entries {
		if !e.Type().IsRegular() || !licenceName.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		lower := strings.ToLower(e.Name())
		licensed = licensed || !strings.HasPrefix(lower, "notice") && !strings.HasPrefix(lower, "patents")
		files = append(files, file{name: path.Join("licences", module, e.Name()), mode: 0o644, data: data})
	}
	if !licensed {
		return nil, fmt.Errorf("the module %s has no licence in %s", module, dir)
	}
	return files, nil
}

package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

// program is one file of the collection: a solution of a task, or a disguised copy of one.
type program struct {
	language, task, name string
	origins              []string // authors whose work it contains, one or two
	disguise             string   // empty for a solution
	given, own           string   // the teacher's template, and what follows it
	unsure               bool     // whether it may have something of another program of its task
}

// path returns the path of the program in a written collection.
func (p *program) path() string {
	return filepath.Join(p.language, p.task, p.name+"."+extension(p.language))
}

// extension returns that of the programs of a language. Rust is not among the archives.
func extension(language string) string {
	if language == "rust" {
		return "rs"
	}
	return syntaxes[language].ext
}

// keptBack are the tasks that no default of alike was chosen on: a third of all.
var keptBack = []string{
	"java/library", "java/routes", "c/matrix", "c/bigint", "cpp/inventory", "cpp/sudoku",
	"python/tictactoe", "python/sales", "javascript/maze", "go/frequencies",
}

// readCollection reads the solutions and the copies made by hand from the archives of a folder,
// one for each language, and adds the copies made by machine. keep selects tasks by
// language/task.
func readCollection(dir string, keep func(task string) bool) ([]program, error) {
	var all []program
	for language, s := range syntaxes {
		archive, err := txtar.ParseFile(filepath.Join(dir, language+".txtar"))
		if err != nil {
			return nil, err
		}
		tasks := map[string][]program{}
		for _, f := range archive.Files {
			task, name, _ := strings.Cut(f.Name, "/")
			if !keep(language+"/"+task) || strings.HasPrefix(name, "template.") {
				continue
			}
			p := program{language: language, task: task, name: strings.TrimSuffix(name, "."+s.ext)}
			author, made, _ := strings.Cut(p.name, "-")
			p.origins, p.disguise = []string{author}, made
			if p.given, p.own, err = parts(string(f.Data)); err != nil {
				return nil, fmt.Errorf("%s of %s: %w", f.Name, language, err)
			}
			tasks[task] = append(tasks[task], p)
		}
		for _, programs := range tasks {
			all = append(all, append(programs, machineMade(s, programs)...)...)
		}
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("no task in %s", dir)
	}
	slices.SortFunc(all, func(a, b program) int { return strings.Compare(a.path(), b.path()) })
	return all, nil
}

// parts splits a program into the template and what follows.
func parts(text string) (given, own string, err error) {
	const givenMark, ownMark = "-- given --\n", "-- own --\n"
	_, rest, ok := strings.Cut(text, givenMark)
	if !ok {
		return "", text, nil
	}
	given, own, ok = strings.Cut(rest, ownMark)
	if !ok {
		return "", "", errors.New("a template without an end")
	}
	return given[:strings.LastIndexByte(given, '\n')+1], own, nil
}

// machineMade returns a copy by each disguise of one solution each, and one mixed from two.
func machineMade(s *syntax, task []program) []program {
	solutions := slices.DeleteFunc(slices.Clone(task), func(p program) bool { return p.disguise != "" })
	if len(solutions) < 2 {
		return nil
	}
	h := fnv.New64a()
	h.Write([]byte(task[0].language + "/" + task[0].task))
	r := rand.New(rand.NewPCG(h.Sum64(), 1))
	first := r.IntN(len(solutions))
	var made []program
	for i, d := range disguises {
		p := solutions[(first+i)%len(solutions)]
		p.name, p.disguise, p.own = p.name+"-"+d.name, d.name, d.apply(s, p.own, inside(s, &p), r)
		made = append(made, p)
	}
	a, b := solutions[first], solutions[(first+1)%len(solutions)]
	a.name, a.disguise, a.origins = a.name+"-"+b.name+"-mixed", "mixed", []string{a.origins[0], b.origins[0]}
	a.own = s.mixed(a.own, b.own, inside(s, &a), r)
	return append(made, a)
}

// inside returns the number of braces around the functions of a program's own part.
func inside(s *syntax, p *program) int {
	if s.ext == "java" && p.given == "" {
		return 1
	}
	return 0
}

// write writes the programs below a folder, with or without the templates.
func write(programs []program, dir string, templates bool) error {
	for i := range programs {
		p := &programs[i]
		path := filepath.Join(dir, p.path())
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		text := p.own
		switch {
		case templates:
			text = p.given + p.own
		case p.given != "":
			text = map[string]string{"java": "class Own {\n", "go": "package main\n"}[p.language] + p.own
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// label reports whether two programs of one task are a copy and its source, or unrelated. A
// copy is not compared with another copy of the same source.
func label(a, b *program) (copied, counts bool) {
	related := slices.ContainsFunc(a.origins, func(o string) bool { return slices.Contains(b.origins, o) })
	if !related {
		return false, !a.unsure && !b.unsure
	}
	return true, (a.disguise == "") != (b.disguise == "")
}

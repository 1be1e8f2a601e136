package main

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"

	"alike/testdata"
)

const tasks = "testdata"

var read = sync.OnceValues(func() ([]program, error) {
	return readCollection(tasks, func(string) bool { return true })
})

func collection(t *testing.T) []program {
	t.Helper()
	programs, err := read()
	if err != nil {
		t.Fatal(err)
	}
	return slices.Clone(programs)
}

// some returns one author's programs of each task; all of them in the long form.
func some(programs []program) []program {
	if testdata.IsLong() {
		return programs
	}
	n := 0
	return slices.DeleteFunc(programs, func(p program) bool {
		n++
		return int(p.name[0]-'1') != n%6
	})
}

// TestCollection checks that every task has what the tables assume.
func TestCollection(t *testing.T) {
	type task struct {
		solutions []string
		disguises []string
	}
	byTask := map[string]*task{}
	for _, p := range collection(t) {
		name := p.language + "/" + p.task
		if byTask[name] == nil {
			byTask[name] = &task{}
		}
		if p.disguise == "" {
			byTask[name].solutions = append(byTask[name].solutions, p.name)
		} else {
			byTask[name].disguises = append(byTask[name].disguises, p.disguise)
		}
		if strings.TrimSpace(p.own) == "" {
			t.Errorf("%s has no code of its own", p.path())
		}
	}
	if len(byTask) != 30 {
		t.Errorf("%d tasks", len(byTask))
	}
	want := []string{"all", "calls", "combined", "comments", "expressions", "functions", "literals", "loops", "mixed", "names", "order", "statements"}
	for name, task := range byTask {
		slices.Sort(task.disguises)
		if got := strings.Join(task.solutions, ""); got != "123456" || !slices.Equal(task.disguises, want) {
			t.Errorf("%s: solutions %s, disguises %v", name, got, task.disguises)
		}
	}
	for _, name := range keptBack {
		if byTask[name] == nil {
			t.Errorf("there is no task %s", name)
		}
	}
}

// TestTemplates checks that programs contain the template of their task unchanged.
func TestTemplates(t *testing.T) {
	templates := map[string]string{} // by language/task
	for language := range syntaxes {
		archive, err := txtar.ParseFile(filepath.Join(tasks, language+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if task, name, _ := strings.Cut(f.Name, "/"); strings.HasPrefix(name, "template.") {
				templates[language+"/"+task] = string(f.Data)
			}
		}
	}
	if len(templates) == 0 {
		t.Error("there is no template")
	}
	for _, p := range collection(t) {
		if strings.TrimSpace(p.given) != strings.TrimSpace(templates[p.language+"/"+p.task]) {
			t.Errorf("%s: another template", p.path())
		}
	}
}

// TestSplit checks that tokens are the program, and that no token is longer than one thing.
func TestSplit(t *testing.T) {
	for _, p := range some(collection(t)) {
		s := syntaxes[p.language]
		tokens := s.split(p.own)
		if join(tokens) != p.own {
			t.Fatalf("%s: tokens differ from the program", p.path())
		}
		for _, token := range tokens {
			if token.kind == text && len(token.text) > 300 && !strings.Contains(token.text, "\n") {
				t.Errorf("%s: a text of %d bytes: %.60q", p.path(), len(token.text), token.text)
			}
		}
	}
}

// TestDisguises checks that each disguise changes every program, and only what it claims.
func TestDisguises(t *testing.T) {
	words := regexp.MustCompile(`\w+`)
	for _, p := range some(collection(t)) {
		if p.disguise != "" {
			continue
		}
		s, r := syntaxes[p.language], rand.New(rand.NewPCG(1, 2))
		count := func(code string) (n [8]int) {
			for _, token := range s.split(code) {
				n[token.kind]++
			}
			return n
		}
		for _, d := range disguises {
			code := d.apply(s, p.own, inside(s, &p), r)
			if code == p.own && d.name != "functions" && d.name != "expressions" {
				t.Errorf("%s: %s changes nothing", p.path(), d.name)
			}
			is, was := count(code), count(p.own)
			if d.name == "names" || d.name == "literals" || d.name == "functions" || d.name == "comments" {
				if is[word] != was[word] || is[operator] != was[operator] {
					t.Errorf("%s: %s: %v tokens, were %v", p.path(), d.name, is, was)
				}
			}
			if d.name == "functions" {
				a, b := words.FindAllString(p.own, -1), words.FindAllString(code, -1)
				slices.Sort(a)
				slices.Sort(b)
				if !slices.Equal(a, b) {
					t.Errorf("%s: functions are lost or doubled", p.path())
				}
			}
		}
	}
}

// TestJudge compares the figures with their definitions, by brute force.
func TestJudge(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		var pairs []labelled
		for range 2 + r.IntN(40) {
			pairs = append(pairs, labelled{float64(r.IntN(8)) / 8, r.IntN(3) == 0})
		}
		pairs = append(pairs, labelled{0.5, true}, labelled{0.25, false})
		wins, all, best, recall := 0.0, 0.0, 0.0, 0.0
		for _, a := range pairs {
			found, wrong, copies, others := 0.0, 0.0, 0.0, 0.0
			for _, b := range pairs {
				if a.copy && !b.copy {
					all++
					switch {
					case a.score > b.score:
						wins++
					case a.score == b.score:
						wins += 0.5
					}
				}
				if b.copy {
					copies++
				} else {
					others++
				}
				if b.score >= a.score {
					if b.copy {
						found++
					} else {
						wrong++
					}
				}
			}
			best = max(best, 2*found/(copies+found+wrong))
			if wrong*1000 <= others {
				recall = max(recall, found/copies)
			}
		}
		got := judge(pairs)
		if math.Abs(got.auc-wins/all) > 1e-9 || math.Abs(got.f1-best) > 1e-9 || math.Abs(got.recall-recall) > 1e-9 {
			t.Fatalf("%+v, want %v, %v, %v, for %v", got, wins/all, best, recall, pairs)
		}
	}
}

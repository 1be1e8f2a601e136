package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"alike/testdata"
)

// TestDedupeQuality runs dedupe with its defaults on 3,000 records. Every fifth is
// followed by a copy with one or two words changed. It must
// drop at least 97 % of the copies and at most one in 1,000 of the others.
func TestDedupeQuality(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for name, write := range map[string]func(t *testing.T, r *rand.Rand) func() []string{
		"English, 300 words":          englishRecords,
		"Chinese, 600 Han characters": chineseRecords,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(81, 82))
			next := write(t, r)
			var lines strings.Builder
			copies := map[string]bool{}
			add := func(words []string, isCopy bool) {
				id := fmt.Sprint(len(copies))
				copies[id] = isCopy
				joint := " "
				if strings.HasPrefix(name, "Chinese") {
					joint = ""
				}
				line, err := json.Marshal(map[string]string{"id": id, "text": strings.Join(words, joint)})
				if err != nil {
					t.Fatal(err)
				}
				lines.Write(append(line, '\n'))
			}
			others := next()
			for i := range 3000 {
				words := next()
				add(words, false)
				if i%5 == 4 {
					words = append([]string(nil), words...)
					for range 1 + r.IntN(2) {
						words[r.IntN(len(words))] = others[r.IntN(len(others))]
					}
					add(words, true)
				}
			}
			left := leftOut(t, lines.String())
			copiesLeft, othersLeft := 0, 0
			for _, id := range left {
				isCopy, ok := copies[id]
				switch {
				case !ok:
					t.Fatalf("%q is not an id", id)
				case isCopy:
					copiesLeft++
				default:
					othersLeft++
				}
			}
			t.Logf("dropped %d of 600 copies and %d of 3,000 others", copiesLeft, othersLeft)
			if len(copies) != 3600 || 100*copiesLeft < 97*600 || othersLeft > 3 {
				t.Errorf("%d records, %d of 600 copies and %d of 3,000 others were dropped", len(copies), copiesLeft, othersLeft)
			}
		})
	}
}

// leftOut runs dedupe and returns the ids of the records that it dropped.
func leftOut(t *testing.T, input string) (ids []string) {
	t.Helper()
	dropped := filepath.Join(t.TempDir(), "dropped.jsonl")
	cmd := (&killCase{}).command(t, []string{"dedupe", "--id-field", "id", "--dropped", dropped})
	cmd.Stdin = strings.NewReader(input)
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			t.Logf("%s", exit.Stderr)
		}
		t.Fatal(err)
	}
	data, err := os.ReadFile(dropped)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		var d struct{ ID string }
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, d.ID)
	}
	if got := strings.Count(string(out), "\n") + len(ids); got != strings.Count(input, "\n") {
		t.Errorf("%d of %d records were kept or dropped", got, strings.Count(input, "\n"))
	}
	return ids
}

// englishRecords returns texts of 300 words. Each word follows the one before it
// somewhere in the comments of Go's sources.
func englishRecords(t *testing.T, r *rand.Rand) func() []string {
	t.Helper()
	follow := map[string][]string{}
	all := goComments(t)
	for i := range len(all) - 1 {
		follow[all[i]] = append(follow[all[i]], all[i+1])
	}
	return func() []string {
		words := []string{all[r.IntN(len(all)-1)]}
		for len(words) < 300 {
			after := follow[words[len(words)-1]]
			if len(after) == 0 {
				after = all
			}
			words = append(words, after[r.IntN(len(after))])
		}
		return words
	}
}

// goComments returns the words of the comments in Go's packages below net, without
// licence headers.
func goComments(t *testing.T) (words []string) {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(root)), "src", "net", "*", "*.go"))
	if err != nil || len(files) < 50 {
		t.Fatalf("found only %d files of Go's sources, %v", len(files), err)
	}
	for _, path := range files {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for i, c := range f.Comments {
			if i > 0 {
				words = append(words, strings.Fields(c.Text())...)
			}
		}
	}
	if len(words) < 50_000 {
		t.Fatalf("only %d words", len(words))
	}
	return words
}

// chineseRecords returns texts of 600 characters. It builds them from sentence patterns
// and word lists, which the simhash tests use too.
func chineseRecords(t *testing.T, r *rand.Rand) func() []string {
	t.Helper()
	lists, rest, _ := strings.Cut(string(testdata.Read("text/chinese.txt")), "----\n")
	words := map[string][]string{}
	var names []string
	for line := range strings.Lines(lists) {
		if name, list, ok := strings.Cut(strings.TrimSpace(line), ": "); ok && !strings.HasPrefix(line, "#") {
			names = append(names, "〔"+name+"〕")
			words["〔"+name+"〕"] = strings.Fields(list)
		}
	}
	sentences := strings.Fields(rest)
	if len(words) < 5 || len(sentences) < 20 {
		t.Fatalf("%d lists of words, %d sentences", len(words), len(sentences))
	}
	fill := func(s string) string {
		for _, name := range names {
			for strings.Contains(s, name) {
				s = strings.Replace(s, name, words[name][r.IntN(len(words[name]))], 1)
			}
		}
		return s
	}
	return func() []string {
		var text []string
		for len(text) < 600 {
			for _, i := range r.Perm(len(sentences)) {
				text = append(text, strings.Split(fill(sentences[i]), "")...)
			}
		}
		return text[:600]
	}
}

// TestDedupeTitles checks that different short Chinese titles are kept, and that titles
// that differ only in white space and width are duplicates.
func TestDedupeTitles(t *testing.T) {
	t.Parallel()
	titles := []string{"第一章 山中的来信", "第二章 山中的来信", "数学试卷（上）", "数学试卷（下）", "北京今日天气", "北京明日天气"}
	var lines strings.Builder
	for i, title := range append(titles, "数学试卷(上)", " 北京今日天气　") {
		fmt.Fprintf(&lines, "{\"id\":%d,\"text\":%q}\n", i, title)
	}
	dropped := filepath.Join(t.TempDir(), "dropped.tsv")
	cmd := (&killCase{}).command(t, []string{"dedupe", "-q", "--id-field", "id", "--dropped", dropped})
	cmd.Stdin = strings.NewReader(lines.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(string(out), "\n"); got != len(titles) {
		t.Errorf("kept %d of %d titles:\n%s", got, len(titles), out)
	}
	if got, err := os.ReadFile(dropped); err != nil || string(got) != "6\t2\t1\n7\t4\t1\n" {
		t.Errorf("%q, %v", got, err)
	}
}

package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// tool scores the pairs of programs in a folder. A pair that it does not mention scores 0.
type tool struct {
	name string
	run  func(ctx context.Context, dir string, programs []program) (map[pair]float64, error)
}

func tools(o options) []tool {
	return []tool{
		{"alike", func(ctx context.Context, dir string, programs []program) (map[pair]float64, error) {
			return ours(ctx, o, dir, programs)
		}},
		{"JPlag 6.0.0", byLanguage(func(ctx context.Context, language, dir string) ([]byte, error) {
			classes, err := os.ReadFile(filepath.Join(o.peers, "jplag.classpath"))
			if errors.Is(err, fs.ErrNotExist) {
				return nil, exec.ErrNotFound
			}
			java := "java"
			if home := os.Getenv("JAVA_HOME"); home != "" {
				java = filepath.Join(home, "bin/java")
			}
			return output(exec.CommandContext(ctx, java, "-cp", string(classes), driver("JPlagPairs.java"), language, dir, dir+".jplag"))
		})},
		{"Dolos 3.5.1", byLanguage(func(ctx context.Context, _, dir string) ([]byte, error) {
			return output(exec.CommandContext(ctx, "node", driver("dolos.mjs"), o.peers, dir))
		})},
		{"similarity-tester 3.0.2", byLanguage(similarityTester)},
		{"copydetect 0.5.0", byLanguage(func(ctx context.Context, language, dir string) ([]byte, error) {
			return output(exec.CommandContext(ctx, filepath.Join(o.peers, "python/bin/python"), driver("copydetect_pairs.py"), dir, extension(language)))
		})},
		{"jscpd 5.3.2", byLanguage(func(ctx context.Context, _, dir string) ([]byte, error) { return jscpd(ctx, o.peers, dir) })},
	}
}

// driver returns the path of a program in this folder that prints a peer's scores.
func driver(name string) string { return filepath.Join("cmd/rank/peers", name) }

// byLanguage runs a peer on the folder of each language. The peer prints lines of a score
// and two paths, separated by tabs.
func byLanguage(scores func(ctx context.Context, language, dir string) ([]byte, error)) func(context.Context, string, []program) (map[pair]float64, error) {
	return func(ctx context.Context, dir string, programs []program) (map[pair]float64, error) {
		all, numbers := map[pair]float64{}, numbered(dir, programs)
		done := map[string]bool{}
		for i := range programs {
			language := programs[i].language
			if done[language] {
				continue
			}
			done[language] = true
			data, err := scores(ctx, language, filepath.Join(dir, language))
			if err != nil {
				return nil, err
			}
			for line := range strings.Lines(string(data)) {
				cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
				score, err := strconv.ParseFloat(cells[0], 64)
				if err == nil && len(cells) == 3 {
					add(all, numbers, cells[1], cells[2], score)
				}
			}
		}
		return all, nil
	}
}

// similarityTester prints how much of each file is found in another. It has no module for
// Python, JavaScript, Go and Rust: the first is text to it, the others resemble C.
func similarityTester(ctx context.Context, language, dir string) ([]byte, error) {
	name := map[string]string{"java": "sim_java", "python": "sim_text"}[language]
	files, err := filepath.Glob(filepath.Join(dir, "*/*"))
	if err != nil {
		return nil, err
	}
	data, err := output(exec.CommandContext(ctx, cmp.Or(name, "sim_c"), append([]string{"-e", "-p", "-t", "1"}, files...)...))
	found := regexp.MustCompile(`(?m)^(\S+) consists for (\d+) % of (\S+) material$`)
	return found.ReplaceAll(data, []byte("$2\t$1\t$3")), err
}

// jscpd prints how many lines of clones two files share.
func jscpd(ctx context.Context, peers, dir string) ([]byte, error) {
	out := dir + ".jscpd"
	program, err := filepath.Abs(filepath.Join(peers, "node_modules/.bin/jscpd"))
	if err != nil {
		return nil, err
	}
	c := exec.CommandContext(ctx, program, "--silent", "--reporters", "json", "--output", out, dir)
	c.Dir = dir // names in the report are relative to it
	if _, err := output(c); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(filepath.Join(out, "jscpd-report.json"))
	if err != nil {
		return nil, err
	}
	type file struct{ Name string }
	var report struct {
		Duplicates []struct {
			Lines                 float64
			FirstFile, SecondFile file
		}
	}
	if err := json.Unmarshal(data, &report); err != nil {
		return nil, err
	}
	sums := map[[2]string]float64{}
	for _, d := range report.Duplicates {
		sums[[2]string{d.FirstFile.Name, d.SecondFile.Name}] += d.Lines
	}
	var lines []byte
	for names, sum := range sums {
		lines = fmt.Appendf(lines, "%g\t%s\t%s\n", sum, filepath.Join(dir, names[0]), filepath.Join(dir, names[1]))
	}
	return lines, nil
}

// ours runs alike with its defaults, but for all pairs: in each task by itself, as a teacher has
// it, and in all of a language, which tells the pairs of different tasks.
func ours(ctx context.Context, o options, dir string, programs []program) (map[pair]float64, error) {
	folders := []string{dir}
	for i := range programs {
		folder := filepath.Join(dir, programs[i].language, programs[i].task)
		if !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	all, numbers := map[pair]float64{}, numbered(dir, programs)
	for i, folder := range folders {
		index := fmt.Sprint(dir, ".index", i)
		args := append([]string{"pairs", "--view", "code", folder, "--min", "0", "--limit", "0", "-f", "json", "-q", "--index", index}, o.flags...)
		data, err := output(exec.CommandContext(ctx, o.alike, args...))
		if err != nil {
			return nil, err
		}
		for d := json.NewDecoder(bytes.NewReader(data)); d.More(); {
			var p struct {
				Type        string
				A, B        struct{ Path string }
				Distinctive float64
			}
			if err := d.Decode(&p); err != nil {
				return nil, err
			}
			a, b := numbers[p.A.Path], numbers[p.B.Path]
			together := programs[a].language == programs[b].language && programs[a].task == programs[b].task
			if p.Type == "pair" && together == (folder != dir) {
				add(all, numbers, p.A.Path, p.B.Path, p.Distinctive)
			}
		}
	}
	return all, nil
}

// numbered returns the number of each program by its absolute path.
func numbered(dir string, programs []program) map[string]int {
	numbers := map[string]int{}
	for i := range programs {
		numbers[filepath.Join(dir, programs[i].path())] = i
	}
	return numbers
}

// add keeps the best score of a pair.
func add(scores map[pair]float64, numbers map[string]int, a, b string, score float64) {
	i, known := numbers[a]
	j, both := numbers[b]
	if !known || !both || i == j {
		return
	}
	p := pair{min(i, j), max(i, j)}
	scores[p] = max(scores[p], score)
}

// output runs a command and returns what it prints. The error has what it says on
// standard error.
func output(c *exec.Cmd) ([]byte, error) {
	var errs bytes.Buffer
	c.Stderr = &errs
	data, err := c.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", filepath.Base(c.Path), err, bytes.TrimSpace(errs.Bytes()))
	}
	return data, err
}

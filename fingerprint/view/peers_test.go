package view

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var withPeers = flag.Bool("peers", false, "compare the mutated files with similarity-tester and ssdeep too, which takes minutes")

// peer is a program that says how much of a first file a second one has, in parts of
// a hundred, or how like each other they are.
type peer struct {
	name string
	args []string
	says *regexp.Regexp // the last figure; none where it has nothing to say
	ends string         // of the files that it is for; "" for all
}

var peers = []peer{
	{"sim_c", []string{"-p", "-T"}, regexp.MustCompile(`first\S* consists for (\d+) %`), ".c .go .js"},
	{"sim_java", []string{"-p", "-T"}, regexp.MustCompile(`first\S* consists for (\d+) %`), ".java"},
	{"sim_text", []string{"-p", "-T", "-t", "1"}, regexp.MustCompile(`first\S* consists for (\d+) %`), ""},
	{"ssdeep", []string{"-s", "-d", "-t", "0"}, regexp.MustCompile(`matches \S+ \((\d+)\)`), ""},
}

// compare returns what a peer says of two files.
func (p *peer) compare(t *testing.T, first, second string) float64 {
	t.Helper()
	// ssdeep ends with an error where nothing matches.
	out, _ := exec.Command(p.name, append(p.args, first, second)...).Output()
	share := 0.0
	for _, found := range p.says.FindAllSubmatch(out, -1) {
		n, err := strconv.ParseFloat(string(found[1]), 64)
		if err != nil {
			t.Fatal(err)
		}
		share = n
	}
	return share
}

// What similarity-tester and ssdeep find of the same pairs. Languages that sim_c is
// not made for, but that look like C, are given to it too.
func TestPeers(t *testing.T) {
	if !*withPeers {
		t.Skip("only with -peers: other programs are run some ten thousand times")
	}
	files, dir := samples(t), t.TempDir()
	for _, p := range peers {
		if _, err := exec.LookPath(p.name); err != nil {
			t.Fatalf("%v: it is in Debian's similarity-tester or ssdeep", err)
		}
		for _, mu := range mutations {
			line := fmt.Sprintf("%-8s %-20s", p.name, mu.name)
			for _, end := range languageEnds {
				if p.ends != "" && !strings.Contains(p.ends+" ", end+" ") {
					continue
				}
				sum := 0.0
				for i, copied := range mu.copies(end, files[end]) {
					sum += p.compare(t, write(t, dir, "first"+end, files[end][i].text), write(t, dir, "second"+end, copied))
				}
				line += fmt.Sprintf(" %s %3.0f (%d)", end, sum/float64(len(files[end])), len(files[end]))
				if mean := sum / float64(len(files[end])); mu.name == "nothing" && mean < 90 {
					t.Errorf("%s finds %.0f %% of files %s in themselves", p.name, mean, end)
				}
			}
			t.Log(line)
		}
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

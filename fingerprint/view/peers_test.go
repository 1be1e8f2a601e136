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

var withPeers = flag.Bool("peers", false, "also compare the mutated files with similarity-tester and ssdeep, which takes minutes")

// peer is a program that reports how much of one file another contains, or how
// similar they are, in percent.
type peer struct {
	name string
	args []string
	says *regexp.Regexp // the last match counts; none means zero
	ends string         // extensions that it supports; "" for all
}

var peers = []peer{
	{"sim_c", []string{"-p", "-T"}, regexp.MustCompile(`first\S* consists for (\d+) %`), ".c .go .js"},
	{"sim_java", []string{"-p", "-T"}, regexp.MustCompile(`first\S* consists for (\d+) %`), ".java"},
	{"sim_text", []string{"-p", "-T", "-t", "1"}, regexp.MustCompile(`first\S* consists for (\d+) %`), ""},
	{"ssdeep", []string{"-s", "-d", "-t", "0"}, regexp.MustCompile(`matches \S+ \((\d+)\)`), ""},
}

// compare returns the share that a peer reports for two files.
func (p *peer) compare(t *testing.T, first, second string) float64 {
	t.Helper()
	// ssdeep fails if nothing matches.
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

// TestPeers logs what similarity-tester and ssdeep find in the mutated files. sim_c
// also gets languages that it is not made for but that resemble C.
func TestPeers(t *testing.T) {
	if !*withPeers {
		t.Skip("set -peers to run the other programs some ten thousand times")
	}
	files, dir := samples(t), t.TempDir()
	for _, p := range peers {
		if _, err := exec.LookPath(p.name); err != nil {
			t.Fatalf("%v: install Debian's similarity-tester and ssdeep", err)
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
					t.Errorf("%s finds only %.0f %% of %s files in themselves", p.name, mean, end)
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

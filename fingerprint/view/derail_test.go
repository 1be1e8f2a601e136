package view

import (
	"bytes"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var derailTrees = flag.String("derail", "", "count the files of these `DIRS`, separated by commas, whose end is taken for a string or comment")

// TestDerailment appends words and brackets to real files and looks for their tokens at the end of
// the view. They are missing if the end of a file is taken for a part of a string or a comment. It
// prints how many files of each language these are, and some of them.
func TestDerailment(t *testing.T) {
	if *derailTrees == "" {
		t.Skip("no trees: -derail DIRS")
	}
	type count struct {
		files, derailed int
		some            []string
	}
	counts := map[string]*count{}
	const ending = "\nzq1 ( zq2 ) ( zq3 )\n"
	for _, tree := range strings.Split(*derailTrees, ",") {
		err := filepath.WalkDir(tree, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if info, err := d.Info(); err != nil || info.Size() == 0 || info.Size() > 1<<20 {
				return nil
			}
			data, err := os.ReadFile(path)
			if err != nil {
				return nil
			}
			name := strings.ToLower(d.Name())
			l := identify(name, data[:min(len(data), headBytes)])
			if l == nil || l.pieces != noPieces || l.outside != "" {
				return nil
			}
			if l.name == "Perl" && documented(data) {
				return nil
			}
			v := NewViewer(FoldCode, false)
			v.Reset(path)
			got := v.Write(append(slices.Clone(data), ending...), true)
			if v.Binary() || v.Generated() {
				return nil
			}
			var alone codeViewer
			alone.reset(l, nil)
			want, _ := alone.append(nil, []byte(ending), true)
			c := counts[l.name]
			if c == nil {
				c = &count{}
				counts[l.name] = c
			}
			c.files++
			if !bytes.HasSuffix(got, want) {
				c.derailed++
				c.some = append(c.some, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		c := counts[name]
		t.Logf("%-20s %6d files, %4d derailed", name, c.files, c.derailed)
		for _, path := range c.some[:min(len(c.some), 8)] {
			t.Logf("    %s", path)
		}
	}
}

// documented reports whether a Perl file ends with documentation or data, so that nothing after it is
// code.
func documented(data []byte) bool {
	text := string(data)
	last := strings.LastIndex(text, "\n=")
	return strings.Contains(text, "\n__END__") || strings.Contains(text, "\n__DATA__") ||
		last >= 0 && !strings.HasPrefix(text[last:], "\n=cut")
}

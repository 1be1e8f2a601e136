package view

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// pieceSamples are files that hold pieces of code, and the tokens of these pieces.
var pieceSamples = []struct{ name, text, language, want string }{
	{"a.md", "# It's\n\n```go\nvar a int // it's\n```\nprose\n~~~ python title\ndef f(): # it's\n~~~\n", "Go Python", "varVintdefV():"},
	{"a.md", "```\nx\n```\n````js\n```\nlet a\n````\n```\nlet b = `\n```\n```brainfuck\n+\n```", "JavaScript", "SSletV=S"},
	{"a.rmd", "text\n  ```{r, echo=FALSE}\nf <- 1\n```", "R", "V<-N"},
	{"a.vue", "<template>it's</template>\n<script lang=\"ts\">\nlet a = 'b'\n</script>\n<style>a { b: 1 }</style>", "JavaScript", "letV=S"},
	{"a.html", "<!doctype html><SCRIPT>if (a) {}</SCRIPT> don't <script type=\"application/json\">{\"a\": 1}</script><script type='module'>var c", "JavaScript", "if(V){}varV"},
	{"a.ipynb", `{"cells": [{"cell_type": "markdown", "source": ["if it's"]}, {"cell_type": "code", "metadata": {}, "outputs": [{"text": ["while"]}],
		"source": ["def f(a): # it's\n", "  return \"\u4e2d\" + a\n"]}, {"cell_type": "code", "source": "while x: pass"}], "metadata": {"a": "if"}}`,
		"Python", "defV(V):returnS+Vwhile V:pass"},
	{"b.ipynb", `{"cells":[{"source":["if"],"cell_type":"code"}],"kernelspec": {"name": "ir"}}`, "R", "if"},
	{"c.ipynb", `{"cells":[{"source":["# It's a \"cell_type\": \"code\""],"cell_type":"markdown"},{"source":["if x"],"cell_type": "code"},
		{"source":["while"],"cell_type":"raw"},{"source":["pass"]}]}`, "Python", "if V pass"},
	{"d.ipynb", `{"worksheets":[{"cells":[{"cell_type":"heading","source":["if"]},{"cell_type":"code","input":["def f(): pass"],"outputs":[{"input":"while"}]},
		{"input":["return"],"cell_type":"markdown"}]}]}`, "Python", "def V ( ) : pass"},
}

func TestPieces(t *testing.T) {
	t.Parallel()
	for _, c := range pieceSamples {
		v := NewViewer(FoldCode, true)
		v.Reset(c.name)
		var got strings.Builder
		view := v.Write([]byte(c.text), true)
		for _, name := range strings.Fields(c.language) {
			got.Reset()
			got.WriteString(spelled(named(t, name), string(view), c.text))
			view = []byte(got.String())
		}
		if want := strings.ReplaceAll(c.want, " ", ""); got.String() != want {
			t.Errorf("%s: %q\n got %s\nwant %s", c.name, c.text, got.String(), want)
		}
		if len(c.want) > 0 {
			if from, to := v.Original(0, 1); from < 1 || to > len(c.text) || to <= from {
				t.Errorf("%s: the first token comes from %d to %d", c.name, from, to)
			}
		}
	}
}

// checkPieces checks that the view of a file does not depend on how it is split, and
// that its map leads into the file in order.
func checkPieces(t *testing.T, name string, data []byte, r *rand.Rand) {
	t.Helper()
	whole := NewViewer(FoldCode, true)
	want := see(whole, name, data, r, len(data)+1)
	if got := see(NewViewer(FoldCode, false), name, data, r, 700); got != want {
		t.Fatalf("%s: the view depends on how the file is split\n%.200q\n%.200q", name, got, want)
	}
	end := 0
	for i := range want {
		from, to := whole.Original(i, i+1)
		if from < end || to <= from || to > len(data) {
			t.Fatalf("%s: token %d comes from %d to %d, after %d", name, i, from, to, end)
		}
		end = to
	}
}

func TestPiecesInPieces(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 3))
	for _, c := range pieceSamples {
		for _, between := range []string{"", "\n", strings.Repeat("prose ", 200), strings.Repeat(" ", lookahead) + "\n"} {
			checkPieces(t, c.name, bytes.Repeat([]byte(c.text+between), 100), r)
		}
	}
}

func FuzzPieces(f *testing.F) {
	for i, c := range pieceSamples {
		f.Add(uint8(i), []byte(c.text), uint64(i))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte, seed uint64) {
		name := []string{"a.md", "a.vue", "a.ipynb", "a.txt"}[which%4]
		sign := []string{"```go\n", "<script>", "\"cells\"", ""}[which%4]
		checkPieces(t, name, append([]byte(sign), bytes.Repeat(data, 1+int(seed%200))...), rand.New(rand.NewPCG(seed, 1)))
	})
}

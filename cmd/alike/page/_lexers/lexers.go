// Command lexers packs the lexers of chroma that pages need; see the go:generate line in
// cmd/alike/page. It is a module of its own because chroma's package of lexers would add 4.4 MB
// to alike, and 10 ms to the start of every command.
package main

import (
	"archive/zip"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
)

// languages are the lexers that chroma defines in XML, by file: those of the languages of the
// code view, and those that they embed.
const languages = `abap actionscript_3 ada armasm autohotkey awk bash batchfile c c# c++ cassandra_cql clojure
	cmake cobol coffeescript common_lisp coq css cython d dart docker elixir elm emacslisp erlang fennel fish
	fortran fortranfixed fsharp gas gdscript3 gleam glsl graphql groovy haskell hcl hlsl html ini java javascript
	json julia kotlin lua makefile mathematica matlab meson metal nasm nim nix objective-c objectpascal ocaml odin
	openscad perl powershell prolog properties protocol_buffer puppet python r racket react reasonml ruby rust
	sas sass scala scheme scss smalltalk solidity sql standard_ml swift systemverilog tcl terraform tex thrift
	toml transact-sql typescript v vala vb_net verilog vhdl viml vue wat webgpu_shading_language xml yaml zig`

func main() {
	log.SetFlags(0)
	out := flag.String("out", "", "the `FILE` to write")
	flag.Parse()
	if err := pack(*out); err != nil {
		log.Fatal(err)
	}
}

func pack(path string) error {
	folder, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/alecthomas/chroma/v2").Output()
	if err != nil {
		return fmt.Errorf("finding the module: %w", err)
	}
	module := strings.TrimSpace(string(folder))
	files := map[string][]byte{}
	for _, name := range strings.Fields(languages) {
		if files[name+".xml"], err = os.ReadFile(filepath.Join(module, "lexers", "embedded", name+".xml")); err != nil {
			return err
		}
	}
	if files["COPYING"], err = os.ReadFile(filepath.Join(module, "COPYING")); err != nil {
		return err
	}
	if files["go.xml"], err = golang(); err != nil {
		return err
	}
	if files["php.xml"], err = php(module); err != nil {
		return err
	}
	return write(path, files)
}

// golang returns the lexer of Go, which chroma defines in Go. It marks templates in raw strings,
// which XML cannot express; here raw strings are strings.
func golang() ([]byte, error) {
	lexer := lexers.Go.(*chroma.RegexLexer)
	rules := lexer.MustRules()
	raw := slices.IndexFunc(rules["root"], func(r chroma.Rule) bool { return strings.HasPrefix(r.Pattern, "(`)") })
	if raw < 0 {
		return nil, fmt.Errorf("Go has no rule for raw strings")
	}
	rules["root"][raw].Type = chroma.LiteralString
	return chroma.Marshal(lexer)
}

// php returns the lexer of PHP in a page. chroma lexes the page as HTML, which XML cannot
// express; here it is plain.
func php(module string) ([]byte, error) {
	data, err := os.ReadFile(filepath.Join(module, "lexers", "embedded", "php.xml"))
	if err != nil {
		return nil, err
	}
	const root = `
    <state name="root">
      <rule pattern="&lt;\?(php|=)?">
        <token type="CommentPreproc"/>
        <push state="php"/>
      </rule>
      <rule pattern="[^&lt;]+|&lt;">
        <token type="Other"/>
      </rule>
    </state>
  </rules>`
	text := strings.NewReplacer(`name="root"`, `name="php"`, `state="root"`, `state="php"`, "\n  </rules>", root).Replace(string(data))
	if !strings.Contains(text, root) {
		return nil, fmt.Errorf("php.xml does not end with its rules")
	}
	return []byte(text), nil
}

// write writes an archive that depends on nothing but its files.
func write(path string, files map[string][]byte) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := zip.NewWriter(f)
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		part, err := w.Create(name)
		if err != nil {
			return err
		}
		if _, err := part.Write(files[name]); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return f.Close()
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/testscript"

	"alike/db/store"
	"alike/testdata"
)

// The commands in this file create the files that scripts work on.

// text returns n words. They are always the same for a seed and share nothing with those
// of another.
func text(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%x", r.Uint32())
		if i%12 == 11 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// cmdCorpus creates files that are similar in known ways: corpus DIR
//
//	a.txt, copies/a1.txt, copies/a2.txt   the same bytes
//	edited.txt                            a.txt with a tenth of it replaced
//	part.txt                              the first third of a.txt
//	book.txt                              a.txt in the middle of other text
//	other.txt                             similar to none of them
//	tiny1, tiny2                          the same 20 bytes
//	empty1, empty2                        no bytes
func cmdCorpus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: corpus DIR")
	}
	a := text(1, 2000)
	edited := a[:len(a)*9/10] + text(2, 200)
	for name, content := range map[string]string{
		"a.txt": a, "copies/a1.txt": a, "copies/a2.txt": a,
		"edited.txt": edited,
		"part.txt":   a[:len(a)/3],
		"book.txt":   text(3, 4000) + a + text(4, 4000),
		"other.txt":  text(5, 3000),
		"tiny1":      "only twenty bytes...", "tiny2": "only twenty bytes...",
		"empty1": "", "empty2": "",
	} {
		write(ts, filepath.Join(args[0], name), content)
	}
}

func write(ts *testscript.TestScript, name, content string) {
	path := ts.MkAbs(name)
	ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
	ts.Check(os.WriteFile(path, []byte(content), 0o644))
}

// program returns n statements. They are always the same for a seed, except for names, and
// share nothing with those of another.
func program(seed uint64, n int, name string) string {
	r := rand.New(rand.NewPCG(seed, 5))
	among := func(words ...string) string { return words[r.IntN(len(words))] }
	var b strings.Builder
	for range n {
		fmt.Fprintf(&b, "\t%s%d = ", name, r.IntN(9))
		for range 4 + r.IntN(6) {
			operand := strings.ReplaceAll(among("x", "x[x]", "x(x)", "(x)", "!x", "x.x", "7", "\"s\"", "x[x:x]", "&x"), "x", name+among("a", "b", "c"))
			b.WriteString(operand + among(" + ", " - ", " * ", " / ", " % ", " & ", " | ", " ^ ", " << ", " == ", " < "))
		}
		b.WriteString(name + "\n")
	}
	return b.String()
}

// cmdPrograms creates files of code, each with its own names: programs DIR
//
//	boiler00.go … boiler19.go   the same 180 statements, and 80 of their own
//	ours.go, theirs.go          60 of the 180, 140 that only these two share, and 100
//	                            of their own
//
// Beside DIR, asked.go has the 180 statements and the 140.
func cmdPrograms(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: programs DIR")
	}
	for name, content := range programs() {
		write(ts, args[0]+"/"+name, content)
	}
	write(ts, "asked.go", "package q\n"+program(1, 180, "q")+program(2, 140, "q"))
}

func programs() map[string]string {
	files := map[string]string{}
	for i := range 20 {
		name := fmt.Sprintf("n%d", i)
		files[fmt.Sprintf("boiler%02d.go", i)] = "package " + name + "\n" + program(1, 180, name) + program(uint64(30+i), 80, name)
	}
	files["ours.go"] = "package o\n// ours\n" + program(1, 60, "o") + program(2, 140, "o") + program(20, 100, "o")
	files["theirs.go"] = "package t\n/* theirs */" + program(1, 60, "t") + "// here\n" + program(2, 140, "t") + program(21, 100, "t")
	return files
}

// oddNames are names that break a terminal or a careless program.
var oddNames = []string{
	"new\nline", "escape\x1b[31m\x1b]0;title\x07", "latin\xe9", "c1\u009b2J", "bidi\u202etxt.exe",
	" leading and trailing ", "-rf", "=cmd()", "quote\"comma,", "tab\there", strings.Repeat("x", 255),
}

// cmdOddNames creates files of the same text with odd names: oddnames DIR
func cmdOddNames(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: oddnames DIR")
	}
	for _, name := range oddNames {
		if runtime.GOOS == "windows" && (strings.ContainsAny(name, "\n\t\x07\x1b\":<>|?*") || strings.HasSuffix(name, " ") || !utf8.ValidString(name)) {
			continue // it has no such names
		}
		write(ts, filepath.Join(args[0], name), text(6, 500))
	}
}

// cmdSparse creates a file that is one hole: sparse PATH BYTES
func cmdSparse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sparse PATH BYTES")
	}
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	f, err := os.Create(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(errors.Join(f.Truncate(n), f.Close()))
}

// cmdZeros creates a file of allocated zeros: zeros PATH BYTES
func cmdZeros(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: zeros PATH BYTES")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	write(ts, args[0], string(make([]byte, n)))
}

// cmdDamage damages files of an index: damage truncate|remove|flip GLOB
func cmdDamage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: damage truncate|remove|flip|middle GLOB")
	}
	paths, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	if len(paths) == 0 {
		ts.Fatalf("nothing to damage at %s", args[1])
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		ts.Check(err)
		switch args[0] {
		case "truncate":
			ts.Check(os.Truncate(path, int64(len(data)/2)))
		case "remove":
			ts.Check(os.Remove(path))
		case "flip":
			data[len(data)-5] ^= 0x40
			ts.Check(os.WriteFile(path, data, 0o600))
		case "middle":
			data[len(data)/3] ^= 0x40
			ts.Check(os.WriteFile(path, data, 0o600))
		default:
			ts.Fatalf("no such damage: %s", args[0])
		}
	}
}

// cmdSettle waits until existing files are so old that a scan trusts their times. A file
// that changed less than 2 s before it was read is read again by the next scan.
func cmdSettle(ts *testscript.TestScript, neg bool, args []string) {
	time.Sleep(2100 * time.Millisecond)
}

// cmdSleep waits: sleep DURATION
func cmdSleep(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: sleep DURATION")
	}
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	time.Sleep(d)
}

// cmdStart copies the first bytes of a file: start BYTES FROM TO
func cmdStart(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: start BYTES FROM TO")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	write(ts, args[2], ts.ReadFile(args[1])[:n])
}

// cmdLink makes a hard link: link OLD NEW
func cmdLink(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: link OLD NEW")
	}
	ts.Check(os.Link(ts.MkAbs(args[0]), ts.MkAbs(args[1])))
}

// cmdTree copies a folder as cp -a does, into TO if that is a folder: tree [-l] FROM TO
//
// With -l the files are hard links.
func cmdTree(ts *testscript.TestScript, neg bool, args []string) {
	links := len(args) == 3 && args[0] == "-l"
	if links {
		args = args[1:]
	}
	if neg || len(args) != 2 {
		ts.Fatalf("usage: tree [-l] FROM TO")
	}
	from, to := ts.MkAbs(args[0]), ts.MkAbs(args[1])
	if info, err := os.Stat(to); err == nil && info.IsDir() {
		to = filepath.Join(to, filepath.Base(from))
	}
	ts.Check(copyFolder(from, to, links))
}

func copyFolder(from, to string, links bool) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	switch {
	case info.IsDir():
		entries, err := os.ReadDir(from)
		if err != nil {
			return err
		}
		if err := os.Mkdir(to, 0o755); err != nil {
			return err
		}
		for _, e := range entries {
			if err := copyFolder(filepath.Join(from, e.Name()), filepath.Join(to, e.Name()), links); err != nil {
				return err
			}
		}
	case links:
		return os.Link(from, to)
	default:
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := os.WriteFile(to, data, info.Mode().Perm()); err != nil {
			return err
		}
	}
	return os.Chtimes(to, time.Time{}, info.ModTime())
}

// cmdList writes a list as find -print0 does: list FILE NAME…
func cmdList(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: list FILE NAME…")
	}
	write(ts, args[0], strings.Join(args[1:], "\x00")+"\x00")
}

// cmdCopies creates identical files: copies DIR COUNT
func cmdCopies(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: copies DIR COUNT")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	for i := range n {
		write(ts, filepath.Join(args[0], fmt.Sprintf("copy-with-quite-a-long-name-%06d", i)), text(9, 100))
	}
}

// cmdVersions creates versions of a file of 12,000 words. Each loses a fifth of its
// predecessor at the beginning and gains as much at the end: versions DIR COUNT
func cmdVersions(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: versions DIR COUNT")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	lines := strings.SplitAfter(text(10, 12*1000+12*200*n), "\n")
	for i := range n {
		write(ts, filepath.Join(args[0], fmt.Sprintf("v%d", i+1)), strings.Join(lines[200*i:200*i+1000], ""))
	}
}

// cmdTexts creates documents: texts DIR
//
//	a.txt, copy.txt     the same bytes, 2,000 words
//	b.txt               a.txt with a word changed
//	c.txt               a.txt with every fiftieth word changed
//	loud.txt            a.txt in upper case and with other line endings
//	utf16.txt           a.txt in another encoding
//	page.html           a.txt as a page of HTML
//	other.txt           another text
//	hello1, hello2      the same two words in different layouts
//	hello3              two other words
//	binary, blank       not documents
func cmdTexts(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: texts DIR")
	}
	a := text(11, 2000)
	changed := func(every int) string {
		b, words := a, strings.Fields(a)
		for i := every / 2; i < len(words); i += every {
			b = strings.Replace(b, words[i], "another", 1)
		}
		return b
	}
	utf16 := []byte("\xff\xfe")
	for _, c := range []byte(a) {
		utf16 = append(utf16, c, 0)
	}
	for name, content := range map[string]string{
		"a.txt": a, "copy.txt": a, "b.txt": changed(2000), "c.txt": changed(50),
		"loud.txt":  strings.ReplaceAll(strings.ToUpper(a), "\n", "\r\n\r\n"),
		"utf16.txt": string(utf16),
		"page.html": "<!DOCTYPE html>\n<body><p class=x>" + strings.ReplaceAll(a, "\n", "<p>\n") + "</body>",
		"other.txt": text(12, 1500),
		"hello1":    "Hello, world", "hello2": "hello,\n  WORLD\n", "hello3": "Hello, everybody",
		"binary": "MZ\x00" + text(13, 500), "blank": " \n\t\n",
	} {
		write(ts, filepath.Join(args[0], name), content)
	}
}

// cmdOld creates an index of version 1: old DIR. Or it makes the index of an earlier revision of
// its view and scheme: old DIR rules
func cmdOld(ts *testscript.TestScript, neg bool, args []string) {
	switch {
	case neg:
	case len(args) == 1:
		ts.Check(testdata.WriteIndex(ts.MkAbs(args[0]), 1))
		return
	case len(args) == 2 && args[1] == "rules":
		s, err := store.Open(context.Background(), ts.MkAbs(args[0]), store.Options{})
		ts.Check(err)
		root, err := s.Root()
		ts.Check(err)
		older := regexp.MustCompile(`"view_rules":"text [0-9]+`).ReplaceAll(root, []byte(`"view_rules":"text 1`))
		older = bytes.ReplaceAll(older, []byte("simhash2 "), []byte("simhash1 "))
		if bytes.Equal(older, root) {
			ts.Fatalf("the index has no view and no simhashes")
		}
		ts.Check(s.Commit(older))
		ts.Check(s.Close())
		return
	}
	ts.Fatalf("usage: old DIR [rules]")
}

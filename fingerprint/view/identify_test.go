package view

import (
	"slices"
	"strings"
	"testing"
)

func TestIdentify(t *testing.T) {
	for _, c := range []struct{ name, head, want string }{
		{"a.go", "", "Go"},
		{"A.GO", "", "Go"},
		{"x.test.js", "", "JavaScript"},
		{"Makefile", "", "Make"},
		{"CMakeLists.txt", "", "CMake"},
		{"notes.txt", "", ""},
		{"LICENSE", "", ""},
		{"run", "#!/usr/bin/env -S LANG=C python3.11 -u\n", "Python"},
		{"run", "#! /bin/bash\n", "Shell"},
		{"run", "#!/opt/other\n", ""},
		{"a.h", "@interface X", "C"},
		{"a.m", "#import <x.h>\n@implementation X\n@end\n", "C"},
		{"a.m", "function y = f(x)\n% doc\ny = x;\nend\n", "MATLAB"},
		{"a.pl", "use strict;\nmy $x;\nsub f {}\n", "Perl"},
		{"a.pl", "\n:- module(x, []).\nf(X) :- g(X).\n% doc\n", "Prolog"},
		{"a.v", "module m; endmodule", "Verilog"},
		{"a.v", "Require Import X.\nLemma y. Qed.", ""},
		{"a.ts", "<?xml version='1.0'?>\n<!DOCTYPE TS>\n<TS>", ""},
		{"a.ts", "let a = {b: 1};", "JavaScript"},
		{"a.v", "module main\nimport os\nfn main() {\n\tmut a := 1\n}", "V"},
		{"a.m", "(* x *)\nBeginPackage[\"A`\"]\nf[x_, y_] := Module[{}, x]", "Wolfram"},
		{"a.v", "(** It's *)\nLtac2 @ external f : constr := \"a\".\n", ""},
		{"a.y", "%{\n#include <x.h>\n%}", "C"},
		{"meson.build", "", "Configuration code"},
		{"a.s", "TEXT ·f(SB), NOSPLIT, $0\n", "Plan 9 assembly"},
		{"a.s", "\t.globl f\n\t.text\n", "Assembly"},
		{"a.inc", "<?php echo 1;", "PHP"},
		{"a.inc", "{ it's }\nresourcestring\n  a = 'b';\n{$ifdef x}\nend;", "Pascal"},
		{"a.inc", "#define A 1\n", "C"},
		{"a.php", "<html>{{ $it }}</html>", ""},
		{"a.blade.php", "<?= 1 ?>", "PHP"},
		{"a.pl", "# lookup\nreturn <<'END';\nV10\nEND\n", "Perl"},
		{"a.pl", "# it's\n%h = (\n%x\n);\n", "Perl"},
		{"a.pro", "-keep class X { *; }\n# don't\n", ""},
		{"a.ts", "<?xml version='1.0'?>\n<!DOCTYPE TS>\n<TS version=\"2\"><context><message>{a}&lt;</message></context></TS>", ""},
		{"run", "\xef\xbb\xbf#!/bin/sh\n", "Shell"},
		{"a.m", "\xff\xfef\x00u\x00n\x00c\x00t\x00i\x00o\x00n\x00 \x00\n\x00%\x00\n\x00e\x00n\x00d\x00\n\x00", "MATLAB"},
		{"a.cl", "; x\n(defun f ())\n;; y\n(", "Lisp"},
		{".bashrc", "", "Shell"},
		{"archive.tar.gz", "", ""},
		{"", "", ""},
		{"a.", "", ""},
	} {
		got := ""
		if l := identify(c.name, []byte(c.head)); l != nil {
			got = l.name
		}
		if got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.name, c.head, got, c.want)
		}
	}
}

// TestLanguages checks the table of languages for duplicates, incomplete entries and
// keywords that cannot match.
func TestLanguages(t *testing.T) {
	code := 0
	names := map[string]bool{}
	claimed := map[string][]*language{}
	for _, l := range languages {
		if names[l.name] {
			t.Errorf("duplicate language %s", l.name)
		}
		names[l.name] = true
		for _, end := range strings.Fields(l.files) {
			if end != strings.ToLower(end) {
				t.Errorf("%s: %s is not in lower case", l.name, end)
			}
			claimed[end] = append(claimed[end], l)
		}
		if l.notCode || l.pieces != noPieces {
			continue
		}
		code++
		if l.comments == "" || l.keywords == "" && !l.words || l.files == "" && l.name != fixedFortran {
			t.Errorf("%s lacks comments, keywords or files", l.name)
		}
		words := strings.Fields(l.keywords)
		slices.Sort(words)
		if twice := len(words) - len(slices.Compact(slices.Clone(words))); twice > 0 {
			t.Errorf("%s has %d duplicate keywords: %q", l.name, twice, words)
		}
		r := l.compiled()
		for _, w := range words {
			for i := range len(w) {
				if b := w[i]; !r.word[b] {
					t.Errorf("%s: keyword %s cannot be a word", l.name, w)
				}
			}
			if b := r.class[w[0]]; b != lead && b != leadOpener {
				t.Errorf("%s: no word starts like keyword %s", l.name, w)
			}
		}
		for _, ends := range strings.Fields(l.strings + " " + l.texts + " " + l.raw) {
			if open, end, ok := strings.Cut(ends, "…"); !ok || open == "" || end == "" {
				t.Errorf("%s: %s lacks an opening or closing delimiter", l.name, ends)
			}
		}
	}
	if code < 40 {
		t.Errorf("%d languages", code)
	}
	for end, by := range claimed {
		for _, l := range by {
			if len(by) > 1 && l.signs == "" {
				t.Errorf("%s is shared by %s and others, but %[2]s has no signs", end, l.name)
			}
		}
	}
}

func TestVendored(t *testing.T) {
	for name, want := range map[string][2]bool{ // as a folder, as a file
		"vendor": {true, false}, "Node_Modules": {true, false}, "vendored": {false, false}, "third_party": {true, false},
		"Pods": {true, false}, "pods": {false, false},
		"configure": {false, true}, "configure.ac": {false, false}, "jquery-3.7.1.js": {false, true}, "jquery-mine.js": {false, false},
		"ltoptions.m4": {false, true}, "a.go": {false, false}, "testdata": {false, false}, "": {false, false},
	} {
		if got := [2]bool{Vendored(name, true), Vendored(name, false)}; got != want {
			t.Errorf("Vendored(%q) is %t", name, got)
		}
	}
}

func TestGenerated(t *testing.T) {
	for _, c := range []struct {
		name, head string
		want       bool
	}{
		{"a.pb.go", "", true},
		{"A.PB.GO", "", true},
		{"a.go", "// Code generated by x. DO NOT EDIT.\npackage a", true},
		{"a.go", "package a\n\nconst begin = `\n// x\n`", false},
		{"a.go", "package a\n\nconst begin = \"// Code generated by x. DO NOT EDIT.\"", false},
		{"a.go", "package a\n\nfunc f() { print(`Code generated by x. DO NOT EDIT.`) }", false},
		{"a.go", "// Package a reads code generated by b.\npackage a", false},
		{"a.go", "// Copyright\n\n// mkerrors.sh -m64\n// Code generated by the command above; see README.md. DO NOT EDIT.", true},
		{"a.go", strings.Repeat("\n", 41) + "// DO NOT EDIT", false},
		{"a.go", strings.Repeat("\n", 39) + "// DO NOT EDIT", true},
		{"a.go", "// " + strings.Repeat("x", 4<<10) + "\n// DO NOT EDIT", false},
		{"a.c", "/* A Bison parser, made by GNU Bison 3.8.2.  */", true},
		{"a.c", "/* Generated by Cython 3.0.0 */", true},
		{"a_wrap.c", "/* ----\n * This file was automatically generated by SWIG\n", true},
		{"a.h", "/* DO NOT EDIT THIS FILE - it is machine generated */\n#include <jni.h>", true},
		{"a.py", "# -*- coding: utf-8 -*-\n# Generated by the protocol buffer compiler.  DO NOT EDIT!", true},
		{"a.cs", "//------\n// <auto-generated>\n", true},
		{"a.html", "<!-- Generated by Doxygen 1.9 -->", true},
		{"a.rs", "\ufeff// @generated\n", true},
		{"a.md", "generated by hand, and\nautomatically generated", false},
		{"a.js", strings.Repeat("var a=1;", 1000), true},
		{"a.js", strings.Repeat("var a=1;\n", 1000), false},
		{"a.csv", strings.Repeat("var a=1;", 1000), false},
		{"short.js", "x", false},
		{"go.sum", "", true},
		{"a.go.tmpl", "// Code generated by x. DO NOT EDIT.\npackage a", false},
	} {
		if Generated(c.name, []byte(c.head)) != c.want {
			t.Errorf("Generated(%q, %.60q) is %t", c.name, c.head, !c.want)
		}
	}
}

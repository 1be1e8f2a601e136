package view

import (
	"strings"
	"testing"
)

func TestLicenceEnd(t *testing.T) {
	t.Parallel()
	const mit = "Copyright 2020 A. Person\nPermission is hereby granted, free of charge, to any person"
	line := func(sign, text string) string {
		return sign + strings.ReplaceAll(text, "\n", "\n"+sign) + "\n"
	}
	for name, x := range map[string]struct{ licence, rest string }{
		"C":              {"/*\n" + line(" * ", mit) + " */\n", "\n#include <a.h>\n// Copyright in the middle\n"},
		"lines":          {line("// ", mit), "//\n// Package a does something.\npackage a\n"},
		"a shebang":      {"#!/bin/sh\n" + line("# ", mit), "\n# What it does.\nset -e\n"},
		"what goes on":   {line("# ", mit) + "#\n# The software is without warranty.\n", "#\n# It counts.\nx = 1\n"},
		"what is before": {"/* a.c: counts words\n *\n" + line(" * ", mit) + " *\n", " * It counts.\n */\nint a;\n"},
		"two blocks":     {"/* a */\n\n/* " + mit + " */\n", "int a;\n"},
		"markup":         {"<!-- " + mit + " -->\n", "<a>copyright</a>\n"},
		"a docstring":    {"\"\"\"\n" + mit + "\n\"\"\"\n", "import a\n"},
		"Lisp":           {line(";; ", mit), "\n(defun a ())\n"},
		"Scheme":         {"#|\n" + mit + "\n|#\n", "\n(define a 1)\n"},
		"authors":        {line("// ", mit) + "//\n// Authors: A. Person\n", "//\n// It counts.\n"},
		"assembly":       {line("; ", mit), "mov a, b\n"},
		"all":            {line("# ", mit), ""},
		"SPDX":           {"// SPDX-License-Identifier: MIT\n", "int a;\n"},
		"none":           {"", "/* counts words */\nint a; // copyright\n"},
		"text":           {"", mit + "\n"},
		"directives":     {"", "#include <a.h>\n#define COPYRIGHT\n"},
		"empty":          {"", ""},
		"a BOM":          {"\ufeff// " + "Copyright 2020 A. Person\n", "int a;\n"},
		"CR":             {"// Copyright 2020 A. Person\r\n", "int a;\r\n"},
		"much":           {line("// ", mit), "//\n" + strings.Repeat("// a\n", 9000)},
		"no end":         {"/* " + mit + "\n\n", strings.Repeat("a\n", 9000)},
	} {
		if got := licenceEnd([]byte(x.licence + x.rest)); got != len(x.licence) && (got <= len(x.licence) || strings.Trim((x.licence + x.rest)[len(x.licence):got], " \n/*#") != "") {
			t.Errorf("%s: %q, want %q", name, (x.licence + x.rest)[:got], x.licence)
		}
	}
	for kind, want := range map[Kind]int{Raw: 27, FoldText: 22, FoldCode: 0} {
		if got := kind.LicenceEnd("a.c", []byte("//  COPYRIGHT 2020\n// I.B.\nint a;\n")); got != want {
			t.Errorf("%s: %d, want %d", kind, got, want)
		}
	}
}

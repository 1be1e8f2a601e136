package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// phrases tell licences apart, after blanks and line ends were made one blank.
var phrases = []struct{ id, phrase string }{
	{"Apache-2.0", "Apache License Version 2.0"},
	{"MIT", "Permission is hereby granted, free of charge, to any person obtaining"},
	{"BSD-2-Clause", "Redistributions in binary form must reproduce"},
	{"BSD-3-Clause", "names of its contributors may be used to endorse"}, // adds to the one before
	{"CC0-1.0", "CC0 1.0 Universal"},
	{"MPL-2.0", "Mozilla Public License Version 2.0"},
	{"ISC", "Permission to use, copy, modify, and/or distribute this software for any purpose"},
}

// licencesIn returns the SPDX identifiers of the licences whose texts are in a folder. A folder
// without a known one is an error: the bill would say less than the release knows.
func licencesIn(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		ids = append(ids, licencesOf(string(text))...)
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("the licence in %s is not known: add a phrase of it", folder)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// licencesOf returns the identifiers of the licences in a text.
func licencesOf(text string) []string {
	text = strings.Join(strings.Fields(text), " ")
	var ids []string
	for _, p := range phrases {
		if !strings.Contains(text, p.phrase) {
			continue
		}
		if p.id == "BSD-3-Clause" {
			ids = slices.DeleteFunc(ids, func(id string) bool { return id == "BSD-2-Clause" })
		}
		ids = append(ids, p.id)
	}
	return ids
}

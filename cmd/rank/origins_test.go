package main

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"testing"
)

func TestManifest(t *testing.T) {
	entries, err := readManifest("testdata/origins.txt")
	if err != nil {
		t.Fatal(err)
	}
	mains := map[[3]string]bool{}
	for _, e := range entries {
		origin := [3]string{e.language, e.exercise, e.origin}
		if sum, err := hex.DecodeString(e.sum); err != nil || len(sum) != 32 {
			t.Errorf("%s: no SHA-256: %s", e.release, e.sum)
		}
		switch e.kind {
		case "main":
			if mains[origin] {
				t.Errorf("%s: a second main file of %s", e.release, e.origin)
			}
			mains[origin] = true
		case "older", "fork":
		default:
			t.Errorf("%s is a %s", e.release, e.kind)
		}
	}
	for _, e := range entries {
		if !mains[[3]string{e.language, e.exercise, e.origin}] {
			t.Errorf("%s: %s has no main file", e.release, e.origin)
		}
	}
}

func TestEntryText(t *testing.T) {
	e := entry{language: "go", release: "example.org/a@v1", file: "a.go", sum: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}
	cache := t.TempDir()
	path := filepath.Join(cache, "go", e.folder(), e.file)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	for text, right := range map[string]bool{"abc": true, "abd": false} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if found, err := e.text(t.Context(), cache); (err == nil) != right || right && found != text {
			t.Errorf("%q: %q, %v", text, found, err)
		}
	}
}

// An unsure program counts with its own origin, and with no other.
func TestUnsure(t *testing.T) {
	a := program{origins: []string{"a"}, unsure: true}
	older := program{origins: []string{"a"}, disguise: "older", unsure: true}
	b := program{origins: []string{"b"}}
	if copied, counts := label(&a, &older); !copied || !counts {
		t.Error("an older release does not count")
	}
	if _, counts := label(&a, &b); counts {
		t.Error("another origin counts")
	}
}

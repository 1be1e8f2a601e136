package store

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestSidecarRoundTrip(t *testing.T) {
	l := &fileList{
		generation: 7, version: 1 << 40, next: 12, manifest: fileSum{99, 0xfedcba98}, dropped: []uint64{3, 4},
		root: []byte("any\nbytes\x00 sum 00000000\n"),
		tables: []tableFile{
			{number: 5, level: 6, keys: 10, removed: 0, size: 1 << 33, tail: 77, body: 1, end: 0xffffffff},
			{number: 1234567, level: 0, keys: 1, removed: 1, size: 5, tail: 0, body: 0, end: 2},
		},
	}
	got, err := decodeFileList("files", l.encode())
	must(t, err)
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", l) {
		t.Errorf("read\n%+v, wrote\n%+v", got, l)
	}
	newer := bytes.Replace(l.encode(), []byte("alike index 1"), []byte("alike index 2"), 1)
	newer = fmt.Appendf(newer[:len(newer)-13], "sum %08x\n", sumOf(newer[:len(newer)-13]))
	_, err = decodeFileList("files", newer)
	if de := new(DamagedError); !errors.As(err, &de) || !strings.Contains(de.Problem, "format 2") {
		t.Errorf("a newer format: %v", err)
	}
}

// TestSidecarContradictions checks that lines which cannot be right are damage, even if
// the checksum is.
func TestSidecarContradictions(t *testing.T) {
	sound := string((&fileList{next: 3, tables: []tableFile{{number: 1, size: 9}, {number: 2, size: 9}}}).encode())
	for is, made := range map[string]string{
		"next 3\n":       "next 3\nnext 3\n",
		"generation 0\n": "generation 0\ngeneration 1\n",
		"table 000002":   "table 1",
		"level 0":        "level 7",
		"tail 0":         "tail 10",
	} {
		text := strings.Replace(sound, is, made, 1)
		text = text[:len(text)-13]
		_, err := decodeFileList("files", fmt.Appendf([]byte(text), "sum %08x\n", sumOf([]byte(text))))
		if de := new(DamagedError); !errors.As(err, &de) || de.Path != "files" {
			t.Errorf("%q: %v", made, err)
		}
	}
}

// TestSidecarTooLarge checks that a root that could not be read again is not committed.
func TestSidecarTooLarge(t *testing.T) {
	p := makeSample(t)
	s := mustOpen(t, p.dir, Options{})
	if err := s.Commit(make([]byte, sidecarLimit)); err == nil {
		t.Error("a root as large as the limit was committed")
	}
	must(t, s.Close())
	p.check(t)
}

func FuzzSidecar(f *testing.F) {
	f.Add([]byte("alike index 1\nroot 3\nabc\nsum 00000000\n"))
	f.Add((&fileList{next: 1, tables: []tableFile{{number: 1}}, root: []byte("r")}).encode())
	f.Fuzz(func(t *testing.T, text []byte) {
		cut := max(0, len(text)-13)
		l, err := decodeFileList("files", fmt.Appendf(text[:cut:cut], "sum %08x\n", sumOf(text[:cut])))
		if de := new(DamagedError); err != nil && !errors.As(err, &de) {
			t.Errorf("want a DamagedError, not %v", err)
		}
		if err == nil {
			if _, err := decodeFileList("files", l.encode()); err != nil {
				t.Errorf("a decoded sidecar does not survive encoding: %v", err)
			}
		}
	})
}

package store

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strconv"
	"strings"
)

// # The sidecar, version 1
//
// DIR/files lists the files of an index folder. What it names is committed; nothing else
// is. It is replaced as a whole, by a rename. It consists of lines of text, each ended by
// a newline:
//
//	alike index 1                 the version of this format
//	generation N                  number of commits so far
//	version N                     highest version in Badger's tables
//	next N                        number of the next table
//	manifest SIZE SUM             the whole of badger/MANIFEST
//	table NUMBER level L keys N removed N size N tail N sums BODY TAIL
//	                              badger/NUMBER.sst; its tail, from the last
//	                              block on, is all that Badger reads when it
//	                              opens the table, and has its own sum
//	dropped NUMBER                a replaced table that may still exist
//	root SIZE                     then SIZE bytes and a newline
//	sum SUM                       of all bytes before this line
//
// Sizes are bytes in decimal, sums CRC-32C in eight hexadecimal digits.
//
// DIR/files.new has the same format and describes what the folder is about to hold. It
// exists from before the first change in badger/ until it replaces DIR/files. repair
// describes how the next process recovers from a kill in between.

// sidecarVersion is the version of the format above, the only one that is read.
const sidecarVersion = 1

// fileList is the content of a sidecar.
type fileList struct {
	generation uint64
	version    uint64
	next       uint64
	manifest   fileSum
	tables     []tableFile
	dropped    []uint64
	root       []byte // nil before the first commit
}

// fileSum is the size in bytes and the CRC-32C of a file.
type fileSum struct {
	size int64
	sum  uint32
}

// tableFile describes one of Badger's tables.
type tableFile struct {
	number        uint64
	level         int
	keys, removed uint64 // entries, and how many of them remove a key
	size, tail    int64  // size in bytes, and where the tail begins
	body, end     uint32 // checksums of the bytes before the tail and of the tail
}

// lastLevel is the number of Badger's deepest level.
const lastLevel = 6

func (t tableFile) name() string { return fmt.Sprintf("%06d.sst", t.number) }
func (t tableFile) path() string { return badgerName + "/" + t.name() }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sumOf(b []byte) uint32 { return crc32.Checksum(b, castagnoli) }

// clone returns a copy with lists of its own.
func (l *fileList) clone() *fileList {
	c := *l
	c.tables, c.dropped = slices.Clone(l.tables), slices.Clone(l.dropped)
	return &c
}

func (l *fileList) encode() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "alike index %d\n", sidecarVersion)
	fmt.Fprintf(&b, "generation %d\nversion %d\nnext %d\n", l.generation, l.version, l.next)
	fmt.Fprintf(&b, "manifest %d %08x\n", l.manifest.size, l.manifest.sum)
	for _, t := range l.tables {
		fmt.Fprintf(&b, "table %06d level %d keys %d removed %d size %d tail %d sums %08x %08x\n",
			t.number, t.level, t.keys, t.removed, t.size, t.tail, t.body, t.end)
	}
	for _, n := range l.dropped {
		fmt.Fprintf(&b, "dropped %06d\n", n)
	}
	if l.root != nil {
		fmt.Fprintf(&b, "root %d\n%s\n", len(l.root), l.root)
	}
	fmt.Fprintf(&b, "sum %08x\n", sumOf(b.Bytes()))
	return b.Bytes()
}

// decodeFileList decodes a sidecar. path is for the error, a *DamagedError.
func decodeFileList(path string, text []byte) (*fileList, error) {
	damaged := func(problem string) error { return &DamagedError{Path: path, Problem: problem} }
	var version int
	if n, _ := fmt.Sscanf(string(text[:min(len(text), 64)]), "alike index %d\n", &version); n != 1 {
		return nil, damaged("is not the list of files of an index, or its beginning is damaged")
	}
	const sumLine = len("sum 00000000\n")
	cut := len(text) - sumLine
	if cut < 0 || string(text[cut:]) != fmt.Sprintf("sum %08x\n", sumOf(text[:cut])) {
		return nil, damaged("is damaged: its checksum is wrong")
	}
	if version != sidecarVersion {
		return nil, damaged(fmt.Sprintf("has format %d, but this version reads format %d", version, sidecarVersion))
	}
	_, text, _ = bytes.Cut(text[:cut], []byte("\n"))
	l := &fileList{}
	seen := map[string]bool{} // first words
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		word, _, _ := strings.Cut(string(line), " ")
		if seen[word] && word != "table" && word != "dropped" {
			return nil, damaged(fmt.Sprintf("has two lines of one kind: %q", line))
		}
		seen[word] = true
		rest, err := l.decodeLine(string(line), text)
		if err != nil {
			return nil, damaged(fmt.Sprintf("has an unknown line: %q", line))
		}
		text = rest
	}
	numbers := map[uint64]bool{}
	for _, t := range l.tables {
		if numbers[t.number] || t.level > lastLevel || t.tail > t.size {
			return nil, damaged(fmt.Sprintf("lists table %d twice, or with wrong figures", t.number))
		}
		numbers[t.number] = true
	}
	return l, nil
}

// decodeLine decodes one line and returns the text after it. A root takes more than one
// line of the text.
func (l *fileList) decodeLine(line string, rest []byte) ([]byte, error) {
	f := fields{strings.Split(line, " "), true}
	switch word := f.next(); word {
	case "generation":
		l.generation = f.number(10, 64)
	case "version":
		l.version = f.number(10, 64)
	case "next":
		l.next = f.number(10, 64)
	case "manifest":
		l.manifest = fileSum{int64(f.number(10, 63)), f.sum()}
	case "table":
		l.tables = append(l.tables, f.table())
	case "dropped":
		l.dropped = append(l.dropped, f.number(10, 64))
	case "root":
		n := f.number(10, 31)
		if n >= uint64(len(rest)) || rest[n] != '\n' {
			return nil, errors.New("the root does not have its length")
		}
		l.root, rest = append([]byte{}, rest[:n]...), rest[n+1:]
	default:
		return nil, fmt.Errorf("unknown word %q", word)
	}
	if !f.ok || len(f.left) > 0 {
		return nil, errors.New("too few or too many words, or not numbers")
	}
	return rest, nil
}

// fields are the words of a line that are still to be read. (fmt.Sscanf takes 45 µs for
// the line of a table, this less than 1 µs.)
type fields struct {
	left []string
	ok   bool // false after the first error
}

func (f *fields) next() string {
	if len(f.left) == 0 {
		f.ok = false
		return ""
	}
	w := f.left[0]
	f.left = f.left[1:]
	return w
}

func (f *fields) number(base, bits int) uint64 {
	n, err := strconv.ParseUint(f.next(), base, bits)
	f.ok = f.ok && err == nil
	return n
}

func (f *fields) sum() uint32 { return uint32(f.number(16, 32)) }

// named reads the given word and a number.
func (f *fields) named(word string) uint64 {
	f.ok = f.next() == word && f.ok
	return f.number(10, 63)
}

func (f *fields) table() tableFile {
	t := tableFile{number: f.number(10, 64)}
	t.level = int(f.named("level"))
	t.keys, t.removed = f.named("keys"), f.named("removed")
	t.size, t.tail = int64(f.named("size")), int64(f.named("tail"))
	f.ok = f.next() == "sums" && f.ok
	t.body, t.end = f.sum(), f.sum()
	return t
}

// sidecarLimit is the largest size of a sidecar in bytes. One of half a million tables or
// of a root of 50 MB is within it.
const sidecarLimit = 64 << 20

// readFileList reads a sidecar. The error wraps fs.ErrNotExist if there is none.
func (d *folder) readFileList(name string) (*fileList, error) {
	text, err := d.read(name, sidecarLimit)
	if err != nil {
		return nil, fmt.Errorf("reading the list of files of the index: %w", err)
	}
	return decodeFileList(d.path(name), text)
}

// writeFileList replaces a sidecar by a rename from tmp: even after a power cut the
// folder has either the old file or the new one, whole.
func (d *folder) writeFileList(name string, l *fileList) error {
	tmp, text := tmpName+"/"+name, l.encode()
	if len(text) > sidecarLimit { // it could not be read again
		return fmt.Errorf("the list of files of the index would have %d bytes, more than %d", len(text), sidecarLimit)
	}
	if err := d.writeSynced(tmp, text); err != nil {
		return err
	}
	if err := d.rename(tmp, name); err != nil {
		return d.noSpace(tmp, 0, fmt.Errorf("replacing the list of files of the index: %w", err))
	}
	return d.sync(".")
}

package fsys

import (
	"encoding/binary"
	"os"
	"strings"
	"syscall"
	"testing"
	"unicode/utf16"
)

func TestAbsolute(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(dir+`\Mixed Case\inner`, 0o755))
	must(t, os.WriteFile(dir+`\Mixed Case\inner\File.TXT`, nil, 0o644))
	t.Chdir(dir + `\Mixed Case`)
	base, err := Absolute(dir)
	must(t, err)
	if base[1:3] != ":/" || base[0] < 'A' || base[0] > 'Z' || strings.Contains(base, `\`) || strings.HasSuffix(base, "/") {
		t.Fatalf("%s is %s", dir, base)
	}
	upper := strings.ToUpper(dir)
	for path, want := range map[string]string{
		".":                                   base + "/Mixed Case",
		`INNER\file.txt`:                      base + "/Mixed Case/inner/File.TXT",
		"inner/../INNER/":                     base + "/Mixed Case/inner",
		upper + `\mixed case\new\Name`:        base + "/Mixed Case/new/Name",
		`\\?\` + dir + `\mixed case`:          base + "/Mixed Case",
		strings.ToLower(dir[:2]):              base[:2],
		dir[:3]:                               base[:2],
		dir[:2] + "/":                         base[:2],
		dir + `\no*such?name`:                 base + "/no*such?name",
		`\\server\share\Folder`:               "//server/share/Folder",
		`\\?\UNC\server\share\Folder`:         "//server/share/Folder",
		`\\?\unc\server\share\Folder`:         "//server/share/Folder",
		`UNC\docs`:                            base + "/Mixed Case/UNC/docs",
		`\\?\Volume{12}\x`:                    "//?/Volume{12}/x",
		strings.ReplaceAll(dir, `\`, "/"):     base,
		dir + `\mixed case\inner\file.txt\.\`: base + "/Mixed Case/inner/File.TXT",
	} {
		if got, err := Absolute(path); err != nil || got != want {
			t.Errorf("%s is %s (%v), want %s", path, got, err, want)
		}
	}
}

func TestCheckLocal(t *testing.T) {
	for path, want := range map[string]error{"C:": nil, "C:/x": nil, "//server/share/x": ErrShare, "//./pipe/x": ErrShare, "//?/Volume{12}/x": ErrShare} {
		if err := CheckLocal(path); err != want {
			t.Errorf("%s: %v, want %v", path, err, want)
		}
	}
	if top := Top("C:/Users/x"); top != "C:" {
		t.Errorf("the outermost folder is %s", top)
	}
}

// TestLongPath opens a path far beyond the 260 characters that most programs can open.
func TestLongPath(t *testing.T) {
	root, err := Absolute(t.TempDir())
	must(t, err)
	folder := strings.Repeat("/"+strings.Repeat("d", 100), 6)
	must(t, os.MkdirAll(`\\?\`+strings.ReplaceAll(root+folder, "/", `\`), 0o755))
	must(t, os.WriteFile(`\\?\`+strings.ReplaceAll(root+folder, "/", `\`)+`\f`, []byte("far below"), 0o644))
	for _, trees := range []*Trees{nil, {Roots: map[string]bool{root: false}}} {
		f, err := trees.OpenRegular(root + folder + "/f")
		must(t, err)
		b := make([]byte, 20)
		if n, _ := f.Read(b); string(b[:n]) != "far below" {
			t.Errorf("read %q", b[:n])
		}
		must(t, f.Close())
	}
	if _, err := (&Trees{Roots: map[string]bool{root: false}}).OpenRegular(root + folder + "/g"); err != syscall.ENOENT {
		t.Errorf("a missing file: %v", err)
	}
}

// TestRootOfDrive checks that C: is the root of the drive, not its working folder.
func TestRootOfDrive(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	var drive, slash, working Status
	must(t, StatPath(dir[:2], &drive))
	must(t, StatPath(dir[:2]+"/", &slash))
	must(t, StatPath(dir, &working))
	if drive != slash || drive.Ino == working.Ino {
		t.Errorf("%s is %+v, want %+v", dir[:2], drive, slash)
	}
}

func TestAlternate(t *testing.T) {
	for _, names := range [][]string{{"::$DATA"}, {"::$DATA", ":Zone.Identifier:$DATA"}, {"::$DATA", ":a:$DATA", ":bcd:$DATA"}} {
		var list []byte
		for i, name := range names {
			one := make([]byte, 24)
			for _, u := range utf16.Encode([]rune(name)) {
				one = binary.LittleEndian.AppendUint16(one, u)
			}
			binary.LittleEndian.PutUint32(one[4:], uint32(len(one)-24))
			for len(one)%8 != 0 {
				one = append(one, 0)
			}
			if i < len(names)-1 {
				binary.LittleEndian.PutUint32(one, uint32(len(one)))
			}
			list = append(list, one...)
		}
		if got := alternate(append(list, make([]byte, 64)...)); got != len(names)-1 {
			t.Errorf("%v: %d alternate streams", names, got)
		}
	}
	if got := alternate([]byte{200, 0, 0, 0, 1, 2, 3, 4}); got != 0 {
		t.Errorf("a list that points beyond its end has %d streams", got)
	}
}

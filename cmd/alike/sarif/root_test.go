package sarif

import (
	"os"
	"testing"

	"alike/testdata"
)

// TestSourceRoot checks the folder that paths are relative to.
func TestSourceRoot(t *testing.T) {
	dir := testdata.Folder(t)
	for _, d := range []string{"repo/.git", "repo/src/deep", "plain/a", "plain/b"} {
		if err := os.MkdirAll(dir+"/"+d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(dir+"/plain/a/f", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir + "/plain")
	for _, c := range []struct {
		dirs []string
		want string
	}{
		{[]string{"/repo/src/deep"}, "/repo"},
		{[]string{"/repo/src", "/repo"}, "/repo"},
		{[]string{"/plain/a"}, "/plain"},
		{[]string{"/plain/a/f", "/plain/b"}, "/plain"},
		{[]string{"/repo/src", "/plain/b"}, ""},
		{nil, "/plain"},
	} {
		var dirs []string
		for _, d := range c.dirs {
			dirs = append(dirs, dir+d)
		}
		if got, err := SourceRoot(dirs); err != nil || got != dir+c.want {
			t.Errorf("%q: %s, %v; want %s", c.dirs, got, err, c.want)
		}
	}
}

// TestCommonRootOnDrives checks that folders on two drives of Windows have the working folder as
// their root.
func TestCommonRootOnDrives(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		dirs []string
		want string
	}{
		{[]string{"C:/a", "D:/b"}, "C:/here"},
		{[]string{"C:/a/b", "C:/a/c"}, "C:/a"},
		{[]string{"C:/a", "C:/b"}, "C:"},
	} {
		if got := commonRoot(c.dirs, "C:/here"); got != c.want {
			t.Errorf("%q: %s, want %s", c.dirs, got, c.want)
		}
	}
}

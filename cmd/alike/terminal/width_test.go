package terminal

import "testing"

func TestCut(t *testing.T) {
	for _, c := range []struct {
		in    string
		width int
		want  string
	}{
		{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"abc", 0, ""}, {"文件名", 4, "文件"}, {"文件名", 5, "文件"},
		{"e\u0301e\u0301", 1, "e\u0301"},
	} {
		if got := Cut(c.in, c.width); got != c.want || Width(got) > c.width {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.in, c.width, got, c.want)
		}
	}
}

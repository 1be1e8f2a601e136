package page

import "testing"

// TestNames checks how two paths are split.
func TestNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want [2]name
	}{
		{"/c/anna/hw/a.py", "/c/ben/hw/a.py", [2]name{{"/c/", "anna/", "hw/a.py"}, {"/c/", "ben/", "hw/a.py"}}},
		{"/c/anna/a.py", "/c/ben/b.py", [2]name{{"/c/", "anna/a.py", ""}, {"/c/", "ben/b.py", ""}}},
		{"/c/x/a.py", "/c/a.py", [2]name{{"/c/", "x/a.py", ""}, {"/c/", "a.py", ""}}},
		{"/c/x/y/a.py", "/c/z/a.py", [2]name{{"/c/", "x/y/", "a.py"}, {"/c/", "z/", "a.py"}}},
		{"/c/a.py", "/c/a.py", [2]name{{"/c/", "a.py", ""}, {"/c/", "a.py", ""}}},
		{"/c/a.py", "/d/a.py", [2]name{{"/", "c/", "a.py"}, {"/", "d/", "a.py"}}},
		{"host:/c/\x1b.py", "/c/b.py", [2]name{{"", `host:/c/\x1b.py`, ""}, {"", "/c/b.py", ""}}},
		{"a", "", [2]name{{"", "a", ""}, {"", "", ""}}},
	} {
		if got := names(c.a, c.b); got != c.want {
			t.Errorf("%q, %q: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

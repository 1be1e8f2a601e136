package ignore

import "testing"

func TestFilter(t *testing.T) {
	for _, c := range []struct {
		only, not []string
		path      string
		want      bool
	}{
		{nil, nil, "/a/b.go", true},
		{[]string{"*.go"}, nil, "/a/b.go", true},
		{[]string{"*.go"}, nil, "/a/b.c", false},
		{[]string{"*.go", "*.c"}, nil, "/a/b.c", true},
		{[]string{"*.go"}, []string{"b*"}, "/a/b.go", false},
		{nil, []string{"*.go"}, "/a/b.go", false},
		{nil, []string{"a"}, "/x/a/b.go", false},
		{nil, []string{"a/"}, "/x/a/b.go", false},
		{nil, []string{"b.go/"}, "/x/a/b.go", true},
		{[]string{"a"}, nil, "/x/a/c/b.go", true},
		{[]string{"x/*/c"}, nil, "/w/x/a/c/b.go", true},
		{[]string{"x/c"}, nil, "/w/x/a/c/b.go", false},
		{[]string{"/x/a"}, nil, "/w/x/a/b.go", false},
		{[]string{"/w/x"}, nil, "/w/x/a/b.go", true},
		{[]string{"/w/**/*.go"}, nil, "/w/x/a/b.go", true},
		{nil, []string{"\xff*"}, "/a/\xffb", false},
		{nil, []string{"\xff*"}, "/a/\xfeb", true},
	} {
		f, err := NewFilter(c.only, c.not)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Admits(c.path); got != c.want {
			t.Errorf("only %q, not %q admits %q: %v", c.only, c.not, c.path, got)
		}
	}
	if _, err := NewFilter(nil, []string{"["}); err == nil {
		t.Error("a malformed glob is no error")
	}
}

package scan

import (
	"reflect"
	"testing"

	"alike/db"
)

// TestSelectionString checks that the text of a selection has all of its fields, and all
// bytes of its names.
func TestSelectionString(t *testing.T) {
	full := Selection{}
	v := reflect.ValueOf(&full).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Kind() {
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int64:
			f.SetInt(int64(i) + 1)
		case reflect.Slice:
			f.Set(reflect.ValueOf(Names{"a\xff\n", v.Type().Field(i).Name}))
		}
	}
	for i := range v.NumField() {
		one := Selection{}
		reflect.ValueOf(&one).Elem().Field(i).Set(v.Field(i))
		got, err := parseSelection(one.String())
		if err != nil || !reflect.DeepEqual(got, one) || !got.Equal(one) || got.Equal(Selection{}) {
			t.Errorf("%s: %+v, %v", v.Type().Field(i).Name, got, err)
		}
		if o := (Options{}).Selection; !o.Equal(Selection{}) || o.String() == "" {
			t.Errorf("default: %q", o.String())
		}
	}
	for _, text := range []string{"{", `{"exclude":["*"]}`} {
		if _, err := parseSelection(text); err == nil {
			t.Errorf("%s is no error", text)
		}
	}
	s := Selection{Hidden: true, Exclude: Names{"*.o", "\xff"}, ExcludeFiles: Names{}, MinSize: 7}
	if got := s.String(); got != `{"hidden":true,"exclude":["Ki5v","/w=="],"min_size":7}` {
		t.Errorf("indexes hold another encoding than %s", got)
	}
}

func TestRootsOfTrees(t *testing.T) {
	hidden := Selection{Hidden: true}
	roots, err := Roots([]db.Tree{
		{Path: "/a", Selection: Selection{}.String()},
		{Path: "/a/b"}, // scanned as a part of /a
		{Path: "/a/c", Selection: hidden.String()},
		{Path: "/ab"}, // scanned by an older version
	})
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/a": "/a", "/a/b/x": "/a", "/a/c/d": "/a/c", "/a/cd": "/a", "/ab": "/ab", "/x": ""} {
		if r, ok := RootOf(roots, path); r.Path != want || ok != (want != "") {
			t.Errorf("%s: %q %v", path, r.Path, ok)
		}
	}
	if len(roots) != 3 || roots[2].Known || !roots[1].Known || !roots[1].Selected.Equal(hidden) {
		t.Errorf("%+v", roots)
	}
}

package dataset

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

// TestDocument checks that docs/fleet.md lists every column with its type and description, and
// none else.
func TestDocument(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/fleet.md")
	if err != nil {
		t.Fatal(err)
	}
	types := map[string]reflect.Type{}
	for _, table := range tables {
		row := reflect.TypeOf(table.row)
		for i := range row.NumField() {
			types[table.name+"."+columnName(row.Field(i))] = row.Field(i).Type
		}
	}
	text := string(page)
	for _, table := range tables {
		_, rest, ok := strings.Cut(text, "\n### "+table.name+"\n")
		section, _, _ := strings.Cut(rest, "\n#")
		var want strings.Builder
		for _, d := range Docs() {
			if d.Table == table.name {
				fmt.Fprintf(&want, "| `%s` | %s | %s |\n", d.Column, typeName(types[d.Table+"."+d.Column]), d.Text)
			}
		}
		if !ok || !strings.Contains(section, want.String()) || strings.Count(section, "\n| `") != strings.Count(want.String(), "\n") {
			t.Errorf("docs/fleet.md, %s, should have:\n%s", table.name, want.String())
		}
	}
	if want := fmt.Sprintf("The version of this layout is %d.", Layout); !strings.Contains(text, want) {
		t.Errorf("docs/fleet.md should have: %s", want)
	}
}

// typeName returns the type of a column in the words of docs/fleet.md.
func typeName(t reflect.Type) string {
	switch {
	case t.Kind() == reflect.Array:
		return fmt.Sprintf("%d bytes", t.Len())
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "bytes or null"
	case t.Kind() == reflect.Slice:
		return "list of " + typeName(t.Elem())
	case t.Kind() == reflect.Bool:
		return "boolean"
	}
	return t.String()
}

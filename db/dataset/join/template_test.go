package join

import (
	"strings"
	"testing"
	"text/template"
)

// TestTemplatesAsStandard compares the SQL of all questions with that of text/template.
func TestTemplatesAsStandard(t *testing.T) {
	t.Parallel()
	within := 0.05
	var options []Options
	for _, d := range []Dialect{DuckDB, Spark} {
		for i, by := range []string{"distinctive", "smaller", "larger", "union"} {
			o := Options{Dialect: d, From: "/mnt/it's {{.}} ${x}", Min: 1 / float64(i+2), By: by, MinShared: i, MinFiles: 2, Distance: 5 * i}
			options = append(options, o)
			o.To, o.SizeWithin, o.MaxFrequency, o.Hardlinks, o.Limit = "/out", &within, 1<<40, true, int64(i)
			options = append(options, o)
		}
	}
	for q, names := range questions {
		for _, o := range options {
			got, err := SQL(q, o)
			if err != nil {
				t.Fatal(err)
			}
			if want := standardSQL(t, names, q, o); !strings.HasPrefix(got, want) || strings.TrimLeft(got[len(want):], "\n") != "" && o.Dialect == DuckDB {
				t.Errorf("%s %+v gives\n%s\nwant\n%s", q, o, got, want)
			}
		}
	}
}

// standardSQL returns the SQL by text/template, without the statements that drop tables.
func standardSQL(t *testing.T, names []string, q Question, o Options) string {
	t.Helper()
	d := dialects[o.Dialect]
	standard := template.New("").Funcs(template.FuncMap(functions(d, &o))).Funcs(template.FuncMap(folderFunctions(d))).
		Funcs(template.FuncMap{"table": func(name string) string {
			return strings.ReplaceAll(strings.ReplaceAll(d.table, "%[1]s", name), "%s", name)
		}})
	var text strings.Builder
	for _, name := range names {
		source, err := sources.ReadFile("sql/" + name + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		if err := template.Must(standard.New(name).Parse(string(source))).Execute(&text, askedOf(q, o)); err != nil {
			t.Fatal(err)
		}
	}
	return strings.TrimRight(text.String(), "\n") + "\n"
}

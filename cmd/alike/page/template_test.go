package page

import (
	"html/template"
	"reflect"
	"strings"
	"testing"

	"alike/fingerprint/view"
)

// withStandard returns what html/template makes of page.html and compare.html, as a string.
func withStandard(t *testing.T, page layout) string {
	t.Helper()
	var out strings.Builder
	typed := template.FuncMap{
		"policy": ComparisonPolicy,
		"css":    func() template.CSS { return template.CSS(asset("page.css") + asset("compare.css")) },
		"js":     func() template.JS { return template.JS(asset("compare.js")) },
		"rows": func(s side) (template.HTML, error) {
			var rows strings.Builder
			err := s.Table(&rows)
			return template.HTML(rows.String()), err
		},
	}
	standard := template.New("").Funcs(typed)
	for _, name := range []string{"page.html", "compare.html"} {
		source := strings.NewReplacer("{{.Policy}}", `<meta http-equiv="Content-Security-Policy" content="{{policy}}">`,
			"{{.Style}}", "{{css}}", "{{.Script}}", "{{js}}", "{{.Table}}", "{{rows .}}").Replace(asset(name))
		template.Must(standard.New(name).Parse(source))
	}
	if err := standard.ExecuteTemplate(&out, "page.html", page); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// fill sets all strings but addresses that a template can see, and returns their number.
func fill(v reflect.Value, text string) (n int) {
	switch v.Kind() {
	case reflect.String:
		if v.CanSet() {
			v.SetString(text)
			n++
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			n += fill(v.Elem(), text)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			n += fill(v.Index(i), text)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.Name != "Address" && (field.IsExported() || field.Anonymous) {
				n += fill(v.Field(i), text)
			}
		}
	}
	return n
}

// TestPageAsStandard compares pages with those that html/template makes, with hostile text
// in all places.
func TestPageAsStandard(t *testing.T) {
	t.Parallel()
	for _, hostile := range []string{
		"plain", "", `"><img src=x onerror=alert(1)>`, "' onload='alert(1)", "</title></style></script><script>alert(1)</script>",
		"javascript:alert(1)", "<!-- a&amp;b", "\x00\n\r\t\u2028+ADw-\xff{{.}}`${x}`\\",
	} {
		for _, links := range []Links{{}, {
			Previous: Link{"0002.html", ""}, Next: Link{Address: "compare?a=%2Fa+b&b=web1%3A%2Fsrv"}, Up: Link{Address: "../index.html#pairs"},
		}} {
			c := twoStudents(t)
			c.Links, c.Words = links, []string{"a", "b"}
			files, n := c.files()
			content := c.content(files, c.Shown[:n])
			content.Notes = append(content.Notes, "a", "b")
			if n := fill(reflect.ValueOf(content), hostile); n < 50 {
				t.Fatalf("only %d strings are on the page", n)
			}
			var got strings.Builder
			if err := write(&got, hostile, content); err != nil {
				t.Fatal(err)
			}
			_, page := comparing()
			page.Title, page.Content = hostile, content
			if want := withStandard(t, page); got.String() != want {
				t.Errorf("%q: the page is\n%s\nwant\n%s", hostile, got.String(), want)
			}
		}
	}
	c := comparedFiles(t, 50, view.Raw, [2][]byte{nil, nil}) // without regions, words and links
	_, page := comparing()
	files, _ := c.files()
	page.Title, page.Content = "", c.content(files, nil)
	var got strings.Builder
	if err := write(&got, "", page.Content.(*content)); err != nil || got.String() != withStandard(t, page) {
		t.Errorf("%v: the page is\n%s\nwant\n%s", err, got.String(), withStandard(t, page))
	}
}

// TestPageAddresses checks that no link leads elsewhere.
func TestPageAddresses(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"javascript:alert(1)", "https://evil.example", "//evil.example", "evil path", `"x`} {
		for _, links := range []Links{{Up: Link{Address: address}}, {Previous: Link{Address: address}}, {Next: Link{Address: address}}} {
			c := twoStudents(t)
			c.Links = links
			var page strings.Builder
			if _, err := c.Write(&page); (err == nil) != (address == `"x`) {
				t.Errorf("%v: %v", links, err)
			}
			if strings.Contains(page.String(), address) {
				t.Errorf("%v is on the page", links)
			}
		}
	}
}

package serve

import (
	"html/template"
	"strings"
	"testing"

	own "alike/db/template"
)

// TestMessageAsStandard compares pages of messages with those that html/template makes.
func TestMessageAsStandard(t *testing.T) {
	t.Parallel()
	page, err := messagePage()
	if err != nil {
		t.Fatal(err)
	}
	source := strings.ReplaceAll(messageText, "{{.Style}}", "{{css}}")
	standard := template.Must(template.New("").Funcs(template.FuncMap{
		"css": func() template.CSS { return template.CSS(messageStyle) },
	}).Parse(source))
	for i, text := range []string{"there is no page", `"><script>alert(1)</script>`, "'</title>\x00+&amp;\xff", ""} {
		content := messageContent{Style: own.Own(messageStyle), Title: text, Text: text, Form: i%2 == 0, Again: i%3 == 0}
		var got, want strings.Builder
		if err := page.Execute(&got, "message.html", content); err != nil {
			t.Fatal(err)
		}
		if err := standard.Execute(&want, content); err != nil {
			t.Fatal(err)
		}
		if got.String() != want.String() {
			t.Errorf("%q: the page is\n%s\nwant\n%s", text, got.String(), want.String())
		}
	}
}

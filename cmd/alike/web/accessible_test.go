package web

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"alike/testdata"
	"alike/testdata/chromium"
)

// TestAccessibleInBrowser checks all views, light, dark and narrow, by the rules of
// axe-core. go generate installs it.
func TestAccessibleInBrowser(t *testing.T) {
	t.Parallel()
	testdata.Long(t)
	testdata.Sequential(t)
	axe, err := os.ReadFile("_bundle/node_modules/axe-core/axe.min.js")
	switch {
	case err != nil && os.Getenv("ALIKE_AXE") == "required":
		t.Fatalf("axe-core is not installed, and ALIKE_AXE=required: %v", err)
	case err != nil:
		t.Skip("axe-core is not installed")
	}
	live := newFakeServer(t, sample(5, 4))
	live.set(func() { live.running, live.snapshot = true, "two" })
	details := []string{"pairs?sel=3&q=o", "groups?sel=2", "folders?sel=3", "duplicates?sel=0", "graph?file=3", "map?pair=0", "map?at=1"}
	for name, page := range map[string]struct {
		address string
		views   []string
	}{
		"full":  {saved(t, sample(5, 4)), slices.Concat(views, details)},
		"empty": {saved(t, &Data{}), views},
		"units": {saved(t, unitSample()), []string{"overview", "pairs?sel=0", "files?of=0&sel=1"}},
		"live":  {live.URL + "/", []string{"pairs?sel=3", "search?q=o", "new"}},
	} {
		for _, narrow := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, narrow %v", name, narrow), func(t *testing.T) {
				t.Parallel()
				b := chromium.New(t)
				b.Size(1280, 900)
				if narrow {
					b.Size(390, 844)
				}
				b.Open(page.address)
				chromium.Evaluate[bool](b, string(axe)+"; true")
				for _, scheme := range []string{"light", "dark"} {
					b.Media("", scheme)
					for _, view := range page.views {
						visit(b, view)
						if strings.HasPrefix(view, "search") {
							b.Await(`document.querySelector(".found li") !== null`)
							chromium.Evaluate[bool](b, `(document.querySelector("#text").value = "x", document.querySelector(".drop form").requestSubmit(), true)`)
							b.Await(`document.querySelector(".matches") !== null`)
						}
						violations := chromium.Evaluate[[]string](b, `axe.run(document, {resultTypes: ["violations"]}).then((r) =>
							r.violations.map((v) => v.id + ": " + v.help + "\n\t" + v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + " " +
								[...n.any, ...n.all].map((c) => c.message).join("; ").slice(0, 200)).join("\n\t")))`)
						if len(violations) > 0 {
							t.Errorf("%s, %s:\n%s", view, scheme, strings.Join(violations, "\n"))
						}
					}
				}
			})
		}
	}
}

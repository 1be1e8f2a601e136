package page

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"alike/fingerprint/view"
	"alike/testdata"
	"alike/testdata/chromium"
)

// twoStudents compares two similar files of code, as a page of a report.
func twoStudents(t *testing.T) *Comparison {
	t.Helper()
	data, err := os.ReadFile("rows.go")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.SplitAfter(string(data), "\n}\n")
	changed := slices.Clone(parts)
	slices.Reverse(changed[2:])
	changed[0] = strings.ReplaceAll(changed[0], "row", "line")
	c := compared(t, 50, view.Raw, [2]string{"/home/course/2026/anna/exercise 3/rows.go", "/home/course/2026/ben/exercise 3/rows.go"},
		[2][]byte{data, []byte(strings.Join(changed, ""))})
	c.Both, c.In, c.Covered = "84%", [2]string{"91%", "92%"}, [2]string{"93%", "94%"}
	c.Words = []string{"words: Jaccard 0.96 (MinHash 0.95), cosine 0.99; simhash distance 2 of 64"}
	c.Links = Links{
		Previous: Link{"0002.html", "clara/rows.go and dora/rows.go"}, Next: Link{Address: "0004.html"},
		Up: Link{Address: "../index.html#pairs"}, Place: "3 of 200",
	}
	return c
}

// TestReportPageInBrowser uses a page of a report.
func TestReportPageInBrowser(t *testing.T) {
	t.Parallel()
	b := chromium.New(t)
	c := twoStudents(t)
	folder := filepath.Join(t.TempDir(), "compare")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, page := range map[string]string{"0003.html": written(t, c), "0002.html": "before", "0004.html": "after", "../index.html": "all"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(page), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	address := func(name string) string {
		return (&url.URL{Scheme: "file", Path: filepath.Join(folder, name)}).String()
	}
	p := pageInBrowser{b, t}
	b.Open(address("0003.html"))
	p.names()
	p.maps()
	p.steps()
	p.coloured()
	p.views(t.ArtifactDir())
	for key, want := range map[string]string{"[": address("0002.html"), "]": address("0004.html"), "u": address("../index.html") + "#pairs"} {
		b.Open("about:blank")
		b.Open(address("0003.html"))
		b.Key(key, key)
		p.arrives("after "+key, want)
	}
	b.Open("about:blank")
	b.Open(address("0003.html"))
	b.Click(".pages [rel=next]")
	p.arrives("after a click on Next", address("0004.html"))
	for _, method := range []string{"Page.javascriptDialogOpening", "Runtime.exceptionThrown", "Log.entryAdded"} {
		for _, e := range b.Seen(method) {
			t.Errorf("%s: %s", method, e)
		}
	}
}

// names checks that the page is named after what differs between the paths.
func (p pageInBrowser) names() {
	p.t.Helper()
	for expression, want := range map[string]string{
		`document.title`: "anna/exercise 3/rows.go and ben/exercise 3/rows.go – alike",
		`document.querySelector("h1").textContent`:                                                "anna/exercise 3/rows.go and ben/exercise 3/rows.go",
		`document.querySelector("#a .path").textContent`:                                          "/home/course/2026/anna/exercise 3/rows.go",
		`[...document.querySelectorAll("h1 b, h2 b")].map((e) => e.textContent).join()`:           "anna/,ben/,anna/,ben/",
		`[...document.querySelectorAll(".pages > *")].map((e) => e.textContent).join()`:           "All results,Previous pair [,3 of 200,] Next pair",
		`[...document.querySelectorAll("#list thead th")].map((e) => e.textContent).join()`:       "#,size,in a,in b",
		`document.querySelector("[rel=prev]").title`:                                              "clara/rows.go and dora/rows.go",
		`[...document.querySelectorAll("section")].map((e) => e.getAttribute("aria-labelledby"))`: "[a-name b-name]",
	} {
		if got := chromium.Evaluate[any](p.b, expression); fmt.Sprint(got) != want {
			p.t.Errorf("%s is %q, want %q", expression, got, want)
		}
	}
}

// maps clicks in the maps of the files.
func (p pageInBrowser) maps() {
	p.t.Helper()
	regions := chromium.Evaluate[int](p.b, `document.querySelectorAll("#list tbody tr").length`)
	for _, side := range []string{"#a", "#b"} {
		p.b.Key("Escape", "")
		if bars := chromium.Evaluate[int](p.b, `document.querySelectorAll("`+side+` .map [data-r]").length`); bars != regions || regions < 5 {
			p.t.Fatalf("%s: %d bars for %d regions", side, bars, regions)
		}
		p.b.Click(side + " .map [data-r='2']")
		p.both("after a click on a bar of "+side, 2)
		// The part on the screen is marked in the map at the region, a frame after it scrolls.
		seen := chromium.Evaluate[[]float64](p.b, `new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))).then(() =>
			["seen", "on"].flatMap((c) => {
				const r = document.querySelector("`+side+` .map ." + c).getBoundingClientRect();
				return [r.top, r.bottom];
			}))`)
		if seen[0] >= seen[1] || seen[0] > seen[3] || seen[1] < seen[2] {
			p.t.Errorf("%s: %v is on the screen, the region is at %v", side, seen[:2], seen[2:])
		}
	}
	// Beside the regions, a click scrolls.
	scrolled := chromium.Evaluate[[]float64](p.b, `(() => {
		const box = document.querySelector("#a .rows"), map = document.querySelector("#a .map"), r = map.getBoundingClientRect();
		return [0.05, 0.5, 0.95].map((part) => {
			map.dispatchEvent(new MouseEvent("click", {bubbles: true, clientX: r.left + 2, clientY: r.top + part * r.height}));
			return (box.scrollTop + box.clientHeight / 2) / box.scrollHeight;
		});
	})()`)
	if scrolled[0] > scrolled[1] || scrolled[1] < 0.45 || scrolled[1] > 0.55 || scrolled[2] < scrolled[1] {
		p.t.Errorf("clicks in the map scroll to %v", scrolled)
	}
}

// steps uses the buttons for the next and the previous region.
func (p pageInBrowser) steps() {
	p.t.Helper()
	p.b.Key("Escape", "")
	for _, c := range []struct {
		by     string
		region int
	}{{"1", 1}, {"1", 2}, {"-1", 1}} {
		p.b.Click("[data-step='" + c.by + "']")
		p.both("after a button", c.region)
		p.says(c.region)
	}
}

// says checks that the page says which region is marked, in text and to a screen reader.
func (p pageInBrowser) says(region int) {
	p.t.Helper()
	text := chromium.Evaluate[string](p.b, `document.querySelector("output").textContent`)
	current := chromium.Evaluate[string](p.b, `[...document.querySelectorAll("[aria-current=true]")].map((e) => e.dataset.r).join()`)
	if !strings.HasPrefix(text, fmt.Sprintf("%d of ", region)) || current != fmt.Sprint(region) {
		p.t.Errorf("at region %d the page says %q, and the current row is %q", region, text, current)
	}
}

// coloured checks that every colour of syntax is readable on every colour of a region.
func (p pageInBrowser) coloured() {
	p.t.Helper()
	if n := chromium.Evaluate[int](p.b, `document.querySelectorAll("#a code i.w").length`); n < 50 {
		p.t.Errorf("%d keywords are coloured", n)
	}
	chromium.Evaluate[bool](p.b, `(() => {
		for (const hue of ["", ..."012345"]) for (const on of ["", " on"]) {
			const row = document.querySelector("#a .rows").appendChild(document.createElement("div"));
			row.className = "sample r" + (hue && " all h" + hue) + on;
			for (const letter of "owtscdp") {
				const token = row.appendChild(document.createElement("i"));
				token.className = letter;
				token.textContent = letter;
			}
		}
		return true;
	})()`)
	for _, scheme := range []string{"light", "dark"} {
		p.b.Media("", scheme)
		if low := p.hardToRead(".sample i"); len(low) > 0 {
			p.t.Errorf("%s: hard to read: %q", scheme, low)
		}
	}
	colours := chromium.Evaluate[int](p.b, `new Set([...document.querySelectorAll(".sample i")].map((e) => getComputedStyle(e).color)).size`)
	if colours != 7 {
		p.t.Errorf("%d colours of syntax, want 7", colours)
	}
	chromium.Evaluate[bool](p.b, `(document.querySelectorAll(".sample").forEach((e) => e.remove()), true)`)
}

// views looks at the page in several sizes, light and dark: in the short form the widest, light, and
// the narrowest, dark.
func (p pageInBrowser) views(pictures string) {
	p.t.Helper()
	for _, width := range []int{1280, 800, 390} {
		for _, scheme := range []string{"light", "dark"} {
			if !testdata.IsLong() && (width == 800 || (width == 390) != (scheme == "dark")) {
				continue
			}
			p.b.Size(width, 844)
			p.b.Media("", scheme)
			again := chromium.Evaluate[string](p.b, `location.href.replace(/#.*/, "")`)
			p.b.Open("about:blank")
			p.b.Open(again)
			what := fmt.Sprintf("%d-%s", width, scheme)
			p.accessible(what)
			p.b.Click("[data-step='1']")
			p.b.Click("[data-step='1']")
			p.both(what, 2)
			p.b.Picture(filepath.Join(pictures, "report-"+what+".png"))
			if wide := chromium.Evaluate[int](p.b, `document.documentElement.scrollWidth`); wide > width {
				p.t.Errorf("%s: the page is %d wide", what, wide)
			}
			if low := p.hardToRead("body *"); len(low) > 0 {
				p.t.Errorf("%s: hard to read: %q", what, low)
			}
			if width < 900 {
				p.forThumbs(what)
			}
		}
	}
	p.b.Media("print", "light")
	p.b.Size(800, 844)
	p.b.Picture(filepath.Join(pictures, "report-print.png"))
	p.b.Media("", "light")
	p.b.Size(1440, 900)
}

// forThumbs checks that the buttons for regions are large and at the lower edge, and that both
// files show ten lines or more.
func (p pageInBrowser) forThumbs(what string) {
	p.t.Helper()
	got := chromium.Evaluate[struct{ Buttons, Lines []float64 }](p.b, `({
		Buttons: [...document.querySelectorAll("[data-step]")].flatMap((e) => {
			const r = e.getBoundingClientRect();
			return [r.height, innerHeight - r.bottom];
		}),
		Lines: [...document.querySelectorAll(".rows")].map((box) => {
			const r = box.getBoundingClientRect();
			return r.bottom > innerHeight ? 0 : r.height / box.querySelector(".r").offsetHeight;
		}),
	})`)
	b := got.Buttons
	if len(b) != 4 || min(b[0], b[2]) < 44 || max(b[1], b[3]) > 20 || min(b[1], b[3]) < 0 || min(got.Lines[0], got.Lines[1]) < 10 {
		p.t.Errorf("%s: buttons of a height and above the edge: %v; lines: %v", what, b, got.Lines)
	}
}

// accessible runs axe-core if it is installed.
func (p pageInBrowser) accessible(what string) {
	p.t.Helper()
	axe, err := os.ReadFile(filepath.FromSlash("../web/_bundle/node_modules/axe-core/axe.min.js"))
	if err != nil {
		p.t.Logf("%s is not checked by axe-core: %v", what, err)
		return
	}
	chromium.Evaluate[bool](p.b, string(axe)+"; true")
	for _, violation := range chromium.Evaluate[[]string](p.b, `axe.run().then((found) => found.violations.map((v) =>
		v.id + ": " + v.help + ": " + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200)).join(" | ")))`) {
		p.t.Errorf("%s: %s", what, violation)
	}
}

// arrives waits for another page.
func (p pageInBrowser) arrives(what, address string) {
	p.t.Helper()
	here := ""
	for range 500 {
		if here = chromium.Evaluate[string](p.b, `location.href`); here == address {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Errorf("%s the browser is at %s, want %s", what, here, address)
}

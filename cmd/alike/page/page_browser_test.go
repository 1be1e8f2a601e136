package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"alike/fingerprint/view"
	"alike/testdata"
	"alike/testdata/chromium"
)

func TestMain(m *testing.M) { chromium.Main(m) }

// Hostile code in a name and in a file.
const (
	hostileFolder = `/"><img src=x onerror=hit()><script>hit()</` // the last slash ends it
	hostileName   = "script>\u202e.go"
	hostileText   = "</code></div></script><script>hit()</script><img src=x onerror=hit()><svg onload=hit()>" +
		"<link rel=stylesheet href=//example.org/x.css><style>@import '//example.org/y.css';</style>{{.}}\x1b[31m\u202e日本語&lt;\xff\n"
)

// twoOrders compares two files with passages of 50 lines in different orders and
// hostile text between them.
func twoOrders(t *testing.T) (c *Comparison, passages int) {
	t.Helper()
	lines := strings.SplitAfter(text(31, 12*50*7), "\n")
	var sides [2][]byte
	for side, order := range [2][]int{{0, 1, 2, 3, 4, 5, 6}, {4, 6, 1, 0, 5, 3, 2}} {
		for i, k := range order {
			sides[side] = fmt.Appendf(sides[side], "only in %c%d\n%c: %s", "xy"[side], i, "xy"[side], hostileText)
			sides[side] = append(sides[side], strings.Join(lines[50*k:50*k+50], "")...)
		}
	}
	return compared(t, 500, view.Raw, [2]string{hostileFolder + hostileName, "/b.go"}, sides), 7
}

// saved writes a page to a file and returns its address.
func saved(t *testing.T, page string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(path, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// TestPageInBrowser uses a page as a person does.
func TestPageInBrowser(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	b := chromium.New(t)
	c, passages := twoOrders(t)
	address := saved(t, written(t, c))
	b.Do("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": "window.hits = 0; window.hit = () => window.hits++"}, nil)
	b.Open(address)
	pictures := t.ArtifactDir() // go test -artifacts keeps it
	b.Picture(filepath.Join(pictures, "light.png"))

	p := pageInBrowser{b, t}
	p.holds(passages)
	p.clicks()
	p.keys(passages)
	p.readable(passages)
	b.Media("", "dark")
	p.readable(passages)
	b.Picture(filepath.Join(pictures, "dark.png"))
	b.Media("", "light")
	p.narrow()
	b.Picture(filepath.Join(pictures, "narrow.png"))
	b.Size(1440, 900)
	p.prints(filepath.Join(pictures, "print.pdf"))
	p.withoutScript(address)
	p.harmless(address, 2)
}

type pageInBrowser struct {
	b *chromium.Browser
	t *testing.T
}

// state is how a region appears.
type state struct {
	Top     [2]float64 // of its first row, below the upper edge of its file
	Visible [2]bool    // of some of its rows
	On      [2]bool    // they are highlighted
	Scroll  [2]float64
}

func (p pageInBrowser) state(region int) state {
	p.t.Helper()
	return chromium.Evaluate[state](p.b, fmt.Sprintf(`(() => {
		const s = {Top: [], Visible: [], On: [], Scroll: []};
		for (const id of ["a", "b"]) {
			const box = document.querySelector("#" + id + " .rows");
			const frame = box.getBoundingClientRect();
			const marked = [...box.querySelectorAll('[data-r="%d"]')];
			const rows = marked.map((e) => e.closest(".r").getBoundingClientRect());
			s.Top.push(rows[0].top - frame.top);
			s.Visible.push(rows.some((r) => r.top >= frame.top - 1 && r.bottom <= frame.bottom + 1 && r.bottom <= innerHeight + 1));
			s.On.push(marked.every((e) => e.classList.contains("on")));
			s.Scroll.push(box.scrollTop);
		}
		return s;
	})()`, region))
}

// both fails unless one region is visible and highlighted on both sides, and no other
// is highlighted.
func (p pageInBrowser) both(what string, region int) state {
	p.t.Helper()
	s := p.state(region)
	if s.Visible != [2]bool{true, true} || s.On != [2]bool{true, true} {
		p.t.Errorf("%s: region %d is %+v", what, region, s)
	}
	on := chromium.Evaluate[[]string](p.b, `[...new Set([...document.querySelectorAll(".on[data-r]")].map((e) => e.dataset.r))]`)
	if len(on) != 1 || on[0] != strconv.Itoa(region) {
		p.t.Errorf("%s: highlighted are %v", what, on)
	}
	return s
}

// holds counts the regions on each side, in the list and between the files.
func (p pageInBrowser) holds(passages int) {
	p.t.Helper()
	got := chromium.Evaluate[[]int](p.b, `["#a .rows", "#b .rows", "#list", ".ribbons"].map((where) =>
		new Set([...document.querySelectorAll(where + " [data-r]")].map((e) => e.dataset.r)).size)`)
	for _, n := range got {
		if n != passages {
			p.t.Fatalf("%v regions in a, b, the list and the picture, want %d", got, passages)
		}
	}
	if numbers := chromium.Evaluate[int](p.b, `document.querySelectorAll("#a .n").length`); numbers != passages*52 {
		p.t.Errorf("%d lines are numbered, want %d", numbers, passages*52)
	}
}

// clicks clicks on regions of one side and checks the other side.
func (p pageInBrowser) clicks() {
	p.t.Helper()
	for _, c := range []struct{ side, region int }{{0, 3}, {0, 7}, {0, 1}, {1, 2}, {1, 5}} {
		box := fmt.Sprintf("#%c .rows", 'a'+c.side)
		chromium.Evaluate[bool](p.b, `(() => {
			for (const box of document.querySelectorAll(".rows")) box.scrollTop = 0;
			document.querySelector("`+fmt.Sprintf("%s [data-r='%d']", box, c.region)+`").closest(".r").scrollIntoView({block: "start"});
			document.querySelector("`+box+`").scrollTop -= 200;
			return true;
		})()`)
		// The fifth row of the region is not a link.
		chromium.Evaluate[bool](p.b, fmt.Sprintf(`(() => {
			for (const e of document.querySelectorAll(".clicked")) e.classList.remove("clicked");
			document.querySelectorAll("%s .all[data-r='%d']")[4].classList.add("clicked");
			return true;
		})()`, box, c.region))
		before := p.state(c.region)
		p.b.Click(box + " .clicked")
		after := p.both(fmt.Sprintf("after a click in %c", 'a'+c.side), c.region)
		if other := 1 - c.side; before.Visible[other] == (before.Scroll[other] != after.Scroll[other]) {
			p.t.Errorf("region %d: the other side was %+v and is %+v", c.region, before, after)
		}
		if before.Scroll[c.side] != after.Scroll[c.side] {
			p.t.Errorf("region %d: the clicked side moved from %v to %v", c.region, before.Scroll, after.Scroll)
		}
	}
}

// keys steps through the regions, and presses Enter on one.
func (p pageInBrowser) keys(passages int) {
	p.t.Helper()
	p.b.Key("Escape", "")
	if chromium.Evaluate[bool](p.b, `document.querySelector(".on") !== null`) {
		p.t.Error("Escape leaves something highlighted")
	}
	for i := range passages + 1 {
		p.b.Key("n", "n")
		p.both("after n", 1+i%passages)
	}
	p.b.Key("p", "p")
	p.both("after p", passages)
	p.b.Click("#list [data-sort=place]")
	order := chromium.Evaluate[[]string](p.b, `[...document.querySelectorAll("#list tbody tr")].map((e) => e.dataset.r)`)
	inA := chromium.Evaluate[[]string](p.b, `[...document.querySelectorAll("#a .k")].map((e) => e.dataset.k)`)
	if fmt.Sprint(order) != fmt.Sprint(inA) {
		p.t.Errorf("the list is in order %v, a in order %v", order, inA)
	}
	for _, focused := range []string{"#a4", "#b6", `#list [href="#b2"]`} {
		region := int(focused[len(focused)-1] - '0')
		if focused[1] == 'l' {
			region = 2
		}
		chromium.Evaluate[bool](p.b, fmt.Sprintf("(document.querySelector(%q).focus(), true)", focused))
		p.b.Key("Enter", "\r")
		p.both("after Enter on "+focused, region)
	}
}

// readable checks the contrast of all text with its background while each region is
// highlighted: WCAG 2 demands 4.5.
func (p pageInBrowser) readable(passages int) {
	p.t.Helper()
	for i := range passages {
		p.b.Key("n", "n")
		among := "body *"
		if i > 0 {
			among = ".on, .on *"
		}
		if low := p.hardToRead(among); len(low) > 0 {
			p.t.Fatalf("hard to read: %q", low)
		}
	}
}

// hardToRead returns elements with text whose contrast with the background is below 4.5.
func (p pageInBrowser) hardToRead(among string) []string {
	p.t.Helper()
	return chromium.Evaluate[[]string](p.b, `(() => {
		const numbers = (s) => s.match(/[\d.]+/g).map(Number);
		const channels = (s) => {
			const parts = s.startsWith("color(") ? 1 : 255; // from color-mix, or rgb
			return numbers(s).map((x, i) => i < 3 ? x / parts : x);
		};
		const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, f, i) => sum + f * (c[i] <= 0.04045 ? c[i] / 12.92 : ((c[i] + 0.055) / 1.055) ** 2.4), 0);
		const behind = (e) => {
			for (; e; e = e.parentElement) {
				const c = channels(getComputedStyle(e).backgroundColor);
				if (c.length < 4 || c[3] > 0) return c;
			}
			return [1, 1, 1];
		};
		const low = [];
		for (const e of document.querySelectorAll("`+among+`")) {
			if (e.closest("script, svg")) continue;
			if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.getClientRects().length === 0) continue;
			const [x, y] = [light(channels(getComputedStyle(e).color)), light(behind(e))];
			const contrast = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
			if (!(contrast >= 4.5)) low.push(e.outerHTML.slice(0, 80) + " " + contrast.toFixed(1));
		}
		return low.slice(0, 5);
	})()`)
}

// narrow checks the page on a phone.
func (p pageInBrowser) narrow() {
	p.t.Helper()
	p.b.Size(400, 800)
	stacked := chromium.Evaluate[bool](p.b, `(() => {
		const [a, b] = ["a", "b"].map((id) => document.getElementById(id).getBoundingClientRect());
		return a.bottom <= b.top && a.width > 350 && document.documentElement.scrollWidth <= 400;
	})()`)
	if !stacked {
		p.t.Error("the files are not stacked, or are wider than the screen")
	}
	p.b.Click(`#list [href="#b3"]`)
	p.both("on a narrow screen", 3)
}

// prints makes a PDF: each file of 364 lines takes several pages unless a box cuts it
// off.
func (p pageInBrowser) prints(path string) {
	p.t.Helper()
	var pdf struct{ Data string }
	p.b.Do("Page.printToPDF", nil, &pdf)
	file := p.b.Save(path, pdf.Data)
	if pages := bytes.Count(file, []byte("/Type /Page\n")); !bytes.HasPrefix(file, []byte("%PDF-")) || pages < 9 || pages > 60 {
		p.t.Errorf("printing gives %d pages", pages)
	}
	p.b.Media("print", "light")
	shut := chromium.Evaluate[[]string](p.b, `[...document.querySelectorAll("body, body *")].filter((e) =>
		e.scrollHeight > e.clientHeight + 2 && getComputedStyle(e).overflowY !== "visible").map((e) => e.tagName + "." + e.className)`)
	marked := chromium.Evaluate[bool](p.b, `(() => {
		const all = getComputedStyle(document.querySelector(".all")), other = getComputedStyle(document.querySelector(".r:not(.all):not(.in)"));
		return all.borderLeftColor !== other.borderLeftColor && all.color !== other.color;
	})()`)
	if len(shut) > 0 || !marked {
		p.t.Errorf("on paper %v are cut off; regions are marked: %v", shut, marked)
	}
	p.b.Media("", "light")
}

// withoutScript follows the links of a page with scripts disabled.
func (p pageInBrowser) withoutScript(address string) {
	p.t.Helper()
	p.b.Do("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	p.b.Open("about:blank")
	p.b.Open(address)
	for _, c := range []struct {
		link string
		side int
	}{{"#list [href='#b3']", 1}, {"#list [href='#a6']", 0}} {
		region := int(c.link[len(c.link)-3] - '0')
		before := p.state(region)
		p.b.Click(c.link)
		if after := p.state(region); before.Visible[c.side] || !after.Visible[c.side] {
			p.t.Errorf("without script, after a click on %s: %+v, before %+v", c.link, after, before)
		}
	}
	p.b.Do("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
}

// harmless checks that the page sent no request, that nothing in a name or a file ran or
// became an element, and that the page's own style and script did.
func (p pageInBrowser) harmless(address string, times int) {
	p.t.Helper()
	requests := p.b.Seen("Network.requestWillBeSent")
	own := 0
	for _, r := range requests {
		var sent struct{ Request struct{ URL string } }
		if err := json.Unmarshal(r, &sent); err != nil {
			p.t.Fatal(err)
		}
		switch sent.Request.URL {
		case address:
			own++
		case "about:blank":
		default:
			p.t.Errorf("the page sent a request: %s", r)
		}
	}
	if own != times {
		p.t.Errorf("the page was requested %d times, want %d: is the network observed?", own, times)
	}
	for _, method := range []string{"Page.javascriptDialogOpening", "Runtime.exceptionThrown", "Log.entryAdded"} {
		for _, e := range p.b.Seen(method) {
			p.t.Errorf("%s: %s", method, e)
		}
	}
	p.b.Open("about:blank")
	p.b.Open(address)
	for _, c := range []struct{ what, expression string }{
		{"scripts of the files ran", `window.hits !== 0`},
		{"elements come from the files", `document.querySelectorAll("script").length !== 1 || document.querySelector("img, iframe, object, form") !== null ||
			document.querySelectorAll("link").length !== 1 || document.querySelectorAll("style").length !== 1`},
		{"the name is not shown", fmt.Sprintf(`!document.querySelector("#a .path").textContent.includes(%q)`, hostileFolder+`script>\u202e.go`)},
		{"the text is not shown", fmt.Sprintf(`!document.querySelectorAll("#a code")[1].textContent.includes(%q)`,
			strings.NewReplacer("\x1b", `\x1b`, "\u202e", `\u202e`, "\xff", `\xff`, "\n", "").Replace(hostileText))},
	} {
		if chromium.Evaluate[bool](p.b, c.expression) {
			p.t.Error(c.what)
		}
	}
}

// TestLargePageInBrowser checks that a page of maximum size opens and is linked.
func TestLargePageInBrowser(t *testing.T) {
	t.Parallel()
	testdata.Long(t) // ten seconds
	b := chromium.New(t)
	r := rand.New(rand.NewPCG(32, 1))
	lines := strings.SplitAfter(text(33, 12*25_000), "\n")
	var sides [2][]byte
	for i := range sides {
		sides[i] = []byte(strings.Join(lines, ""))
		for at := 300; at+600 < len(lines); at += 300 { // the second has blocks in another order
			if k := 300 * r.IntN(len(lines)/300-1); r.IntN(2) == 0 {
				for n := range 250 {
					lines[at+n], lines[k+n] = lines[k+n], lines[at+n]
				}
			}
		}
	}
	page := written(t, compared(t, 50, view.Raw, [2]string{"/a", "/b"}, sides))
	b.Open(saved(t, page))
	p := pageInBrowser{b, t}
	b.Key("n", "n")
	p.both("a large page", 1)
	b.Key("p", "p")
	regions := chromium.Evaluate[int](b, `document.querySelectorAll("#list tbody tr").length`)
	p.both("a large page", regions)
	if note := chromium.Evaluate[string](b, `document.querySelector(".note").textContent`); regions < 30 || !strings.Contains(note, "a and b are too large to be shown in full") {
		t.Errorf("%d regions are on the page, which says %q", regions, note)
	}
	if len(page) > 12<<20 {
		t.Errorf("the page has %d bytes", len(page))
	}
}

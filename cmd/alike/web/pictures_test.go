package web

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"alike/testdata"
)

// TestMapInBrowser goes into folders and out again.
func TestMapInBrowser(t *testing.T) {
	t.Parallel()
	u := newUser(t, sample(8, 12))
	u.Click(`.views a[href="#map"]`)
	u.await(`document.querySelectorAll(".tile").length > 20`)
	at := ask[[]float64](u, `(() => { const r = document.querySelector('.tile[data-folder="0"]').getBoundingClientRect(); return [r.left + 300, r.top + 9]; })()`)
	u.ClickAt(at[0], at[1])
	u.await(`location.hash === "#map?at=0" && document.querySelector(".crumbs [aria-current]").textContent === "/home/ada/projects"`)
	u.Click(`.crumbs a`)
	u.await(`location.hash === "#map" && document.querySelector(".crumbs [aria-current]").textContent === "All folders"`)

	u.focus(`.tile[tabindex="0"]`)
	focused := func() int { return ask[int](u, `+document.activeElement.dataset.folder`) }
	start := focused()
	seen := []int{start}
	for _, key := range []string{"ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "End", "Home"} {
		u.Key(key, "")
		seen = append(seen, focused())
	}
	slices.Sort(seen)
	if len(slices.Compact(seen)) < 4 || focused() != start {
		t.Errorf("the arrows lead to %v", seen)
	}
	u.Key("ArrowDown", "")
	into := focused()
	u.Key("Enter", "\r")
	u.await(`location.hash === "#map?at=%d" && document.activeElement.matches(".tile") && document.querySelector(".crumbs [aria-current]").textContent !== "All folders"`, into)
	u.Key("Escape", "")
	u.await(`location.hash !== "#map?at=%d" && document.activeElement.dataset.folder === "%d"`, into, into)

	f := u.data.Folders
	ask[bool](u, `(location.hash = "#map?at=%d", true)`, f.A[1])
	u.await(`document.querySelector(".mapside .member a[href*='pair=1']") !== null`)
	u.Click(`.mapside .member a[href*='pair=1']`)
	u.await(`document.querySelectorAll(".outlined").length === 2`)
	outlined := ask[[]int32](u, `[...document.querySelectorAll(".outlined")].map((e) => +e.dataset.folder)`)
	if want := []int32{f.A[1], f.B[1]}; !slices.Equal(outlined, want) {
		t.Errorf("outlined are %v, want %v", outlined, want)
	}
	inside := ask[[]string](u, `(() => {
		const area = document.querySelector(".tiles").getBoundingClientRect();
		return [...document.querySelectorAll(".tile")].filter((e) => {
			const r = e.getBoundingClientRect();
			return r.left < area.left - 1 || r.top < area.top - 1 || r.right > area.right + 1 || r.bottom > area.bottom + 1;
		}).map((e) => e.textContent);
	})()`)
	if len(inside) > 0 {
		t.Errorf("tiles outside of the map: %v", inside)
	}
	u.Size(700, 700)
	u.await(`[...document.querySelectorAll(".tile")].every((e) => e.offsetLeft + e.offsetWidth <= document.querySelector(".tiles").clientWidth)`)
	u.quiet()
}

// TestGraphInBrowser moves the slider and follows files to their pairs.
func TestGraphInBrowser(t *testing.T) {
	t.Parallel()
	u := newUser(t, sample(8, 12))
	u.Click(`.views a[href="#graph"]`)
	u.await(`document.querySelector(".canvas")?.dataset.settled === "true"`)
	shown := func() string {
		return ask[string](u, `document.querySelector(".counted").textContent.replaceAll(/[\u202f\u00a0]/g, " ")`)
	}
	p := u.data.Pairs
	for _, least := range []int{30, 75, 100} {
		u.slide(least)
		u.await(`location.hash.includes("min=") && document.querySelector(".canvas").dataset.settled === "true"`)
		in, pairs := map[int32]bool{}, 0
		for i, share := range p.By {
			if share >= float64(least)/100 {
				in[p.A[i]], in[p.B[i]] = true, true
				pairs++
			}
		}
		u.await(`document.querySelector(".counted").textContent.replaceAll(/[\u202f\u00a0]/g, " ").startsWith(%q)`, fmt.Sprintf("%d files in ", len(in)))
		var files, clusters, links int
		if _, err := fmt.Sscanf(shown(), "%d files in %d clusters, %d", &files, &clusters, &links); err != nil || links != pairs {
			t.Errorf("from %d %%: %q, want %d pairs", least, shown(), pairs)
		}
		if partial := strings.HasSuffix(shown(), fmt.Sprintf(" of %d pairs", len(p.By))); partial != (pairs < len(p.By)) {
			t.Errorf("from %d %%: %q, want %d pairs", least, shown(), pairs)
		}
	}
	u.slide(30)
	u.await(`document.querySelector(".counted").textContent.startsWith("570") && document.querySelector(".canvas").dataset.settled === "true"`)

	// Something under the pointer is named, and a click leads to its pairs.
	place := ask[[]float64](u, `(() => {
		const c = document.querySelector(".canvas"), box = c.getBoundingClientRect();
		for (let y = 20; y < box.height; y += 5) for (let x = 20; x < box.width; x += 5) {
			c.dispatchEvent(new PointerEvent("pointermove", {clientX: box.left + x, clientY: box.top + y, bubbles: true}));
			if (c.classList.contains("over")) return [box.left + x, box.top + y];
		}
		return [];
	})()`)
	if len(place) == 0 {
		t.Fatal("no file is under the pointer")
	}
	u.ClickAt(place[0], place[1])
	u.await(`/^#pairs\?sel=\d+$|^#graph\?.*file=\d+/.test(location.hash)`)

	// By keyboard: the list.
	ask[bool](u, `(location.hash = "#graph", true)`)
	u.await(`document.querySelector(".graphside .linklike") !== null`)
	u.focus("#q")
	u.Type("walk1.go")
	u.await(`[...document.querySelectorAll(".graphside .linklike")].every((e) => e.textContent.endsWith("walk1.go"))`)
	u.focus(".graphside .linklike")
	u.Key("Enter", "\r")
	u.await(`document.querySelector(".graphside h3") !== null`)
	u.Click(".graphside .members a")
	u.await(`/^#pairs\?sel=\d+$/.test(location.hash) && !document.querySelector(".panel").hidden`)
	u.quiet()
}

// TestHostileInBrowser checks that nothing in a name runs or becomes an element, and that
// paper, forced stillness and an empty report work.
func TestHostileInBrowser(t *testing.T) {
	t.Parallel()
	d := sample(testdata.Rounds(5, 8), testdata.Rounds(4, 12))
	u := newUser(t, d)
	for _, view := range append(views, "pairs?sel=7", "pairs?q=script", "map?at=1000000", "pairs?sel=99999999&min=7&sort=nothing&file=-1&max=x", "nothing?a=b", "map?pair=123456", "graph?file=77777&min=2") {
		visit(u.Browser, view)
		elements := ask[[]string](u, `[...document.querySelectorAll("img, iframe, object, embed, form[action], base, main script, main style, main [onerror]")].map((e) => e.outerHTML)`)
		if len(elements) > 0 || ask[int](u, `window.hits`) != 0 {
			t.Errorf("%s: a name became %q", view, elements)
		}
		if ask[int](u, `document.querySelector("main").children.length`) == 0 {
			t.Errorf("%s is empty", view)
		}
	}
	visit(u.Browser, "pairs?q=img")
	if title := ask[string](u, `document.querySelector(".row .trail").title`); u.rows() != 1 || title != "/home/ada/projects/"+hostileFolder+`/=cmd|' /C calc'!A0/script><!--<script>\u202e{{.}}\x1b[31m\u2028\xff.go` {
		t.Errorf("%d rows have hostile names, the first %q", u.rows(), title)
	}

	u.Media("print", "light")
	for _, view := range views {
		visit(u.Browser, view)
		cut := ask[[]string](u, `[...document.querySelectorAll("main, main *")].filter((e) => !e.closest(".tile") && !e.matches(".quiet") &&
			e.scrollHeight > e.clientHeight + 2 && e.clientHeight > 0 && !["visible", "clip"].includes(getComputedStyle(e).overflowY)).map((e) => e.tagName + "." + e.className)`)
		if len(cut) > 0 {
			t.Errorf("on paper, %s cuts off %v", view, cut)
		}
	}
	visit(u.Browser, "pairs")
	if rows := ask[int](u, `document.querySelectorAll(".row").length`); rows != len(d.Pairs.A) {
		t.Errorf("%d rows are printed, want %d", rows, len(d.Pairs.A))
	}
	u.Do("Emulation.setEmulatedMedia", map[string]any{"media": "", "features": []map[string]string{{"name": "prefers-reduced-motion", "value": "reduce"}}}, nil)
	visit(u.Browser, "graph")
	u.quiet()
}

// TestEmptyInBrowser opens a report without any results.
func TestEmptyInBrowser(t *testing.T) {
	t.Parallel()
	u := newUser(t, &Data{Overview: Overview{Title: "<b>nothing</b>", Roots: []string{"/empty"}, Min: 0.5, By: "max"}, Tree: Tree{
		Parent: []int32{-1}, Name: []string{"/empty"}, Files: []int32{0}, Bytes: []int64{0}, Found: []int64{0}, Own: []int64{0}}})
	for view, want := range map[string]string{
		"overview": "No files were scanned.", "map": "This folder has no files.", "graph": "No two files have 50\u202f% or more in common.",
		"pairs": "No two files have 50\u202f% or more in common.", "groups": "No files are similar enough to form a group.",
		"folders": "No two folders have much in common.", "duplicates": "No two files are identical.",
	} {
		visit(u.Browser, view)
		if !ask[bool](u, `document.querySelector("main").innerText.includes(%q)`, want) {
			t.Errorf("%s does not say %q", view, want)
		}
		if view == "overview" && ask[bool](u, `document.querySelector(".figures, .distribution, .tops") !== null`) {
			t.Error("the overview has figures of nothing")
		}
	}
	u.quiet()
}

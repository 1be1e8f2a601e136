package web

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"alike/testdata"
)

// large returns the report of 60,000 files with 100,000 pairs.
func large() *Data {
	s := sampler{&Data{}, rand.New(rand.NewPCG(18, 2))}
	root := s.folder(-1, "/usr/share")
	var files []int32
	for range 4000 {
		folder := root
		for range 1 + s.r.IntN(4) {
			folder = s.folder(folder, fmt.Sprintf("folder-%d", s.r.IntN(5000)))
		}
		for range 15 {
			files = append(files, s.file(folder, fmt.Sprintf("file-%d.html", s.r.IntN(1e6)), 100+s.r.Int64N(1e5)))
		}
	}
	for range 100_000 {
		a := s.r.IntN(len(files) - 30)
		s.pair(files[a], files[a+1+s.r.IntN(29)], 0.5+0.499*s.r.Float64())
	}
	s.strongestFirst()
	s.Overview = Overview{Title: "share", Roots: []string{"/usr/share"}, Files: 60_000, Bytes: s.Tree.Bytes[0], View: "text", Window: 50, Min: 0.5, By: "max", Few: 10, FolderMin: 0.5,
		SimilarPairs: 2_000_000, SimilarFiles: 50_000, ShownPairs: 100_000, Made: time.Unix(1.7e9, 0), Command: [2]string{"alike compare ", ""}}
	for _, share := range s.Pairs.By {
		s.Overview.Histogram[min(int(share*20), 19)]++
	}
	return s.Data
}

// TestLargeInBrowser uses a page of the greatest size.
func TestLargeInBrowser(t *testing.T) {
	t.Parallel()
	testdata.Long(t) // half a minute
	u := newUser(t, large())
	info, err := os.Stat(strings.TrimPrefix(u.address, "file://"))
	if err != nil {
		t.Fatal(err)
	}
	// Nothing here asserts a speed: a slow machine may take minutes.
	patient := func(expression string) {
		t.Helper()
		for until := time.Now().Add(5 * time.Minute); !ask[bool](u, "%s", expression); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(until) {
				t.Fatalf("after five minutes, this is not true: %s", expression)
			}
		}
	}
	patient(`document.querySelectorAll(".tops section").length === 3`)
	paint := ask[float64](u, `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? -1`)
	t.Logf("a page of %d bytes is painted after %.0f ms", info.Size(), paint)
	timed := func(what, until string) {
		t.Helper()
		ask[bool](u, `(window.took = -1, void (async () => {
			const start = performance.now(), until = () => %s;
			%s;
			while (!until()) await new Promise((next) => setTimeout(next, 4));
			await new Promise((next) => requestAnimationFrame(next));
			window.took = performance.now() - start;
		})(), true)`, until, what)
		patient(`took >= 0`)
		t.Logf("%s: %.0f ms", what, ask[float64](u, `took`))
	}
	timed(`location.hash = "#pairs"`, `document.querySelectorAll(".row").length > 5`)
	timed(`location.hash = "#pairs?q=folder-12"`, `document.querySelector(".counted")?.textContent.includes("of 2")`)
	if text := ask[string](u, `document.querySelector(".counted").textContent`); !strings.Contains(text, "2\u202f000\u202f000, of which the page has the strongest 100\u202f000") {
		t.Errorf("the table says %q", text)
	}
	timed(`location.hash = "#pairs?sort=path"`, `document.querySelector("[aria-sort=ascending]") !== null`)
	timed(`location.hash = "#pairs"`, `document.querySelector("[aria-sort]") === null`)

	// Scrolling: the median and the longest time between two frames while all of the table
	// passes by.
	frames := ask[[]float64](u, `(async () => {
		const grid = document.querySelector(".grid");
		const frames = [];
		let last = performance.now();
		for (let i = 1; i <= 60; i++) {
			grid.scrollTop = i / 60 * grid.scrollHeight;
			await new Promise((next) => requestAnimationFrame(next));
			const now = performance.now();
			frames.push(now - last);
			last = now;
		}
		frames.sort((a, b) => a - b);
		return [frames[30], frames[59]];
	})()`)
	patient(`document.querySelector(".row[data-at='99999']") !== null`)
	if rows := ask[int](u, `document.querySelectorAll(".row").length`); rows > 60 {
		t.Errorf("%d rows are elements", rows)
	}
	t.Logf("scrolling through all rows, a frame takes %.0f ms, the longest %.0f", frames[0], frames[1])
	timed(`location.hash = "#map"`, `document.querySelectorAll(".tile").length > 20`)
	timed(`location.hash = "#graph"`, `document.querySelector(".canvas")?.dataset.settled === "true"`)
	timed(`location.hash = "#graph?min=0.5"`, `document.querySelector(".counted").textContent.includes("at most 5\u202f000 files") && document.querySelector(".canvas").dataset.settled === "true"`)
	u.Picture(t.ArtifactDir() + "/large-graph.png")
	u.quiet()
}

package web

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"alike/testdata"
	"alike/testdata/chromium"
)

func TestMain(m *testing.M) { chromium.Main(m) }

var views = []string{"overview", "map", "graph", "pairs", "groups", "folders", "duplicates"}

// saved writes a report to a file and returns its address.
func saved(t *testing.T, d *Data) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "index.html")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := WritePage(f, d); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// visit goes to a view and waits until it stands still.
func visit(b *chromium.Browser, hash string) {
	done := chromium.Evaluate[bool](b, fmt.Sprintf(`(async () => {
		const frame = () => new Promise((next) => requestAnimationFrame(next));
		const went = new Promise((next) => addEventListener("hashchange", next, {once: true}));
		const before = location.hash;
		location.hash = %q;
		if (location.hash !== before) await went;
		const has = (selector) => document.querySelector(selector) !== null;
		const start = performance.now();
		let quiet = 0;
		while (quiet < 2 && performance.now() < start + 20000) {
			await frame();
			const busy = has(".canvas:not([hidden]):not([data-settled=true])") || has(".tiles:empty") || has("main:empty") ||
				[...document.querySelectorAll(".counted")].some((e) => e.textContent === "Searching …") ||
				has(".tops") && document.querySelectorAll(".tops section").length !== 3;
			quiet = busy ? 0 : quiet + 1;
		}
		return quiet > 0;
	})()`, hash))
	if !done {
		panic(hash + " does not come to rest")
	}
}

// TestPicturesInBrowser takes pictures of all views; go test -artifacts keeps them.
func TestPicturesInBrowser(t *testing.T) {
	t.Parallel()
	testdata.Long(t) // half a minute
	testdata.Sequential(t)
	b := chromium.New(t)
	b.Open(saved(t, sample(8, 12)))
	pictures := t.ArtifactDir()
	for _, size := range [][2]int{{1280, 800}, {800, 1000}, {390, 844}} {
		b.Size(size[0], size[1])
		for _, scheme := range []string{"light", "dark"} {
			b.Media("", scheme)
			for _, view := range append(views, "pairs?sel=3", "map?pair=0", "groups?sel=2") {
				visit(b, view)
				b.Picture(filepath.Join(pictures, fmt.Sprintf("%s-%d-%s.png", url.QueryEscape(view), size[0], scheme)))
				if wide := chromium.Evaluate[int](b, `document.documentElement.scrollWidth`); wide > size[0] {
					t.Errorf("%s is %d pixels wide in a window of %d", view, wide, size[0])
				}
			}
		}
	}
}

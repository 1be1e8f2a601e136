package web

import (
	"strings"
	"testing"
)

// unitSample returns a sample in which the first seven pairs of files are those of the first
// pair of units, and the next three those of the second.
func unitSample() *Data {
	d := sample(8, 12)
	d.Between = Between{Pairs: d.Pairs, Of: make([]int32, len(d.Pairs.A))}
	for i := range d.Between.Of {
		d.Between.Of[i] = -1
		if i < 10 {
			d.Between.Of[i] = int32(i / 7)
		}
	}
	d.Pairs.Page, d.Files.Units = nil, make([]int32, len(d.Files.Name))
	for _, unit := range []int32{d.Pairs.A[0], d.Pairs.B[0]} {
		d.Files.Units[unit] = 12
	}
	o := &d.Overview
	o.Units, o.AllBetween, o.ShownBetween = 20, int64(len(d.Pairs.A)), int64(len(d.Pairs.A))
	return d
}

// TestUnitsInBrowser goes from a pair of units to their files and to the page that compares
// two of them.
func TestUnitsInBrowser(t *testing.T) {
	t.Parallel()
	u := newUser(t, unitSample())
	u.await(`document.querySelector("dl.rows").textContent.includes("20, with ")`)
	u.Click(`.views a[href="#pairs"]`)
	u.await(`document.querySelector(".row[data-row='1'] a.act") !== null`)
	if text := ask[string](u, `document.querySelector(".row[data-row='0'] .action").textContent + document.querySelector(".row[data-row='2'] .action").textContent + document.querySelector(".head .path").textContent`); text != "7\u202fpairs of filesno two filesUnits" && text != "7\u00a0pairs of filesno two filesUnits" {
		t.Errorf("the rows say %q", text)
	}
	ask[bool](u, `(location.hash = "#pairs?sel=0", true)`)
	u.await(`document.querySelectorAll(".panel .members li").length === 5`)
	if text := ask[string](u, `document.querySelector(".panel").textContent`); !strings.Contains(text, "files12") || strings.Contains(text, "alike compare") {
		t.Errorf("the panel says %q", text)
	}
	u.Click(`.panel .members + p a`)
	u.await(`location.hash === "#files?of=0" && document.querySelectorAll(".row").length === 7`)
	if n := ask[int](u, `document.querySelectorAll(".row a.act[href^='compare/']").length`); n == 0 {
		t.Error("no pair of files has a page")
	}
	u.Click(`.chip`)
	u.await(`location.hash === "#files"`)
	if rows := u.rows(); rows != len(u.data.Between.A) {
		t.Errorf("%d rows, want %d", rows, len(u.data.Between.A))
	}
	ask[bool](u, `(location.hash = "#folders?sel=0", true)`)
	u.await(`document.querySelector(".panel a[href^='#files?q=']") !== null`)
	ask[bool](u, `(location.hash = "#duplicates?sel=0", true)`)
	u.await(`document.querySelector(".panel .member a[href^='#files?file=']") !== null`)
	for view, words := range map[string]string{"graph": "units in", "groups": "Units"} {
		ask[bool](u, `(location.hash = "#%s", true)`, view)
		u.await(`document.querySelector("main").textContent.includes("%s")`, words)
	}
	u.quiet()
}

// A page without units has no view of their files.
func TestNoUnitsInBrowser(t *testing.T) {
	t.Parallel()
	u := newUser(t, sample(4, 4))
	u.await(`document.querySelector(".views a[href='#pairs']") !== null`)
	if ask[bool](u, `document.querySelector(".views a[href='#files']") !== null`) {
		t.Error("the page has a view of the files of units")
	}
}

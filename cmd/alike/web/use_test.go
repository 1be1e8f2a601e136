package web

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"alike/testdata"
	"alike/testdata/chromium"
)

// user drives a report in a browser.
type user struct {
	*chromium.Browser
	t       *testing.T
	address string
	data    *Data
}

func newUser(t *testing.T, d *Data) user {
	t.Helper()
	testdata.Sequential(t)
	b := openTab(t)
	u := user{b, t, saved(t, d), d}
	b.Open(u.address)
	return u
}

// openTab opens a tab that counts what names run and keeps what is downloaded.
func openTab(t *testing.T) *chromium.Browser {
	t.Helper()
	b := chromium.New(t)
	b.Do("Page.addScriptToEvaluateOnNewDocument", map[string]any{"source": `
		window.hits = 0; window.hit = () => window.hits++;
		window.blobs = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { blobs.push(blob); return make.call(URL, blob); };`}, nil)
	b.Do("Page.setDownloadBehavior", map[string]any{"behavior": "deny"}, nil)
	b.Size(1280, 800)
	if !testdata.IsLong() { // frames of a graph that moves cost seconds
		b.Do("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-reduced-motion", "value": "reduce"}}}, nil)
	}
	return b
}

// ask returns the value of an expression.
func ask[T any](u user, expression string, arguments ...any) T {
	u.t.Helper()
	if len(arguments) > 0 {
		expression = fmt.Sprintf(expression, arguments...)
	}
	return chromium.Evaluate[T](u.Browser, expression)
}

// await waits until an expression is true.
func (u user) await(expression string, arguments ...any) {
	u.t.Helper()
	u.Await(fmt.Sprintf(expression, arguments...))
}

// focus waits for an element and gives it the focus.
func (u user) focus(selector string) {
	u.t.Helper()
	u.await(`document.querySelector(%q) !== null`, selector)
	ask[bool](u, `(document.querySelector(%q).focus(), true)`, selector)
}

// slide moves a slider.
func (u user) slide(value int) {
	u.t.Helper()
	ask[bool](u, `(() => { const s = document.querySelector("#least"); s.value = %d; s.dispatchEvent(new Event("input", {bubbles: true})); return true; })()`, value)
}

// rows returns the number of rows that a table says it has.
func (u user) rows() int {
	u.t.Helper()
	return ask[int](u, `document.querySelector(".grid").hidden ? 0 : +document.querySelector(".grid").getAttribute("aria-rowcount") - 1`)
}

// first returns what the first rows refer to.
func (u user) first() []int {
	u.t.Helper()
	return ask[[]int](u, `[...document.querySelectorAll(".row")].sort((a, b) => a.dataset.at - b.dataset.at).map((e) => +e.dataset.row)`)
}

// quiet checks that the page has reported nothing and has loaded nothing.
func (u user) quiet() {
	u.t.Helper()
	for _, method := range []string{"Page.javascriptDialogOpening", "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded"} {
		for _, e := range u.Seen(method) {
			u.t.Errorf("%s: %s", method, e)
		}
	}
	own := 0
	for _, e := range u.Seen("Network.requestWillBeSent") {
		var sent struct{ Request struct{ URL string } }
		if err := json.Unmarshal(e, &sent); err != nil {
			u.t.Fatal(err)
		}
		switch url, _, _ := strings.Cut(sent.Request.URL, "#"); {
		case url == u.address:
			own++
		case url == "about:blank", strings.HasPrefix(url, "blob:"):
		case strings.HasPrefix(u.address, "http:") && strings.HasPrefix(url, u.address): // a live page asks its server
		default:
			u.t.Errorf("the page sent a request: %s", e)
		}
	}
	if own == 0 {
		u.t.Error("not even the page was requested: is the network observed?")
	}
}

// TestOverviewInBrowser follows the links of the overview.
func TestOverviewInBrowser(t *testing.T) {
	t.Parallel()
	u := newUser(t, sample(8, 12))
	u.await(`document.querySelectorAll(".best li").length > 20`)
	text := ask[string](u, `document.querySelector("main").innerText`)
	for _, want := range []string{"projects and 2024 projects", "/mnt/backup/2024 projects", "1\u202f234 ignored by .gitignore", "2\u00a0files", "windows of 50 tokens", "\nwithout what the base has: <b>\\u202e</b>", "30\u202f% or more in common"} {
		if !strings.Contains(text, want) {
			t.Errorf("the overview lacks %q", want)
		}
	}
	for bar, n := range u.data.Overview.Histogram[6:] {
		if n == 0 {
			continue
		}
		u.Click(fmt.Sprintf(".histogram li:nth-child(%d) a", bar+1))
		u.await(`document.querySelector(".grid.pairs") !== null`)
		if rows := u.rows(); int64(rows) != n {
			t.Errorf("bar %d stands for %d pairs and leads to %d", bar, n, rows)
		}
		ask[bool](u, `(history.back(), true)`)
		u.await(`document.querySelector(".histogram") !== null`)
	}
	for kind, view := range []string{"folders", "groups", "pairs"} {
		u.await(`document.querySelectorAll(".tops section").length === 3`)
		ask[bool](u, `(document.querySelectorAll(".tops section")[%d].scrollIntoView(), true)`, kind)
		link := fmt.Sprintf(".tops section:nth-child(%d) li:nth-child(2) a", kind+1)
		to := ask[string](u, `document.querySelector(%q).hash`, link)
		if !strings.HasPrefix(to, "#"+view+"?sel=") {
			t.Errorf("the second of the strongest %s leads to %s", view, to)
		}
		u.Click(link)
		u.await(`location.hash === %q && document.querySelector(".panel h2") !== null`, to)
		ask[bool](u, `(history.back(), true)`)
		u.await(`document.querySelector(".histogram") !== null`)
	}
	u.quiet()
}

// TestTableInBrowser filters, sorts and exports the pairs, by mouse and by keyboard.
func TestTableInBrowser(t *testing.T) {
	t.Parallel()
	d := sample(8, 12)
	d.Pairs.Page[hostilePair(d)] = "" // it has a command
	u := newUser(t, d)
	p, f := d.Pairs, d.Files
	u.Click(`.views a[href="#pairs"]`)
	u.await(`document.querySelectorAll(".row").length > 5`)
	if rows := u.rows(); rows != len(p.A) {
		t.Errorf("%d rows, want %d", rows, len(p.A))
	}

	u.focus("#q")
	u.Type("WALK1")
	want := 0
	for i := range p.A {
		if strings.Contains(f.Name[p.A[i]], "walk1") || strings.Contains(f.Name[p.B[i]], "walk1") {
			want++
		}
	}
	u.await(`location.hash.includes("q=WALK1")`)
	if rows := u.rows(); rows != want || want == 0 {
		t.Errorf("%d pairs of walk1, want %d", rows, want)
	}
	u.slide(80)
	u.await(`location.hash.includes("min=0.8")`)
	want = 0
	for i := range p.A {
		if (strings.Contains(f.Name[p.A[i]], "walk1") || strings.Contains(f.Name[p.B[i]], "walk1")) && p.By[i] >= 0.8 {
			want++
		}
	}
	if rows := u.rows(); rows != want || want == 0 {
		t.Errorf("%d pairs of walk1 with 80 %%, want %d", rows, want)
	}
	ask[bool](u, `(location.hash = "#pairs?q=no such name", true)`)
	u.await(`document.querySelector(".nothing").textContent === "No pairs match this filter."`)
	ask[bool](u, `(location.hash = "#pairs", true)`)
	u.await(`document.querySelectorAll(".row").length > 5`)

	sizes := func(i int) int64 { return max(f.Size[p.A[i]], f.Size[p.B[i]]) }
	for _, order := range []string{"descending", "ascending"} {
		u.Click(`[data-sort=size]`)
		u.await(`document.querySelector("[aria-sort=%s] [data-sort=size]") !== null`, order)
		shown := u.first()
		if !slices.IsSortedFunc(shown, func(i, j int) int {
			if order == "ascending" {
				i, j = j, i
			}
			return int(sizes(j) - sizes(i))
		}) {
			t.Errorf("%s by size: %v", order, shown)
		}
	}
	ask[bool](u, `(history.back(), true)`)
	u.await(`document.querySelector("[aria-sort=descending]") !== null`)
	ask[bool](u, `(location.hash = "#pairs", true)`)
	u.await(`document.querySelector("[aria-sort]") === null`)
	u.keys()
	u.exports()
	u.copies()
	u.narrowTable()
	u.quiet()
}

// TestFiguresInBrowser checks which shares are marked as estimates, that the tables agree with
// the overview, and that a filter by a file does not stay for another of the same name.
func TestFiguresInBrowser(t *testing.T) {
	t.Parallel()
	d := sample(8, 12)
	d.Overview.By = "distinctive"
	d.Files.Copies[d.Groups[0].Representative] = 2
	u := newUser(t, d)
	visit(u.Browser, "pairs")
	if head := ask[string](u, `document.querySelectorAll(".head .cell")[1].innerText`); head != "Distinctive" {
		t.Errorf("the first share is %q", head)
	}
	for at, row := range u.first() {
		mark := map[uint8]string{0: "~", Few: "?", Exact: ""}[d.Pairs.Flags[row]&(Few|Exact)]
		for _, column := range []string{"by", "a-in-b", "b-in-a"} {
			if text := ask[string](u, `document.querySelectorAll(".row")[%d].querySelector(".cell.%s .figure").textContent`, at, column); !regexp.MustCompile(`^` + regexp.QuoteMeta(mark) + `\d`).MatchString(text) {
				t.Errorf("row %d, %s is %q, want mark %q", row, column, text, mark)
			}
		}
	}
	visit(u.Browser, "groups?sel=0")
	if text := ask[string](u, `document.querySelector('[data-row="0"] .most').textContent`); text != "100\u202f%" {
		t.Errorf("the greatest share of a group with identical files is %q", text)
	}
	visit(u.Browser, "duplicates?sel=0")
	if text := ask[string](u, `document.querySelector(".row[data-row='0'] .saved").textContent + document.querySelector(".panel .note").textContent`); !strings.HasPrefix(text, "0\u00a0BSome save nothing") {
		t.Errorf("the first set saves %q", text)
	}

	same := map[string][]int32{} // files with pairs, by name
	for _, a := range d.Pairs.A {
		if name := d.Files.Name[a]; !slices.Contains(same[name], a) {
			same[name] = append(same[name], a)
		}
	}
	files := same["walk1.go"]
	for _, file := range files[:2] {
		visit(u.Browser, fmt.Sprintf("pairs?file=%d", file))
		rows := u.first()
		if len(rows) == 0 {
			t.Errorf("file %d has no pairs", file)
		}
		for _, i := range rows {
			if d.Pairs.A[i] != file && d.Pairs.B[i] != file {
				t.Errorf("pair %d is not of file %d", i, file)
			}
		}
	}
	for _, view := range []string{"overview", "map?at=0", "folders"} {
		visit(u.Browser, view)
		if tags := ask[int](u, `[...document.querySelectorAll(".tag")].filter((e) => e.textContent === "its other files").length`); tags != 1 {
			t.Errorf("%s says %d times that a folder stands for its other files", view, tags)
		}
	}
	u.quiet()
}

// TestBelowInBrowser looks at a report with pairs below the threshold: the overview, the table and
// the graph have the same number of pairs, and the overview says why.
func TestBelowInBrowser(t *testing.T) {
	t.Parallel()
	d := sample(4, 4)
	d.Overview.By, d.Overview.Min = "distinctive", 0.5
	u := newUser(t, d)
	all := len(d.Pairs.A)
	if text := ask[string](u, `document.querySelector(".distribution").innerText`); !strings.Contains(text, "Pairs below 50\u202f% are listed because") {
		t.Errorf("the overview says %q", text)
	}
	for _, view := range []string{"pairs", "graph"} {
		visit(u.Browser, view)
		words := fmt.Sprintf("%d\u00a0pairs", all)
		if why := ask[string](u, `document.querySelector(".why").innerText`); !strings.HasPrefix(why, "Pairs below 50") {
			t.Errorf("%s says %q", view, why)
		}
		if text := ask[string](u, `document.querySelector(".counted").textContent`); text != words && !strings.HasSuffix(text, ", "+words) {
			t.Errorf("%s has %q, want %s", view, text, words)
		}
		if least := ask[string](u, `document.querySelector("#least").value + document.querySelector("#least").min`); least != "3030" {
			t.Errorf("the slider of %s is at %s", view, least)
		}
	}
	visit(u.Browser, "folders")
	if text := ask[string](u, `document.querySelector("output").textContent`); text != "50 %" {
		t.Errorf("the slider of the folders is at %s", text)
	}
	u.quiet()
}

// keys moves through the table.
func (u user) keys() {
	u.t.Helper()
	at := func() int {
		u.t.Helper()
		return ask[int](u, `+(document.getElementById(document.querySelector(".grid").getAttribute("aria-activedescendant"))?.dataset.at ?? -1)`)
	}
	u.focus(".grid")
	last := len(u.data.Pairs.A) - 1
	for _, press := range []struct {
		key  string
		want int
	}{{"ArrowDown", 0}, {"ArrowDown", 1}, {"ArrowUp", 0}, {"ArrowUp", 0}, {"End", last}, {"ArrowDown", last}, {"ArrowUp", last - 1}, {"Home", 0}, {"ArrowDown", 1}} {
		u.Key(press.key, "")
		u.await(`(document.getElementById(document.querySelector(".grid").getAttribute("aria-activedescendant"))?.dataset.at ?? "none") === "%d"`, press.want)
		visible := ask[bool](u, `(() => {
			const row = document.getElementById(document.querySelector(".grid").getAttribute("aria-activedescendant")).getBoundingClientRect();
			const grid = document.querySelector(".grid").getBoundingClientRect(), head = document.querySelector(".head").getBoundingClientRect();
			return row.top >= head.bottom - 1 && row.bottom <= grid.bottom + 1;
		})()`)
		if !visible {
			u.t.Errorf("after %s, row %d is not in sight", press.key, press.want)
		}
	}
	u.Key("PageDown", "")
	u.await(`+document.querySelector(".row.current").dataset.at > 5`)
	u.Key("PageUp", "")
	u.await(`document.querySelector(".row.current").dataset.at === "1"`)
	u.Key("Enter", "\r")
	u.await(`document.activeElement.matches(".panel .act")`)
	if href := ask[string](u, `document.activeElement.getAttribute("href")`); href != "compare/"+u.data.Pairs.Page[1] {
		u.t.Errorf("Enter opens %q", href)
	}
	u.Key("Escape", "")
	u.await(`document.querySelector(".panel").hidden && document.activeElement.matches(".grid")`)
	if row := at(); row != 1 {
		u.t.Errorf("after Escape, the current row is %d", row)
	}
	u.Click(".row:nth-child(4) .trail")
	u.await(`!document.querySelector(".panel").hidden`)
	ask[bool](u, `(history.back(), true)`)
	u.await(`document.querySelector(".panel").hidden`)
}

// exports exports what a filter leaves, and all of it.
func (u user) exports() {
	u.t.Helper()
	for _, filter := range []string{"#pairs?q=query&min=0.5", "#pairs"} {
		ask[bool](u, `(location.hash = %q, true)`, filter)
		u.await(`document.querySelector("#q").value === new URLSearchParams(location.hash.split("?")[1]).get("q") || !location.hash.includes("q=")`)
		time.Sleep(50 * time.Millisecond)
		ask[bool](u, `(blobs.length = 0, true)`)
		u.Click(".export")
		u.await(`blobs.length === 1`)
		table := ask[string](u, `blobs[0].text()`)
		rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
		if err != nil || len(rows) != u.rows()+1 || rows[0][0] != "a_path" || strings.Contains(strings.ReplaceAll(table, "\r\n", ""), "\n") {
			u.t.Fatalf("exported: %v, %d rows of %d", err, len(rows), u.rows())
		}
		for i, row := range rows[1:] {
			if a, b := row[0], row[4]; strings.Contains(filter, "q=") && !strings.Contains(a+b, "query") || !strings.HasPrefix(a, "/") && row[1] == "" {
				u.t.Errorf("row %d: %q", i, row)
			}
			if share, err := strconv.ParseFloat(row[9], 64); err != nil || share < 0.3 || share > 1 {
				u.t.Errorf("row %d: a_in_b is %q", i, row[9])
			}
		}
	}
}

// TestFormulasInBrowser exports names that a spreadsheet would take for formulas.
func TestFormulasInBrowser(t *testing.T) {
	t.Parallel()
	u := newUser(t, &Data{
		Tree:  Tree{Parent: []int32{-1, -1}, Name: []string{"=1+1", "@\"x, y"}, Files: []int32{1, 1}, Bytes: []int64{1, 1}, Found: []int64{1, 1}, Own: []int64{1, 1}},
		Files: Files{Folder: []int32{0, 1}, Name: []string{"a", "b\n"}, Size: []int64{1, 1}},
		Sets:  []Set{{Size: 1, Count: 2, Savings: 1, Files: []int32{0, 1}}},
		Folders: Folders{A: []int32{0}, B: []int32{1}, AInB: []float64{1}, BInA: []float64{1}, Union: []float64{1}, FilesA: [][3]int32{{1, 0, 0}}, FilesB: [][3]int32{{1, 0, 0}},
			BytesA: []int64{1}, BytesB: []int64{1}, MatchedA: []int64{1}, MatchedB: []int64{1}, LeftOutA: []string{""}, LeftOutB: []string{"3 hidden"}},
	})
	for view, want := range map[string]string{
		"duplicates": "set,size,path,path_b64\r\n1,1,\"'=1+1/a\",\r\n1,1,,QCJ4LCB5L2IK\r\n",
		"folders": "a_path,a_rest,a_files_identical,a_files_changed,a_files_missing,a_bytes,a_bytes_matched,b_path,b_files_identical,b_files_changed,b_files_missing,b_bytes,b_bytes_matched,a_in_b,b_in_a,resemblance,a_left_out,b_left_out\r\n" +
			"\"'=1+1\",false,1,0,0,1,1,\"'@\"\"x, y\",1,0,0,1,1,1,1,1,,3 hidden\r\n",
	} {
		visit(u.Browser, view)
		ask[bool](u, `(blobs.length = 0, true)`)
		u.Click(".export")
		u.await(`blobs.length === 1`)
		if table := ask[string](u, `blobs[0].text()`); table != want {
			t.Errorf("%s: %q, want %q", view, table, want)
		}
		if shown := ask[int](u, `document.body.innerText.split("left out: 3 hidden").length - 1`); view == "folders" && shown != 1 {
			t.Errorf("the page says %d times what was left out", shown)
		}
	}
}

// hostilePair returns the index of the pair of the file with the hostile name.
func hostilePair(d *Data) int {
	return slices.IndexFunc(d.Pairs.A, func(a int32) bool { return d.Files.Name[a] == hostileName })
}

// copies lets a shell decode the commands that the page has for hostile names.
func (u user) copies() {
	u.t.Helper()
	ask[bool](u, `(location.hash = "#pairs?sel=30", true)`)
	u.await(`document.querySelector(".panel button.act") !== null`)
	u.Click(".panel button.act")
	u.await(`document.querySelector(".panel button.act").textContent === "Copied"`)
	p := u.data.Pairs
	name := func(file int32) string {
		path := u.data.Files.Name[file]
		for at := u.data.Files.Folder[file]; at >= 0; at = u.data.Tree.Parent[at] {
			path = u.data.Tree.Name[at] + "/" + path
		}
		return path
	}
	for _, i := range []int{30, 31, hostilePair(u.data)} {
		command := ask[string](u, `(location.hash = "#pairs?sel=%d", new Promise((done) => setTimeout(() => done(document.querySelector(".command").textContent), 100)))`, i)
		arguments, _ := strings.CutPrefix(command, u.data.Overview.Command[0])
		arguments, _, _ = strings.Cut(arguments, " >")
		out, err := exec.Command("bash", "-c", `printf '%s\0' `+arguments).Output()
		if arguments == command {
			u.t.Errorf("the command is %q", command)
		}
		if want := name(p.A[i]) + "\x00" + name(p.B[i]) + "\x00"; err != nil || string(out) != want {
			u.t.Errorf("%q means %q, %v; want %q", command, out, err, want)
		}
	}
}

// narrowTable uses the table on a phone.
func (u user) narrowTable() {
	u.t.Helper()
	u.Size(390, 844)
	ask[bool](u, `(location.hash = "#pairs", true)`)
	u.await(`document.querySelector(".row") !== null && document.querySelector(".panel").hidden`)
	ask[bool](u, `(() => { const s = document.querySelector("#sorting"); s.value = "-size"; s.dispatchEvent(new Event("change")); return true; })()`)
	u.await(`document.querySelector("[aria-sort=descending]") !== null`)
	cut := ask[[]string](u, `[...document.querySelectorAll(".row")].flatMap((row) => [...row.querySelectorAll(".cell")].filter((c) => {
		const outer = row.getBoundingClientRect(), r = c.getBoundingClientRect();
		return r.width > 0 && (r.bottom > outer.bottom + 1 || r.right > outer.right + 1);
	}).map((c) => c.className))`)
	if len(cut) > 0 {
		u.t.Errorf("on a phone, cells reach out of their rows: %v", cut[:1])
	}
	u.Click(`.views a[href="#folders"]`)
	u.await(`document.querySelector(".grid.folders .row") !== null`)
	u.Click(".row")
	u.await(`!document.querySelector(".panel").hidden`)
	u.Size(1280, 800)
}

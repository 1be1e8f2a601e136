package page

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"alike/cmd/alike/terminal"
	"alike/fingerprint/regions"
	"alike/fingerprint/view"
	"alike/scan/compare"
	"alike/testdata"
)

// comparedFiles compares two contents.
func comparedFiles(t *testing.T, window int, kind view.Kind, sides [2][]byte) *Comparison {
	t.Helper()
	return compared(t, window, kind, [2]string{"/x.go", "/x.go"}, sides)
}

// compared compares two files of given paths.
func compared(t *testing.T, window int, kind view.Kind, paths [2]string, sides [2][]byte) *Comparison {
	t.Helper()
	var files [2]*compare.File
	for i, data := range sides {
		files[i] = &compare.File{Data: data, Lines: regions.NewLines(data)}
		files[i].Info.Path, files[i].Info.Size = paths[i], int64(len(data))
	}
	work := compare.Files
	if len(sides[0]) > 100_000 {
		work = compare.Regions // their words take longer than all the rest
	}
	c, err := work(t.Context(), files, compare.Options{View: kind, Window: window})
	if err != nil {
		t.Fatal(err)
	}
	return &Comparison{Comparison: c, Shown: c.Regions}
}

// onPage returns what a page says of two files.
func onPage(c *Comparison) *content {
	files, n := c.files()
	return c.content(files, c.Shown[:n])
}

// written returns a page.
func written(t *testing.T, c *Comparison) string {
	t.Helper()
	var page strings.Builder
	if _, err := c.Write(&page); err != nil {
		t.Fatal(err)
	}
	return page.String()
}

// text returns n words. Texts of different seeds have none in common.
func text(seed uint64, n int) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%x", r.Uint32())
		if i%12 == 11 {
			b.WriteByte('\n')
		} else {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// readBack is what a page shows of one file.
type readBack struct {
	lines   []string       // by number, from 0
	regions map[int]string // marked text, without ends of lines
	tags    map[int]int
	out     int // places with rows left out
}

func (s side) readBack() *readBack {
	b := &readBack{regions: map[int]string{}, tags: map[int]int{}}
	for row := range s.Rows() {
		if row.LeftOut != "" {
			b.out++
			continue
		}
		text := ""
		if row.Tag != nil {
			b.tags[row.Tag.Number]++
		}
		for _, p := range row.Pieces {
			if p.Begins != nil {
				b.tags[p.Begins.Number]++
				continue
			}
			text += p.text()
			region := p.Region
			if row.All != nil {
				region = row.All
			}
			if region != nil {
				b.regions[region.Number] += p.text()
			}
		}
		if row.Number != "" {
			b.lines = append(b.lines, text)
		} else {
			b.lines[len(b.lines)-1] += text
		}
	}
	return b
}

func (p piece) text() (all string) {
	for _, part := range p.Parts {
		all += part.Text
	}
	return all
}

// shownLines returns the lines of a file as a page must show them.
func shownLines(text string, returns bool) []string {
	text = strings.TrimSuffix(text, "\n")
	lines := strings.Split(text, "\n")
	for i := range lines {
		if !returns {
			lines[i] = strings.TrimSuffix(lines[i], "\r")
		}
		lines[i] = shownText(lines[i])
	}
	return lines
}

func shownText(s string) string {
	parts := strings.Split(s, "\t")
	for i := range parts {
		parts[i] = terminal.Visible(parts[i])
	}
	return strings.Join(parts, "\t")
}

// TestPageRows reads random files back from their pages: all lines in order, and the
// text of each region once, with one mark at its beginning.
func TestPageRows(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	r := rand.New(rand.NewPCG(81, 82))
	// é and ĩ have the same second byte, é and è the same first byte.
	words := []string{"a\n", "b", "\n", "same words\n", "others of them", "\t", "ésame words, é", "ĩsame words, è", "\x1b", "日本", "<b>&", "\u202e", "\xff", "\x00\x01", "  \n", "long " + strings.Repeat("é", 700)}
	checked := 0
	rounds := testdata.Rounds(60, 250)
	for range rounds {
		var sides [2][]byte
		for i := range sides {
			for range r.IntN(60) {
				n := len(words)
				if r.IntN(3) > 0 {
					n = 8
				}
				sides[i] = append(sides[i], words[r.IntN(n)]...)
			}
		}
		if r.IntN(4) == 0 {
			for i := range sides {
				sides[i] = bytes.ReplaceAll(sides[i], []byte("\n"), []byte("\r\n"))
			}
		}
		c := comparedFiles(t, 8, view.Raw, sides)
		page := onPage(c)
		for i, s := range page.Sides {
			if s.file.hex || s.file.decoder != nil {
				continue
			}
			got := s.readBack()
			if want := shownLines(string(sides[i]), !s.file.hideReturns); len(sides[i]) > 0 && !slices.Equal(got.lines, want) {
				t.Fatalf("%q is shown as\n%q, want\n%q", sides[i], got.lines, want)
			}
			for k, region := range c.Regions {
				e := region.Sides[i]
				if got.tags[k+1] != 1 {
					t.Fatalf("region %d of %q has %d marks at its beginning", k+1, sides[i], got.tags[k+1])
				}
				// Blanks around a region may count as part of it if they fill a row.
				// Partial characters do not.
				flat := func(s string) string { return strings.Join(strings.Fields(s), "") }
				want := flat(strings.ReplaceAll(shownText(strings.NewReplacer("\n", "", "\r\n", "").Replace(string(wholeOnes(sides[i], e)))), `\r`, ""))
				if shown := flat(strings.ReplaceAll(got.regions[k+1], `\r`, "")); shown != want {
					t.Fatalf("region %d of %q is shown as\n%q, want\n%q", k+1, sides[i], shown, want)
				}
				checked++
			}
		}
	}
	if checked < 2*rounds {
		t.Errorf("only %d regions were checked", checked)
	}
}

// wholeOnes returns an extent of a file without its partial characters.
func wholeOnes(data []byte, e compare.Extent) []byte {
	from := terminal.CharacterEnd(data, e.Start)
	return data[from:max(from, terminal.CharacterStart(data, e.End))]
}

// TestPageDecodes checks that files in other encodings are shown as text, long lines
// included.
func TestPageDecodes(t *testing.T) {
	t.Parallel()
	text := "first\n" + strings.Repeat("今天我们去公园看花，天气很好。", 200) + "\nthe last line\n"
	for name, encode := range map[string]func(string) (string, error){
		"gb18030": simplifiedchinese.GB18030.NewEncoder().String,
		"utf-16":  unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String,
	} {
		one, err := encode(text)
		if err != nil {
			t.Fatal(err)
		}
		other, err := encode("another beginning\n" + text)
		if err != nil {
			t.Fatal(err)
		}
		page := onPage(comparedFiles(t, 50, view.Raw, [2][]byte{[]byte(one), []byte(other)}))
		got := page.Sides[0].readBack()
		if want := shownLines(text, true); strings.TrimPrefix(strings.Join(got.lines, "|"), `\ufeff`) != strings.Join(want, "|") {
			t.Errorf("%s: %q", name, got.lines)
		}
		if len(page.Regions) != 1 || !strings.Contains(got.regions[1], "今天我们去公园看花") || !strings.Contains(page.Sides[0].Facts, name) {
			t.Errorf("%s: %d regions, %q, %q", name, len(page.Regions), page.Sides[0].Facts, got.regions[1])
		}
	}
}

// TestPageBesideBytes checks that a text is decoded beside a file that is not text.
func TestPageBesideBytes(t *testing.T) {
	t.Parallel()
	page := onPage(comparedFiles(t, 20, view.Raw, [2][]byte{[]byte("\xff\xfeg\x00o\x00"), {0, 1, 2}}))
	if got := page.Sides[0].readBack().lines; !slices.Equal(got, []string{`\ufeffgo`}) {
		t.Errorf("it is shown as %q", got)
	}
}

// TestPageViews checks that regions of views are at the lines that the list gives.
func TestPageViews(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("page.go")
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer("Policy", "Rules", "style", "looks", "\t", "  ").Replace(string(file))
	half := strings.LastIndex(changed, "\n//")
	sides := [2][]byte{file, []byte(changed[half:] + changed[:half])}
	for _, kind := range []view.Kind{view.FoldCode, view.FoldText} {
		page := onPage(comparedFiles(t, 20, kind, sides))
		for i, s := range page.Sides {
			got := s.readBack()
			if want := shownLines(string(sides[i]), true); !slices.Equal(got.lines, want) {
				t.Errorf("%s: %q, want %q", kind, got.lines, want)
			}
			for _, r := range page.Regions {
				if got.tags[r.Number] != 1 || got.regions[r.Number] == "" {
					t.Errorf("%s: region %d has %d marks and the text %q", kind, r.Number, got.tags[r.Number], got.regions[r.Number])
				}
			}
		}
		if len(page.Regions) < 2 {
			t.Errorf("%s: %d regions", kind, len(page.Regions))
		}
	}
}

// TestPageBytes checks the page of a file that is not text.
func TestPageBytes(t *testing.T) {
	t.Parallel()
	data := make([]byte, 50)
	for i := range data {
		data[i] = byte(i * 5)
	}
	page := onPage(comparedFiles(t, 20, view.Raw, [2][]byte{data[:40], data[10:]}))
	var rows []string
	for row := range page.Sides[0].Rows() {
		line := row.Number + "|"
		for _, p := range row.Pieces {
			if p.Begins != nil {
				line += "[" + fmt.Sprint(p.Begins.Number) + "]"
			}
			line += p.text()
		}
		rows = append(rows, fmt.Sprint(line, "|", row.All != nil))
	}
	want := []string{
		"00000000|00 05 0a 0f 14 19 1e 23  28 2d [1]32 37 3c 41 46 4b  ·······#(-27<AFK|false",
		"00000010|50 55 5a 5f 64 69 6e 73  78 7d 82 87 8c 91 96 9b  PUZ_dinsx}······|true",
		"00000020|a0 a5 aa af b4 b9 be c3                           ········|true",
	}
	if !slices.Equal(rows, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(rows, "\n"), strings.Join(want, "\n"))
	}
	// Without a zero byte b counts as text.
	if got := page.Regions[0].Lines; got != [2]string{"a–27", "1"} {
		t.Errorf("the region is at %q", got)
	}
}

// TestPageFolds checks pages of files that are too large: each listed region appears on
// both sides, within the bound.
func TestPageFolds(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	block := func(seed uint64, lines int) string { return text(seed, 12*lines) }
	many, reversed := "", ""
	for i := range 90 {
		passage := block(uint64(100+i), 300)
		many, reversed = many+passage+"x\n", passage+"y\n"+reversed
	}
	rare := block(1, 30_000)
	oneLine := strings.ReplaceAll(block(2, 50_000), "\n", " ")
	for name, c := range map[string]struct {
		sides  [2]string
		on, of int
	}{
		"many regions":   {[2]string{many, reversed}, 90, 90},
		"one, in much":   {[2]string{rare, block(3, 50)[:500] + rare[500_000:502_000]}, 1, 1},
		"one huge line":  {[2]string{oneLine, "x" + oneLine[10:]}, 1, 1},
		"blank lines":    {[2]string{strings.Repeat("\n", 100_000), strings.Repeat("\n", 90_000) + "x"}, 1, 1},
		"none in common": {[2]string{rare, block(4, 30_000)}, 0, 0},
		"bytes":          {[2]string{"\x00" + oneLine, "\x00\x00" + oneLine}, 1, 1},
	} {
		found := comparedFiles(t, 400, view.Raw, [2][]byte{[]byte(c.sides[0]), []byte(c.sides[1])})
		page := onPage(found)
		if len(found.Regions) != c.of || len(page.Regions) != c.on {
			t.Errorf("%s: %d of %d regions, want %d of %d", name, len(page.Regions), len(found.Regions), c.on, c.of)
		}
		for i, s := range page.Sides {
			rows := 0
			for range s.Rows() {
				rows++
			}
			got := s.readBack()
			if s.file.whole() != (got.out == 0) || rows > 2*foldedRows {
				t.Errorf("%s: %c has %d rows on the page, and is left out %d times", name, 'a'+i, rows, got.out)
			}
			for _, r := range page.Regions {
				if got.tags[r.Number] != 1 {
					t.Errorf("%s: %c: region %d is shown %d times", name, 'a'+i, r.Number, got.tags[r.Number])
				}
			}
		}
		if len(page.Notes) == 0 {
			t.Errorf("%s: the page does not say that anything is left out", name)
		}
	}
}

// TestPagePlaces checks that the maps have each region where its rows are, in files shown in full
// and in folded ones.
func TestPagePlaces(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	for lines, repeats := range map[int]int{20: 10, 400: 80} {
		var sides [2][]byte
		for i := range repeats {
			passage := text(uint64(i), 12*lines)
			sides[0] = append(append(sides[0], text(uint64(1000+i), 12*7)...), passage...)
			sides[1] = append(append([]byte(passage), text(uint64(2000+i), 12*9)...), sides[1]...)
		}
		page := onPage(comparedFiles(t, 50, view.Raw, sides))
		if len(page.Regions) != repeats || page.Sides[0].file.whole() != (repeats == 10) {
			t.Fatalf("%d regions", len(page.Regions))
		}
		for _, s := range page.Sides {
			first, last, rows := map[int]int{}, map[int]int{}, 0
			for row := range s.Rows() {
				if row.Tag != nil {
					first[row.Tag.Number] = rows
				}
				for _, p := range row.Pieces {
					if p.Begins != nil {
						first[p.Begins.Number] = rows
					}
				}
				if row.All != nil {
					last[row.All.Number] = rows
				}
				rows++
			}
			for _, b := range s.Bars {
				top, err := strconv.ParseFloat(b.Top, 64)
				height, err2 := strconv.ParseFloat(b.Height, 64)
				if err != nil || err2 != nil {
					t.Fatal(err, err2)
				}
				// The bar of a region of a few rows is higher than they are.
				from, to := top*float64(rows)/1000, (top+height)*float64(rows)/1000
				if f, l := float64(first[b.Number]), float64(last[b.Number]+1); math.Abs(from-f) > 2 || math.Abs(to-l) > 2 {
					t.Errorf("%c: the bar of region %d is at rows %.1f to %.1f, the region at %.0f to %.0f", s.Letter[0], b.Number, from, to, f, l)
				}
			}
		}
	}
}

// TestPageFew checks that the longest regions are shown if not all have room.
func TestPageFew(t *testing.T) {
	t.Parallel()
	testdata.Sequential(t)
	passages := make([]string, 1500)
	for i := range passages {
		passages[i] = text(uint64(1000+i), 12*25)
	}
	var sides [2][]byte
	sides[0] = []byte(strings.Join(passages, "x\n"))
	slices.Reverse(passages)
	sides[1] = []byte(strings.Join(passages, "y\n"))
	c := comparedFiles(t, 400, view.Raw, sides)
	page := onPage(c)
	if n := len(page.Regions); len(c.Regions) != 1500 || n < 200 || n > 1499 {
		t.Fatalf("%d of %d regions are on the page", n, len(c.Regions))
	}
	for _, s := range page.Sides {
		if got := s.readBack(); len(got.tags) != len(page.Regions) || len(got.lines) > foldedRows+2*foldedNear {
			t.Errorf("%d regions and %d lines on a side", len(got.tags), len(got.lines))
		}
	}
	if !strings.Contains(page.Notes[0], "of 1,500 regions are marked and listed") {
		t.Errorf("the page says %q", page.Notes)
	}
}

// TestHues checks that regions next to each other in a file have different colours.
func TestHues(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(83, 84))
	for range 300 {
		n := 1 + r.IntN(60)
		marked := make([]*region, n)
		for i := range marked {
			marked[i] = &region{}
		}
		orders := [][]int{r.Perm(n), r.Perm(n)}
		colour(marked, orders...)
		for _, order := range orders {
			for k := range n - 1 {
				if x, y := marked[order[k]].Hue, marked[order[k+1]].Hue; x == y || x < 0 || x >= hues {
					t.Fatalf("neighbours have the colours %d and %d", x, y)
				}
			}
		}
	}
}

// TestPageEscapes parses pages of hostile names and contents as browsers do, and checks
// that these add no elements or attributes.
func TestPageEscapes(t *testing.T) {
	t.Parallel()
	contents := []string{
		strings.Repeat(hostileText, 5), strings.Repeat(hostileText, 3) + "\x00", "", "\xff\xfe<\x00b\x00>\x00\n\x00",
		"<script>alert(1)</script>\r\n<!-- \r\n", "]]>--><plaintext>" + strings.Repeat("<", 3000),
	}
	names := []string{hostileName, `"onclick=hit() x="`, "'><b>.js", "\x1b[31m\xff", "a\nb", "`${hit()}`"}
	elements := strings.Fields("html head meta link title style body header h1 span p strong br kbd nav details summary output b table thead tbody tr th td button a main section h2 bdi dl div dt dd svg rect path code mark i script")
	attributes := strings.Fields("lang charset http-equiv content name rel href class id aria-label aria-labelledby aria-live aria-keyshortcuts aria-hidden role scope open data-step y hidden type data-r data-k data-sort data-place viewBox preserveAspectRatio d width height tabindex title")
	for i, a := range names {
		for j, b := range names {
			page := written(t, compared(t, 20, view.Raw, [2]string{hostileFolder + a, hostileFolder + b}, [2][]byte{[]byte(contents[i]), []byte(contents[j])}))
			if strings.ContainsFunc(page, func(r rune) bool { return r != '\n' && r != '\t' && !terminal.Plain(string(r)) }) {
				t.Errorf("the page of %q and %q has characters that act on text", a, b)
			}
			root, err := html.Parse(strings.NewReader(page))
			if err != nil {
				t.Fatal(err)
			}
			scripts := 0
			for n := range root.Descendants() {
				if n.Type == html.CommentNode {
					t.Errorf("%q and %q add a comment: %q", a, b, n.Data)
				}
				if n.Type != html.ElementNode {
					continue
				}
				if n.Data == "script" || n.Data == "style" {
					scripts++
				}
				if !slices.Contains(elements, n.Data) {
					t.Errorf("%q and %q add an element %s", a, b, n.Data)
				}
				for _, attribute := range n.Attr {
					if !slices.Contains(attributes, attribute.Key) || attribute.Key == "href" && attribute.Val != "data:," && attribute.Val[0] != '#' {
						t.Errorf("%q and %q add an attribute %s=%q of %s", a, b, attribute.Key, attribute.Val, n.Data)
					}
				}
			}
			if scripts != 2 {
				t.Errorf("%q and %q have %d scripts and styles, want one of each", a, b, scripts)
			}
		}
	}
}

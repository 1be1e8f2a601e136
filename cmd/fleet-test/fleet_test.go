//go:build linux

package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// answer returns an answer to a question for pairs with one row.
func answer(a, b string, figures ...string) table {
	return table{
		columns: slices.Concat(pairKey, pairFigures, []string{"a_path_b64", "b_path_b64"}),
		rows:    [][]string{slices.Concat([]string{a, b}, figures, []string{"", ""})},
	}
}

// TestDiffer checks that every figure counts and that forms of numbers do not.
func TestDiffer(t *testing.T) {
	t.Parallel()
	q := pairs("distinctive", 50, 3)
	figures := []string{"7", "0.5", "0.0000001", "1", "", "false", "0", "1"}
	want := answer("h:/a", "h:/b", figures...)
	same := answer("h:/a", "h:/b", "7", "5E-1", "1.0E-7", "1.0", "", "False", "0", "1")
	if err := q.differ("x", want, "y", same); err != nil {
		t.Error(err)
	}
	for i := range figures {
		changed := slices.Clone(figures)
		changed[i] = "0.25"
		if err := q.differ("x", want, "y", answer("h:/a", "h:/b", changed...)); err == nil || !strings.Contains(err.Error(), "0.25") {
			t.Errorf("%s changed: error %v, want one that shows the row", pairFigures[i], err)
		}
	}
	if q.differ("x", want, "y", answer("h:/a", "h:/B", figures...)) == nil {
		t.Error("paths that differ in case are equal")
	}
	more := table{want.columns, slices.Concat(want.rows, want.rows)}
	if err := q.differ("x", want, "y", more); err == nil || !strings.Contains(err.Error(), "no more rows") {
		t.Errorf("a row more: error %v", err)
	}
	if q.differ("x", want, "y", table{want.columns[1:], [][]string{want.rows[0][1:]}}) == nil {
		t.Error("an answer without a_path is equal")
	}
}

// TestMoreRows checks that only engines may list more rows, and only for some questions.
func TestMoreRows(t *testing.T) {
	t.Parallel()
	figures := []string{"7", "0.5", "0.5", "1", "", "false", "0", "1"}
	want := answer("h:/a", "h:/b", figures...)
	more := table{want.columns, slices.Concat(want.rows, answer("h:/a", "h:/c", figures...).rows)}
	for _, c := range []struct {
		name        string
		allows      bool
		differ      func(question) error
		wantsDiffer bool
	}{
		{"alike", true, func(q question) error { return q.differ("x", more, "y", want) }, true},
		{"an engine", true, func(q question) error { return q.differEngine("x", more, "y", want) }, false},
		{"an engine", false, func(q question) error { return q.differEngine("x", more, "y", want) }, true},
		{"an engine that lists fewer", true, func(q question) error { return q.differEngine("x", want, "y", more) }, true},
	} {
		q := pairs("distinctive", 50, 3)
		q.more = c.allows
		if err := c.differ(q); (err != nil) != c.wantsDiffer {
			t.Errorf("%s, with more rows allowed %v: error %v", c.name, c.allows, err)
		}
	}
}

// TestByHost checks that paths of the scan of all trees become paths of hosts, also those
// that are not UTF-8.
func TestByHost(t *testing.T) {
	t.Parallel()
	whole := answer("/w/web1/a\uFFFD", "/w/old1/b", "1", "1", "1", "1", "1", "true", "0", "0")
	encode := base64.StdEncoding.EncodeToString
	whole.rows[0][len(whole.columns)-2] = encode([]byte("/w/web1/a\xff"))
	got, err := whole.rename((&trial{hosts: "/w"}).byHost)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := got.choose(pairKey)
	if err != nil {
		t.Fatal(err)
	}
	if want := "web1:/w/web1/a\xff\told1:/w/old1/b"; lines[0] != want {
		t.Errorf("got %q, want %q", lines[0], want)
	}
}

// TestNextAnswer reads what spark-sql printed of two answers after a setting and a view.
func TestNextAnswer(t *testing.T) {
	t.Parallel()
	lines := bufio.NewScanner(strings.NewReader("key\tvalue\nspark.sql.x\t4\nResponse code\n" +
		"b\ta\nNULL\tNULL x\n1\t2\nResponse code\n" + marker + "\nend\na\tb\n" + marker + "\nend\na\n"))
	first, err := nextAnswer(lines, []string{"a", "b"})
	if want := [][]string{{"", "NULL x"}, {"1", "2"}}; err != nil || !slices.EqualFunc(first.rows, want, slices.Equal) {
		t.Errorf("first answer %v, %v; want %v", first.rows, err, want)
	}
	if second, err := nextAnswer(lines, []string{"a", "b"}); err != nil || second.count != 0 || second.columns == nil {
		t.Errorf("second answer %v, %v; want one without rows", second, err)
	}
	if _, err := nextAnswer(lines, []string{"a", "b"}); err == nil {
		t.Error("an answer that is cut short is no error")
	}
}

// TestReadEvents reads an event log of three tasks, one of them lost.
func TestReadEvents(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	end := func(reason string) string {
		return `{"Event":"SparkListenerTaskEnd","Task End Reason":{"Reason":"` + reason + `"},"Task Info":{"Launch Time":5,"Finish Time":9},` +
			`"Task Metrics":{"Executor CPU Time":4,"Peak Execution Memory":7,"Disk Bytes Spilled":2,"Shuffle Write Metrics":{"Shuffle Bytes Written":10}}}` + "\n"
	}
	log := `{"Event":"SparkListenerApplicationStart","Timestamp":1}` + "\n" + end("Success") + end("ExecutorLostFailure") + end("Success")
	if err := os.WriteFile(filepath.Join(dir, "app-1"), []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := readEvents(dir)
	want := effort{tasks: 3, cpu: 12, lostTasks: 1, afterLoss: 1, shuffle: 30, spilled: 6, peakMemory: 7, longestTask: 4}
	if err != nil || got != want {
		t.Errorf("got %+v, %v; want %+v", got, err, want)
	}
}

// TestHosts checks that the hosts share files, and have copies and links of their own.
func TestHosts(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	files, size, err := makeHosts(context.Background(), root, false)
	if err != nil {
		t.Fatal(err)
	}
	if files < 1000 || size < 10<<20 {
		t.Errorf("%d files of %d bytes, want more", files, size)
	}
	names := []string{}
	for _, h := range fleetHosts() {
		names = append(names, h.name)
		if n := folderSize(filepath.Join(root, h.name)); n < size/50 {
			t.Errorf("%s has %d bytes of %d", h.name, n, size)
		}
	}
	if !slices.IsSorted(names) {
		t.Errorf("%v are not in order, so paths of hosts and of trees order differently", names)
	}
}

// TestDigest checks that the digest of an answer depends on every row, but neither on the order
// of rows and columns nor on the forms of numbers.
func TestDigest(t *testing.T) {
	t.Parallel()
	q := question{key: []string{"path"}, figures: []string{"share"}}
	digestOf := func(text string) digest {
		t.Helper()
		name := filepath.Join(t.TempDir(), "answer.csv")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := q.digestCSV(name, strings.ToUpper)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	want := digestOf("path,path_b64,share\na,,0.5\nb,,1\nb,,1\n")
	if want.rows != 3 {
		t.Errorf("%d rows, want 3", want.rows)
	}
	for _, c := range []struct {
		text  string
		equal bool
	}{
		{"share,path,path_b64\n1.0,b,\n0.50,a,\n1,\"B\",\n", true},
		{"path,share\na,0.5\nb,1\nb,1\n", true},
		{"path,share\na,0.5\nb,1\n", false},
		{"path,share\na,0.5\na,0.5\nb,1\n", false},
		{"path,share\na,1\nb,0.5\nb,1\n", false},
		{"path,path_b64,share\n?,YQ==,0.5\nb,,1\nb,,1\n", true},
	} {
		if got := digestOf(c.text); (got == want) != c.equal {
			t.Errorf("%q: equal %v, want %v", c.text, got == want, c.equal)
		}
	}
	many := strings.Repeat("a,1\n", batch+1)
	if got := digestOf("path,share\n" + many); got.rows != batch+1 {
		t.Errorf("%d rows of %d", got.rows, batch+1)
	}
}

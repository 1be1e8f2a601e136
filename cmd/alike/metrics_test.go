package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"alike/cmd/alike/atomicfile"
	"alike/cmd/alike/flagvalue"
	"alike/db"
	"alike/scan"
)

var (
	metricName = regexp.MustCompile(`^alike_(last_scan|index)_[a-z]+(_[a-z]+)*$`)
	labelPair  = regexp.MustCompile(`^([a-z]+)="((?:[^"\\]|\\["\\n])*)"`)
)

// readMetrics parses metrics, more strictly than the format: each metric has its HELP,
// its TYPE and then all its samples, in the order and spacing of alike, and no sample
// occurs twice. It returns the values by name and unescaped labels.
func readMetrics(text string) (map[string]float64, error) {
	values := map[string]float64{}
	seen := map[string]bool{}
	name := ""
	samples := 1
	lines := strings.SplitAfter(text, "\n")
	if len(lines) == 0 || lines[len(lines)-1] != "" {
		return nil, fmt.Errorf("the last line has no newline")
	}
	lines = lines[:len(lines)-1]
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSuffix(lines[i], "\n")
		if help, ok := strings.CutPrefix(line, "# HELP "); ok {
			var words string
			if name, words, _ = strings.Cut(help, " "); !metricName.MatchString(name) || seen[name] || words == "" || strings.Contains(words, `\`) {
				return nil, fmt.Errorf("line %d: %q", i+1, line)
			}
			seen[name] = true
			if i++; samples == 0 || i == len(lines) || lines[i] != "# TYPE "+name+" gauge\n" {
				return nil, fmt.Errorf("line %d: no samples before it, or no TYPE after it", i+1)
			}
			samples = 0
			continue
		}
		rest, ok := strings.CutPrefix(line, name+"{")
		if !ok || name == "" {
			return nil, fmt.Errorf("line %d is not a sample of %q: %q", i+1, name, line)
		}
		key := name
		for {
			pair := labelPair.FindStringSubmatch(rest)
			if pair == nil {
				return nil, fmt.Errorf("line %d has no label at %q", i+1, rest)
			}
			key += fmt.Sprintf(" %s=%s", pair[1], strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n").Replace(pair[2]))
			rest = rest[len(pair[0]):]
			if rest, ok = strings.CutPrefix(rest, ","); !ok {
				break
			}
		}
		number, ok := strings.CutPrefix(rest, "} ")
		value, err := strconv.ParseFloat(number, 64)
		if _, twice := values[key]; !ok || err != nil || twice || !flagvalue.Decimal(number) {
			return nil, fmt.Errorf("line %d: no value, or the second one: %q", i+1, line)
		}
		values[key] = value
		samples++
	}
	if samples == 0 {
		return nil, fmt.Errorf("%s has no samples", name)
	}
	return values, nil
}

// cmdMetrics checks that a file holds metrics that Prometheus accepts, is readable by
// all users, and has no temporary file beside it: metrics FILE
func cmdMetrics(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: metrics FILE")
	}
	path := ts.MkAbs(args[0])
	ts.Check(checkMetrics(path))
}

func checkMetrics(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	values, err := readMetrics(string(data))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if len(values) < 5 {
		return fmt.Errorf("%s has only %v", path, values)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode() != 0o644 && runtime.GOOS != "windows" { // it has access lists
		return fmt.Errorf("%s has mode %v, %v", path, info.Mode(), err)
	}
	if left, err := filepath.Glob(filepath.Dir(path) + "/.alike-metrics*"); err != nil || len(left) > 0 {
		return fmt.Errorf("left beside %s: %v, %v", path, left, err)
	}
	promtool, err := exec.LookPath("promtool")
	if err != nil {
		return nil // the checks above are stricter, except for their own mistakes
	}
	c := exec.Command(promtool, "check", "metrics")
	c.Stdin = bytes.NewReader(data)
	if out, err := c.CombinedOutput(); err != nil || len(out) > 0 {
		return fmt.Errorf("promtool: %v: %s", err, out)
	}
	return nil
}

// TestMetrics writes every metric, for an index whose name would break a line, a label
// or a terminal.
func TestMetrics(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	begun := time.Unix(1_700_000_000, 500e6)
	m := &scanMetrics{
		file: dir + "/m.prom", index: "/a \"b\" \\n\n\x1b[31m\xff{}=,é\u202e", begun: begun,
		scan: &scan.Summary{
			Files: 1, Directories: 2, Bytes: 1 << 52, Read: 4, ReadBytes: 5, Unchanged: 6, New: 7, Changed: 8, Gone: 9, Moved: 17,
			NewContents: 10, Failed: 11, Skipped: map[string]int64{"hidden": 12, "a\"\\\n\xff": 13},
		},
		status: &db.Status{Files: 14, Contents: 15, DiskBytes: 16},
	}
	got := values(t, m, exitSomeFailed, begun.Add(90*time.Second))
	of := func(name string) string { return "alike_" + name + " index=" + `/a "b" \n\n\x1b[31m\xff{}=,é\u202e` }
	want := map[string]float64{
		of("last_scan_success"): 1, of("last_scan_exit_code"): 3,
		of("last_scan_start_time_seconds"): 1_700_000_000.5, of("last_scan_end_time_seconds"): 1_700_000_090.5,
		of("last_scan_duration_seconds"): 90,
		of("last_scan_files"):            1, of("last_scan_directories"): 2, of("last_scan_bytes"): 1 << 52,
		of("last_scan_read_files"): 4, of("last_scan_read_bytes"): 5, of("last_scan_unchanged_files"): 6,
		of("last_scan_new_files"): 7, of("last_scan_changed_files"): 8, of("last_scan_gone_files"): 9,
		of("last_scan_moved_files"):  17,
		of("last_scan_new_contents"): 10, of("last_scan_failed_files"): 11,
		of("last_scan_skipped_files") + " reason=hidden":        12,
		of("last_scan_skipped_files") + " reason=a\"\\\n\ufffd": 13,
		of("index_files"): 14, of("index_contents"): 15, of("index_disk_bytes"): 16,
	}
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if v, ok := got[key]; !ok || v != want[key] {
			t.Errorf("%q is %v, %v; want %v", key, v, ok, want[key])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d values, want %d: %v", len(got), len(want), got)
	}
	for code, success := range map[int]float64{0: 1, 1: 0, 3: 1, 12: 0} {
		got := values(t, m, code, begun)
		if got[of("last_scan_success")] != success || got[of("last_scan_exit_code")] != float64(code) {
			t.Errorf("code %d: %v", code, got)
		}
		// A scan that failed has no counts.
		if success == 0 && len(got) != 5 {
			t.Errorf("code %d counts: %v", code, got)
		}
	}
}

// values writes metrics to their file and parses it.
func values(t *testing.T, m *scanMetrics, code int, now time.Time) map[string]float64 {
	t.Helper()
	text := m.text(code, now)
	if err := atomicfile.Replace(m.file, text); err != nil {
		t.Fatal(err)
	}
	if err := checkMetrics(m.file); err != nil {
		t.Fatal(err)
	}
	values, err := readMetrics(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// TestReadMetrics checks that readMetrics finds errors.
func TestReadMetrics(t *testing.T) {
	t.Parallel()
	const help, kind, sample = "# HELP alike_index_files Files.\n", "# TYPE alike_index_files gauge\n", "alike_index_files{index=\"x\"} 1\n"
	if v, err := readMetrics(help + kind + sample); err != nil || v["alike_index_files index=x"] != 1 {
		t.Fatalf("correct metrics are refused: %v, %v", v, err)
	}
	for _, text := range []string{
		help + kind + sample[:len(sample)-1], help + sample, kind + help + sample, sample, help + kind, help + kind + sample + sample,
		help + kind + sample + help + kind + sample,
		help + kind + "alike_index_files{index=\"x\n\"} 1\n", help + kind + "alike_index_files{index=\"x\"\"} 1\n",
		help + kind + "alike_index_files{index=\"\\x\"} 1\n", help + kind + "alike_index_files{index=\"x\\\"} 1\n",
		help + kind + "alike_index_files{index=\"x\"} one\n", help + kind + "alike_index_files{index=\"x\"}\n",
		help + kind + "alike_index_contents{index=\"x\"} 1\n",
	} {
		if v, err := readMetrics(text); err == nil {
			t.Errorf("accepted as %v: %q", v, text)
		}
	}
}

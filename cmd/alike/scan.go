package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/atomicfile"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/report"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/db/system"
	"alike/scan"
)

type scanOptions struct {
	treeOptions
	sizes   flags.Sizes
	out     report.Flags
	metrics metricsFlags
}

func scanVerb(a *app) verb {
	var o scanOptions
	return verb{
		use:   "scan [flags] [DIR…]",
		short: "bring the index up to date with folders",
		long: `Brings the index up to date with folders: reads new and changed files, recognises
unchanged and renamed ones without reading them, and drops those that are gone or that
the flags leave out. The first scan creates the index. The index remembers for each
DIR the flags that select files; without DIR, all folders are scanned again with theirs.

A file is unchanged if its size, times, inode and device are. It is read again if it
changed so shortly before the last scan that its times may not tell, and if the clock
was set back since. --verify reads every file.

Under --view code, generated files, as their name or first lines tell, and vendored
folders and libraries are left out and counted; --generated and --vendored include
them. A file whose first lines tell is still fingerprinted: pairs, changes and query
show it beside files that are not generated. The other views include everything.

A DIR that is missing, empty, or on another device than at the last scan may be a disk
that is not mounted: nothing is scanned, the index keeps what it has, and the exit code
is 1. What is missing inside DIR, and was on another device than its parent folder, is
kept too; the exit code is 3. --prune drops both.

--anchors selects the window right after each occurrence of the strings in FILE,
instead of windows by their hash. FILE has one string per line; \n, \t, \\, \x00
and the other escapes of Go are recognised, and empty lines are ignored. Under --view
text the strings are seen as text is; under --view code they are searched for in what
that view makes of code. The index keeps the strings: no later command has to name
them.`,
		examples: []help.Example{
			{Command: "alike scan ~/projects"},
			{Command: "alike scan", Comment: "all folders again, with the flags they had"},
			{Command: "alike scan --exclude '*.o' --exclude node_modules ~"},
			{Command: "alike scan --metrics /var/lib/node_exporter/alike.prom /srv"},
			{Command: "alike scan --index ~/lines.index --anchors line-starts.txt ~/logs"},
		},
		brief: []string{
			"min-size", "max-size", "exclude", "hidden", "no-ignore", "one-file-system", "format",
			"metrics", "verify", "prune", "threads", "wait", "view",
			"index",
		},
		run: func(ctx context.Context, args []string) error { return runScan(ctx, a, o, args) },
		flags: []flagGroup{
			titled("Which files", o.sizes.AddFlags, o.files.AddFlags, o.list.AddFlags),
			titled("Output", o.out.FormatOf("scan"), o.metrics.addFlags),
			titled("Scanning again", o.rescan.AddFlags),
			titled("Making an index (an existing one must match)", o.rule.AddFlags),
			titled("Running", o.work.AddFlags, o.read.AddFlags, o.memory.AddFlags, o.index.AddFlags),
		},
	}
}

func runScan(ctx context.Context, a *app, o scanOptions, args []string) error {
	m, err := newMetrics(a, o)
	if err != nil {
		return err
	}
	return m.write(a, scanOnly(ctx, a, o, m, args))
}

// scanOnly scans and prints the summary.
func scanOnly(ctx context.Context, a *app, o scanOptions, m *scanMetrics, args []string) error {
	args, err := listed(ctx, a, o.list, args)
	if err != nil {
		return err
	}
	if flag := cmp.Or(o.files.Given(), o.sizes.Given()); len(args) == 0 && flag != "" {
		return advice.Usagef("--%s says what to index: name the folder", flag)
	}
	sum, err := scanInto(ctx, a, scanning{treeOptions: o.treeOptions, sizes: o.sizes, refresh: true}, m, o.out, args)
	interrupted := errors.Is(err, context.Canceled)
	if err != nil && !interrupted {
		return err
	}
	if sum == nil { // interrupted before the scan began
		sum = &report.Summary{Verb: "scan"}
	}
	p, printing := a.printer(o.out, report.About{Verb: "scan"})
	if printing != nil {
		return printing
	}
	sum.Interrupted = interrupted
	ending := a.end(p, sum) // says what an interrupted scan did, too
	return cmp.Or(err, ending)
}

// scanInto opens the index, scans and closes the index. If the scan is interrupted, it
// returns a summary and the error.
func scanInto(ctx context.Context, a *app, o scanning, m *scanMetrics, out report.Flags, args []string) (*report.Summary, error) {
	s, err := beginSession(ctx, a, o, args)
	if err != nil {
		return nil, err
	}
	var ended error
	if s.scan, ended = s.scanTrees(ctx, a, o); ended != nil && !errors.Is(ended, context.Canceled) {
		_ = s.ix.Close()
		return nil, ended
	}
	ctx = context.WithoutCancel(ctx) // only the report is left
	sum := &report.Summary{Verb: "scan"}
	err = summarize(ctx, sum, s, out)
	if err == nil && ended == nil {
		err = m.count(ctx, s)
	}
	err = cmp.Or(err, s.ix.Close())
	if err != nil {
		return nil, err
	}
	return sum, ended
}

type metricsFlags struct {
	file string
	flag *pflag.Flag
}

func (o *metricsFlags) addFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.file, "metrics", "", "write metrics of the scan to `FILE`\nFor the textfile collector of the node_exporter of Prometheus. A scan that fails writes them too, but not one that is interrupted.")
	o.flag = fs.Lookup("metrics")
}

// scanMetrics are the metrics of a scan for Prometheus. Nil scanMetrics do nothing.
type scanMetrics struct {
	file  string // absolute path
	index string // folder of the index, or "" if it cannot be determined
	begun time.Time

	// Both are nil until the scan completes.
	scan   *scan.Summary
	status *db.Status
}

// newMetrics returns nil without --metrics. It refuses an unsuitable file before anything is
// scanned.
func newMetrics(a *app, o scanOptions) (*scanMetrics, error) {
	if !o.metrics.flag.Changed {
		return nil, nil
	}
	if o.metrics.file == "" {
		return nil, advice.Usagef("--metrics is empty: name a file")
	}
	if o.metrics.file == input.Stdin {
		return nil, advice.Usagef("--metrics writes a file, and - is not one: name one such as alike.prom")
	}
	m := &scanMetrics{begun: a.started}
	var err error
	if m.file, err = input.Absolute(o.metrics.file); err != nil {
		return nil, err
	}
	if m.index, err = indexDir(a); errors.As(err, new(*advice.UsageError)) {
		return nil, err
	}
	if err := m.check(); err != nil {
		return nil, advice.Usagef("--metrics %s: %v", terminal.Visible(m.file), err)
	}
	return m, nil
}

var (
	errInsideIndex = errors.New("it is inside the index folder, which may hold only the index")
	errNoFile      = errors.New("it is not a regular file, and would be replaced by one")
	errNoMetrics   = errors.New("it holds something else than metrics of alike, and would be replaced")
)

// check refuses a file inside the index, even through links, and anything that exists but an
// empty file and metrics: as root, a rename to /dev/null would replace it for everyone.
func (m *scanMetrics) check() error {
	if info, err := os.Lstat(m.file); err == nil { // writing the file reports another error
		if !info.Mode().IsRegular() {
			return errNoFile
		}
		if err := checkReplaceable(m.file); err != nil {
			return err
		}
	}
	if m.index == "" {
		return nil
	}
	if m.file == m.index || strings.HasPrefix(m.file, strings.TrimSuffix(m.index, "/")+"/") {
		return errInsideIndex
	}
	index, err := os.Stat(m.index)
	if err != nil {
		return nil
	}
	dir, err := filepath.EvalSymlinks(filepath.Dir(m.file))
	if err != nil {
		return nil // writing the file reports this
	}
	for ; ; dir = filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && os.SameFile(info, index) {
			return errInsideIndex
		}
		if dir == filepath.Dir(dir) {
			return nil
		}
	}
}

// metricsBegin is how every file of metrics begins.
const metricsBegin = "# HELP alike_"

// unreadableError reports a file that exists and may hold anything.
type unreadableError struct{ cause error }

func (e *unreadableError) Error() string {
	return fmt.Sprintf("it cannot be read, and would be replaced: %v", input.WithoutPath(e.cause))
}

// checkReplaceable returns nil if a regular file may be replaced: if it is empty or begins as
// metrics of alike.
func checkReplaceable(file string) error {
	begin, n := make([]byte, len(metricsBegin)), 0
	err := system.Retry(func() error {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		n, err = io.ReadFull(f, begin)
		return err
	})
	switch {
	case err == io.EOF || errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil && err != io.ErrUnexpectedEOF:
		return &unreadableError{err}
	case string(begin[:n]) != metricsBegin:
		return errNoMetrics
	}
	return nil
}

// count records the counts of a complete scan and of the index.
func (m *scanMetrics) count(ctx context.Context, s *session) error {
	if m == nil {
		return nil
	}
	status, err := s.ix.Status(ctx)
	if err == nil {
		m.scan, m.status = &s.scan, &status
	}
	return err
}

// keepsFile reports whether a run with an exit code leaves the file unchanged: one with a
// wrong command line, one that another process kept from the index, and an interrupted
// scan, which can be resumed. The file therefore describes the last scan that came to an
// end, successful or not, and its timestamps show how long ago that was.
func keepsFile(code int) bool {
	return code == exitUsage || code == exitHeld || code == exitInterrupted
}

// write writes the metrics of a run that ended with an error or nil. It returns that error
// or, if it is nil, its own.
func (m *scanMetrics) write(a *app, ended error) error {
	code := exitCode(a.outcome(ended))
	if m == nil || keepsFile(code) {
		return ended
	}
	err := m.check() // the scan may have created the index or taken hours
	if err == nil {
		err = atomicfile.Replace(m.file, m.text(code, time.Now()))
	}
	if err == nil {
		return ended
	}
	err = fmt.Errorf("writing the metrics to %s: %w", m.file, input.WithoutPath(err))
	if ended != nil {
		fail(a.screen, err)
		return ended
	}
	next := "the scan is done; name a file in an existing folder"
	if errors.As(err, new(*unreadableError)) {
		next = "the scan is done; name another file"
	} else if errors.Is(err, fs.ErrPermission) {
		next = "the scan is done; name a file in a folder that you may write to"
	}
	return advice.With(err, next)
}

// text returns the metrics in the text format of Prometheus, version 0.0.4. A failed scan
// has no counts, because it is unknown how much of its work was committed.
func (m *scanMetrics) text(code int, now time.Time) []byte {
	e := &exposition{labels: label("index", terminal.Visible(m.index))}
	success := int64(0)
	if code == exitDone || code == exitSomeFailed {
		success = 1
	}
	e.gauge("alike_last_scan_success", "Whether the last scan came to its end: 1 for exit code 0 or 3, else 0.", success)
	e.gauge("alike_last_scan_exit_code", "Exit code of the last scan; 3: done, but some files could not be read.", int64(code))
	e.seconds("alike_last_scan_start_time_seconds", "When the last scan began, in seconds since 1970.", unixSeconds(m.begun))
	e.seconds("alike_last_scan_end_time_seconds", "When the last scan ended, in seconds since 1970.", unixSeconds(now))
	e.seconds("alike_last_scan_duration_seconds", "How long the last scan took, with its waiting for the index.", now.Sub(m.begun).Seconds())
	if success == 0 {
		return e.text.Bytes()
	}
	if s := m.scan; s != nil {
		e.gauge("alike_last_scan_files", "Files that the index has of the trees after the last scan.", s.Files)
		e.gauge("alike_last_scan_directories", "Folders that the index has of the trees after the last scan.", s.Directories)
		e.gauge("alike_last_scan_bytes", "Sizes of the files that the index has of the trees, added up.", s.Bytes)
		e.gauge("alike_last_scan_read_files", "Files that the last scan read.", s.Read)
		e.gauge("alike_last_scan_read_bytes", "Bytes that the last scan read, of every time that a file was read.", s.ReadBytes)
		e.gauge("alike_last_scan_unchanged_files", "Files that the last scan did not open, nothing about them having changed.", s.Unchanged)
		e.gauge("alike_last_scan_new_files", "Files that the last scan found new.", s.New)
		e.gauge("alike_last_scan_changed_files", "Files that the last scan found with other bytes.", s.Changed)
		e.gauge("alike_last_scan_moved_files", "Of the new and the changed files, those that were only renamed and not read.", s.Moved)
		e.gauge("alike_last_scan_gone_files", "Files that the last scan dropped from the index.", s.Gone)
		e.gauge("alike_last_scan_new_contents", "Contents that the last scan found new.", s.NewContents)
		e.gauge("alike_last_scan_failed_files", "Files and folders that the last scan could not read.", s.Failed)
		e.each("alike_last_scan_skipped_files", "Files and folders that the last scan left out, by reason.", "reason", s.Skipped)
	}
	if s := m.status; s != nil {
		e.gauge("alike_index_files", "Files in the index.", s.Files)
		e.gauge("alike_index_contents", "Contents in the index that files have.", s.Contents)
		e.gauge("alike_index_disk_bytes", "What the index takes up on its disk.", s.DiskBytes)
	}
	return e.text.Bytes()
}

func unixSeconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }

// exposition is a text of metrics.
type exposition struct {
	text   bytes.Buffer
	labels string // of every sample
}

func (e *exposition) begin(name, help string) {
	fmt.Fprintf(&e.text, "# HELP %s %s\n# TYPE %[1]s gauge\n", name, help)
}

func (e *exposition) gauge(name, help string, value int64) {
	e.begin(name, help)
	fmt.Fprintf(&e.text, "%s{%s} %d\n", name, e.labels, value)
}

func (e *exposition) seconds(name, help string, value float64) {
	e.begin(name, help)
	fmt.Fprintf(&e.text, "%s{%s} %s\n", name, e.labels, strconv.FormatFloat(value, 'f', 3, 64))
}

// each adds a gauge with a sample per key.
func (e *exposition) each(name, help, key string, values map[string]int64) {
	if len(values) == 0 {
		return
	}
	e.begin(name, help)
	for _, k := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&e.text, "%s{%s,%s} %d\n", name, e.labels, label(key, k), values[k])
	}
}

var labelEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func label(name, value string) string {
	return name + `="` + labelEscapes.Replace(strings.ToValidUTF8(value, "\ufffd")) + `"`
}

package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/terminal"
)

// outputFlags say how results are printed, and how many.
type outputFlags struct {
	format      string
	null        bool
	limit       int
	limited     *pflag.Flag
	sorted      bool
	failOnMatch bool
}

func (o *outputFlags) addFormat(fs *pflag.FlagSet) {
	o.addFormats(fs, "text is for people, json is JSON Lines for programs.", "text", "json", "csv")
}

func (o *outputFlags) addFormats(fs *pflag.FlagSet, usage string, among ...string) {
	o.format = "text"
	fs.VarP(flagvalue.NewChoice(&o.format, among...), "format", "f", "print `FORMAT`: "+strings.Join(among, ", ")+"\n"+usage)
}

// formatSARIF is the format of pairs and compare for services that show results
// beside the code.
const formatSARIF = "sarif"

func (o *outputFlags) addNull(fs *pflag.FlagSet) {
	fs.BoolVarP(&o.null, "print0", "0", false, "print only paths, each ended by a NUL")
}

func (o *outputFlags) addLimit(fs *pflag.FlagSet) {
	fs.Var(flagvalue.NewNumber(&o.limit, 0), "limit", "print the `N` best, 0 for all\nDefault: 50 on a terminal, otherwise all.")
	o.limited = fs.Lookup("limit")
}

// addLimitEach is addLimit of changes, which prints two lists.
func (o *outputFlags) addLimitEach(fs *pflag.FlagSet) {
	o.addLimit(fs)
	o.limited.Usage = "print the `N` best pairs and first N files, 0 for all\nDefault: 50 each on a terminal, otherwise all."
}

func (o *outputFlags) addSort(fs *pflag.FlagSet) {
	fs.BoolVar(&o.sorted, "sort", false, "sort JSON, best first\nText and CSV always are.")
}

func (o *outputFlags) addFailOnMatch(fs *pflag.FlagSet) {
	fs.BoolVar(&o.failOnMatch, "fail-on-match", false, "exit with code 4 if anything is found")
}

// check finds contradictions.
func (o *outputFlags) check() error {
	if o.null && o.format != "text" {
		return advice.Usagef("-0 prints paths alone: leave out -f %s or -0", o.format)
	}
	return nil
}

// terminalLimit is how many results a person at a terminal gets unasked.
const terminalLimit = 50

// printer writes results to standard output, which gets nothing else.
type printer struct {
	app     *app
	flags   outputFlags
	w       *bufio.Writer
	csv     *csv.Writer
	buf     []byte // of the line that is being encoded
	columns int    // of the terminal, 0 when standard output is none
	limit   int    // 0: none
	paint   terminal.Painter
	results int64 // printed
	omitted int64 // beyond the limit
	table   table // what text output remembers from line to line
}

func (a *app) printer(o outputFlags) *printer {
	p := &printer{
		app:     a,
		flags:   o,
		w:       bufio.NewWriterSize(a.env.stdout, 64<<10),
		columns: a.env.outColumns(),
		limit:   o.limit,
	}
	if p.columns > 0 && o.limited != nil && !o.limited.Changed && o.format != "html" {
		p.limit = terminalLimit
	}
	p.paint.On = a.common.color == "always" || a.common.color == "auto" && p.columns > 0 &&
		a.env.getenv("NO_COLOR") == "" && a.env.getenv("TERM") != "dumb"
	p.csv = csv.NewWriter(p.w)
	p.csv.UseCRLF = true // RFC 4180, section 2
	return p
}

// onTerminal reports whether text is laid out for a person at a terminal.
func (p *printer) onTerminal() bool {
	return p.columns > 0 && p.flags.format == "text" && !p.flags.null
}

// found counts a result that is about to be printed.
func (p *printer) found() {
	p.results++
	if p.flags.failOnMatch {
		p.app.matched = true
	}
}

// object prints a line of JSON.
func (p *printer) object(v any) error {
	p.buf = append(appendJSON(p.buf[:0], v), '\n')
	_, err := p.w.Write(p.buf)
	return p.written(err)
}

// row prints a row of CSV, and before the first one the header.
func (p *printer) row(header []string, cells ...string) error {
	if !p.table.begun {
		p.table.begun = true
		if err := p.csv.Write(header); err != nil {
			return p.written(err)
		}
	}
	return p.written(p.csv.Write(cells))
}

// header prints the header of a CSV that may stay without rows.
func (p *printer) header(header []string) error {
	if p.flags.format != "csv" || p.table.begun {
		return nil
	}
	p.table.begun = true
	return p.written(p.csv.Write(header))
}

// line prints a line of text.
func (p *printer) line(format string, args ...any) error {
	_, err := fmt.Fprintf(p.w, format+"\n", args...)
	return p.written(err)
}

// path0 prints the bytes of a path and a NUL.
func (p *printer) path0(path string) error {
	_, _ = p.w.WriteString(path)
	return p.written(p.w.WriteByte(0))
}

// end prints the summary, the last line of a JSON run, and writes out what is
// buffered.
func (p *printer) end(s *summary) error {
	if p.flags.format == "json" {
		s.Results, s.Omitted = p.results, p.omitted
		s.Failed, s.Seconds = p.app.failed, roundSeconds(time.Since(p.app.started))
		if err := p.object(s); err != nil {
			return err
		}
	}
	return p.flush()
}

// flush writes out what is buffered.
func (p *printer) flush() error {
	p.csv.Flush()
	if err := p.csv.Error(); err != nil {
		return p.written(err)
	}
	return p.written(p.w.Flush())
}

// written turns an error of writing into one that says so, or into
// errOutputClosed when the reader has gone.
func (p *printer) written(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, syscall.EPIPE):
		return errOutputClosed
	default:
		return fmt.Errorf("writing the results to standard output: %w", err)
	}
}

// csvPath returns the two cells of a path: itself, or in base 64 where it is not
// UTF-8 or holds control characters. A cell can therefore neither drive a
// terminal nor break a line. No spreadsheet takes a cell for a formula either:
// all cells begin with a slash, a letter or a digit (or are the single - that
// stands for standard input).
func csvPath(path string) (plainText, base64Text string) {
	if terminal.Plain(path) {
		return path, ""
	}
	return "", base64Path(path)
}

func itoa[T ~int | ~int64](n T) string { return strconv.FormatInt(int64(n), 10) }

package flags

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/scan/records"
)

// Records controls how inputs are split into records.
type Records struct {
	format   string
	texts    []string
	id       string
	hash     string
	hashBase string
	header   bool
	zero     bool
	HTML     bool   // strip tags
	OnError  string // pass, drop or stop
	longest  flagvalue.Size
}

// AddFlags adds the flags for the format and the fields of records.
func (o *Records) AddFlags(fs *pflag.FlagSet) {
	o.format, o.hashBase, o.OnError, o.longest = "auto", "auto", "pass", 64<<20
	fs.Var(flagvalue.NewChoice(&o.format, "auto", "jsonl", "tsv", "csv", "lines", "files"), "input-format",
		"`FORMAT`: jsonl, tsv, csv, lines, files, auto\nfiles: each line is the path of a record. auto, the default, goes by the name of the input; failing that, it is jsonl if the input begins with {, otherwise lines.")
	fs.Lookup("input-format").DefValue = ""
	fs.StringArrayVar(&o.texts, "text-field", nil, "compare the text in field `NAME`\nNAME is a dotted path in JSON (default: text); in TSV and CSV it is the number of a column or, with --header, its name. NAME=WEIGHT gives the field a weight. May be repeated.")
	fs.StringVar(&o.id, "id-field", "", "take the id of a record from field `NAME`\nDefault: the number of its line.")
	fs.StringVar(&o.hash, "simhash-field", "", "take the simhash of a record from field `NAME`\nIf a record has none, it is computed.")
	fs.Var(flagvalue.NewChoice(&o.hashBase, "auto", "10", "16"), "hash-base", "`BASE` of these simhashes: 10, 16, auto")
	fs.BoolVar(&o.header, "header", false, "the first row of TSV and CSV names the columns")
	fs.BoolVarP(&o.zero, "zero", "0", false, "lines end with a NUL (formats lines and files)")
	fs.BoolVar(&o.HTML, "html", false, "leave out the tags of HTML")
	fs.Var(flagvalue.NewChoice(&o.OnError, "pass", "drop", "stop"), "on-error",
		"`ACTION` on a malformed record: pass, drop, stop\npass, the default, writes it to the output.")
	fs.Lookup("on-error").DefValue = ""
	fs.Var(&o.longest, "max-record", "longest record, as `SIZE`\nalike needs several times as much memory.")
	fs.Lookup("max-record").DefValue = "64MiB"
}

// Hashed reports whether the records have simhashes.
func (o *Records) Hashed() bool { return o.hash != "" }

// RecordInputs returns the inputs that the arguments name, or standard input without
// arguments.
func RecordInputs(stdin io.Reader, args []string) ([]records.Input, error) {
	if len(args) == 0 {
		args = []string{input.Stdin}
	}
	var inputs []records.Input
	standard := false
	for _, name := range args {
		in := records.Input{Name: name}
		switch {
		case name == "":
			return nil, advice.Usagef("an empty path was given: name a file")
		case name == input.Stdin && standard:
			return nil, advice.Usagef("standard input can be read only once: give - once")
		case name == input.Stdin:
			standard = true
			in.Name, in.From = "standard input", stdin
		}
		inputs = append(inputs, in)
	}
	return inputs, nil
}

// Options returns the options for reading the inputs, and the weights of the text fields,
// or nil if none is given. If the format of an input is detected from its first byte, it
// replaces the input with one that starts at this byte.
func (o *Records) Options(ctx context.Context, inputs []records.Input) (r records.Options, weights []float64, err error) {
	format, err := o.inputFormat(ctx, inputs)
	if err != nil {
		return r, nil, err
	}
	r.Layout = records.Layout{Format: format, ID: o.id, Hash: o.hash, Header: o.header, Zero: o.zero}
	r.Longest = int(o.longest)
	if o.hashBase != "auto" {
		r.HashBase, _ = strconv.Atoi(o.hashBase)
	}
	if r.Texts, weights, err = o.fields(); err != nil {
		return r, nil, err
	}
	columns := format == records.TSV || format == records.CSV
	switch {
	case o.longest < 1:
		return r, nil, advice.Usagef("--max-record must be at least 1")
	case o.hash == "" && r.HashBase != 0:
		return r, nil, advice.Usagef("--hash-base is for simhashes in the records: name their field with --simhash-field")
	case len(r.Texts) == 0 && o.hash == "" && format == records.JSONL:
		r.Texts = []string{"text"}
	case len(r.Texts) == 0 && o.hash == "" && columns:
		return r, nil, advice.Usagef("name the column of the text: --text-field 2, or its name with --header")
	}
	check, err := records.NewReader(nil, r)
	if err != nil {
		return r, nil, advice.Usagef("%v", err)
	}
	check.Close()
	return r, weights, nil
}

// fields returns the names and weights of --text-field. weights is nil if none is given.
func (o *Records) fields() (names []string, weights []float64, err error) {
	weighted := false
	for _, text := range o.texts {
		name, weight := text, 1.0
		if at := strings.LastIndexByte(text, '='); at >= 0 {
			w, err := strconv.ParseFloat(text[at+1:], 64)
			if err != nil || !flagvalue.Decimal(text[at+1:]) || w <= 0 || w > 1<<16 {
				return nil, nil, advice.Usagef("--text-field %s: the weight after = must be a number above 0 and at most 65536", terminal.Visible(text))
			}
			name, weight, weighted = text[:at], w, true
		}
		names, weights = append(names, name), append(weights, weight)
	}
	if !weighted {
		weights = nil
	}
	return names, weights, nil
}

// inputFormat returns the common format of the inputs.
func (o *Records) inputFormat(ctx context.Context, inputs []records.Input) (records.Format, error) {
	if o.format != "auto" {
		return records.ParseFormat(o.format)
	}
	var format records.Format
	for i := range inputs {
		f, err := formatOf(ctx, &inputs[i], o.zero)
		if err != nil {
			return "", err
		}
		if f != cmp.Or(format, f) {
			return "", advice.Usagef("%s looks like %s, and the inputs before it like %s: name one format with --input-format, or read them separately",
				terminal.Visible(inputs[i].Name), f, format)
		}
		format = f
	}
	return format, nil
}

// extensions maps the extensions of names to formats.
var extensions = map[string]records.Format{
	".jsonl": records.JSONL, ".ndjson": records.JSONL, ".json": records.JSONL,
	".tsv": records.TSV, ".tab": records.TSV, ".csv": records.CSV, ".txt": records.Lines,
}

// formatOf returns the format of an input by its name or, failing that, its first bytes.
func formatOf(ctx context.Context, in *records.Input, zero bool) (records.Format, error) {
	if in.From == nil {
		name := strings.ToLower(in.Name)
		for _, packed := range []string{".gz", ".zst"} {
			name = strings.TrimSuffix(name, packed)
		}
		if f, ok := extensions[filepath.Ext(name)]; ok && f != records.JSONL {
			return f, nil
		} else if ok {
			begins, err := sniff(ctx, in)
			if err == nil && begins[0] == '[' {
				err = arrayError(in)
			}
			return f, err
		}
	}
	if zero {
		return records.Lines, nil
	}
	begins, err := sniff(ctx, in)
	switch {
	case err != nil:
		return "", err
	case begins[0] == '{':
		return records.JSONL, nil
	case begins == [2]byte{'[', '{'}:
		return "", arrayError(in)
	}
	return records.Lines, nil
}

// arrayError returns the error about an input that is one array of JSON.
func arrayError(in *records.Input) error {
	return advice.With(fmt.Errorf("%s is an array of JSON, and records are lines with an object each", terminal.Visible(in.Name)),
		"jq -c '.[]' makes lines of it; if it is text, say --input-format lines")
}

// sniff returns the first bytes of an input. It waits for data on a pipe until ctx is
// done.
func sniff(ctx context.Context, in *records.Input) (begins [2]byte, err error) {
	type sniffed struct {
		begins [2]byte
		same   records.Input
		err    error
	}
	done := make(chan sniffed, 1)
	go func(in records.Input) {
		var s sniffed
		s.begins, s.same, s.err = in.Sniff()
		done <- s
	}(*in)
	select {
	case <-ctx.Done():
		return begins, ctx.Err()
	case s := <-done:
		*in = s.same
		return s.begins, s.err
	}
}

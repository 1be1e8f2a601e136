package main

import (
	"time"

	"alike/cmd/alike/flags"
	"alike/cmd/alike/report"
)

// printer returns a printer of the results of a verb on standard output.
func (a *app) printer(f report.Flags, about report.About) (*report.Printer, error) {
	columns := a.env.outColumns()
	colour := a.common.color == "always" || a.common.color == "auto" && columns > 0 &&
		a.env.getenv("NO_COLOR") == "" && a.env.getenv("TERM") != "dumb"
	p, err := report.New(report.Output{Results: a.env.stdout, Columns: columns, Colour: colour, Screen: a.screen}, f, about)
	a.printed = p
	return p, err
}

// end completes the results with the summary.
func (a *app) end(p *report.Printer, sum *report.Summary) error {
	sum.Failed, sum.Took = a.failed, time.Since(a.started)
	return p.End(sum)
}

// roomToSort returns how many bytes of memory results may take while they are sorted.
func (a *app) roomToSort(o flags.Memory) int64 {
	if o.Bytes > 0 {
		return int64(o.Bytes) / 4
	}
	return a.sortRoom
}

package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// drawComparison draws a bar for each row that ran, on a scale of seconds that
// is logarithmic: from find to sim_text are three powers of ten.
func drawComparison(c comparison) string {
	const left, barHeight, top, width = 220, 26, 60, 860
	var rows []row
	var values []float64
	for _, r := range c.Rows {
		if r.Rounds > 0 {
			rows, values = append(rows, r), append(values, r.Seconds)
		}
	}
	bottom := float64(top + barHeight*len(rows))
	d := newDrawing(width, bottom+60)
	d.text(20, 28, "start", ink, fmt.Sprintf("Seconds for %s files, %.0f MiB (median of whole processes; in brackets × b3sum)",
		count(float64(c.Files)), float64(c.Bytes)/mib))
	x := logAxis(values, left, width-130)
	for _, v := range x.ticks() {
		d.line(x.at(v), top-6, x.at(v), bottom, faint)
		d.text(x.at(v), bottom+18, "middle", ink, count(v))
	}
	d.text((x.low+x.high)/2, bottom+42, "middle", ink, "seconds, logarithmic")
	for i, r := range rows {
		y := float64(top + barHeight*i)
		hue := peerHue
		if strings.HasPrefix(r.Name, "alike") {
			hue = oursHue
		}
		d.text(left-8, y+16, "end", ink, r.Name)
		d.rect(left, y+3, x.at(r.Seconds)-left, barHeight-8, hue)
		label := figures(r.Seconds)
		if r.Ratio > 0 {
			label += " (" + figures(r.Ratio) + ")"
		}
		d.text(x.at(r.Seconds)+6, y+16, "start", ink, label)
	}
	return d.String()
}

// line is one curve of a panel.
type line struct {
	name, hue string
	values    []float64 // 0: not known
}

// drawGrowth draws panels above each other, all over the number of files: if cost
// grows as the tree does, the curves are flat. Processor time has a panel too,
// since on a busy machine it is steadier than the clock.
func drawGrowth(g growth) string {
	var files, memory, memoryAgain, share []float64
	clock, cpu := costs(), costs()
	for _, s := range g.Sizes {
		files = append(files, float64(s.Files))
		for i, r := range []row{s.Scan, s.Sum, s.Again} {
			clock[i].values = append(clock[i].values, perFile(r.Seconds, s.Files))
			cpu[i].values = append(cpu[i].values, perFile(r.CPU, s.Files))
		}
		memory = append(memory, float64(s.Scan.Peak)/mib)
		memoryAgain = append(memoryAgain, float64(s.Again.Peak)/mib)
		share = append(share, 100*s.Index.share())
	}
	d := newDrawing(720, 1050)
	panel(d, 40, "Microseconds for each file, by the clock", files, clock)
	panel(d, 290, "Microseconds for each file, of processors", files, cpu)
	panel(d, 540, "Peak memory, MiB", files, []line{
		{"alike scan, fresh", oursHue, memory}, {"alike scan, again", floorHue, memoryAgain}})
	panel(d, 790, "Index, % of the tree's bytes", files, []line{{"index", oursHue, share}})
	d.text(320, 1035, "middle", ink, "files in the tree, logarithmic")
	return d.String()
}

// drawSearches draws what a search takes over the number of contents, both
// logarithmic: a cost that grows as the index does is a line of one slope.
func drawSearches(s searches) string {
	var contents, pairs, reading, asking, worst, process []float64
	for _, i := range s.Indexes {
		contents = append(contents, float64(i.Contents))
		pairs, reading = append(pairs, i.Pairs.Seconds), append(reading, i.Reading.Seconds)
		asking, worst = append(asking, i.Asking.Median), append(worst, i.Asking.P99)
		process = append(process, i.Query.Seconds*1000)
	}
	d := newDrawing(720, 550)
	panelOn(d, logAxis, 40, "Seconds for all similar pairs", contents, []line{
		{"alike pairs", oursHue, pairs}, {"reading alone", peerHue, reading}})
	panelOn(d, logAxis, 290, "Milliseconds for a query", contents, []line{
		{"median", oursHue, asking}, {"99 of 100", floorHue, worst}, {"whole process", peerHue, process}})
	d.text(320, 535, "middle", ink, "contents in the index, all logarithmic")
	return d.String()
}

// costs are the curves of what a file costs, without values.
func costs() []line {
	return []line{
		{name: "alike scan, fresh", hue: oursHue},
		{name: "b3sum", hue: peerHue},
		{name: "alike scan, again", hue: floorHue},
	}
}

// filesAxis spans from the smallest tree to the largest, which are its ends.
func filesAxis(files []float64, low, high float64) axis {
	if len(files) == 0 {
		return axis{1, 10, low, high, true}
	}
	return axis{slices.Min(files), slices.Max(files), low, high, true}
}

// panel draws curves over the number of files, from zero on.
func panel(d *drawing, top float64, title string, files []float64, lines []line) {
	panelOn(d, zeroAxis, top, title, files, lines)
}

// panelOn draws curves over the number of files, on an axis made for their values.
func panelOn(d *drawing, axisOf func(values []float64, low, high float64) axis, top float64, title string, files []float64, lines []line) {
	const left, right, height = 90, 550, 180
	var all []float64
	for _, l := range lines {
		all = append(all, l.values...)
	}
	x, y := filesAxis(files, left, right), axisOf(all, top+height, top)
	d.text(left, top-12, "start", ink, title)
	for _, v := range y.ticks() {
		d.line(left, y.at(v), right, y.at(v), faint)
		d.text(left-8, y.at(v)+4, "end", ink, count(v))
	}
	for _, v := range files {
		d.line(x.at(v), top, x.at(v), top+height, faint)
		d.text(x.at(v), top+height+18, "middle", ink, count(v))
	}
	ends := map[float64]line{}
	for _, l := range lines {
		if end, ok := curve(d, x, y, files, l); ok {
			for ends[end].name != "" {
				end++
			}
			ends[end] = l
		}
	}
	// Names stand behind the ends of their curves, but not on each other.
	below := math.Inf(-1)
	for _, end := range slices.Sorted(maps.Keys(ends)) {
		below = max(end, below+16)
		d.text(right+12, below+4, "start", ends[end].hue, ends[end].name)
	}
}

// curve draws a line and returns the height of its last point.
func curve(d *drawing, x, y axis, files []float64, l line) (end float64, ok bool) {
	last := -1
	for i, v := range l.values {
		if v == 0 {
			continue
		}
		if last >= 0 {
			d.line(x.at(files[last]), end, x.at(files[i]), y.at(v), l.hue)
		}
		d.dot(x.at(files[i]), y.at(v), l.hue)
		last, end = i, y.at(v)
	}
	return end, last >= 0
}

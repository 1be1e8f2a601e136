// Command schedule distributes work packages among a team.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type packet struct {
	who, when, hi, lo, cost int
	enables, blockers       []*packet
	pending, nr, seenAt     int
	tag                     string
	planned                 bool
}

func (p *packet) finish() int { return p.when + p.cost }

type team struct {
	packets []*packet
	byTag   map[string]*packet
}

func (t *team) get(tag string) *packet {
	p := t.byTag[tag]
	if p == nil {
		p = &packet{tag: tag}
		t.byTag[tag] = p
		t.packets = append(t.packets, p)
	}
	return p
}

func (t *team) accept(nr int, tag string, rest []string) error {
	if len(rest) == 0 {
		return errors.New("duration is missing")
	}
	cost, err := strconv.Atoi(rest[0])
	if !(err == nil && cost >= 0) {
		return fmt.Errorf("bad duration %q", rest[0])
	}
	p := t.get(tag)
	if p.nr == 0 {
		p.nr, p.cost = nr, cost
		for i := 1; i < len(rest); i++ {
			b := t.get(rest[i])
			b.enables = append(b.enables, p)
			p.blockers = append(p.blockers, b)
			p.pending++
		}
		return nil
	}
	return fmt.Errorf("%s is known from line %d", tag, p.nr)
}

func (t *team) input() error {
	in, nr := bufio.NewScanner(os.Stdin), 0
	for in.Scan() {
		nr++
		w := strings.Fields(in.Text())
		if len(w) != 0 && !strings.HasPrefix(w[0], "#") {
			if err := t.accept(nr, w[0], w[1:]); err != nil {
				return fmt.Errorf("line %d: %w", nr, err)
			}
		}
	}
	for _, p := range t.packets {
		if p.nr > 0 {
			continue
		}
		return fmt.Errorf("%s is needed but not defined", p.tag)
	}
	return in.Err()
}

// line up all packets behind their blockers, computing lo on the way
func (t *team) lineUp() (done []*packet, span int) {
	for _, p := range t.packets {
		if p.pending == 0 {
			done = append(done, p)
		}
	}
	for i := 0; i != len(done); i++ {
		p := done[i]
		if p.lo+p.cost > span {
			span = p.lo + p.cost
		}
		for _, e := range p.enables {
			if e.lo < p.lo+p.cost {
				e.lo = p.lo + p.cost
			}
			if e.pending--; e.pending == 0 {
				done = append(done, e)
			}
		}
	}
	return
}

func (t *team) loop() string {
	var at *packet
	for i := len(t.packets) - 1; i >= 0; i-- {
		if t.packets[i].pending != 0 {
			at = t.packets[i]
		}
	}
	var path []string
	for n := 1; at.seenAt == 0; n++ {
		at.seenAt = n
		path = append(path, at.tag)
		var next *packet
		for i := 0; next == nil; i++ {
			if b := at.blockers[i]; b.pending > 0 {
				next = b
			}
		}
		at = next
	}
	path = append(path, at.tag)
	return strings.Join(path[at.seenAt-1:], " <- ")
}

func deadlines(done []*packet, span int) {
	if len(done) == 0 {
		return
	}
	p := done[len(done)-1]
	p.hi = span - p.cost
	for _, e := range p.enables {
		if e.hi-p.cost < p.hi {
			p.hi = e.hi - p.cost
		}
	}
	deadlines(done[:len(done)-1], span)
}

// startable gives the moment when all blockers are through.
func (p *packet) startable() (moment int, ok bool) {
	for i := 0; i < len(p.blockers); i++ {
		b := p.blockers[i]
		if !b.planned {
			return 0, false
		}
		if f := b.finish(); f > moment {
			moment = f
		}
	}
	return moment, true
}

func (t *team) share(members int) (last int) {
	avail := make([]int, members)
	for n := len(t.packets); n > 0; n-- {
		var urgent *packet
		earliest := 0
		for _, p := range t.packets {
			if !p.planned && (urgent == nil || urgent.hi > p.hi) {
				if m, ok := p.startable(); ok {
					earliest, urgent = m, p
				}
			}
		}
		m := members - 1
		for k := m - 1; k >= 0; k-- {
			if avail[k] <= avail[m] {
				m = k
			}
		}
		if avail[m] > earliest {
			earliest = avail[m]
		}
		urgent.planned, urgent.who, urgent.when = true, m+1, earliest
		avail[m] = urgent.finish()
		if last < avail[m] {
			last = avail[m]
		}
	}
	return last
}

func run(members int) error {
	t := &team{byTag: map[string]*packet{}}
	if err := t.input(); err != nil {
		return err
	}
	done, span := t.lineUp()
	if len(done) != len(t.packets) {
		fmt.Println("cycle:", t.loop())
		os.Exit(1)
	}
	deadlines(done, span)
	effort := members
	if effort < 1 {
		effort = 1
	}
	last := t.share(effort)
	fmt.Printf("%-16s %8s %8s %8s %8s %6s\n", "task", "duration", "earliest", "latest", "start", "worker")
	tight := "critical: "
	glue := ""
	for _, p := range done {
		fmt.Printf("%-16s %8d %8d %8d %8d %6d\n", p.tag, p.cost, p.lo, p.hi, p.when, p.who)
		if p.hi-p.lo == 0 {
			tight += glue + p.tag
			glue = " "
		}
	}
	fmt.Println(tight)
	fmt.Printf("length %d, with %d workers %d\n", span, members, last)
	return nil
}

func main() {
	members := flag.Int("w", 2, "number of workers")
	flag.Parse()
	err := run(*members)
	if err == nil {
		return
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

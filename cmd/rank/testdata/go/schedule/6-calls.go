// A planner for activities that depend on each other.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
)

type activity struct {
	title      string
	origin     int
	length     int
	requires   []int
	requiredBy []int
	soonest    int
	tardiest   int
}

func (a *activity) urgent() bool {
	return a.soonest == a.tardiest
}

func intern(title string, byTitle map[string]int, all *[]activity) int {
	if i, ok := byTitle[title]; ok {
		return i
	}
	i := len(*all)
	*all = append(*all, activity{title: title})
	byTitle[title] = i
	return i
}

func parseLength(w []string, number int) (int, error) {
	if len(w) < 2 {
		return 0, fmt.Errorf("line %d: duration is missing", number)
	}
	d, err := strconv.Atoi(w[1])
	if err != nil || d < 0 {
		return 0, fmt.Errorf("line %d: bad duration %q", number, w[1])
	}
	return d, nil
}

func connect(all []activity, later, sooner int) {
	all[later].requires = append(all[later].requires, sooner)
	all[sooner].requiredBy = append(all[sooner].requiredBy, later)
}

func parseLine(number int, w []string, all *[]activity, byTitle map[string]int) error {
	d, err := parseLength(w, number)
	if err != nil {
		return err
	}
	i := intern(w[0], byTitle, all)
	a := &(*all)[i]
	if a.origin != 0 {
		return fmt.Errorf("line %d: %s is known from line %d", number, w[0], a.origin)
	}
	a.origin, a.length = number, d
	for _, title := range w[2:] {
		sooner := intern(title, byTitle, all)
		connect(*all, i, sooner)
	}
	return nil
}

func firstUndefined(all []activity) error {
	for i := range all {
		if all[i].origin == 0 {
			return fmt.Errorf("%s is needed but not defined", all[i].title)
		}
	}
	return nil
}

func parse(in *bufio.Scanner) ([]activity, error) {
	var all []activity
	byTitle := make(map[string]int)
	for number := 1; in.Scan(); number++ {
		w := strings.Fields(in.Text())
		if len(w) == 0 || w[0][0] == '#' {
			continue
		}
		if err := parseLine(number, w, &all, byTitle); err != nil {
			return nil, err
		}
	}
	if err := firstUndefined(all); err != nil {
		return nil, err
	}
	return all, in.Err()
}

func release(queue, waiting, users []int) []int {
	for _, u := range users {
		waiting[u]--
		if waiting[u] == 0 {
			queue = append(queue, u)
		}
	}
	return queue
}

// firstWaiting returns the first of the candidates that still waits.
func firstWaiting(waiting, candidates []int) int {
	for _, c := range candidates {
		if waiting[c] > 0 {
			return c
		}
	}
	return -1
}

func reportCycle(waiting []int, all []activity) {
	every := make([]int, len(all))
	for i := range every {
		every[i] = i
	}
	at := firstWaiting(waiting, every)
	position := make([]int, len(all))
	var trail []string
	for position[at] == 0 {
		trail = append(trail, all[at].title)
		position[at] = len(trail)
		at = firstWaiting(waiting, all[at].requires)
	}
	trail = append(trail[position[at]-1:], all[at].title)
	fmt.Println("cycle:", strings.Join(trail, " <- "))
}

func forwards(queue []int, all []activity) int {
	length := 0
	for _, i := range queue {
		a := &all[i]
		for _, r := range a.requires {
			a.soonest = max(a.soonest, all[r].soonest+all[r].length)
		}
		length = max(length, a.soonest+a.length)
	}
	return length
}

func backwards(length int, all []activity, queue []int) {
	for k := len(queue) - 1; k >= 0; k-- {
		a := &all[queue[k]]
		a.tardiest = length - a.length
		for _, u := range a.requiredBy {
			a.tardiest = min(a.tardiest, all[u].tardiest-a.length)
		}
	}
}

// timetable is the result of the distribution, -1 is an unplanned activity.
type timetable struct {
	begins []int
	doers  []int
	idle   []int
}

func newTimetable(doers, n int) *timetable {
	t := &timetable{make([]int, n), make([]int, n), make([]int, doers)}
	for i := range t.begins {
		t.begins[i] = -1
	}
	return t
}

func (t *timetable) readyAt(all []activity, requires []int) (int, bool) {
	at := 0
	for _, r := range requires {
		if t.begins[r] < 0 {
			return 0, false
		}
		at = max(at, t.begins[r]+all[r].length)
	}
	return at, true
}

func (t *timetable) mostUrgent(all []activity) (best, ready int) {
	best = -1
	for i := range all {
		if t.begins[i] >= 0 || best >= 0 && all[best].tardiest <= all[i].tardiest {
			continue
		}
		if at, ok := t.readyAt(all, all[i].requires); ok {
			best, ready = i, at
		}
	}
	return best, ready
}

func (t *timetable) firstIdle() int {
	w := 0
	for k, since := range t.idle {
		if since < t.idle[w] {
			w = k
		}
	}
	return w
}

func distribute(doers int, all []activity) (*timetable, int) {
	t := newTimetable(doers, len(all))
	finish := 0
	for range all {
		i, ready := t.mostUrgent(all)
		w := t.firstIdle()
		t.doers[i] = w
		t.begins[i] = max(t.idle[w], ready)
		t.idle[w] = t.begins[i] + all[i].length
		finish = max(finish, t.idle[w])
	}
	return t, finish
}

func printPlan(queue []int, t *timetable, all []activity) {
	fmt.Printf("%-16s %8s %8s %8s %8s %6s\n", "task", "duration", "earliest", "latest", "start", "worker")
	var critical []string
	for _, i := range queue {
		a := &all[i]
		fmt.Printf("%-16s %8d %8d %8d %8d %6d\n", a.title, a.length, a.soonest, a.tardiest, t.begins[i], t.doers[i]+1)
		if a.urgent() {
			critical = append(critical, a.title)
		}
	}
	fmt.Println("critical:", strings.Join(critical, " "))
}

func main() {
	doers := flag.Int("w", 2, "number of workers")
	flag.Parse()
	all, err := parse(bufio.NewScanner(os.Stdin))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}

	waiting := make([]int, len(all))
	var queue []int
	for i := range all {
		waiting[i] = len(all[i].requires)
		if waiting[i] == 0 {
			queue = append(queue, i)
		}
	}
	for head := 0; head < len(queue); head++ {
		queue = release(queue, waiting, all[queue[head]].requiredBy)
	}
	if len(queue) < len(all) {
		reportCycle(waiting, all)
		os.Exit(1)
	}

	length := forwards(queue, all)
	backwards(length, all, queue)
	t, finish := distribute(max(*doers, 1), all)
	printPlan(queue, t, all)
	fmt.Printf("length %d, with %d workers %d\n", length, *doers, finish)
}

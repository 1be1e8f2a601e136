// Command rank scores how well alike and its peers tell copied programs from programs that
// were written independently, on the labelled collection in testdata.
//
//	go run ./cmd/rank                   the tasks that no default was chosen on
//	go run ./cmd/rank --tuning          the other tasks
//	go run ./cmd/rank --origins DIR     scores packages of registries instead, downloaded to DIR
//	go run ./cmd/rank --write DIR       writes the programs to DIR, and runs nothing
//	go run ./cmd/rank --boilerplate DIR scores the pairs of a source tree instead
//	go run ./cmd/rank --renames DIR     scores the renamed files of a git repository instead
//	go run ./cmd/rank --forks DIR,DIR   scores the files that two trees have in common
//	go run ./cmd/rank --small DIR,DIR…  scores edited copies of the small files of some trees
//
// The collection has six independent solutions of each of thirty tasks in Java, C, C++,
// Python, JavaScript and Go, and for each task twelve disguised copies: eight made here,
// four by hand, the deepest ones. peers/install.sh in this folder installs the peers; those
// that are missing are listed as not installed.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/pflag"
)

type options struct {
	tree    string
	renames string
	forks   []string
	small   []string
	tasks   string
	origins string
	tuning  bool
	only    []string
	write   string
	alike   string
	flags   []string
	tools   []string
	peers   string
	verbose bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "rank:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, args []string) error {
	var o options
	fs := pflag.NewFlagSet("rank", pflag.ContinueOnError)
	fs.StringVar(&o.tasks, "tasks", "cmd/rank/testdata", "the collection")
	fs.StringVar(&o.origins, "origins", "", "score the packages of testdata/origins.txt instead, and download them to `DIR`")
	fs.BoolVar(&o.tuning, "tuning", false, "the tasks that defaults may be chosen on, not those kept back")
	fs.StringSliceVar(&o.only, "languages", nil, "only tasks in these `LANGUAGES`, such as java,c")
	fs.StringVar(&o.write, "write", "", "write the programs to `DIR` and stop")
	fs.StringVar(&o.alike, "alike", "", "use the alike at `PATH`, not one built from this tree")
	fs.StringArrayVar(&o.flags, "flag", nil, "give alike this `FLAG` as well, such as --by=smaller")
	fs.StringVar(&o.peers, "peers", "peers", "the `DIR` that peers/install.sh has installed the peers in")
	fs.StringSliceVar(&o.tools, "tools", nil, "run only these `TOOLS`")
	fs.BoolVarP(&o.verbose, "verbose", "v", false, "also list the recall by disguise, or the pairs that are missed")
	fs.StringVar(&o.tree, "boilerplate", "", "score the pairs of the source tree in `DIR`: how many share more than licences")
	fs.StringVar(&o.renames, "renames", "", "score the files that the history of the git repository in `DIR` renames")
	fs.StringSliceVar(&o.forks, "forks", nil, "score the files that have one name in two trees, `DIR,DIR`, and half of their lines")
	fs.StringSliceVar(&o.small, "small", nil, "score edited copies of the small files in the trees `DIR,DIR…`")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, pflag.ErrHelp) {
			return nil
		}
		return err
	}
	programs, err := readPrograms(ctx, o)
	if err != nil {
		return err
	}
	if o.write != "" {
		return write(programs, o.write, true)
	}
	work, err := os.MkdirTemp("", "alike-rank-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if o.alike == "" {
		o.alike = filepath.Join(work, "alike")
		if data, err := exec.CommandContext(ctx, "go", "build", "-o", o.alike, "./cmd/alike").CombinedOutput(); err != nil {
			return fmt.Errorf("build alike: %w\n%s", err, data)
		}
	}
	if o.tree != "" {
		return boilerplate(ctx, out, o, o.tree, work)
	}
	if o.renames != "" || o.forks != nil {
		return scoreEdits(ctx, out, o, work)
	}
	if o.small != nil {
		return scoreSmall(ctx, out, o, work)
	}
	t := &table{out: out, programs: programs, verbose: o.verbose, origins: o.origins != ""}
	t.head()
	for _, tool := range tools(o) {
		if len(o.tools) > 0 && !slices.Contains(o.tools, tool.name) {
			continue
		}
		if err := t.row(ctx, tool, work); err != nil {
			return err
		}
	}
	return nil
}

// readPrograms reads the labelled programs that are to be scored.
func readPrograms(ctx context.Context, o options) ([]program, error) {
	wanted := func(language string) bool { return len(o.only) == 0 || slices.Contains(o.only, language) }
	if o.origins != "" {
		return readOrigins(ctx, filepath.Join(o.tasks, "origins.txt"), o.origins, wanted)
	}
	return readCollection(o.tasks, func(task string) bool {
		language, _, _ := strings.Cut(task, "/")
		return slices.Contains(keptBack, task) != o.tuning && wanted(language)
	})
}

// table prints a row for each tool.
type table struct {
	out      io.Writer
	programs []program
	verbose  bool
	origins  bool // whether the programs are packages, which have no templates
}

func (t *table) head() {
	if t.origins {
		fmt.Fprint(t.out, "| AUC / best F1 / recall at one false pair in 1,000 | other packages | other exercises of the language |\n|---|---|---|\n")
		return
	}
	fmt.Fprint(t.out, "| AUC / best F1 / recall at one false pair in 1,000 | with templates | without | other tasks of the language |\n|---|---|---|---|\n")
}

func (t *table) row(ctx context.Context, tool tool, work string) error {
	cells := []string{tool.name}
	var byDisguise []string
	for _, templates := range []bool{true, false} {
		if templates && t.origins {
			continue
		}
		dir := filepath.Join(work, fmt.Sprint("templates-", templates))
		if _, err := os.Stat(dir); err != nil {
			if err := write(t.programs, dir, templates); err != nil {
				return err
			}
		}
		scores, err := tool.run(ctx, dir, t.programs)
		if errors.Is(err, exec.ErrNotFound) {
			fmt.Fprintf(t.out, "| %s | not installed | | |\n", tool.name)
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", tool.name, err)
		}
		cells = append(cells, judge(t.within(scores, "")).String())
		if !templates {
			cells = append(cells, judge(t.across(scores)).String())
		}
		if t.verbose && t.origins {
			byDisguise = t.worst(scores)
		}
		if t.verbose && (templates || t.origins) {
			for _, d := range t.disguises() {
				byDisguise = append(byDisguise, fmt.Sprintf("%s %s", d, judge(t.within(scores, d))))
			}
		}
	}
	fmt.Fprintf(t.out, "| %s |\n", strings.Join(cells, " | "))
	for _, line := range byDisguise {
		fmt.Fprintln(t.out, "    ", line)
	}
	return nil
}

func (t *table) disguises() []string {
	var names []string
	for i := range t.programs {
		if d := t.programs[i].disguise; d != "" && !slices.Contains(names, d) {
			names = append(names, d)
		}
	}
	slices.Sort(names)
	return names
}

func (q quality) String() string { return fmt.Sprintf("%.3f / %.3f / %.3f", q.auc, q.f1, q.recall) }

// pair is a pair of programs by number, the smaller one first.
type pair [2]int

// within returns the pairs of programs of the same task: copies and their sources, and
// pairs of different origin. If disguise is not empty, other copies are left out.
func (t *table) within(scores map[pair]float64, disguise string) []labelled {
	var pairs []labelled
	t.each(func(p pair, a, b *program) {
		if a.language != b.language || a.task != b.task {
			return
		}
		copied, counts := label(a, b)
		if counts && (!copied || disguise == "" || a.disguise == disguise || b.disguise == disguise) {
			pairs = append(pairs, labelled{scores[p], copied})
		}
	})
	return pairs
}

// across returns the copies with their sources, and the pairs of programs of different
// tasks in one language.
func (t *table) across(scores map[pair]float64) []labelled {
	var pairs []labelled
	t.each(func(p pair, a, b *program) {
		if a.language != b.language {
			return
		}
		if a.task != b.task {
			pairs = append(pairs, labelled{scores[p], false})
		} else if copied, counts := label(a, b); copied && counts {
			pairs = append(pairs, labelled{scores[p], true})
		}
	})
	return pairs
}

func (t *table) each(f func(p pair, a, b *program)) {
	for i := range t.programs {
		for j := i + 1; j < len(t.programs); j++ {
			f(pair{i, j}, &t.programs[i], &t.programs[j])
		}
	}
}

package flags

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// Rule selects the windows that become fingerprints. An index keeps the rule that it
// was made with.
type Rule struct {
	set     *pflag.FlagSet
	rule    fingerprint.Rule
	anchors string // path of the file of anchors
}

// AddFlags adds --window, --density and --anchors.
func (o *Rule) AddFlags(fs *pflag.FlagSet) {
	o.rule = fingerprint.DefaultRule
	o.set = newSet()
	o.set.Var(flagvalue.NewNumber(&o.rule.Window, fingerprint.MinWindow), "window", "shortest match, in `BYTES` or tokens of code")
	o.set.Lookup("window").DefValue = windowDefault
	o.set.Var(flagvalue.NewDensity(&o.rule.Density), "density", "level of detail, higher is coarser: `K` or auto\n"+
		"About one in 2^K windows is a candidate; of overlapping ones only the best is kept. K is up to 24; with windows of 50 bytes, levels finer than 4 select no more. auto is finer for smaller files.")
	o.set.StringVar(&o.anchors, "anchors", "", "select the windows after the strings in `FILE`\n"+
		`FILE has one string per line; \n, \t, \x00 and \\ are escapes. Without this flag, windows are selected by their hash.`)
	fs.AddFlagSet(o.set)
}

// windowDefault is the default of --window in help.
const windowDefault = "50, of text and code 12"

// FirstGiven returns the name of the first flag that was given, or "".
func (o *Rule) FirstGiven() string { return firstGiven(o.set) }

// Params returns the parameters that an index must have, or nil if no flag was given.
func (o *Rule) Params(ctx context.Context, view string) (*db.Params, error) {
	rule, err := o.Rule(ctx, view)
	if err != nil || firstGiven(o.set) == "" {
		return nil, err
	}
	return &db.Params{View: view, Rule: rule}, nil
}

// Rule returns the rule that the flags select under a view. It reads the file of anchors.
func (o *Rule) Rule(ctx context.Context, kind string) (fingerprint.Rule, error) {
	rule := o.rule.WithoutSmall()
	usual := view.Kind(kind).Rule()
	if !o.set.Changed("window") {
		rule.Window = usual.Window
	}
	if rule.Density == fingerprint.Auto {
		rule.Density = usual.Density
	}
	if o.set.Changed("anchors") {
		if o.set.Changed("density") {
			return rule, advice.Usagef("--density selects windows by hash, --anchors by strings: leave one of them out")
		}
		if o.anchors == "" {
			return rule, advice.Usagef("--anchors is empty: name a file of strings, one per line")
		}
		var err error
		if rule.Anchors, err = readAnchors(ctx, o.anchors, view.Kind(kind)); err != nil {
			return rule, err
		}
		rule.Density = 0
	}
	finest := fingerprint.FinestLevel(rule.Window)
	given := o.set.Changed("density") && !rule.IsAuto()
	if given && rule.Density > fingerprint.CoarsestLevel {
		return rule, advice.Usagef("--density %d is too coarse: give %d to %d, or auto", rule.Density, finest, fingerprint.CoarsestLevel)
	}
	if err := rule.Validate(); err != nil {
		return rule, advice.Usagef("%v", err)
	}
	if given && rule.Density < finest {
		return rule, advice.Usagef("--density %d selects the same windows as --density %d: give %d to %d, where higher is coarser, or auto; an index keeps its density without the flag",
			rule.Density, finest, finest, fingerprint.CoarsestLevel)
	}
	return rule.WithSmall(), nil
}

// anchorsRoom is the maximum size of a file of anchors in bytes: several times the size of
// the largest list that a rule accepts, with every byte escaped.
const anchorsRoom = 1 << 20

// readAnchors reads a file of anchors and applies a view to them.
func readAnchors(ctx context.Context, path string, kind view.Kind) (fingerprint.Anchors, error) {
	src := input.Interruptible(ctx, func() (io.ReadCloser, error) { return os.Open(path) })
	defer src.Close()
	list, err := io.ReadAll(io.LimitReader(src, anchorsRoom+1))
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", advice.With(fmt.Errorf("reading the anchors in %s: %w", path, input.WithoutPath(err)),
			"name a file of strings with --anchors, one per line")
	}
	if len(list) > anchorsRoom {
		return "", advice.Usagef("--anchors: %s is larger than %s: it is not a list of strings, one per line", path, terminal.Size(anchorsRoom))
	}
	anchors, err := fingerprint.ParseAnchors(list, func(anchor string) (string, error) { return view.Anchor(kind, anchor) })
	if err != nil {
		return "", advice.Usagef("--anchors: %s: %v", path, err)
	}
	return anchors, nil
}

package flags

import (
	"context"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flagvalue"
	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// Making are written into an index when it is made.
type Making struct {
	set     *pflag.FlagSet
	rule    fingerprint.Rule
	anchors string // path of their file
}

func (o *Making) AddFlags(fs *pflag.FlagSet) {
	o.rule = fingerprint.DefaultRule
	o.set = pflag.NewFlagSet("making", pflag.ContinueOnError)
	o.set.SortFlags = false
	o.set.Var(flagvalue.NewNumber(&o.rule.Window, fingerprint.MinWindow), "window", "length of a window in `BYTES`, the least that is recognised")
	o.set.Var(flagvalue.NewDensity(&o.rule.Density), "density", "level of detail; auto: the finer, the smaller the file")
	o.set.StringVar(&o.anchors, "anchors", "", `fingerprint what stands behind the strings in `+"`FILE`"+` instead, one a line (\n, \t, \x00 and \\ are escapes)`)
	fs.AddFlagSet(o.set)
}

// FirstGiven returns the name of a flag that was given, if any was.
func (o *Making) FirstGiven() string { return FirstGiven(o.set) }

// Params returns what an index of the view must have been made with, nil if nothing
// but perhaps the view was asked for.
func (o *Making) Params(ctx context.Context, view string) (*db.Params, error) {
	rule, err := o.Rule(ctx, view)
	if err != nil || FirstGiven(o.set) == "" {
		return nil, err
	}
	return &db.Params{View: view, Rule: rule}, nil
}

// Rule returns the rule that the flags ask for under a view. It reads the anchors.
func (o *Making) Rule(ctx context.Context, kind string) (fingerprint.Rule, error) {
	rule := o.rule
	if o.set.Changed("anchors") {
		if o.set.Changed("density") {
			return rule, advice.Usagef("--density says how many windows their hash selects, --anchors takes others: leave one out")
		}
		if o.anchors == "" {
			return rule, advice.Usagef("--anchors is empty: name a file of strings, one a line")
		}
		var err error
		if rule.Anchors, err = readAnchors(ctx, o.anchors, view.Kind(kind)); err != nil {
			return rule, err
		}
		rule.Density = 0
	}
	if err := rule.Validate(); err != nil {
		return rule, advice.Usagef("%v", err)
	}
	return rule, nil
}

// FirstGiven returns the name of a flag of the set that was given, if any was.
func FirstGiven(fs *pflag.FlagSet) string {
	name := ""
	fs.VisitAll(func(f *pflag.Flag) {
		if f.Changed && name == "" {
			name = f.Name
		}
	})
	return name
}

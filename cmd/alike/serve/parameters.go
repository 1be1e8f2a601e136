package serve

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"alike/cmd/alike/terminal"
)

// kind is how a query parameter becomes a flag.
type kind int

const (
	value  kind = iota + 1 // --name=value
	list                   // the same, maybe several times
	toggle                 // --name, if the value is "", 1 or true
)

type parameters map[string]kind

// The query parameters that become flags of a verb. They choose, order and limit what an
// answer lists. No flag that names a file to read or write, the index, or resources is
// among them.
var (
	similarity = parameters{
		"min": value, "by": value, "min-shared": value, "size-within": value, "hardlinks": toggle,
		"exact": toggle, "estimate": toggle,
	}
	filter   = parameters{"only": list, "not": list, "min-size": value, "max-size": value}
	ordering = parameters{"sort": value, "reverse": toggle, "limit": value}

	flags = map[string]parameters{
		"pairs":   merged(similarity, filter, ordering, parameters{"no-identical": toggle, "empty": toggle}),
		"groups":  merged(similarity, filter, ordering, parameters{"empty": toggle}),
		"folders": merged(filter, ordering, parameters{"min": value, "by": value, "hardlinks": toggle, "exact": toggle, "estimate": toggle, "min-files": value, "files": toggle}),
		"dups":    merged(filter, ordering, parameters{"empty": toggle, "hardlinks": toggle}),
		"changes": merged(similarity, filter, ordering, parameters{"since": value, "last": value, "kind": value, "all": toggle, "shown": toggle}),
		"query":   merged(similarity, filter, ordering, parameters{"shown": toggle}),
		"compare": {"window": value, "limit": value},
		"status":  {},
	}
)

func merged(all ...parameters) parameters {
	m := parameters{}
	for _, p := range all {
		for name, k := range p {
			m[name] = k
		}
	}
	return m
}

// parsed is the query of a request.
type parsed struct {
	args []string   // the command line
	own  url.Values // parameters that are not flags
}

// arguments returns the command line that the query of a request asks of a verb. own are
// parameters that are not flags.
func arguments(r *http.Request, verb string, own ...string) (parsed, error) {
	q, err := query(r)
	if err != nil {
		return parsed{}, err
	}
	p := parsed{args: []string{verb, "--format=json"}, own: url.Values{}}
	for _, name := range sorted(q) {
		values := q[name]
		k := flags[verb][name]
		if slices.Contains(own, name) {
			p.own[name] = values
			k = value
		} else if k == 0 {
			return parsed{}, Usage("%s takes no parameter %q", verb, terminal.Visible(name))
		}
		if len(values) > 1 && k != list {
			return parsed{}, Usage("the parameter %s is given twice", name)
		}
		switch {
		case p.own[name] != nil:
		case k == toggle && slices.Contains([]string{"", "1", "true"}, values[0]):
			p.args = append(p.args, "--"+name)
		case k == toggle && slices.Contains([]string{"0", "false"}, values[0]):
		case k == toggle:
			return parsed{}, Usage("%s: want true or false, not %q", name, terminal.Visible(values[0]))
		default:
			for _, v := range values {
				p.args = append(p.args, "--"+name+"="+v)
			}
		}
	}
	return p, nil
}

// query parses the query of a request.
func query(r *http.Request) (url.Values, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, Usage("the query is malformed: encode the parameters")
	}
	for name, values := range q {
		for _, v := range values {
			if strings.ContainsRune(v, 0) {
				return nil, Usage("%s must not contain NUL", terminal.Visible(name))
			}
		}
	}
	return q, nil
}

func sorted(q url.Values) []string {
	names := make([]string, 0, len(q))
	for name := range q {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// only checks that the query has no parameters but these, each at most once.
func only(q url.Values, names ...string) error {
	for _, name := range sorted(q) {
		if !slices.Contains(names, name) {
			return Usage("there is no parameter %q here", terminal.Visible(name))
		}
		if len(q[name]) > 1 {
			return Usage("the parameter %s is given twice", name)
		}
	}
	return nil
}

// bothPaths returns the paths of two files to compare. Only paths as the index has them are
// let through, host:/path if it was imported; the backend checks that it has them.
func bothPaths(q url.Values) (a, b string, err error) {
	for _, name := range []string{"a", "b"} {
		p := q.Get(name)
		if host, below, ok := strings.Cut(p, ":"); ok && !strings.Contains(host, "/") {
			p = below
		}
		if !path.IsAbs(p) || path.Clean(p) != p {
			return "", "", Usage("%s: want the path of a file as the index has it", name)
		}
	}
	return q.Get("a"), q.Get("b"), nil
}

// number returns the number that a parameter has, or what stands for it.
func number(q url.Values, name string, absent, least, most int) (int, error) {
	if !q.Has(name) {
		return absent, nil
	}
	n, err := strconv.Atoi(q.Get(name))
	if err != nil || n < least || n > most {
		return 0, Usage("%s: want a number from %d to %d", name, least, most)
	}
	return n, nil
}

package page

import (
	"strings"
	"sync"

	"github.com/alecthomas/chroma/v2"
	"github.com/dlclark/regexp2/v2"
	"github.com/dlclark/regexp2/v2/syntax"
)

// lexer is a packed lexer. It finds the tokens that chroma finds, but tries only the rules that
// can match by their first character: chroma tries all, and takes four times as long.
type lexer struct {
	*chroma.RegexLexer
	compiled *compiled
	registry *chroma.LexerRegistry
}

// SetRegistry implements chroma.Lexer.
func (l *lexer) SetRegistry(r *chroma.LexerRegistry) chroma.Lexer {
	l.registry = r
	l.RegexLexer.SetRegistry(r)
	return l
}

// compiled is the compiled rules of a lexer, by state. chroma hands them to mutators only.
type compiled struct {
	all    chroma.CompiledRules
	states func() map[string][]rule
}

// MutateLexer implements chroma.LexerMutator. It removes its own state. It raises the time that
// an expression may take: chroma allows 250 ms and then goes on as if nothing matched; on a busy
// machine this made the colours a matter of chance.
func (c *compiled) MutateLexer(rules chroma.CompiledRules, state string, _ int) error {
	for _, all := range rules {
		for _, rule := range all {
			rule.Regexp.MatchTimeout = colouringTime
		}
	}
	rules[state] = nil
	c.all = rules
	c.states = sync.OnceValue(c.prepare)
	return nil
}

// Mutate implements chroma.Mutator. The state is never entered.
func (*compiled) Mutate(*chroma.LexerState) error { return nil }

// rule is a rule of a lexer with the ASCII characters that a match can begin with.
type rule struct {
	*chroma.CompiledRule
	first [128]bool
}

func (c *compiled) prepare() map[string][]rule {
	known := map[*chroma.CompiledRule]rule{} // states share rules
	states := make(map[string][]rule, len(c.all))
	for state, all := range c.all {
		rules := make([]rule, len(all))
		for i, r := range all {
			if _, ok := known[r]; !ok {
				known[r] = rule{r, firstOf(r.Regexp)}
			}
			rules[i] = known[r]
		}
		states[state] = rules
	}
	return states
}

// firstOf returns the ASCII characters that a match can begin with: all of them for an
// expression that matches nothing at all, or in any case.
func firstOf(r *regexp2.Regexp) (first [128]bool) {
	var set *syntax.Prefix
	tree, err := syntax.Parse(strings.TrimPrefix(r.String(), `\G`), syntax.ParseOptions{})
	if err == nil {
		if code, err := syntax.Write(tree); err == nil {
			set = code.FcPrefix
		}
	}
	for c := range first {
		first[c] = set == nil || set.CaseInsensitive || set.PrefixSet.CharIn(rune(c))
	}
	return first
}

// lexing is a text that is cut into tokens.
type lexing struct {
	chroma.LexerState
	states  map[string][]rule
	first   string            // state
	end     int               // of the text, without a newline that was added
	pending []chroma.Iterator // of tokens, the last one first
}

// Tokenise implements chroma.Lexer.
func (l *lexer) Tokenise(o *chroma.TokeniseOptions, text string) (chroma.Iterator, error) {
	if _, err := l.Rules(); err != nil { // compiles them
		return nil, err
	}
	if o == nil {
		o = &chroma.TokeniseOptions{State: "root", EnsureLF: true}
	}
	if o.EnsureLF {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	added := 0
	if !o.Nested && l.Config().EnsureNL && !strings.HasSuffix(text, "\n") {
		text += "\n"
		added = 1
	}
	s := &lexing{states: l.compiled.states(), first: o.State, LexerState: chroma.LexerState{
		Registry: l.registry, Lexer: l.RegexLexer, Text: []rune(text), Stack: []string{o.State}, Rules: l.compiled.all,
		MutatorContext: map[any]any{},
	}}
	s.end = len(s.Text) - added
	return s.next, nil
}

// next returns the next token, as chroma's LexerState.Iterator does.
func (l *lexing) next() chroma.Token {
	for l.Pos < l.end && len(l.Stack) > 0 {
		if t, ok := l.emitted(); ok {
			return t
		}
		l.State = l.Stack[len(l.Stack)-1]
		rules, ok := l.states[l.State]
		if !ok {
			panic("unknown state " + l.State)
		}
		i, match := l.match(rules)
		if match == nil {
			if l.Text[l.Pos] == '\n' && l.State != l.first {
				l.Stack = []string{l.first}
				continue
			}
			l.Pos++
			return chroma.Token{Type: chroma.Error, Value: string(l.Text[l.Pos-1 : l.Pos])}
		}
		rule := rules[i]
		from := l.Pos
		l.Pos += match.RuneLength
		if kind, ok := rule.Type.(chroma.TokenType); ok && rule.Mutator == nil {
			if kind == chroma.Ignore {
				continue
			}
			return chroma.Token{Type: kind, Value: string(l.Text[from:l.Pos])}
		}
		l.Rule = i
		l.keep(match)
		if rule.Mutator != nil {
			if err := rule.Mutator.Mutate(&l.LexerState); err != nil {
				panic(err)
			}
		}
		if rule.Type != nil {
			l.pending = append(l.pending, rule.Type.Emit(l.Groups, &l.LexerState))
		}
	}
	if t, ok := l.emitted(); ok {
		return t
	}
	if l.Pos != len(l.Text) && len(l.Stack) == 0 {
		rest := string(l.Text[l.Pos:])
		l.Pos = len(l.Text)
		return chroma.Token{Type: chroma.Error, Value: rest}
	}
	return chroma.EOF
}

// emitted returns the next token that the last rule emitted.
func (l *lexing) emitted() (chroma.Token, bool) {
	for n := len(l.pending) - 1; n >= 0; n = len(l.pending) - 1 {
		switch t := l.pending[n](); {
		case t == chroma.EOF:
			l.pending = l.pending[:n]
		case t.Type != chroma.Ignore:
			return t, true
		}
	}
	return chroma.Token{}, false
}

// match returns the first rule that matches.
func (l *lexing) match(rules []rule) (int, *regexp2.Match) {
	c := l.Text[l.Pos]
	for i := range rules {
		if c < 128 && !rules[i].first[c] {
			continue
		}
		if m, err := rules[i].Regexp.FindRunesMatchStartingAt(l.Text, l.Pos); err == nil && m != nil && m.RuneIndex == l.Pos {
			return i, m
		}
	}
	return 0, nil
}

// keep keeps the groups of a match for its rule.
func (l *lexing) keep(m *regexp2.Match) {
	l.Groups, l.NamedGroups = nil, map[string]string{}
	for _, g := range m.Groups() {
		text := g.String()
		l.Groups, l.NamedGroups[g.Name] = append(l.Groups, text), text
	}
}

package template

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"sync"
	"text/template/parse"
)

// place is a kind of place in HTML.
type place int

// The places. A value can stand in all but inTag and inForeign.
const (
	inText    place = iota
	inTag           // outside of quotes
	inValue         // in the quotes of an attribute
	inAddress       // in href, before a # or ?
	inForeign       // in an attribute that takes no values
	inOwn           // in a style or script
)

// position is a position in HTML.
type position struct {
	place
	element string // style or script, if its tag is open or the position in it
}

// checkHTML finds the places of the values of a template. A template begins and ends in text,
// and the branches of an if end in the same place.
func (t *Template) checkHTML(tree *parse.Tree) error {
	if !t.html {
		return nil
	}
	end, err := t.after(position{}, tree, tree.Root)
	if err == nil && end != (position{}) {
		err = errorf(tree, tree.Root, "the template ends in a tag")
	}
	return err
}

// after returns the position after a list of nodes, and notes the places of its values.
func (t *Template) after(at position, tree *parse.Tree, list *parse.ListNode) (position, error) {
	if list == nil {
		return at, nil
	}
	for _, node := range list.Nodes {
		var err error
		switch n := node.(type) {
		case *parse.TextNode:
			if at, err = at.past(n.Text); err != nil {
				err = errorf(tree, n, "%w", err)
			}
		case *parse.ActionNode:
			if len(n.Pipe.Decl) == 0 && (at.place == inTag || at.place == inForeign) {
				err = errorf(tree, n, "a value cannot stand here in a tag")
			}
			t.places[n] = at.place
		case *parse.IfNode:
			at, err = t.either(at, tree, &n.BranchNode)
		case *parse.WithNode:
			at, err = t.either(at, tree, &n.BranchNode)
		case *parse.RangeNode:
			from := at
			if at, err = t.either(at, tree, &n.BranchNode); err == nil && at != from {
				err = errorf(tree, n, "a range must end in the place where it begins")
			}
		case *parse.TemplateNode:
			if at != (position{}) {
				err = errorf(tree, n, "a template cannot be called in a tag, style or script")
			}
		}
		if err != nil {
			return at, err
		}
	}
	return at, nil
}

// either returns the position after both branches.
func (t *Template) either(at position, tree *parse.Tree, n *parse.BranchNode) (position, error) {
	one, err := t.after(at, tree, n.List)
	if err != nil {
		return at, err
	}
	other, err := t.after(at, tree, n.ElseList)
	if err == nil && one != other {
		err = errorf(tree, n, "both branches must end in the same place")
	}
	return one, err
}

var (
	elementName   = pattern(`^(?:</?([a-zA-Z][a-zA-Z0-9]*)|<!DOCTYPE)[\s/>]`)
	attributeName = pattern(`\s([a-zA-Z:-]+)$`)
	endOfStyle    = pattern(`</[sS][tT][yY][lL][eE]>`) // (?i) would also match the letter ſ
	endOfScript   = pattern(`</[sS][cC][rR][iI][pP][tT]>`)
	// plainAttributes are attributes with values that a browser neither loads nor executes. The
	// attribute content is missing, because <meta http-equiv="refresh"> has an address in it.
	plainAttributes = pattern(`^(class|d|height|id|title|width|y|aria-[a-z]+|data-[a-z]+)$`)
)

// pattern compiles an expression when it is first used. Most runs write no HTML.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// valueOf returns the place in the quotes of an attribute.
func valueOf(attribute string) place {
	switch {
	case attribute == "href":
		return inAddress
	case plainAttributes().MatchString(attribute):
		return inValue
	}
	return inForeign
}

// relative reports whether an address, or a part of one before a # or ?, leads to the same
// server whatever precedes it.
func relative(address string) bool {
	path, _, _ := strings.Cut(address, "#")
	path, _, _ = strings.Cut(path, "?")
	return !strings.Contains(path, ":") && !strings.HasPrefix(path, "/") &&
		!strings.ContainsFunc(address, func(r rune) bool { return r <= ' ' || r == '\\' || r >= 0x7f })
}

// past returns the position after text of the template.
func (at position) past(text []byte) (position, error) {
	for len(text) > 0 {
		var n int
		var err error
		switch at.place {
		case inText:
			at, n, err = at.pastText(text)
		case inTag:
			at, n, err = at.pastTag(text)
		case inOwn:
			at, n = at.pastOwn(text)
		default:
			at, n = at.pastValue(text)
		}
		if err != nil {
			return at, err
		}
		text = text[n:]
	}
	return at, nil
}

// pastText returns the position after the name in the next tag, and its index.
func (at position) pastText(text []byte) (position, int, error) {
	n := bytes.IndexByte(text, '<')
	if n < 0 {
		return at, len(text), nil
	}
	name := elementName().FindSubmatch(text[n:])
	if name == nil {
		return at, 0, errors.New("a < of the template must begin a tag")
	}
	at = position{place: inTag}
	if element := strings.ToLower(string(name[1])); text[n+1] != '/' && (element == "style" || element == "script") {
		at.element = element
	}
	return at, n + len(name[0]) - 1, nil
}

// pastTag returns the position in the next attribute or after the tag, and its index.
func (at position) pastTag(text []byte) (position, int, error) {
	n := bytes.IndexAny(text, `="'>`)
	if n < 0 {
		return at, len(text), nil
	}
	switch text[n] {
	case '=':
		name := attributeName().FindSubmatch(text[:n])
		if name == nil || !bytes.HasPrefix(text[n:], []byte(`="`)) {
			return at, 0, errors.New("an attribute must have a name and double quotes")
		}
		at.place = valueOf(string(name[1]))
		return at, n + len(`="`), nil
	case '>':
		at.place = inText
		if at.element != "" {
			at.place = inOwn
		}
		return at, n + 1, nil
	}
	return at, 0, errors.New("a quote in a tag must follow =")
}

// pastOwn returns the position after a style or script, and its index.
func (at position) pastOwn(text []byte) (position, int) {
	end := endOfScript
	if at.element == "style" {
		end = endOfStyle
	}
	if place := end().FindIndex(text); place != nil {
		return position{}, place[1]
	}
	return at, len(text)
}

// pastValue returns the position after the value of an attribute, and its index.
func (at position) pastValue(text []byte) (position, int) {
	value, _, closed := bytes.Cut(text, []byte{'"'})
	if i := bytes.IndexAny(value, ":/?#"); i >= 0 && at.place == inAddress {
		at.place = inForeign
		if value[i] == '#' || value[i] == '?' {
			at.place = inValue
		}
	}
	if closed {
		at.place = inTag
		return at, len(value) + 1
	}
	return at, len(value)
}

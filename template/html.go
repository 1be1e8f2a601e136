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
	// plainAttributes are attributes whose values are nothing but text to a browser.
	plainAttributes = pattern(`^(class|content|d|height|id|title|width|x|y|aria-[a-z]+|data-[a-z]+)$`)
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
		switch at.place {
		case inText:
			if n = bytes.IndexByte(text, '<'); n < 0 {
				return at, nil
			}
			name := elementName().FindSubmatch(text[n:])
			if name == nil {
				return at, errors.New("a < of the template must begin a tag")
			}
			at = position{place: inTag}
			if element := strings.ToLower(string(name[1])); text[n+1] != '/' && (element == "style" || element == "script") {
				at.element = element
			}
			n += len(name[0]) - 1
		case inTag:
			if n = bytes.IndexAny(text, `="'>`); n < 0 {
				return at, nil
			}
			switch text[n] {
			default:
				return at, errors.New("a quote in a tag must follow =")
			case '=':
				name := attributeName().FindSubmatch(text[:n])
				if name == nil || !bytes.HasPrefix(text[n:], []byte(`="`)) {
					return at, errors.New("an attribute must have a name and double quotes")
				}
				at.place = valueOf(string(name[1]))
				n++
			case '>':
				at.place = inText
				if at.element != "" {
					at.place = inOwn
				}
			}
			n++
		case inOwn:
			if n = bytes.Index(bytes.ToLower(text), []byte("</"+at.element+">")); n < 0 {
				return at, nil
			}
			at = position{}
		default: // in an attribute
			value, _, closed := bytes.Cut(text, []byte{'"'})
			if i := bytes.IndexAny(value, ":/?#"); i >= 0 && at.place == inAddress {
				at.place = inForeign
				if value[i] == '#' || value[i] == '?' {
					at.place = inValue
				}
			}
			if closed {
				at.place = inTag
			}
			n = min(len(value)+1, len(text))
		}
		text = text[n:]
	}
	return at, nil
}

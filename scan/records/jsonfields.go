package records

import (
	"fmt"
	"slices"
	"strings"
)

// jsonKind is what a JSON value is.
type jsonKind uint8

const (
	jsonAbsent jsonKind = iota
	jsonString
	jsonNumber
	jsonBool
	jsonNull
	jsonObject
	jsonArray
)

func (k jsonKind) String() string {
	return [...]string{"nothing", "a string", "a number", "true or false", "null", "an object", "an array"}[k]
}

// kindOf tells from its first byte what a well-formed value is.
func kindOf(c byte) jsonKind {
	switch c {
	case '"':
		return jsonString
	case '{':
		return jsonObject
	case '[':
		return jsonArray
	case 't', 'f':
		return jsonBool
	case 'n':
		return jsonNull
	}
	return jsonNumber
}

// jsonValue is a value as it stands in the text: a string without its quotes.
type jsonValue struct {
	kind    jsonKind
	escaped bool // a backslash is in the string
	raw     []byte
}

// jsonNode is a field that is wanted, or on the way to one.
type jsonNode struct {
	name     string
	children []*jsonNode
	slots    []int // where its value goes
}

// jsonTree makes one tree of dotted paths; a field goes into the slot of its
// place in the list. A dot that belongs to a name is written \. and a backslash
// \\.
func jsonTree(paths []string) (*jsonNode, error) {
	root := &jsonNode{}
	for slot, path := range paths {
		names, err := splitPath(path)
		if err != nil {
			return nil, err
		}
		n := root
		for _, name := range names {
			n = n.grow(name)
		}
		n.slots = append(n.slots, slot)
	}
	return root, nil
}

// splitPath returns the names in a dotted path.
func splitPath(path string) ([]string, error) {
	var names []string
	var name strings.Builder
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '.':
			names = append(names, name.String())
			name.Reset()
		case c == '\\' && i+1 < len(path) && (path[i+1] == '.' || path[i+1] == '\\'):
			i++
			name.WriteByte(path[i])
		case c == '\\':
			return nil, fmt.Errorf(`in the field name %q a backslash must be written \\, and a dot that belongs to a name \. instead`, path)
		default:
			name.WriteByte(c)
		}
	}
	names = append(names, name.String())
	if slices.Contains(names, "") {
		return nil, fmt.Errorf(`the field name %q has an empty part; a dot that belongs to a name must be written \. instead`, path)
	}
	return names, nil
}

func (n *jsonNode) grow(name string) *jsonNode {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	c := &jsonNode{name: name}
	n.children = append(n.children, c)
	return c
}

// child returns the wanted field of a name that stands in the text, or nil.
func (n *jsonNode) child(name []byte, escaped bool) *jsonNode {
	if n == nil || len(n.children) == 0 {
		return nil
	}
	if escaped {
		name = appendUnescaped(nil, name)
	}
	for _, c := range n.children {
		if string(name) == c.name {
			return c
		}
	}
	return nil
}

// clear forgets what was noted for a field and for those inside it.
func (n *jsonNode) clear(slots []jsonValue) {
	n.set(slots, jsonValue{})
	for _, c := range n.children {
		c.clear(slots)
	}
}

func (n *jsonNode) set(slots []jsonValue, v jsonValue) {
	for _, slot := range n.slots {
		slots[slot] = v
	}
}

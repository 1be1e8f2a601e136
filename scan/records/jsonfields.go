package records

import (
	"fmt"
	"slices"
	"strings"
)

// jsonType is the type of a JSON value.
type jsonType uint8

const (
	jsonAbsent jsonType = iota
	jsonString
	jsonNumber
	jsonBool
	jsonNull
	jsonObject
	jsonArray
)

func (t jsonType) String() string {
	return [...]string{"nothing", "a string", "a number", "true or false", "null", "an object", "an array"}[t]
}

// typeOf returns the type of a well-formed value by its first byte.
func typeOf(c byte) jsonType {
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

// jsonValue is a value as written in the text, a string without its quotes.
type jsonValue struct {
	typ     jsonType
	escaped bool // the string has a backslash
	raw     []byte
}

// jsonNode is a wanted field, or an ancestor of one.
type jsonNode struct {
	name     string
	children []*jsonNode
	slots    []int // the slots that receive its value
}

// jsonTree builds one tree from dotted paths. The value of path i goes into slot i.
// In a path, \. is a dot that belongs to a name, and \\ a backslash.
func jsonTree(paths []string) (*jsonNode, error) {
	root := &jsonNode{}
	for slot, path := range paths {
		names, err := splitPath(path)
		if err != nil {
			return nil, err
		}
		n := root
		for _, name := range names {
			n = n.add(name)
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
			return nil, fmt.Errorf(`the field name %q has a single backslash: write \\ for a backslash and \. for a dot inside a name`, path)
		default:
			name.WriteByte(c)
		}
	}
	names = append(names, name.String())
	if slices.Contains(names, "") {
		return nil, fmt.Errorf(`the field name %q has an empty part: write \. for a dot inside a name`, path)
	}
	return names, nil
}

// add returns the child of that name, and adds it if there is none.
func (n *jsonNode) add(name string) *jsonNode {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	c := &jsonNode{name: name}
	n.children = append(n.children, c)
	return c
}

// child returns the node for a name as written in the text, or nil.
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

// clear resets the slots of a field and of the fields inside it.
func (n *jsonNode) clear(slots []jsonValue) {
	n.set(slots, jsonValue{})
	for _, c := range n.children {
		c.clear(slots)
	}
}

// set stores a value in the slots of a field.
func (n *jsonNode) set(slots []jsonValue, v jsonValue) {
	for _, slot := range n.slots {
		slots[slot] = v
	}
}

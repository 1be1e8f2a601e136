// Package template implements the subset of text/template that alike uses. The packages text/template and html/template call methods by name, so
// that Go's linker keeps the methods of all types, and the program is a sixth larger.
// Here a template sees only the fields of structs and functions.
//
// A template for HTML is checked when it is parsed (see [NewHTML]).
package template

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"strings"
	"text/template/parse"
)

// Functions are the functions of a template, by name. Each returns a value, or a value
// and an error.
type Functions map[string]any

// Markup is a value that writes HTML, a style or a script of alike itself. It is not escaped.
type Markup func(w io.Writer) error

// Own returns Markup that writes text unescaped.
func Own(text string) Markup {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// Template is a set of templates that can call each other. Once they are parsed, several
// goroutines may execute them.
type Template struct {
	html      bool
	functions Functions
	trees     map[string]*parse.Tree
	places    map[*parse.ActionNode]place // where the values of HTML stand
}

// New returns an empty template for plain text, with functions of its own.
func New(functions ...Functions) *Template {
	t := &Template{functions: Functions{}, trees: map[string]*parse.Tree{}, places: map[*parse.ActionNode]place{}}
	maps.Copy(t.functions, builtins)
	for _, more := range functions {
		maps.Copy(t.functions, more)
	}
	return t
}

// NewHTML returns an empty template for HTML. A value may stand in text or in an attribute
// in double quotes, and is escaped. An attribute href takes relative addresses only. Scripts,
// styles and text between tags take [Markup]. Parse refuses values in other places; Execute
// refuses addresses that are not relative, and all but Markup in a script or style.
func NewHTML() *Template {
	t := New()
	t.html = true
	return t
}

// Parse adds the template of a text, and those that it defines.
func (t *Template) Parse(name, text string) error {
	trees, err := parse.Parse(name, text, "", "", t.functions)
	if err != nil {
		return fmt.Errorf("parsing a template: %w", err)
	}
	for name, tree := range trees {
		if t.trees[name] != nil {
			return fmt.Errorf("parsing a template: there are two templates %q", name)
		}
		if err := t.checkHTML(tree); err != nil {
			return err
		}
		t.trees[name] = tree
	}
	return nil
}

// Execute writes what a template makes of data.
func (t *Template) Execute(w io.Writer, name string, data any) error {
	tree := t.trees[name]
	if tree == nil {
		return fmt.Errorf("there is no template %q", name)
	}
	dot := reflect.ValueOf(data)
	e := &execution{Template: t, w: w, tree: tree, variables: []variable{{"$", dot}}}
	return e.list(dot, tree.Root)
}

// execution is the state of one template that is executed.
type execution struct {
	*Template
	w         io.Writer
	tree      *parse.Tree
	variables []variable // those that are visible, the innermost last
}

type variable struct {
	name  string
	value reflect.Value
}

// errorf returns an error with the place of a node.
func errorf(tree *parse.Tree, node parse.Node, format string, args ...any) error {
	where, what := tree.ErrorContext(node)
	return fmt.Errorf("template %s: %s: %w", where, what, fmt.Errorf(format, args...))
}

func (e *execution) list(dot reflect.Value, list *parse.ListNode) error {
	if list == nil { // an else that is missing
		return nil
	}
	defer func(n int) { e.variables = e.variables[:n] }(len(e.variables))
	for _, node := range list.Nodes {
		if err := e.node(dot, node); err != nil {
			return err
		}
	}
	return nil
}

func (e *execution) node(dot reflect.Value, node parse.Node) error {
	switch n := node.(type) {
	case *parse.TextNode:
		_, err := e.w.Write(n.Text)
		return err
	case *parse.ActionNode:
		value, err := e.pipe(dot, n.Pipe)
		if err != nil || len(n.Pipe.Decl) > 0 {
			return err
		}
		return e.print(n, value)
	case *parse.IfNode:
		return e.branch(dot, &n.BranchNode)
	case *parse.WithNode:
		return e.branch(dot, &n.BranchNode)
	case *parse.RangeNode:
		return e.loop(dot, n)
	case *parse.TemplateNode:
		tree := e.trees[n.Name]
		if tree == nil {
			return errorf(e.tree, n, "there is no template %q", n.Name)
		}
		value, err := e.pipe(dot, n.Pipe)
		if err != nil {
			return err
		}
		called := &execution{Template: e.Template, w: e.w, tree: tree, variables: []variable{{"$", value}}}
		return called.list(value, tree.Root)
	}
	return errorf(e.tree, node, "%T is not supported", node)
}

// branch executes an if or a with.
func (e *execution) branch(dot reflect.Value, n *parse.BranchNode) error {
	defer func(n int) { e.variables = e.variables[:n] }(len(e.variables))
	value, err := e.pipe(dot, n.Pipe)
	if err != nil {
		return err
	}
	holds, err := truth(value)
	switch {
	case err != nil:
		return errorf(e.tree, n.Pipe, "%w", err)
	case !holds:
		return e.list(dot, n.ElseList)
	case n.NodeType == parse.NodeWith:
		dot = value
	}
	return e.list(dot, n.List)
}

// loop executes a range over a slice or an array.
func (e *execution) loop(dot reflect.Value, n *parse.RangeNode) error {
	over, err := e.command(dot, n.Pipe)
	if err != nil {
		return err
	}
	if over.Kind() != reflect.Slice && over.Kind() != reflect.Array {
		return errorf(e.tree, n.Pipe, "a range over %v is not supported", kind(over))
	}
	if over.Len() == 0 {
		return e.list(dot, n.ElseList)
	}
	defer func(n int) { e.variables = e.variables[:n] }(len(e.variables))
	names := n.Pipe.Decl
	outside := len(e.variables)
	for i := range over.Len() {
		values := []reflect.Value{reflect.ValueOf(i), over.Index(i)}
		e.variables = e.variables[:outside]
		for k, name := range names {
			e.variables = append(e.variables, variable{name.Ident[0], values[2-len(names)+k]})
		}
		if err := e.list(values[1], n.List); err != nil {
			return err
		}
	}
	return nil
}

// print writes a value.
func (e *execution) print(n *parse.ActionNode, value reflect.Value) error {
	at := e.places[n]
	switch value.Kind() {
	case reflect.String, reflect.Bool, reflect.Int, reflect.Int64, reflect.Float64:
	default:
		var own Markup
		if value.IsValid() {
			own, _ = value.Interface().(Markup)
		}
		if own != nil && e.html && (at == inText || at == inOwn) {
			return own(e.w)
		}
		return errorf(e.tree, n, "a value of %v cannot be written here", kind(value))
	}
	text := fmt.Sprint(value.Interface())
	var err error
	switch {
	case !e.html:
		_, err = io.WriteString(e.w, text)
	case at == inOwn:
		err = errorf(e.tree, n, "only markup can be written here, not %v", kind(value))
	case at == inAddress && !relative(text):
		err = errorf(e.tree, n, "%q is not a relative address", text)
	default:
		_, err = Escaper.WriteString(e.w, text)
	}
	return err
}

// kind describes the type of a value for errors.
func kind(v reflect.Value) string {
	if !v.IsValid() {
		return "nothing"
	}
	return v.Type().String()
}

// Escaper escapes text, and attributes in quotes, as html/template does.
var Escaper = strings.NewReplacer("\x00", "\ufffd", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;")

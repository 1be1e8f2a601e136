package template

import (
	"errors"
	"fmt"
	"reflect"
	"text/template/parse"
)

// pipe evaluates a pipeline, and declares its variable.
func (e *execution) pipe(dot reflect.Value, pipe *parse.PipeNode) (reflect.Value, error) {
	value, err := e.command(dot, pipe)
	if err == nil && pipe != nil {
		for _, v := range pipe.Decl {
			e.variables = append(e.variables, variable{v.Ident[0], value})
		}
	}
	return value, err
}

// command evaluates a pipeline, which must be a single command.
func (e *execution) command(dot reflect.Value, pipe *parse.PipeNode) (reflect.Value, error) {
	if pipe == nil { // {{template "name"}}
		return reflect.Value{}, nil
	}
	if len(pipe.Cmds) != 1 || pipe.IsAssign {
		return reflect.Value{}, errorf(e.tree, pipe, "pipelines of several commands and assignments are not supported")
	}
	args := pipe.Cmds[0].Args
	if name, ok := args[0].(*parse.IdentifierNode); ok {
		return e.call(dot, name, args[1:])
	}
	if len(args) > 1 {
		return reflect.Value{}, errorf(e.tree, args[0], "only functions take arguments")
	}
	return e.value(dot, args[0], nil)
}

// value evaluates an argument. want is the type of the parameter, or nil.
func (e *execution) value(dot reflect.Value, node parse.Node, want reflect.Type) (reflect.Value, error) {
	switch n := node.(type) {
	case *parse.DotNode:
		return dot, nil
	case *parse.FieldNode:
		return e.fields(n, dot, n.Ident)
	case *parse.VariableNode:
		for i := len(e.variables) - 1; i >= 0; i-- {
			if v := e.variables[i]; v.name == n.Ident[0] {
				return e.fields(n, v.value, n.Ident[1:])
			}
		}
	case *parse.PipeNode:
		return e.command(dot, n)
	case *parse.IdentifierNode:
		return e.call(dot, n, nil)
	case *parse.StringNode:
		return reflect.ValueOf(n.Text), nil
	case *parse.BoolNode:
		return reflect.ValueOf(n.True), nil
	case *parse.NumberNode:
		switch {
		case n.IsFloat && (!n.IsInt || want != nil && want.Kind() == reflect.Float64):
			return reflect.ValueOf(n.Float64), nil
		case n.IsInt:
			return reflect.ValueOf(int(n.Int64)), nil
		}
	}
	return reflect.Value{}, errorf(e.tree, node, "%T is not supported", node)
}

// fields returns the value of fields of structs, each of the one before.
func (e *execution) fields(node parse.Node, v reflect.Value, names []string) (reflect.Value, error) {
	for _, name := range names {
		for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
			v = v.Elem()
		}
		if v.Kind() != reflect.Struct {
			return v, errorf(e.tree, node, "%s is not a field of %v", name, kind(v))
		}
		field, ok := v.Type().FieldByName(name)
		if !ok || !field.IsExported() {
			return v, errorf(e.tree, node, "%s is not a field of %v", name, kind(v))
		}
		inner, err := v.FieldByIndexErr(field.Index)
		if err != nil {
			return v, errorf(e.tree, node, "%w", err)
		}
		v = inner
	}
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v, nil
}

// call calls a function.
func (e *execution) call(dot reflect.Value, name *parse.IdentifierNode, args []parse.Node) (reflect.Value, error) {
	function := reflect.ValueOf(e.functions[name.Ident])
	takes := function.Type()
	fixed := takes.NumIn()
	if takes.IsVariadic() {
		fixed--
	}
	if len(args) < fixed || len(args) > fixed && !takes.IsVariadic() {
		return reflect.Value{}, errorf(e.tree, name, "%s takes %d arguments, not %d", name.Ident, fixed, len(args))
	}
	values := make([]reflect.Value, len(args))
	for i, arg := range args {
		want := takes.In(min(i, takes.NumIn()-1))
		if i >= fixed {
			want = want.Elem()
		}
		value, err := e.value(dot, arg, want)
		if err != nil {
			return value, err
		}
		if !value.IsValid() || !value.Type().AssignableTo(want) {
			return value, errorf(e.tree, arg, "%s takes %v, not %v", name.Ident, want, kind(value))
		}
		values[i] = value
	}
	results := function.Call(values)
	if len(results) == 2 && !results[1].IsNil() {
		return results[0], errorf(e.tree, name, "%w", results[1].Interface().(error))
	}
	if results[0].Kind() == reflect.Interface {
		return results[0].Elem(), nil
	}
	return results[0], nil
}

// builtins are the functions of all templates.
var builtins = Functions{
	"eq":     equal,
	"ne":     func(a, b any) (bool, error) { same, err := equal(a, b); return !same, err },
	"not":    func(x any) (bool, error) { holds, err := truth(reflect.ValueOf(x)); return !holds, err },
	"or":     func(a, b bool) bool { return a || b },
	"len":    length,
	"index":  index,
	"printf": fmt.Sprintf,
}

// truth reports whether a value is not empty, as {{if}} asks.
func truth(v reflect.Value) (bool, error) {
	switch v.Kind() {
	case reflect.Struct:
		return true, nil
	case reflect.Slice:
		return v.Len() > 0, nil
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int64, reflect.Float64, reflect.Pointer:
		return !v.IsZero(), nil
	}
	return false, fmt.Errorf("%v is neither true nor false", kind(v))
}

// errTypes reports arguments of eq that cannot be compared.
var errTypes = errors.New("only two strings or two integers can be compared")

func equal(a, b any) (bool, error) {
	x, y := reflect.ValueOf(a), reflect.ValueOf(b)
	switch {
	case x.Kind() == reflect.String && y.Kind() == reflect.String:
		return x.String() == y.String(), nil
	case x.CanInt() && y.CanInt():
		return x.Int() == y.Int(), nil
	}
	return false, errTypes
}

func length(list any) (int, error) {
	v := reflect.ValueOf(list)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return 0, fmt.Errorf("%v has no length", kind(v))
	}
	return v.Len(), nil
}

func index(list any, i int) (any, error) {
	n, err := length(list)
	if err != nil {
		return nil, err
	}
	if i < 0 || i >= n {
		return nil, fmt.Errorf("there is no element %d of %d", i, n)
	}
	return reflect.ValueOf(list).Index(i).Interface(), nil
}

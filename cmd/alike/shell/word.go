package shell

import (
	"strings"

	"alike/cmd/alike/terminal"
)

// Word returns a name as a word of a command to copy. A name that ends in a newline loses it.
func Word(name string) string {
	if !terminal.Plain(name) {
		return `"$(printf %b ` + Quote(name) + `)"`
	}
	plain := func(c rune) bool {
		return c == '/' || c == '.' || c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	if name != "" && strings.TrimLeftFunc(name, plain) == "" {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

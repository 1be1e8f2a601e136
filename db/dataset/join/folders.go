package join

import (
	"fmt"

	"alike/db/template"
)

// popularity is the number of counterparts of a file beyond which it pairs no folders, as in
// package folders.
const popularity = 4096

// folderFunctions are functions of the templates, for names of folders and for rounds.
func folderFunctions(d *dialect) template.Functions {
	return template.Functions{
		"name":     func(column string) string { return fmt.Sprintf(d.name, column) },
		"prefixes": func(of, separator string) string { return fmt.Sprintf(d.prefixes, of, d.text(separator)) },
		"spaced":   func(bytes string) string { return fmt.Sprintf(d.spaced, bytes) },
		"unspaced": func(name string) string { return fmt.Sprintf("unhex(replace(replace(%s, '!', '2F'), ' ', ''))", name) },
		"decode":   func(bytes string) string { return fmt.Sprintf(d.decode, bytes) },
		"isText":   func(name string) string { return fmt.Sprintf(d.drop, name, d.text(utf8Spaced)) + " = ''" },
		"hash":     func(text string) string { return fmt.Sprintf(d.hash, text) },
		"before":   func(n int) int { return n - 1 },
	}
}

// utf8Spaced matches the characters of a name of a folder, which is in hexadecimal with a
// space after each byte and ! for a slash.
const utf8Spaced = "!|[0-7]. |(C[2-9A-F]|D.) [89AB]. |(E0 [AB]|E[1-9A-CEF] [89AB]|ED [89]). [89AB]. |" +
	"(F0 [9AB]|F[1-3] [89AB]|F4 8). [89AB]. [89AB]. "

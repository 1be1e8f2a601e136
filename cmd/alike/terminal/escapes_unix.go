//go:build unix

package terminal

// interpretEscapes does nothing: terminals act on escape sequences.
func interpretEscapes(fd int) {}

package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

var (
	errNoKey         = errors.New("no such key")
	errNoTransaction = errors.New("no transaction")
	errUsage         = errors.New("usage")
)

func main() {
	if err := loop(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func loop(r io.Reader, w io.Writer) error {
	s := newStore()
	in := bufio.NewScanner(r)
	for in.Scan() {
		words := strings.Fields(in.Text())
		if len(words) == 0 {
			continue
		}
		answer, err := execute(s, strings.ToUpper(words[0]), words[1:])
		switch {
		case err != nil:
			fmt.Fprintln(w, "ERR", err)
		case answer != "":
			fmt.Fprintln(w, answer)
		}
	}
	return in.Err()
}

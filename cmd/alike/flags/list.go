package flags

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
)

// List reads the arguments from a file.
type List struct{ from string }

// AddFlags adds --files0-from.
func (o *List) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.from, "files0-from", "", "read the arguments from `FILE`, each ended by a NUL\nAs find -print0 writes them. - is standard input.")
}

// Given reports whether --files0-from is.
func (o List) Given() bool { return o.from != "" }

// Names returns the arguments from the file of --files0-from if it is given, otherwise
// args.
func (o List) Names(ctx context.Context, stdin io.Reader, args []string) ([]string, error) {
	if o.from == "" {
		return args, nil
	}
	if len(args) > 0 {
		return nil, advice.Usagef("--files0-from names all arguments: leave out %q", terminal.Visible(args[0]))
	}
	src := input.Interruptible(ctx, func() (io.ReadCloser, error) {
		if o.from == input.Stdin {
			return io.NopCloser(stdin), nil
		}
		return os.Open(o.from)
	})
	defer src.Close()
	data, err := io.ReadAll(src)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("reading the list of --files0-from: %w", err)
	}
	list := "the list " + o.from
	if o.from == input.Stdin {
		list = "the list on standard input"
	}
	if len(data) == 0 {
		return nil, fmt.Errorf("%s of --files0-from is empty", list)
	}
	var names []string
	for name := range bytes.SplitSeq(bytes.TrimSuffix(data, []byte{0}), []byte{0}) {
		if len(name) == 0 {
			return nil, fmt.Errorf("%s names an empty path; each name in it ends with a NUL", list)
		}
		names = append(names, string(name))
	}
	return names, nil
}

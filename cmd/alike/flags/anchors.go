package flags

import (
	"context"
	"fmt"
	"io"
	"os"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// anchorsRoom is how long a file of anchors may be, in bytes: some times what as many
// as there may be take, all escaped.
const anchorsRoom = 1 << 20

// readAnchors reads a file of anchors and returns what is looked for under a view.
func readAnchors(ctx context.Context, path string, kind view.Kind) (fingerprint.Anchors, error) {
	src := input.Interruptible(ctx, func() (io.ReadCloser, error) { return os.Open(path) })
	defer src.Close()
	list, err := io.ReadAll(io.LimitReader(src, anchorsRoom+1))
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", advice.With(fmt.Errorf("reading the anchors in %s: %w", path, input.WithoutPath(err)),
			"--anchors names a file of strings, one a line")
	}
	if len(list) > anchorsRoom {
		return "", advice.Usagef("--anchors: %s is larger than %s: it is no list of strings, one a line", path, terminal.Size(anchorsRoom))
	}
	anchors, err := fingerprint.ParseAnchors(list, func(anchor string) (string, error) { return view.Anchor(kind, anchor) })
	if err != nil {
		return "", advice.Usagef("--anchors: %s: %v", path, err)
	}
	return anchors, nil
}

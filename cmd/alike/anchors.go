package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/terminal"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// anchorsRoom is how long a file of anchors may be, in bytes: some times what as many
// as there may be take, all escaped.
const anchorsRoom = 1 << 20

// readAnchors reads a file of anchors and returns what is looked for under a view.
func readAnchors(ctx context.Context, path string, kind view.Kind) (fingerprint.Anchors, error) {
	src := interruptibleReader(ctx, func() (io.ReadCloser, error) { return os.Open(path) })
	defer src.Close()
	list, err := io.ReadAll(io.LimitReader(src, anchorsRoom+1))
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil {
		return "", advice.With(fmt.Errorf("reading the anchors in %s: %w", path, withoutPath(err)),
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

// anchorsTold is how many bytes of anchors are shown to people.
const anchorsTold = 60

// anchorsHeld says for people how many anchors there are, what tells them from others,
// and the first of them; nothing if there are none.
func anchorsHeld(a fingerprint.Anchors) string {
	lines := a.Lines()
	if len(lines) == 0 {
		return ""
	}
	var shown []string
	room := anchorsTold
	for _, l := range lines {
		if room -= len(l) + len(`"", `); room < 0 {
			shown = append(shown, "…")
			break
		}
		shown = append(shown, `"`+terminal.Visible(l)+`"`)
	}
	return fmt.Sprintf("%s, digest %s: %s", terminal.Amount(int64(len(lines)), "string", "strings"), a.Digest(), strings.Join(shown, ", "))
}

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

// verify builds the release once more and compares the checksums. The second one is built as
// another person would: from a clone in another folder, with an empty cache, and in another
// zone of time. Only the modules that were downloaded are shared.
func (r *release) verify(ctx context.Context) error {
	clone, again := filepath.Join(r.work, "clone"), filepath.Join(r.work, "again")
	if _, err := output(ctx, r.root, nil, "git", "clone", "--quiet", "--no-checkout", r.root, clone); err != nil {
		return err
	}
	if _, err := output(ctx, clone, nil, "git", "checkout", "--quiet", "--detach", r.commit); err != nil {
		return err
	}
	args := []string{"run", "./cmd/release", "-o", again, "--version", r.version, "--url", r.url, "--maintainer", r.maintainer}
	for _, s := range r.systems {
		args = append(args, "--only", s.String())
	}
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir, c.Stderr = clone, os.Stderr
	c.Env = append(os.Environ(), "GOCACHE="+filepath.Join(r.work, "cache"), "SOURCE_DATE_EPOCH="+strconv.FormatInt(r.made.Unix(), 10), "TZ=Pacific/Chatham")
	began := time.Now()
	if err := c.Run(); err != nil {
		return fmt.Errorf("building it again: %w", err)
	}
	sums, err := os.ReadFile(filepath.Join(again, sumsName))
	if err != nil {
		return err
	}
	if first := r.sums(); string(sums) != first {
		return fmt.Errorf("built again, the files differ: the checksums were\n%sand are\n%s", first, sums)
	}
	fmt.Printf("built again in %.0f s from an empty cache: all %d files are the same\n", time.Since(began).Seconds(), len(r.written))
	return nil
}

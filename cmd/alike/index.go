package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"time"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
	"alike/db"
	"alike/fingerprint"
	"alike/fingerprint/view"
)

// indexDir returns the absolute path of the index: --index, otherwise $ALIKE_INDEX,
// otherwise $XDG_DATA_HOME/alike/VIEW, otherwise $HOME/.local/share/alike/VIEW.
func indexDir(a *app) (string, error) {
	if a.common.indexGiven.Changed && a.common.index == "" {
		return "", advice.Usagef("--index is empty: name the folder of the index")
	}
	if a.common.index != "" {
		return input.Absolute(a.common.index)
	}
	if dir := a.env.getenv("ALIKE_INDEX"); dir != "" {
		return input.Absolute(dir)
	}
	// The XDG standard says that relative paths are ignored.
	if dir := a.env.getenv("XDG_DATA_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "alike", a.common.view), nil
	}
	if dir := a.env.getenv("HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, ".local", "share", "alike", a.common.view), nil
	}
	return "", advice.With(errors.New("no place for the index: none of $ALIKE_INDEX, $XDG_DATA_HOME and $HOME is set"),
		"name a folder with --index DIR")
}

// openIndex opens the index. If another process holds it, openIndex reports that and waits
// as long as --wait allows.
func openIndex(ctx context.Context, a *app, dir string, flags flags.Index, o db.Options) (*db.Index, error) {
	o.Command = strings.Join(a.line, " ")
	o.TrustOwner = flags.TrustOwner
	if a.common.viewGiven.Changed {
		o.View = a.common.view
	}
	ix, err := db.Open(ctx, dir, o)
	var held *db.HeldError
	if wait := time.Duration(flags.Wait); errors.As(err, &held) && wait > 0 {
		what, _ := explain(held)
		a.screen.Note("alike: waiting up to %v: %s", wait, what)
		o.Wait = wait
		ix, err = db.Open(ctx, dir, o)
	}
	if other := a.otherView(dir); errors.Is(err, db.ErrNoIndex) && other != "" {
		err = advice.With(err, "there is one of another view: add --view "+other+"; or fill this one first: alike scan DIR")
	}
	return ix, err
}

// otherView returns a view that has an index in the default place though dir has none, or "".
func (a *app) otherView(dir string) string {
	if a.common.viewGiven.Changed || a.common.index != "" || a.env.getenv("ALIKE_INDEX") != "" {
		return ""
	}
	for _, other := range []view.Kind{view.Raw, view.FoldText, view.FoldCode} {
		if beside := filepath.Join(filepath.Dir(dir), string(other)); beside != dir && pathExists(beside) {
			return string(other)
		}
	}
	return ""
}

// readIndex opens the index for reading and returns its folder.
func readIndex(ctx context.Context, a *app, kind db.Kind, flags flags.Index, memory flags.Memory) (*db.Index, string, error) {
	dir, err := indexDir(a)
	if err != nil {
		return nil, "", err
	}
	ix, err := openIndex(ctx, a, dir, flags, db.Options{Kind: kind, Memory: int64(memory.Bytes)})
	if err == nil {
		noteOlder(a, ix)
	}
	return ix, dir, err
}

// noteOlder tells that an index is by the rule of an older version, which finds less: it has
// no small windows, or longer windows of text.
func noteOlder(a *app, ix *db.Index) {
	if ix.LongOnly() {
		a.screen.Note("an older version of alike made this index: copies of small files may be missing until alike scan has read small files again")
	}
	if p := ix.Params(); p.View == string(view.FoldText) && p.Rule != p.Rule.WithSmall() {
		a.screen.Note("this index of text has windows of %d bytes, and %d find more reworded copies: to have these, remove %s and scan again",
			p.Rule.Window, fingerprint.ShortWindow, terminal.Visible(ix.Dir()))
	}
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"alike/cmd/alike/advice"
	"alike/cmd/alike/flags"
	"alike/cmd/alike/help"
	"alike/cmd/alike/input"
	"alike/cmd/alike/page"
	"alike/cmd/alike/serve"
	"alike/cmd/alike/terminal"
	"alike/cmd/alike/web"
)

type serveOptions struct {
	surveyOptions
	address   string
	tokenFile string
	withToken *pflag.Flag // --token-file
	hosts     []string
}

func serveVerb(a *app) verb {
	o := serveOptions{surveyOptions: surveyOptions{limit: shownPairs}}
	return verb{
		use:   "serve [flags] [DIR…]",
		short: "show what was found in a browser, live",
		long: `Serves the pages of alike report to browsers on this machine, and what a file cannot
do: any pair is compared when it is opened, paths are searched as you type, a file that is
dropped on the page is looked up, a scan starts at a click, and a view shows what is new.
With DIR, alike first scans these folders and shows what is in them; without, it shows the
whole index.

The link that alike prints logs in one browser, once; alike then prints another link. With
--token-file, the secret in the file logs in browsers and programs, as often as they like.
Programs get the JSON of the other verbs below /api/v1, for the whole index. It is described
in docs/serve.md, as are a unit of systemd and proxies.

Only this machine can connect, unless --listen names another address. There is no TLS: to
serve other machines, put a proxy in front, and name its host with --host. Uploaded files
are never written to disk. Of the files that were scanned, alike reads only those that the
index has, and changes none.

The index is open only while a request is answered, so other processes can scan: a page that
is open then says that there are newer results. Ctrl-C ends the server; a scan that it runs
keeps what was committed.

` + scansFirst + `

` + flags.BaseHelp + `

With --unit-dir 1, the folders directly in DIR are compared as wholes, as in alike report.

` + flags.CountHelp,
		examples: []help.Example{
			{Command: "alike serve ~/projects", Comment: "then open the link"},
			{Command: "alike serve --listen 127.0.0.1:0", Comment: "of the index as it is, on any free port"},
			{Command: "alike serve --listen unix:/run/user/1000/alike.sock", Comment: "for a proxy"},
			{Command: "alike serve --token-file ~/.alike-token --host alike.example.org"},
		},
		brief: []string{
			"listen", "token-file", "host", "min", "by", "base", "limit", "min-size",
			"exclude", "view", "index",
		},
		run:   func(ctx context.Context, args []string) error { return runServe(ctx, a, o, args) },
		flags: o.groups(titled("Who may connect", o.addServer), o.addLimit),
	}
}

func (o *serveOptions) addServer(fs *pflag.FlagSet) {
	fs.StringVar(&o.address, "listen", serve.DefaultAddress,
		"listen on `ADDR`: HOST:PORT, or unix:PATH\nPort 0 is any free port. A socket that systemd passes comes first.")
	fs.StringVar(&o.tokenFile, "token-file", "", "log in with the secret in `FILE`, any number of times\nAt least 16 bytes that only you can read (chmod 600).")
	o.withToken = fs.Lookup("token-file")
	fs.StringArrayVar(&o.hosts, "host", nil, "also answer requests for the host `NAME`\nFor a proxy that passes on the name it is asked for. May be repeated.")
}

func runServe(ctx context.Context, a *app, o serveOptions, args []string) error {
	l, secret, err := o.prepare(ctx, a, args)
	if err != nil {
		return err
	}
	listener, err := o.open(ctx, a)
	if err != nil {
		return err
	}
	defer listener.Close() // a socket goes too
	if err := l.begin(ctx); err != nil {
		return err
	}
	defer l.end()
	s := serve.New(listener, l.backend(), serve.Options{
		Hosts: o.hosts, Secret: secret,
		NewLink: func(link string) { a.screen.Say("the link was used; to log in another browser: " + link) },
		Log:     func(text string) { a.screen.Say("alike: " + terminal.Visible(text)) },
	})
	socket := ""
	if listener.Addr().Network() == "unix" {
		socket = " on the socket " + terminal.Visible(listener.Addr().String())
	}
	if secret != nil {
		a.screen.Note("serving %s%s; log in with the secret in %s", s.Link(), socket, terminal.Visible(o.tokenFile))
	} else {
		a.screen.Say("open this link in a browser; it works once: " + s.Link() + socket)
	}
	return s.Serve(ctx)
}

// prepare checks the flags and returns what will answer, and the secret, which may be nil.
func (o *serveOptions) prepare(ctx context.Context, a *app, args []string) (*live, []byte, error) {
	if err := flags.Check(o.similar.Check, o.units.Check, o.sizes.Check, o.files.Check); err != nil {
		return nil, nil, err
	}
	for _, host := range o.hosts {
		if host == "" || strings.ContainsAny(host, "/@ ") {
			return nil, nil, advice.Usagef("--host %q is not a host name, such as alike.example.org or alike.example.org:8443", terminal.Visible(host))
		}
	}
	if err := serve.CheckAddress(o.address); err != nil {
		return nil, nil, advice.Usagef("--listen %q: %v", terminal.Visible(o.address), err)
	}
	secret, err := o.secret()
	if err != nil {
		return nil, nil, err
	}
	if args, err = o.readTrees(ctx, a, args); err != nil {
		return nil, nil, err
	}
	l := &live{app: a, options: &o.surveyOptions}
	if l.dir, err = indexDir(a); err != nil {
		return nil, nil, err
	}
	if len(args) > 0 {
		if l.trees, err = roots(args); err != nil {
			return nil, nil, err
		}
	}
	if l.trees == nil || onHosts(l.trees) {
		err = flags.Check(o.files.WithoutScan, o.rescan.WithoutScan)
	}
	return l, secret, err
}

// open returns the socket that systemd passed, or one for --listen.
func (o *serveOptions) open(ctx context.Context, a *app) (net.Listener, error) {
	l, err := serve.Activated()
	if err != nil {
		return nil, err
	}
	if l == nil {
		l, err = serve.Listen(ctx, o.address)
	}
	if errors.As(err, new(*serve.InUseError)) {
		return nil, advice.With(err, "name another address; --listen 127.0.0.1:0 takes any free port")
	}
	if err != nil {
		return nil, advice.With(err, "name another address with --listen HOST:PORT or --listen unix:PATH")
	}
	if !serve.IsLoopback(l) {
		a.screen.Note("alike: other machines can connect to %s, and there is no TLS, so reading the traffic is enough to log in", l.Addr())
	}
	return l, nil
}

// longestSecret is the length of the longest secret in bytes.
const longestSecret = 4096

// secret reads the file of --token-file. It returns nil without one.
func (o *serveOptions) secret() ([]byte, error) {
	if !o.withToken.Changed {
		return nil, nil
	}
	if o.tokenFile == "" {
		return nil, advice.Usagef("--token-file names no file")
	}
	path, err := input.Absolute(o.tokenFile)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a FIFO would block
	if err != nil {
		return nil, fmt.Errorf("reading the secret: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fmt.Errorf("reading the secret: %w", err)
	}
	if !info.Mode().IsRegular() {
		return nil, advice.Usagef("--token-file %s is not a regular file", terminal.Visible(path))
	}
	if serve.OwnedByOther(info) {
		return nil, advice.With(fmt.Errorf("the secret in %s belongs to another user", path), "name a file of your own with --token-file")
	}
	// Credentials of systemd are in a folder that only the service can open. Their mode may
	// show the mask of an access list as that of a group.
	if info.Mode().Perm()&0o077 != 0 && filepath.Dir(path) != os.Getenv("CREDENTIALS_DIRECTORY") {
		return nil, advice.With(fmt.Errorf("others can read the secret in %s", path), "chmod 600 "+path)
	}
	data, err := io.ReadAll(io.LimitReader(f, 2*longestSecret)) // with white space around it
	if err != nil {
		return nil, fmt.Errorf("reading the secret: %w", err)
	}
	data = bytes.TrimSpace(data)
	if problem := checkSecret(data); problem != "" {
		return nil, advice.With(fmt.Errorf("the secret in %s %s", path, problem),
			"make one: (umask 077; head -c 32 /dev/urandom | base64 > "+path+")")
	}
	return data, nil
}

// checkSecret returns what is wrong with a secret, or "". It must fit into a line of a
// request's header.
func checkSecret(secret []byte) string {
	n := len(secret)
	unprintable := func(r rune) bool { return !unicode.IsPrint(r) }
	switch {
	case n < serve.MinSecret:
		return fmt.Sprintf("has %d bytes: want at least %d", n, serve.MinSecret)
	case n > longestSecret:
		return fmt.Sprintf("has more than %d bytes", longestSecret)
	case !utf8.Valid(secret) || bytes.ContainsFunc(secret, unprintable):
		return "has several lines, or bytes that are not text"
	}
	return ""
}

// backend returns the functions that answer requests.
func (l *live) backend() serve.Backend {
	return serve.Backend{
		Page: l.page, Compare: l.compare, Run: l.run, Files: l.files, State: l.state, Scan: l.scan, Stop: l.stop,
		PagePolicy: web.Policy(true), ComparePolicy: page.ComparisonPolicy(),
	}
}

// Command release builds what a release of alike consists of, from the commit that is
// checked out:
//
//	go run ./cmd/release -o DIR --version v1.2.3
//
// docs/install.md lists what DIR gets: archives, packages, an image, a bill of materials for each
// program, recipes of other package managers, and SHA256SUMS. Two runs on one commit with one Go
// release write the same bytes; --verify checks that.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// options are what the command line says.
type options struct {
	out        string
	version    string
	only       []string // systems; all of them if it is empty
	url        string   // of the project
	maintainer string
	again      bool // build everything twice
}

// release is what all files of a release have in common.
type release struct {
	options
	root    string // of the module
	commit  string
	name    string // the version, as part of the names of files
	made    time.Time
	systems []system
	work    string            // a temporary folder
	written map[string]string // the checksums of the files in out, by name
}

// sumsName is the file with the checksums of all others.
const sumsName = "SHA256SUMS"

func main() {
	var o options
	pflag.StringVarP(&o.out, "output", "o", "", "write the release to the folder `DIR`")
	pflag.StringVar(&o.version, "version", "", "the `VERSION` of the release, such as v1.2.3\nWithout it, files are named by the commit.")
	pflag.StringVar(&o.url, "url", "", "the `PAGE` of the project. Its files are below PAGE/releases/download/VERSION.\nWithout it, there is neither a formula for Homebrew nor a manifest for Scoop.")
	pflag.StringVar(&o.maintainer, "maintainer", "alike <alike@localhost>", "the maintainer of the packages, as `NAME <ADDRESS>`")
	pflag.StringSliceVar(&o.only, "only", nil, "build for these `SYSTEMS` alone, such as linux-amd64,windows-arm64")
	pflag.BoolVar(&o.again, "verify", false, "build everything once more, from a clone and an empty cache, and compare")
	pflag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, o, pflag.Args())
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options, args []string) error {
	if o.out == "" || len(args) > 0 {
		return errors.New("usage: go run ./cmd/release -o DIR [--version VERSION] [--url PAGE] [--verify]")
	}
	if o.url != "" && o.version == "" {
		return errors.New("--url needs --version, which is in the addresses of the files")
	}
	r, err := newRelease(ctx, o)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(o.out, 0o755); err != nil {
		return err
	}
	if r.work, err = os.MkdirTemp("", "alike-release-"); err != nil {
		return err
	}
	defer os.RemoveAll(r.work)
	return r.all(ctx)
}

// all writes the release.
func (r *release) all(ctx context.Context) error {
	common, err := r.common(ctx)
	if err != nil {
		return err
	}
	for _, s := range r.systems {
		if err := r.one(ctx, s, common); err != nil {
			return fmt.Errorf("%v: %w", s, err)
		}
	}
	if err := r.recipes(); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.out, sumsName), []byte(r.sums()), 0o644); err != nil || !r.again {
		return err
	}
	return r.verify(ctx)
}

// one writes what a release has for one system.
func (r *release) one(ctx context.Context, s system, common []file) error {
	program := filepath.Join(r.work, s.String())
	if err := r.build(ctx, s, program); err != nil {
		return err
	}
	binary, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	licences, err := r.licences(ctx, s)
	if err != nil {
		return err
	}
	files := append([]file{{name: s.program(), mode: 0o755, data: binary}}, s.suited(common)...)
	files = append(files, licences...)
	if err := r.archive(s, files); err != nil {
		return err
	}
	if err := r.materials(ctx, s, program, files); err != nil || !s.packaged() {
		return err
	}
	if err := r.packages(ctx, s, files); err != nil {
		return err
	}
	return r.image(s, files)
}

// newRelease asks git for the commit. $SOURCE_DATE_EPOCH overrides its time.
func newRelease(ctx context.Context, o options) (*release, error) {
	root, err := output(ctx, "", nil, "go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return nil, err
	}
	commit, err := output(ctx, root, nil, "git", "log", "-1", "--format=%H %ct")
	if err != nil {
		return nil, err
	}
	changed, err := output(ctx, root, nil, "git", "status", "--porcelain")
	if err != nil {
		return nil, err
	}
	if changed != "" {
		return nil, fmt.Errorf("%s has changes that are not committed", root)
	}
	commit, seconds, _ := strings.Cut(commit, " ")
	if given := os.Getenv("SOURCE_DATE_EPOCH"); given != "" {
		seconds = given
	}
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("the time of the release: %w", err)
	}
	r := &release{options: o, root: root, commit: commit, name: strings.TrimPrefix(o.version, "v"), made: time.Unix(unix, 0).UTC(), written: map[string]string{}}
	if o.version == "" {
		r.name = commit[:min(12, len(commit))]
	}
	if strings.ContainsAny(r.name, "/ \\'\"") || strings.HasPrefix(r.name, ".") {
		return nil, fmt.Errorf("%q cannot be part of a file name", o.version)
	}
	r.systems, err = chosen(o.only)
	return r, err
}

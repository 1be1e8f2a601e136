package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// format is a kind of package.
type format struct {
	name  string // nfpm's
	zsh   string // where its distributions have completions for zsh
	units bool   // they have systemd
}

var formats = []format{
	{"deb", "/usr/share/zsh/vendor-completions", true},
	{"rpm", "/usr/share/zsh/site-functions", true},
	{"apk", "/usr/share/zsh/site-functions", false},
	{"archlinux", "/usr/share/zsh/site-functions", true},
}

// packaged reports whether there are packages for a system.
func (s system) packaged() bool {
	return s.os == "linux" && slices.Contains([]string{"amd64", "arm64", "riscv64"}, s.arch)
}

const description = `Find files that share content
alike finds files that share content, in whole disks and source trees: copies, edited
copies, and files inside other files. It says how much of each file is found in the other.`

// nfpm is its configuration. JSON is YAML too.
type nfpm struct {
	Name        string            `json:"name"`
	Arch        string            `json:"arch"`
	Platform    string            `json:"platform"`
	Version     string            `json:"version"`
	Release     string            `json:"release"`
	Section     string            `json:"section"`
	Priority    string            `json:"priority"`
	Maintainer  string            `json:"maintainer"`
	Description string            `json:"description"`
	Homepage    string            `json:"homepage,omitempty"`
	License     string            `json:"license"`
	NoGlobbing  bool              `json:"disable_globbing"`
	Time        time.Time         `json:"mtime"`
	Umask       int               `json:"umask"`
	Contents    []content         `json:"contents"`
	Scripts     map[string]string `json:"scripts,omitempty"`
	Deb         map[string]string `json:"deb"`
	RPM         map[string]string `json:"rpm"`
	ArchLinux   map[string]string `json:"archlinux"`
}

type content struct {
	Source      string   `json:"src,omitempty"`
	Destination string   `json:"dst"`
	Type        string   `json:"type,omitempty"`
	Info        fileInfo `json:"file_info"`
}

type fileInfo struct {
	Owner string    `json:"owner"`
	Group string    `json:"group"`
	Mode  int64     `json:"mode"`
	Time  time.Time `json:"mtime"`
}

// packages writes the packages for a system, of the files of its archive.
func (r *release) packages(ctx context.Context, s system, files []file) error {
	for _, f := range formats {
		placed, err := r.placed(f, files)
		if err != nil {
			return err
		}
		if err := r.pack(ctx, s, f, placed); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}

// placed returns the files of a package, whose names are paths without the first slash.
func (r *release) placed(f format, files []file) ([]file, error) {
	const docs = "usr/share/doc/alike/"
	var placed []file
	for _, one := range files {
		dir, base := path.Split(one.name)
		switch {
		case one.name == "alike":
			one.name = "usr/bin/alike"
		case strings.HasPrefix(dir, "man/"):
			one.name, one.data = "usr/share/"+one.name+".gz", compressed(one.data)
		case dir == "completions/bash/":
			one.name = "usr/share/bash-completion/completions/" + base
		case dir == "completions/zsh/":
			one.name = f.zsh[1:] + "/" + base
		case dir == "completions/fish/":
			one.name = "usr/share/fish/vendor_completions.d/" + base
		case dir == "completions/powershell/", strings.HasPrefix(dir, "docs/systemd/") && !f.units:
			continue
		case strings.HasPrefix(dir, "docs/systemd/"):
			one.data = bytes.ReplaceAll(one.data, []byte("/usr/local/bin/alike"), []byte("/usr/bin/alike"))
			if one.name = "usr/lib/systemd/system/" + base; dir != "docs/systemd/" { // a drop-in, to be copied
				one.name = docs + "examples/" + base
			}
		case one.name == "LICENSE" && f.name == "deb":
			text, err := r.debianCopyright(one.data)
			if err != nil {
				return nil, err
			}
			one.name, one.data = docs+"copyright", text
		default:
			one.name = docs + one.name
		}
		placed = append(placed, one)
	}
	return ordered(placed)
}

// debianCopyright returns the file that Debian's packages have, of the text of the licence.
func (r *release) debianCopyright(licence []byte) ([]byte, error) {
	head, err := os.ReadFile(r.template("copyright"))
	if err != nil {
		return nil, err
	}
	b := bytes.NewBuffer(head)
	for line := range strings.Lines(string(licence)) {
		if line = strings.TrimSpace(line); line == "" {
			line = "."
		}
		b.WriteString(" " + line + "\n")
	}
	return b.Bytes(), nil
}

// template returns the path of a file that a release is made with.
func (r *release) template(name string) string {
	return filepath.Join(r.root, "cmd", "release", "templates", name)
}

func compressed(data []byte) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	_, _ = z.Write(data) // a buffer
	_ = z.Close()
	return b.Bytes()
}

// pack writes a package.
func (r *release) pack(ctx context.Context, s system, f format, files []file) error {
	work, err := os.MkdirTemp(r.work, f.name)
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	c := r.described(s)
	if c.Contents, err = r.staged(work, files); err != nil {
		return err
	}
	if f.units {
		c.Scripts = map[string]string{"preremove": r.template("preremove.sh")}
	}
	if f.name == "deb" {
		c.Scripts["postremove"] = r.template("postremove.sh")
	}
	text, err := json.Marshal(c)
	if err != nil {
		return err
	}
	config, made := filepath.Join(work, "nfpm.yaml"), filepath.Join(work, "made")
	if err := os.WriteFile(config, text, 0o600); err != nil {
		return err
	}
	if err := os.Mkdir(made, 0o700); err != nil {
		return err
	}
	module := filepath.Join(r.root, "cmd", "release", "_packages")
	if _, err := output(ctx, module, nil, "go", "tool", "nfpm", "package", "-f", config, "-p", f.name, "-t", made); err != nil {
		return err
	}
	packages, err := os.ReadDir(made)
	if err != nil {
		return err
	}
	if len(packages) != 1 {
		return fmt.Errorf("nfpm made %d packages instead of one", len(packages))
	}
	data, err := os.ReadFile(filepath.Join(made, packages[0].Name()))
	if err != nil {
		return err
	}
	return r.create(packages[0].Name(), func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// described returns what all packages for a system say of themselves. Without a version,
// theirs is lower than any other, and later commits have higher ones.
func (r *release) described(s system) nfpm {
	version := r.name
	if r.version == "" {
		version = "0.0.0-git" + r.made.Format("20060102150405")
	}
	return nfpm{
		Name: "alike", Arch: s.arch, Platform: s.os, Version: version, Release: "1", Section: "utils", Priority: "optional",
		Maintainer: r.maintainer, Description: description, Homepage: r.url, License: "Apache-2.0",
		NoGlobbing: true, Time: r.made, Umask: 0o022,
		Deb:       map[string]string{"compression": "xz"},
		RPM:       map[string]string{"compression": "xz", "buildhost": "localhost", "summary": strings.SplitN(description, "\n", 2)[0]},
		ArchLinux: map[string]string{"packager": r.maintainer},
	}
}

// staged writes files to a folder for nfpm. Folders that are alike's own belong to the package,
// so that they go with it.
func (r *release) staged(work string, files []file) ([]content, error) {
	var contents []content
	own := map[string]bool{}
	for i, f := range files {
		source := filepath.Join(work, strconv.Itoa(i))
		if err := os.WriteFile(source, f.data, 0o600); err != nil {
			return nil, err
		}
		contents = append(contents, content{Source: source, Destination: "/" + f.name, Info: fileInfo{"root", "root", f.mode, r.made}})
		for dir := path.Dir(f.name); strings.HasPrefix(dir+"/", "usr/share/doc/alike/") && !own[dir]; dir = path.Dir(dir) {
			own[dir] = true
			contents = append(contents, content{Destination: "/" + dir, Type: "dir", Info: fileInfo{"root", "root", 0o755, r.made}})
		}
	}
	return contents, nil
}

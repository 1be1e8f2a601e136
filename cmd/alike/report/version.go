package report

import (
	"cmp"
	"runtime"
	"runtime/debug"

	"alike/db"
	"alike/fingerprint"
)

// version is the version of the program.
type version struct {
	version, revision string
	modified          bool
	golang, platform  string
	kernel            string
}

func (v *version) values(_ *setting, to values) {
	to.begin("version")
	to.text("version", v.version)
	if v.revision != "" || to.rows() {
		to.text("revision", v.revision)
	}
	if !to.rows() {
		to.flag("modified", v.modified)
	}
	to.text("go", v.golang)
	to.text("platform", v.platform)
	to.int("index_format", db.FormatVersion)
	to.text("kernel", v.kernel)
}

func (v *version) lines(c *columns) {
	c.out.line("alike %s (%s, %s, index format %d)\n  %s", v.name(), v.golang, v.platform, db.FormatVersion, v.details())
}

// Version prints the version of the program.
func (p *Printer) Version() error {
	v := thisVersion()
	return p.print(&v)
}

// VersionName returns the version of the program.
func VersionName() string {
	v := thisVersion()
	return v.name()
}

// release and commit are the version and the commit of a release, which the linker sets:
// -ldflags '-X alike/cmd/alike/report.release=v1.2.3'.
var release, commit string

func thisVersion() version {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	v := versionOf(info, release)
	v.revision = cmp.Or(v.revision, commit)
	return v
}

// versionOf returns the version of a build: that of the release, if it is one, otherwise that
// of the module. A build of files instead of a package has none.
func versionOf(info *debug.BuildInfo, release string) version {
	v := version{
		version: cmp.Or(release, info.Main.Version, devel), golang: runtime.Version(),
		platform: runtime.GOOS + "/" + runtime.GOARCH, kernel: fingerprint.Kernel(),
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.revision = s.Value
		case "vcs.modified":
			v.modified = s.Value == "true"
		}
	}
	return v
}

// devel is the version of a build that is not a release.
const devel = "(devel)"

// name returns the version, with the commit if there is no release.
func (v *version) name() string {
	if v.version == devel && v.revision != "" {
		return devel + " " + v.revision
	}
	return v.version
}

// details returns the kernel and what is known of the commit, shortened as git does.
func (v *version) details() string {
	text := "kernel " + v.kernel
	if v.revision != "" {
		text += ", commit " + v.revision[:min(12, len(v.revision))]
	}
	if v.modified {
		text += " and uncommitted changes"
	}
	return text
}

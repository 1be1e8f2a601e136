package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// debian makes an empty Debian with what a machine with manual pages and completion has, the
// shells, mandoc and rpm, and puts a release into /root of it. The mirror is that of this machine.
func debian(t *testing.T, release string) string {
	t.Helper()
	if os.Getuid() != 0 {
		t.Fatal("debootstrap and chroot need root")
	}
	sources := string(command(t, "sh", "-c", "cat /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null || true"))
	mirror := regexp.MustCompile(`(?m)^(?:URIs:|deb (?:\[.*\])?)\s*(\S+)`).FindStringSubmatch(sources)
	if mirror == nil {
		t.Fatal("apt has no mirror")
	}
	root := filepath.Join(t.TempDir(), "debian")
	command(t, "debootstrap", "--variant=minbase", "--include=man-db,groff-base,bash-completion,fish,zsh,mandoc,rpm", "bookworm", root, mirror[1])
	for _, e := range entries(t, release) {
		if err := os.WriteFile(filepath.Join(root, "root", e), read(t, filepath.Join(release, e)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func entries(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) == 0 {
		t.Fatalf("%d files, %v", len(list), err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// in runs a script in a root folder, as root at home, and returns what it prints. Its answer to
// any question is yes. The folder has /proc while it runs.
func in(t *testing.T, root, script string) string {
	t.Helper()
	c := exec.Command("unshare", "--mount", "sh", "-ec", `mount -t proc proc "$0/proc"; exec chroot "$0" /bin/bash -ec "$1"`, root, "cd ~\n"+script)
	c.Env = []string{"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8", "TERM=dumb"}
	c.Stdin = strings.NewReader("y\n")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", script, err, out)
	}
	return string(out)
}

// blocks returns the commands of a section of docs/install.md, block by block.
func blocks(t *testing.T, section string) []string {
	t.Helper()
	text := string(read(t, filepath.Join("..", "..", "docs", "install.md")))
	_, text, ok := strings.Cut(text, "\n## "+section+"\n")
	if !ok {
		t.Fatalf("docs/install.md has no section %q", section)
	}
	text, _, _ = strings.Cut(text, "\n## ")
	var blocks []string
	for _, paragraph := range strings.Split(strings.TrimPrefix(text, "\n"), "\n\n") {
		if strings.HasPrefix(paragraph, "    ") {
			blocks = append(blocks, strings.ReplaceAll(paragraph, "    ", "")+"\n")
		}
	}
	return blocks
}

// everything returns the files of a root folder but those that other programs keep for
// themselves: logs, and caches of apt and man.
func everything(t *testing.T, root string) map[string]bool {
	t.Helper()
	files := map[string]bool{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		rel := strings.TrimPrefix(name, root)
		if err != nil || slices.Contains([]string{"/proc", "/var/log", "/var/cache/apt", "/var/cache/man", "/var/lib/apt"}, rel) {
			return cmp.Or(err, fs.SkipDir)
		}
		files[rel] = true
		return nil
	})
	if err != nil || len(files) < 1000 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	return files
}

// left fails if there are files that were not there before, or the other way round.
func left(t *testing.T, root string, before map[string]bool) {
	t.Helper()
	after := everything(t, root)
	for _, name := range slices.Sorted(maps.Keys(after)) {
		if !before[name] {
			t.Errorf("%s is left", name)
		}
	}
	for name := range before {
		if !after[name] {
			t.Errorf("%s is gone", name)
		}
	}
}

// used checks what a user has after an installation: answers, pages and completion. It leaves
// an index, as users do.
func used(t *testing.T, root string) {
	t.Helper()
	if got := in(t, root, "alike version"); !strings.Contains(got, "v1.2.3") {
		t.Errorf("version: %q", got)
	}
	in(t, root, `mkdir tree; seq 20000 >tree/one; seq 3 20000 >tree/two`)
	if got := in(t, root, "alike scan -q ~/tree; alike pairs"); !strings.Contains(got, "/root/tree/one\t/root/tree/two") {
		t.Errorf("pairs: %q", got)
	}
	for page, want := range map[string]string{"alike-pairs": "ALIKE-PAIRS(1)", "7 alike": "ALIKE(7)"} {
		if got := in(t, root, "man "+page); !strings.Contains(got, want) || strings.Count(got, "\n") < 50 {
			t.Errorf("man %s: %q", page, got)
		}
	}
	got := in(t, root, `. /usr/share/bash-completion/bash_completion
_completion_loader alike || [ $? = 124 ]
complete -p alike
COMP_WORDS=(alike pa) COMP_CWORD=1 COMP_LINE='alike pa' COMP_POINT=8
compopt() { :; } # works only while a line is completed
__start_alike
printf 'reply: %s\n' "${COMPREPLY[@]}"`)
	if !strings.Contains(got, "complete -o default -F __start_alike alike") || !strings.HasSuffix(got, "\nreply: pairs\n") {
		t.Errorf("completion: %q", got)
	}
	const lint = `pages=($(find /usr/share/man /usr/local/share/man -name 'alike*.[17]*')); [ ${#pages[@]} -ge 17 ]
for page in "${pages[@]}"; do zcat -f "$page" | mandoc -Tlint || echo "$page"; done` // mandoc 1.14.6 of Debian unpacks nothing
	if got := in(t, root, lint); got != "" {
		t.Error(got)
	}
	in(t, root, "rm -r tree .local")
}

// completed checks completion in the shells that docs/install.md has no commands for.
func completed(t *testing.T, root string) {
	t.Helper()
	if got := in(t, root, `fish -c 'complete -C "alike pa"'`); !strings.HasPrefix(got, "pairs\t") {
		t.Errorf("fish: %q", got)
	}
	got := in(t, root, `zsh -fc 'autoload -Uz compinit; compinit -u -D; print "$_comps[alike]"; autoload +X _alike; functions _alike | grep -c __complete'`)
	if comp, calls, _ := strings.Cut(got, "\n"); comp != "_alike" || calls == "0\n" {
		t.Errorf("zsh: %q", got)
	}
	in(t, root, "rm -rf .config .cache .local")
}

// TestInstall follows docs/install.md in an empty Debian, and checks that nothing is left.
func TestInstall(t *testing.T) {
	root := debian(t, built(t))
	other := root + "-2"
	command(t, "cp", "-a", root, other)
	before := everything(t, root)
	t.Run("checksums", func(t *testing.T) {
		script := strings.Join(blocks(t, "Checking a download"), "")
		if got := in(t, root, script); !strings.Contains(got, "alike_1.2.3-1_amd64.deb: OK") {
			t.Error(got)
		}
	})
	t.Run("deb", func(t *testing.T) {
		b := blocks(t, "Debian and Ubuntu")
		if len(b) != 3 {
			t.Fatalf("%q", b)
		}
		in(t, root, b[0])
		if got := in(t, root, b[1]); !strings.Contains(got, "ALIKE-PAIRS(1)") {
			t.Error(got)
		}
		used(t, root)
		completed(t, root)
		in(t, root, "mkdir -p /var/lib/alike/raw; cat /usr/lib/systemd/system/alike-*.service | grep -c ExecStart=/usr/bin/alike; [ ! -e /etc/systemd/system/timers.target.wants/alike-scan.timer ]")
		in(t, root, b[2])
		left(t, root, before)
	})
	t.Run("rpm", func(t *testing.T) {
		const name = "alike-1.2.3-1.x86_64.rpm"
		if got := in(t, root, "rpm -K "+name); !strings.Contains(got, "digests OK") {
			t.Error(got)
		}
		var want strings.Builder
		for _, f := range wanted(t, "rpm", built(t)) {
			fmt.Fprintf(&want, "100%o /%s\n", f.mode, f.name)
		}
		if got := in(t, root, "rpm -qp --qf '[%{FILEMODES:octal} %{FILENAMES}\\n]' "+name+" | grep ^100"); got != want.String() {
			t.Errorf("%s, want\n%s", got, want.String())
		}
		in(t, root, "rpm -i --nodeps "+name) // it has no list of what Debian has
		used(t, root)
		in(t, root, "rpm -e alike; rm -rf /var/lib/rpm /usr/lib/sysimage/rpm .rpmdb")
	})
	t.Run("tar.gz", func(t *testing.T) {
		before := everything(t, other)
		b := blocks(t, "A tar.gz")
		if len(b) != 3 {
			t.Fatalf("%q", b)
		}
		in(t, other, b[0]+b[1])
		used(t, other)
		in(t, other, b[2]+"rm -r ~/alike-1.2.3-linux-amd64; rm -rf ~/.local")
		for _, dir := range []string{"man/man1", "man/man7", "man", "bash-completion/completions", "bash-completion", ""} {
			if dir = "/usr/local/share/" + dir; !before[strings.TrimSuffix(dir, "/")] { // mkdir -p made it
				in(t, other, "rmdir "+dir)
			}
		}
		left(t, other, before)
	})
}

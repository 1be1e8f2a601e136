package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unitDir holds the units of docs/scheduling.md.
var unitDir = filepath.Join("..", "..", "docs", "systemd")

// installed is the path of alike in the service.
const installed = "/usr/local/bin/alike"

func readUnit(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(unitDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// setting returns the value of an assignment in a unit file, without quotes.
func setting(t *testing.T, unit, name string) string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^` + name + `=(.*)$`).FindStringSubmatch(unit)
	if found == nil {
		found = regexp.MustCompile(`(?m)^Environment="` + name + `=(.*)"$`).FindStringSubmatch(unit)
	}
	if found == nil {
		t.Fatalf("the unit does not set %s", name)
	}
	return found[1]
}

// example returns the drop-in with its commented settings in effect.
func example(t *testing.T) string {
	t.Helper()
	return regexp.MustCompile(`(?m)^#([A-Z][A-Za-z]*=)`).ReplaceAllString(readUnit(t, dropIn), "$1")
}

const dropIn = "alike-scan.service.d/local.conf"

// TestDropIn checks that the drop-in sets nothing by itself and names the settings.
func TestDropIn(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(readUnit(t, dropIn)) {
		if text := strings.TrimSpace(line); text != "" && text[0] != '#' && text[0] != '[' {
			t.Errorf("%q is in effect", text)
		}
	}
	for _, name := range []string{"RequiresMountsFor", "OnSuccess", "ALIKE_TREES", "ALIKE_FLAGS", "ReadWritePaths", "ExecStartPost"} {
		setting(t, example(t), name)
	}
}

// TestUnitsRun runs the command line of the service with the flags of the drop-in, and
// the command that follows it.
func TestUnitsRun(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 2)
	line, ok := strings.CutPrefix(setting(t, readUnit(t, "alike-scan.service"), "ExecStart"), installed+" ")
	if !ok {
		t.Fatalf("the service does not run %s", installed)
	}
	flags := setting(t, example(t), "ALIKE_FLAGS")
	metrics := filepath.Join(t.TempDir(), "alike.prom")
	replaced := strings.Replace(flags, "/var/lib/prometheus/node-exporter/alike.prom", metrics, 1)
	if replaced == flags {
		t.Errorf("the drop-in writes no metrics: %s", flags)
	}
	for _, flags := range []string{"", replaced} {
		args := strings.Fields(strings.NewReplacer("$ALIKE_FLAGS", flags, "$ALIKE_TREES", tree).Replace(line))
		if code := w.run(args...); code != 0 || !strings.Contains(w.err.String(), "scanned 4 files") || w.out.String() != "" {
			t.Errorf("%q exits with %d: %s%s", args, code, w.err.String(), w.out.String())
		}
	}
	if err := checkMetrics(metrics); err != nil {
		t.Error(err)
	}

	after, ok := strings.CutPrefix(setting(t, example(t), "ExecStartPost"), installed+" ")
	w.out = syncBuffer{}
	if code := w.run(strings.Fields(after)...); !ok || code != 0 || w.out.String() != "" {
		t.Errorf("%q exits with %d if nothing is new: %s", after, code, w.out.String())
	}
	if err := os.Rename(tree+"/large", tree+"/moved"); err != nil {
		t.Fatal(err)
	}
	if w.run("scan", tree) != 0 || w.run(strings.Fields(after)...) != 0 || !strings.Contains(w.out.String(), tree+"/moved\n") {
		t.Errorf("%q prints only %q", after, w.out.String())
	}
}

// TestUnitMails runs the command line of the service that mails, with a mail program that
// records its input.
func TestUnitMails(t *testing.T) {
	t.Parallel()
	line := setting(t, readUnit(t, "alike-changes.service"), "ExecStart")
	script, ok := strings.CutPrefix(strings.TrimSuffix(line, "'"), "/bin/sh -c '")
	if !ok {
		t.Fatalf("the service runs no shell: %s", line)
	}
	// As systemd unescapes it.
	script = strings.NewReplacer("$$", "$", "%%", "%", "%H", "the-host").Replace(script)
	const mail = `echo "$@" >"$MAILED"; cat >>"$MAILED"`
	for out, want := range map[string]string{
		"":                                       "",
		"new\t3\t/a\\nb \"c\" $d \nnew\t4\t/e\n": "-s alike on the-host root\nnew\t3\t/a\\nb \"c\" $d \nnew\t4\t/e\n",
	} {
		alike := "cat <<'END'\n" + out + "END\n"
		if got := runWith(t, script, map[string]string{"alike": alike, "mail": mail}); got.mailed != want || got.out != "" || got.code != 0 {
			t.Errorf("mail for %q is %q, want %q; printed %q, exit code %d", out, got.mailed, want, got.out, got.code)
		}
	}
}

// TestUnitsVerify checks the units with systemd-analyze.
func TestUnitsVerify(t *testing.T) {
	t.Parallel()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skipf("no systemd-analyze: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var units []string
	for _, name := range []string{"alike-scan.service", "alike-scan.timer", "alike-changes.service", "alike-export.service", "alike-serve.service", "alike-serve.socket", dropIn} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		text := readUnit(t, name)
		if name == dropIn {
			text = example(t)
		}
		text = strings.ReplaceAll(text, installed, self)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(name, ".conf") {
			units = append(units, path)
		}
	}
	out, err := exec.Command(analyze, append([]string{"verify", "--man=no"}, units...)...).CombinedOutput()
	if err != nil || strings.Contains(string(out), dir) {
		t.Errorf("systemd-analyze verify: %v\n%s", err, out)
	}
}

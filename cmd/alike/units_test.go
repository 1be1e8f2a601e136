package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// unitDir has the units of docs/scheduling.md.
var unitDir = filepath.Join("..", "..", "docs", "systemd")

// installed is where the service expects alike.
const installed = "/usr/local/bin/alike"

func readUnit(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(unitDir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// setting returns what a unit file assigns, without quotes.
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

// TestUnitsRun runs the command line of the service, with the flags of the
// drop-in.
func TestUnitsRun(t *testing.T) {
	t.Parallel()
	w, tree := newWorld(t, 0, 2)
	line, ok := strings.CutPrefix(setting(t, readUnit(t, "alike-scan.service"), "ExecStart"), installed+" ")
	if !ok {
		t.Fatalf("the service does not run %s", installed)
	}
	flags := setting(t, readUnit(t, "alike-scan.service.d/local.conf"), "ALIKE_FLAGS")
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
}

// TestUnitsVerify lets systemd read the units.
func TestUnitsVerify(t *testing.T) {
	t.Parallel()
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skipf("systemd is not here to read its units: %v", err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	var units []string
	for _, name := range []string{"alike-scan.service", "alike-scan.timer", "alike-scan.service.d/local.conf"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(readUnit(t, name), installed, self)
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

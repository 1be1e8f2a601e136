package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// shellRun is the outcome of a shell script.
type shellRun struct {
	out    string // standard output and standard error
	mailed string // the text written to $MAILED
	code   int
}

// runWith runs a shell script in which the given programs, themselves shell scripts,
// replace the real ones. The one named alike replaces the installed program.
func runWith(t *testing.T, script string, programs map[string]string) shellRun {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skipf("there is no shell to run it: %v", err)
	}
	dir := t.TempDir()
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!"+sh+"\n"+text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c := exec.Command(sh, "-c", strings.ReplaceAll(script, installed, filepath.Join(dir, "alike")))
	mailed := filepath.Join(dir, "mailed")
	c.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir, "MAILED="+mailed, "MAIL_TO=root")
	out, err := c.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	mail, err := os.ReadFile(mailed)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return shellRun{string(out), string(mail), c.ProcessState.ExitCode()}
}

// TestCronLine runs the line for cron with an alike that exits with a given code.
func TestCronLine(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile(filepath.Join(unitDir, "..", "scheduling.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?m)^    17 3 \* \* \*  (nice .*)$`).FindSubmatch(doc)
	if found == nil {
		t.Fatal("docs/scheduling.md has no line for cron")
	}
	line := string(found[1])
	if strings.Contains(line, "%") {
		t.Errorf("cron ends a line at %%: %s", line)
	}
	const changed, unread = "new\t1\t/x\n", "alike: some files could not be read: alike scan ~ names them\n"
	for code, want := range map[int]string{
		exitDone: changed, exitSomeFailed: unread + changed, exitFailed: "", exitHeld: "", exitDamaged: "", exitInterrupted: "",
	} {
		alike := fmt.Sprintf(`case "$*" in
"scan -q --wait 10m $HOME") exit %d;;
changes) echo "new	1	/x";;
*) echo "what is $*?";;
esac
`, code)
		asItIs := `while [ "${1#-}" != "$1" ]; do shift 2; done; exec "$@"`
		got := runWith(t, line, map[string]string{"alike": alike, "nice": asItIs, "ionice": asItIs})
		if got.out != want {
			t.Errorf("after exit code %d cron mails %q, want %q", code, got.out, want)
		}
	}
}

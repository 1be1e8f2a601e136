//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// The versions of the engines. Raise them together with docs/fleet.md. .ci/run reads that of
// DuckDB from here.
const (
	duckdbVersion  = "2.0.0"
	pysparkVersion = "4.3.0"
)

// leastJava is the oldest Java that Spark runs on.
const leastJava = 17

// cacheVariable names the folder that keeps the Python packages between runs.
const cacheVariable = "ALIKE_FLEET_CACHE"

// findEngines finds Java and Python and installs the engines. The full form fails without
// them; the small form says what it leaves out, and found is false without DuckDB.
func (f *fleet) findEngines(ctx context.Context) (found bool, err error) {
	java, javaErr := findJava(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	packages := []string{"duckdb==" + duckdbVersion}
	if javaErr == nil {
		packages = append(packages, "pyspark=="+pysparkVersion)
	}
	if f.full && javaErr != nil {
		return false, javaErr
	}
	if err := f.install(ctx, packages); err != nil {
		if f.full || ctx.Err() != nil {
			return false, err
		}
		f.say("nothing is compared: %v", err)
		return false, nil
	}
	if javaErr != nil {
		f.say("Spark is left out: %v", javaErr)
		return true, nil
	}
	f.java = java
	out, err := f.command(ctx, f.python, "-c", "import pyspark; print(pyspark.__path__[0])").Output()
	if err != nil {
		return false, fmt.Errorf("find the folder of Spark: %w", err)
	}
	f.spark = strings.TrimSpace(string(out))
	return true, nil
}

var javaVersion = regexp.MustCompile(`version "(\d+)`)

// findJava returns the folder of Java: $JAVA_HOME, or the one of the first java in $PATH.
func findJava(ctx context.Context) (string, error) {
	java := filepath.Join(os.Getenv("JAVA_HOME"), "bin", "java")
	if os.Getenv("JAVA_HOME") == "" {
		var err error
		if java, err = exec.LookPath("java"); err != nil {
			return "", fmt.Errorf("find Java %d or later: %w", leastJava, err)
		}
		if java, err = filepath.EvalSymlinks(java); err != nil {
			return "", err
		}
	}
	out, err := exec.CommandContext(ctx, java, "-version").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s -version: %w", java, err)
	}
	match := javaVersion.FindSubmatch(out)
	if match == nil {
		return "", fmt.Errorf("%s -version does not name a version: %q", java, out)
	}
	if major, _ := strconv.Atoi(string(match[1])); major < leastJava {
		return "", fmt.Errorf("%s is version %d; want Java %d or later", java, major, leastJava)
	}
	return filepath.Dir(filepath.Dir(java)), nil
}

// install makes a virtual environment with the packages, or finds it in the cache.
func (f *fleet) install(ctx context.Context, packages []string) error {
	cache := os.Getenv(cacheVariable)
	if cache == "" {
		cache = f.dir
	}
	venv, err := filepath.Abs(filepath.Join(cache, "venv"))
	if err != nil {
		return err
	}
	f.python = filepath.Join(venv, "bin", "python")
	if f.has(ctx, packages) {
		return nil
	}
	if _, err := exec.LookPath("python3"); err != nil {
		return err
	}
	// --clear, because a run that was killed may have left half of it.
	for _, args := range [][]string{
		{"python3", "-m", "venv", "--clear", venv},
		append([]string{f.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries", "1"}, packages...),
	} {
		if out, err := f.command(ctx, args[0], args[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", strings.Join(args, " "), err, lastLine(out))
		}
	}
	if !f.has(ctx, packages) {
		return errors.New("the installed packages are not of the versions " + strings.Join(packages, ", "))
	}
	return nil
}

// has reports whether the virtual environment has the packages, in these versions.
func (f *fleet) has(ctx context.Context, packages []string) bool {
	args := []string{"-c", `
import sys
from importlib.metadata import version
sys.exit(any(version(p.split("==")[0]) != p.split("==")[1] for p in sys.argv[1:]))`}
	return f.command(ctx, f.python, append(args, packages...)...).Run() == nil
}

func lastLine(text []byte) string {
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	return lines[len(lines)-1]
}

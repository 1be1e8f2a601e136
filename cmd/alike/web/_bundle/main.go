// Command bundle makes the program, the style and the licences of package web, which has
// the go:generate line for it. Nothing of it is needed to build or to run alike.
package main

import (
	"bytes"
	"compress/gzip"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bundle: ")
	out := flag.String("out", "", "the `folder` to write to")
	flag.Parse()
	if *out == "" {
		log.Fatal("-out is missing")
	}
	if err := run(*out); err != nil {
		log.Fatal(err)
	}
}

func run(out string) error {
	if err := install(); err != nil {
		return err
	}
	if err := command(filepath.Join("node_modules", ".bin", "tsc"), "--noEmit"); err != nil {
		return fmt.Errorf("checking the types: %w", err)
	}
	result := api.Build(api.BuildOptions{
		EntryPointsAdvanced: []api.EntryPoint{
			{InputPath: "src/main.ts", OutputPath: "app"},
			{InputPath: "src/style/app.css", OutputPath: "app"},
		},
		Outdir: out, Bundle: true, Format: api.FormatIIFE, Target: api.ES2022, Charset: api.CharsetASCII,
		MinifyWhitespace: true, MinifyIdentifiers: true, MinifySyntax: true,
		LegalComments: api.LegalCommentsNone, // licences.txt has them in full
		Metafile:      true, LogLevel: api.LogLevelWarning,
	})
	if len(result.Errors) > 0 {
		return fmt.Errorf("bundling: %s", result.Errors[0].Text)
	}
	used, err := packages(result.Metafile)
	if err != nil {
		return err
	}
	text, err := licences(used)
	if err != nil {
		return err
	}
	files := append(result.OutputFiles, api.OutputFile{Path: filepath.Join(out, "licences.txt"), Contents: text})
	for _, f := range files {
		if err := os.WriteFile(f.Path, f.Contents, 0o644); err != nil {
			return err
		}
		fmt.Printf("%-14s %7d bytes, %6d compressed\n", filepath.Base(f.Path), len(f.Contents), compressed(f.Contents))
	}
	for _, p := range used {
		fmt.Printf("  %-28s %7d bytes\n", p.name, p.bytes)
	}
	return nil
}

// install installs what package-lock.json names, unless that is there already.
func install() error {
	lock, err := os.Stat("package-lock.json")
	if err != nil {
		return err
	}
	if installed, err := os.Stat("node_modules/.package-lock.json"); err == nil && !installed.ModTime().Before(lock.ModTime()) {
		return nil
	}
	if err := command("npm", "ci", "--silent"); err != nil {
		return fmt.Errorf("installing the libraries: %w", err)
	}
	return nil
}

func command(name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

func compressed(content []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(content)
	_ = w.Close()
	return b.Len()
}

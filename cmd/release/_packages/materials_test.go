package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/xeipuuv/gojsonschema"
)

// ofThis returns the materials of the test's own program, with licences made up for its modules.
func ofThis(t *testing.T) (*materials, []string) {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	m := &materials{program: program, version: "1.2.3", made: time.Unix(1795396059, 0).UTC(), licences: t.TempDir()}
	write := func(name, text string) {
		name = filepath.Join(m.licences, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var modules []string
	for _, d := range info.Deps {
		write(d.Path+"@"+d.Version+"/LICENSE", "Apache License\n   Version 2.0\n")
		modules = append(modules, d.Path)
	}
	if len(modules) == 0 {
		t.Fatal("the test has no module")
	}
	write("go/LICENSE", "Redistributions in binary form must reproduce … the\nnames of its contributors may be used to endorse")
	write("pages.txt", "Libraries.\n\n@a/b 3.1.4 (MIT)\nc 1.0.0 (ISC)\n\nPermission (free)\n")
	return m, append(modules, "std", "@a/b", "c")
}

// TestBill checks a bill against the published schema, that it names every module, and that a
// second one is the same.
func TestBill(t *testing.T) {
	m, want := ofThis(t)
	var bill, again bytes.Buffer
	if err := m.write(&bill); err != nil {
		t.Fatal(err)
	}
	if err := m.write(&again); err != nil || !bytes.Equal(bill.Bytes(), again.Bytes()) {
		t.Errorf("the second bill differs, %v", err)
	}
	validate(t, bill.Bytes())
	var got struct {
		SerialNumber string
		Metadata     struct{ Timestamp string }
		Components   []struct {
			Name, Version, Purl string
			Licenses            []struct{ License struct{ ID string } }
		}
	}
	if err := json.Unmarshal(bill.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range got.Components {
		names = append(names, c.Name)
		if len(c.Licenses) != 1 || c.Version == "" || c.Purl == "" {
			t.Errorf("%+v", c)
		}
	}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	last := got.Components[len(names)-3:]
	if last[0].Licenses[0].License.ID != "BSD-3-Clause" || last[1].Purl != "pkg:npm/%40a/b@3.1.4" || last[2].Licenses[0].License.ID != "ISC" {
		t.Errorf("%+v", last)
	}
	if got.Metadata.Timestamp != m.made.Format(time.RFC3339) {
		t.Error(got.Metadata.Timestamp)
	}
	m.version = "1.2.4"
	again.Reset()
	if err := m.write(&again); err != nil || strings.Contains(again.String(), got.SerialNumber) {
		t.Errorf("another bill has the same serial number, %v", err)
	}
}

// validate checks a bill against the schema of the standard, which its library has.
func validate(t *testing.T, bill []byte) {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	read := func(pattern string) gojsonschema.JSONLoader {
		names, err := filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "schema", pattern))
		if err != nil || len(names) != 1 {
			t.Fatalf("%q, %v", names, err)
		}
		text, err := os.ReadFile(names[0])
		if err != nil {
			t.Fatal(err)
		}
		return gojsonschema.NewBytesLoader(text)
	}
	l := gojsonschema.NewSchemaLoader() // never from the network
	const place = "http://cyclonedx.org/schema/"
	if err := l.AddSchema(place+"spdx.schema.json", read("spdx.schema.json")); err != nil {
		t.Fatal(err)
	}
	if err := l.AddSchema(place+"jsf-0.82.schema.json", read("jsf-0.82.schema*.json")); err != nil {
		t.Fatal(err)
	}
	schema, err := l.Compile(read("bom-1.6.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	result, err := schema.Validate(gojsonschema.NewBytesLoader(bill))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range result.Errors() {
		t.Error(e)
	}
}

// TestMissing checks that a bill is not written without the licence of a module.
func TestMissing(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"go/LICENSE", "All rights reserved", "is not known"},
		{"pages.txt", "none", "names no library"},
	} {
		m, _ := ofThis(t)
		if err := os.WriteFile(filepath.Join(m.licences, c.name), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := m.write(new(bytes.Buffer)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestLicences checks how licences are told apart.
func TestLicences(t *testing.T) {
	const two = "Redistributions in binary form must reproduce the above"
	for text, want := range map[string]string{
		"Apache License\n  Version 2.0, January 2004": "Apache-2.0",
		two: "BSD-2-Clause",
		two + " … the names of its\ncontributors may be used to endorse": "BSD-3-Clause",
		"Apache License Version 2.0\n" + two:                             "Apache-2.0 BSD-2-Clause",
		"All rights reserved":                                            "",
	} {
		if got := strings.Join(licencesOf(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

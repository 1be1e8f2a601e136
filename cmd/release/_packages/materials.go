package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

// materials are what a bill is made of.
type materials struct {
	program  string // a file
	version  string
	made     time.Time
	licences string // a folder
}

// write writes the bill. Its bytes depend only on the materials: the serial number is a hash
// of the rest.
func (m *materials) write(w io.Writer) error {
	bill, err := m.bill()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := encode(&b, bill); err != nil {
		return err
	}
	u := sha256.Sum256(b.Bytes())
	u[6], u[8] = u[6]&0x0f|0x80, u[8]&0x3f|0x80 // RFC 9562, version 8
	bill.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:16])
	return encode(w, bill)
}

func encode(w io.Writer, bill *cdx.BOM) error {
	return cdx.NewBOMEncoder(w, cdx.BOMFileFormatJSON).SetPretty(true).SetEscapeHTML(false).EncodeVersion(bill, cdx.SpecVersion1_6)
}

// bill lists the modules that the linker says are in the program, Go's standard library, and
// the libraries of the report's page.
func (m *materials) bill() (*cdx.BOM, error) {
	info, err := buildinfo.ReadFile(m.program)
	if err != nil {
		return nil, err
	}
	program, err := os.ReadFile(m.program)
	if err != nil {
		return nil, err
	}
	var components []cdx.Component
	for _, d := range append(info.Deps, &debug.Module{Path: "std", Version: info.GoVersion}) {
		c, err := m.module(d)
		if err != nil {
			return nil, err
		}
		components = append(components, c)
	}
	page, err := m.page()
	if err != nil {
		return nil, err
	}
	components = append(components, page...)
	var refs []string
	for _, c := range components {
		refs = append(refs, c.BOMRef)
	}
	alike := cdx.Component{
		BOMRef: "alike", Type: cdx.ComponentTypeApplication, Name: "alike", Version: m.version, Licenses: identified("Apache-2.0"),
		PackageURL: "pkg:generic/alike@" + m.version,
		Hashes:     &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: fmt.Sprintf("%x", sha256.Sum256(program))}},
		Properties: settings(info),
	}
	bill := cdx.NewBOM()
	bill.Metadata = &cdx.Metadata{Timestamp: m.made.Format(time.RFC3339), Component: &alike}
	bill.Components = &components
	bill.Dependencies = &[]cdx.Dependency{{Ref: alike.BOMRef, Dependencies: &refs}}
	return bill, nil
}

// settings returns for which system the program was built.
func settings(info *buildinfo.BuildInfo) *[]cdx.Property {
	var p []cdx.Property
	for _, s := range info.Settings {
		if strings.HasPrefix(s.Key, "GO") || s.Key == "CGO_ENABLED" {
			p = append(p, cdx.Property{Name: "go:" + s.Key, Value: s.Value})
		}
	}
	return &p
}

// module returns a component for a module of Go. Its hash is that of go.sum, in the form of
// the standard. The standard library has none.
func (m *materials) module(d *debug.Module) (cdx.Component, error) {
	if d.Replace != nil {
		return cdx.Component{}, fmt.Errorf("the module %s is replaced by %s", d.Path, d.Replace.Path)
	}
	folder := d.Path + "@" + d.Version
	if d.Path == "std" {
		folder = "go"
	}
	ids, err := licencesIn(filepath.Join(m.licences, filepath.FromSlash(folder)))
	if err != nil {
		return cdx.Component{}, err
	}
	version := strings.TrimPrefix(d.Version, "go") // of the standard library
	url := "pkg:golang/" + d.Path + "@" + strings.ReplaceAll(version, "+", "%2B")
	c := cdx.Component{
		BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: d.Path, Version: version, Scope: cdx.ScopeRequired,
		PackageURL: url, Licenses: identified(ids...),
	}
	if sum, ok := strings.CutPrefix(d.Sum, "h1:"); ok {
		hash, err := base64.StdEncoding.DecodeString(sum)
		if err != nil {
			return c, fmt.Errorf("the sum of the module %s: %w", d.Path, err)
		}
		c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: fmt.Sprintf("%x", hash)}}
	} else if d.Path != "std" {
		return c, fmt.Errorf("the module %s has no sum", d.Path)
	}
	return c, nil
}

// packaged matches the lines of pages.txt that name a library.
var packaged = regexp.MustCompile(`(?m)^(\S+) ([0-9]\S*) \((\S+)\)$`)

// page returns components for the libraries of the report's page, which come from npm.
func (m *materials) page() ([]cdx.Component, error) {
	text, err := os.ReadFile(filepath.Join(m.licences, "pages.txt"))
	if err != nil {
		return nil, err
	}
	var components []cdx.Component
	for _, l := range packaged.FindAllStringSubmatch(string(text), -1) {
		url := "pkg:npm/" + strings.ReplaceAll(l[1], "@", "%40") + "@" + l[2]
		components = append(components, cdx.Component{
			BOMRef: url, Type: cdx.ComponentTypeLibrary, Name: l[1], Version: l[2], Scope: cdx.ScopeRequired,
			PackageURL: url, Licenses: identified(l[3]),
		})
	}
	if len(components) == 0 {
		return nil, fmt.Errorf("%s names no library", filepath.Join(m.licences, "pages.txt"))
	}
	return components, nil
}

func identified(ids ...string) *cdx.Licenses {
	var l cdx.Licenses
	for _, id := range ids {
		l = append(l, cdx.LicenseChoice{License: &cdx.License{ID: id}})
	}
	return &l
}

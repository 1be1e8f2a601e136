package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"strings"

	"alike/cmd/alike/input"
	"alike/cmd/alike/terminal"
)

// SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format, errata 01, 2023) is
// what services for code review take in. The structs are our own, and what comes out
// is checked by tests against the schema of the standard: the libraries for it
// (owenrumney/go-sarif 3.3.1 has 18,000 lines and brings a validator along) hold a
// whole report in memory, where here each result is written as it is found.

const (
	sarifVersion = "2.1.0"
	sarifSchema  = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// sarifRoot stands for the folder that paths are relative to; this name is the one
	// that is known for the root of the sources.
	sarifRoot = "%SRCROOT%"
)

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifRegion struct {
	StartLine int `json:"startLine"`
	EndLine   int `json:"endLine"`
}

type sarifArtifact struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	// Region is whole lines: columns are counted in characters, of an encoding that
	// nobody states.
	Region *sarifRegion `json:"region,omitempty"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"` // for links in messages, from 1 on
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifMessage `json:"message,omitempty"`
}

type sarifResult struct {
	RuleID    string            `json:"ruleId"`
	RuleIndex int               `json:"ruleIndex"`
	Level     string            `json:"level"`
	Message   sarifMessage      `json:"message"`
	Locations []sarifLocation   `json:"locations"`
	Related   []sarifLocation   `json:"relatedLocations,omitempty"`
	Partial   map[string]string `json:"partialFingerprints"`
	Shares    any               `json:"properties"`
}

type sarifHelp struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifRule struct {
	ID     string       `json:"id"`
	Name   string       `json:"name"`
	Short  sarifMessage `json:"shortDescription"`
	Full   sarifMessage `json:"fullDescription"`
	Help   sarifHelp    `json:"help"`
	Config struct {
		Level string `json:"level"`
	} `json:"defaultConfiguration"`
	Properties struct {
		Tags []string `json:"tags"`
	} `json:"properties"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version"`
	Rules   []sarifRule `json:"rules"`
}

type sarifNotification struct {
	Level   string       `json:"level"`
	Message sarifMessage `json:"message"`
}

type sarifInvocation struct {
	Successful    bool                `json:"executionSuccessful"`
	Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

// The levels of results.
const (
	sarifNote    = "note"
	sarifWarning = "warning"
)

// Indexes of rules, and their names.
const (
	ruleIdentical = iota
	ruleSimilar
)

var sarifRuleIDs = [...]string{ruleIdentical: "identical-files", ruleSimilar: "similar-files"}

// sarifRules describes what results there are.
func sarifRules() []sarifRule {
	rules := []sarifRule{
		ruleIdentical: {
			Name: "IdenticalFiles", Short: sarifMessage{"Two files are identical"},
			Full: sarifMessage{"Both files have the same bytes, as their checksums say."},
			Help: sarifHelp{
				"Keep one of the files, or leave the copy out of the comparison: name it to --exclude, or in a file .alikeignore.",
				"Keep one of the files, or leave the copy out of the comparison: name it to `--exclude`, or in a file `.alikeignore`."},
		},
		ruleSimilar: {
			Name: "SimilarFiles", Short: sarifMessage{"Two files share content"},
			Full: sarifMessage{"A part of one file is found in the other, as the view of the comparison shows them: under the view code names, numbers, strings, comments and white space do not count."},
			Help: sarifHelp{
				"The first location is the longest passage that both files have, the link in the message leads to its counterpart; more passages follow, the longest first. " +
					"alike compare shows them side by side. Bring what is common into one place, name what was handed out to everybody with --base, or raise --min.",
				"The first location is the longest passage that both files have, the link in the message leads to its counterpart; more passages follow, the longest first. " +
					"`alike compare` shows them side by side. Bring what is common into one place, name what was handed out to everybody with `--base`, or raise `--min`."},
		},
	}
	for i := range rules {
		rules[i].ID = sarifRuleIDs[i]
		rules[i].Config.Level = sarifNote
		rules[i].Properties.Tags = []string{"copied-code"}
	}
	rules[ruleIdentical].Config.Level = sarifWarning
	return rules
}

// programVersion is what the build knows of the version, "unknown" if nothing.
func programVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "unknown"
}

// sourceRoot is the folder that paths in a report are relative to: the root of the
// repository that the folders lie in; else the working directory, if they lie there;
// else the deepest folder that has them all.
func sourceRoot(dirs []string) (string, error) {
	here, err := input.Absolute(".")
	if err != nil {
		return "", err
	}
	common := here
	for i, dir := range dirs {
		if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
			dir = path.Dir(dir)
		}
		for i > 0 && !inFolder(dir, common) {
			common = path.Dir(common)
		}
		if i == 0 {
			common = dir
		}
	}
	for folder := common; folder != "/"; folder = path.Dir(folder) {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil {
			return folder, nil
		}
	}
	if inFolder(common, here) {
		return here, nil
	}
	return common, nil
}

// inFolder reports whether a path is a folder or lies in it.
func inFolder(path, folder string) bool {
	return path == folder || folder == "/" || strings.HasPrefix(path, folder+"/")
}

// sarifURI is where a file is: from the root, or from the machine's where it does
// not lie in that.
func sarifURI(file, root string) sarifArtifact {
	if below, ok := strings.CutPrefix(file, strings.TrimSuffix(root, "/")+"/"); ok {
		return sarifArtifact{percentEncoded(below), sarifRoot}
	}
	return sarifArtifact{URI: fileURI(file)}
}

func fileURI(path string) string { return "file://" + percentEncoded(path) }

// percentEncoded encodes a path for a URI: each byte of it, whether it is UTF-8 or
// not, but those that RFC 3986 lets stand for themselves everywhere. A colon too:
// what stands before it would be taken for a scheme.
func percentEncoded(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// sarifText makes a file's name text of a message, in which braces are doubled.
func sarifText(name string) string {
	return strings.NewReplacer("{", "{{", "}", "}}").Replace(terminal.Visible(name))
}

// sarifLink makes a link to a location of the result, out of a file's name.
func sarifLink(name string, id int) string {
	return "[" + strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(sarifText(name)) + "](" + itoa(id) + ")"
}

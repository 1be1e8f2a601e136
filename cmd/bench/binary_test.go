//go:build linux

package main

import (
	"runtime/debug"
	"testing"
)

func TestModuleOf(t *testing.T) {
	t.Parallel()
	info := &debug.BuildInfo{Deps: []*debug.Module{{Path: "google.golang.org/protobuf"}, {Path: "github.com/x/y/v4"}}}
	for symbol, want := range map[string]string{
		"alike/db/search.(*Scorer).Of":                                    "alike/db",
		"main.runPairs":                                                   "alike/cmd",
		"google.golang.org/protobuf/internal/impl.fieldCoder":             "google.golang.org/protobuf",
		"github.com/x/y/v4.init":                                          "github.com/x/y/v4",
		"github.com/x/yy.init":                                            "github.com",
		"slices.pdqsortCmpFunc[go.shape.struct { a/b.C }]":                "slices",
		"vendor/golang.org/x/net/idna.idnaValues":                         "vendor",
		"go:itab.*os.File,io.Reader":                                      "os",
		"type:.eq.github.com/x/y/v4/table.Key":                            "github.com/x/y/v4",
		"go:func.*":                                                       "tables",
		"type:*[]google.golang.org/protobuf/reflect/protoreflect.Message": "tables",
		"_rt0_amd64_linux":                                                "tables",
	} {
		if got := moduleOf(symbol, info); got != want {
			t.Errorf("%s: %s, want %s", symbol, got, want)
		}
	}
}

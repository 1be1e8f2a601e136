package store

import (
	"os"
	"testing"

	"alike/testdata"
)

func TestMain(m *testing.M) { os.Exit(testdata.InMemory{M: m}.Run()) }

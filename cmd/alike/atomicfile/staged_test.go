package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
)

func stage(t *testing.T, path, content string) *Staged {
	t.Helper()
	s, err := Stage(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index", "in/1"} {
		if err := s.Create(name, func(w io.Writer) error { _, err := io.WriteString(w, content); return err }); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestPublish reads a folder, and a file, repeatedly while they are being replaced.
func TestPublish(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("exchanges folders by three renames, so that a reader can find none")
	}
	dir := t.TempDir()
	folder, file := filepath.Join(dir, "folder"), filepath.Join(dir, "file")
	publish := func(content string, replace bool) error {
		asFolder, asFile := stage(t, folder, content).Publish(replace, nothingWrong), stage(t, file, content).PublishFile("index", replace)
		return errors.Join(asFolder, asFile)
	}
	if err := publish("old", false); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		var err error
		for i := 0; i < 20 && err == nil; i++ {
			err = publish(fmt.Sprint("new ", i), true)
		}
		done <- err
	}()
	for ended := false; !ended; {
		for _, path := range []string{file, folder + "/index", folder + "/in/1"} {
			if text, err := os.ReadFile(path); err != nil || len(text) < 3 {
				t.Fatalf("%s has %q, %v", path, text, err)
			}
		}
		select {
		case err := <-done:
			if err != nil {
				t.Fatal(err)
			}
			ended = true
		default:
		}
	}
	if text, err := os.ReadFile(folder + "/in/1"); err != nil || string(text) != "new 19" {
		t.Errorf("the folder has %q, %v", text, err)
	}
	for name, publish := range map[string]func(*Staged) error{
		"folder": func(s *Staged) error { return s.Publish(false, nothingWrong) },
		"file":   func(s *Staged) error { return s.PublishFile("index", false) },
	} {
		s := stage(t, filepath.Join(dir, name), "newer")
		if err := publish(s); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s is replaced: %v", name, err)
		}
		s.Discard()
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
}

// TestExchangeInSteps checks the way of file systems that cannot exchange folders.
func TestExchangeInSteps(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	old := filepath.Join(dir, "report")
	if err := stage(t, old, "old").Publish(false, nothingWrong); err != nil {
		t.Fatal(err)
	}
	s := stage(t, old, "new")
	if err := exchangeInSteps(s.temp, old); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{old: "new", s.temp: "old"} {
		if text, err := os.ReadFile(path + "/in/1"); err != nil || string(text) != want {
			t.Errorf("%s has %q, %v", path, text, err)
		}
	}
	if err := exchangeInSteps(filepath.Join(dir, "none"), old); err == nil {
		t.Error("nothing takes the place of a folder")
	}
	if text, err := os.ReadFile(old + "/index"); err != nil || string(text) != "new" {
		t.Errorf("after a failure: %q, %v", text, err)
	}
}

func nothingWrong(string) error { return nil }

// TestPublishKeepsWhatIsNew checks that a folder in the place stays if it fails the check.
func TestPublishKeepsWhatIsNew(t *testing.T) {
	t.Parallel()
	place := filepath.Join(t.TempDir(), "report")
	if err := stage(t, place, "old").Publish(false, nothingWrong); err != nil {
		t.Fatal(err)
	}
	saved := filepath.Join(place, "saved")
	if err := os.WriteFile(saved, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	wrong := errors.New("something was saved there")
	s := stage(t, place, "new")
	err := s.Publish(true, func(old string) error {
		if _, err := os.Stat(filepath.Join(old, "saved")); err != nil {
			t.Error(err)
		}
		return wrong
	})
	s.Discard()
	if _, missing := os.Stat(saved); !errors.Is(err, wrong) || missing != nil {
		t.Errorf("Publish returns %v; the saved file: %v", err, missing)
	}
}

// TestPublishInside checks that a folder is filled, and that nothing in it is replaced.
func TestPublishInside(t *testing.T) {
	t.Parallel()
	for _, taken := range []string{"", "in", "index"} {
		dir := t.TempDir()
		s, err := StageInside(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"index", "in/1"} {
			if err := s.Create(name, func(w io.Writer) error { _, err := io.WriteString(w, name); return err }); err != nil {
				t.Fatal(err)
			}
		}
		want := []string{"in", "index"}
		if taken != "" {
			want = []string{taken}
			if err := os.WriteFile(filepath.Join(dir, taken), []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		err = s.PublishInside("index")
		if s.Discard(); errors.Is(err, fs.ErrExist) != (taken != "") || taken == "" && err != nil {
			t.Errorf("with %q, PublishInside returns %v", taken, err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil || !slices.EqualFunc(entries, want, func(e fs.DirEntry, name string) bool { return e.Name() == name }) {
			t.Errorf("with %q, the folder has %v, %v", taken, entries, err)
		}
		if text, err := os.ReadFile(filepath.Join(dir, taken)); taken != "" && (err != nil || string(text) != "mine") {
			t.Errorf("%s has %q, %v", taken, text, err)
		}
	}
}

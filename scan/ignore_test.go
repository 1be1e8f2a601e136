package scan

import (
	"os"
	"slices"
	"strings"
	"testing"
)

func TestRules(t *testing.T) {
	tree := map[string]string{
		"a.c": "", "a.o": "", "doc/b.o": "", "doc/x/c.c": "", ".h/d.c": "", ".e": "", "f.c/": "", "f.c/g": "",
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		o     Options
		want  string
	}{
		{"no rules", nil, Options{}, "a.c a.o doc/b.o doc/x/c.c f.c/g"},
		{"hidden", nil, Options{Selection: Selection{Hidden: true}}, ".e .h/d.c a.c a.o doc/b.o doc/x/c.c f.c/g"},
		{"glob of a name", nil, Options{Selection: Selection{Exclude: []string{"*.o"}}}, "a.c doc/x/c.c f.c/g"},
		{"glob of a folder's name", nil, Options{Selection: Selection{Exclude: []string{"*.c/"}}}, "a.c a.o doc/b.o doc/x/c.c"},
		{"glob of a path", nil, Options{Selection: Selection{Exclude: []string{"doc/*"}}}, "a.c a.o f.c/g"},
		{"glob from the root", nil, Options{Selection: Selection{Exclude: []string{"/a.*", "/b.o"}}}, "doc/b.o doc/x/c.c f.c/g"},
		{"glob with **", nil, Options{Selection: Selection{Exclude: []string{"**/x/*.c"}}}, "a.c a.o doc/b.o f.c/g"},
		{"glob with braces", nil, Options{Selection: Selection{Exclude: []string{"{a,b}.o"}}}, "a.c doc/x/c.c f.c/g"},
		{"absolute glob", nil, Options{Selection: Selection{Exclude: []string{"ROOT/doc"}}}, "a.c a.o f.c/g"},
		{".gitignore", map[string]string{".gitignore": "*.o\n", "doc/.gitignore": "!b.o\n"}, Options{}, "a.c doc/b.o doc/x/c.c f.c/g"},
		{"no ignore", map[string]string{".gitignore": "*.o\n"}, Options{Selection: Selection{NoIgnore: true}}, "a.c a.o doc/b.o doc/x/c.c f.c/g"},
		{".alikeignore wins in its folder", map[string]string{".gitignore": "*.o\n", ".alikeignore": "!a.o\n"}, Options{}, "a.c a.o doc/x/c.c f.c/g"},
		{"a deeper .gitignore wins over .alikeignore", map[string]string{".alikeignore": "*.o\n", "doc/.gitignore": "!b.o\n"}, Options{}, "a.c doc/b.o doc/x/c.c f.c/g"},
		{"a nested repository is separate", map[string]string{".gitignore": "*.o\n", "doc/.git": "gitdir: x\n"}, Options{}, "a.c doc/b.o doc/x/c.c f.c/g"},
		{".alikeignore applies to nested repositories", map[string]string{".alikeignore": "*.o\n", "doc/.git": "gitdir: x\n"}, Options{}, "a.c doc/x/c.c f.c/g"},
		{"nothing in an excluded folder is included", map[string]string{".gitignore": "doc\n!doc/b.o\n"}, Options{}, "a.c a.o f.c/g"},
		{"exclude file", map[string]string{"../ex": "*.o\n!b.o\n/f.c\n"}, Options{Selection: Selection{ExcludeFiles: []string{"ROOT/../ex"}}}, "a.c doc/b.o doc/x/c.c"},
		{"an exclude file wins over ignore files", map[string]string{"../ex": "!a.o\n", ".gitignore": "*.o\n"}, Options{Selection: Selection{ExcludeFiles: []string{"ROOT/../ex"}}}, "a.c a.o doc/x/c.c f.c/g"},
		{"the later exclude file wins", map[string]string{"../ex": "*.o\n", "../ex2": "!a.o\n"}, Options{Selection: Selection{ExcludeFiles: []string{"ROOT/../ex", "ROOT/../ex2"}}}, "a.c a.o doc/x/c.c f.c/g"},
		{"an exclude file does not win over Exclude", map[string]string{"../ex": "!*.o\n"}, Options{Selection: Selection{Exclude: []string{"a.o"}, ExcludeFiles: []string{"ROOT/../ex"}}}, "a.c doc/b.o doc/x/c.c f.c/g"},
		{"marker", map[string]string{"doc/x/.nobackup": ""}, Options{Selection: Selection{ExcludeIfPresent: []string{".nobackup"}}}, "a.c a.o doc/b.o f.c/g"},
		{"cache", map[string]string{"doc/CACHEDIR.TAG": cacheSign + "\n#"}, Options{Selection: Selection{ExcludeCaches: true}}, "a.c a.o f.c/g"},
		{"cache, not asked for", map[string]string{"doc/CACHEDIR.TAG": cacheSign}, Options{}, "a.c a.o doc/CACHEDIR.TAG doc/b.o doc/x/c.c f.c/g"},
		{"cache without signature", map[string]string{"doc/CACHEDIR.TAG": cacheSign[:42]}, Options{Selection: Selection{ExcludeCaches: true}}, "a.c a.o doc/CACHEDIR.TAG doc/b.o doc/x/c.c f.c/g"},
		{"ignore file is a link", map[string]string{"ign": "*.c\n", ".gitignore@": "ign"}, Options{}, "a.c a.o doc/b.o doc/x/c.c f.c/g ign"},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir() + "/root"
			write(t, root, tree)
			for name, content := range c.files {
				if link, ok := strings.CutSuffix(name, "@"); ok {
					must(t, os.Symlink(content, root+"/"+link))
				} else {
					write(t, root, map[string]string{name: content})
				}
			}
			c.o.Threads = 2
			c.o.Exclude = replaceAll(c.o.Exclude, "ROOT", root)
			c.o.ExcludeFiles = replaceAll(c.o.ExcludeFiles, "ROOT", root)
			if got := walked(t, root, c.o, root); strings.Join(got, " ") != c.want {
				t.Errorf("got  %s\nwant %s", strings.Join(got, " "), c.want)
			}
		})
	}
}

func replaceAll(texts []string, old, new string) []string {
	texts = slices.Clone(texts)
	for i := range texts {
		texts[i] = strings.ReplaceAll(texts[i], old, new)
	}
	return texts
}

func TestRulesAboveTheRoot(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		".alikeignore":        "*.tmp\n",
		".gitignore":          "*.c\n", // above the repository, so it does not apply
		"repo/.git/":          "",
		"repo/.gitignore":     "*.o\n/sub/x\n",
		"repo/sub/.gitignore": "!keep.o\n",
		"repo/sub/a.c":        "", "repo/sub/a.o": "", "repo/sub/keep.o": "", "repo/sub/a.tmp": "", "repo/sub/x": "",
		"plain/.gitignore": "*.o\n", // outside any repository
		"plain/sub/a.o":    "",
	})
	for root, want := range map[string]string{
		"repo/sub":  "repo/sub/a.c repo/sub/keep.o",
		"repo":      "repo/sub/a.c repo/sub/keep.o",
		"plain/sub": "plain/sub/a.o",
		"plain":     "",
	} {
		got := walked(t, dir, Options{Threads: 1}, dir+"/"+root)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", root, got, want)
		}
	}
}

func TestRulesDoNotApplyToTheRoot(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{".gitignore": "out\n*.o\n", ".git/": "", "out/a": "", "out/b.o": "", ".h/c": ""})
	o := Options{Threads: 1, Selection: Selection{Exclude: []string{"out"}}}
	for root, want := range map[string]string{"out": "out/a", ".h": ".h/c", "out/b.o": "out/b.o"} {
		if got := walked(t, dir, o, dir+"/"+root); strings.Join(got, " ") != want {
			t.Errorf("%s: got %q, want %q", root, got, want)
		}
	}
}

func TestMissingExcludeFile(t *testing.T) {
	_, err := Options{Selection: Selection{ExcludeFiles: []string{"/nowhere/ex"}}}.prepare()
	if err == nil || !strings.Contains(err.Error(), "/nowhere/ex") {
		t.Errorf("got error %v, want one that names the file", err)
	}
}

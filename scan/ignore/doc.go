// Package ignore decides which names in a tree a scan leaves out: by .gitignore and
// .alikeignore files, interpreted as git does, and by globs.
package ignore

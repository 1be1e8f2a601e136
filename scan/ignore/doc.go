// Package ignore decides which names of a tree a scan leaves out: by the patterns of
// .gitignore and .alikeignore files, as git reads them, and by globs.
package ignore

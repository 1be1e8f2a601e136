package main

// The scripts that cannot run on Windows, each with its reason. Others leave out some lines: they
// have the condition [!windows], or need a program that Windows lacks, as [exec:sh].
func init() {
	skippedScripts = map[string]string{
		"act":         "a shell runs the scripts that alike writes",
		"badfiles":    "named pipes, devices and loops of symbolic links",
		"interrupted": "signals end a scan",
		"oddnames":    "Windows refuses these names",
		"sarif":       "Windows refuses names with a question mark or a backslash",
		"scheduled":   "a shell empties the environment and closes the standard files",
		"unreadable":  "modes forbid reading",
	}
}

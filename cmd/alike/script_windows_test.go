package main

func init() {
	skippedScripts = map[string]string{
		"act":        "a shell runs the scripts that alike writes",
		"badfiles":   "named pipes and loops of symbolic links",
		"unreadable": "modes that forbid reading",
		"oddnames":   "names that Windows refuses",
		"scheduled":  "a shell, and signals that end a scan",
	}
}

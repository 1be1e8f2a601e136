//go:build unix

package input

// DataPlace is where the index of a view is by default, as help shows it.
const DataPlace = "~/.local/share/alike/VIEW"

// DataHome returns the variable of the environment with the folder that programs keep a user's
// data in if XDG_DATA_HOME is not set, and the path from there.
func DataHome() (variable, below string) { return "HOME", ".local/share" }

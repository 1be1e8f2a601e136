package terminal

import "golang.org/x/sys/windows"

// interpretEscapes makes a console act on escape sequences instead of showing them. Windows has
// done so since version 10, if a program asks.
func interpretEscapes(fd int) {
	var mode uint32
	if windows.GetConsoleMode(windows.Handle(fd), &mode) == nil {
		_ = windows.SetConsoleMode(windows.Handle(fd), mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING)
	}
}

//go:build !manual

package main

import "github.com/spf13/cobra"

func (l *commandLine) addManual(*cobra.Command) {}

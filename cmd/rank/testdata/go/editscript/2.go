package main

import (
	"fmt"
	"os"
	"strings"
)

const contextLines = 3

// edit is one line of the script: ' ' kept, '-' deleted or '+' inserted.
type edit struct {
	operation byte
	text      string
	oldLine   int
	newLine   int
}

func readLines(path string) ([]string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	text := strings.TrimSuffix(string(content), "\n")
	if text == "" {
		return nil, nil
	}
	return strings.Split(text, "\n"), nil
}

// commonLengths tabulates the length of the longest common subsequence of all suffixes.
func commonLengths(oldLines, newLines []string) [][]int {
	lengths := make([][]int, len(oldLines)+1)
	for i := range lengths {
		lengths[i] = make([]int, len(newLines)+1)
	}
	for i := len(oldLines) - 1; i >= 0; i-- {
		for j := len(newLines) - 1; j >= 0; j-- {
			if oldLines[i] == newLines[j] {
				lengths[i][j] = lengths[i+1][j+1] + 1
			} else {
				lengths[i][j] = max(lengths[i+1][j], lengths[i][j+1])
			}
		}
	}
	return lengths
}

func buildScript(oldLines, newLines []string, lengths [][]int) []edit {
	var script []edit
	i, j := 0, 0
	for i < len(oldLines) || j < len(newLines) {
		switch {
		case i < len(oldLines) && j < len(newLines) && oldLines[i] == newLines[j]:
			script = append(script, edit{' ', oldLines[i], i + 1, j + 1})
			i++
			j++
		case j == len(newLines) || (i < len(oldLines) && lengths[i+1][j] >= lengths[i][j+1]):
			script = append(script, edit{'-', oldLines[i], i + 1, j + 1})
			i++
		default:
			script = append(script, edit{'+', newLines[j], i + 1, j + 1})
			j++
		}
	}
	return script
}

// findHunks returns the ranges of the script to be shown, with context.
func findHunks(script []edit) [][2]int {
	var hunks [][2]int
	for index, current := range script {
		if current.operation == ' ' {
			continue
		}
		start := max(0, index-contextLines)
		end := min(len(script), index+contextLines+1)
		if count := len(hunks); count > 0 && start <= hunks[count-1][1] {
			hunks[count-1][1] = end
		} else {
			hunks = append(hunks, [2]int{start, end})
		}
	}
	return hunks
}

func formatHunk(lines []edit) string {
	var body strings.Builder
	oldCount, newCount := 0, 0
	for _, current := range lines {
		if current.operation != '+' {
			oldCount++
		}
		if current.operation != '-' {
			newCount++
		}
		fmt.Fprintf(&body, "%c%s\n", current.operation, current.text)
	}
	header := fmt.Sprintf("@@ -%d,%d +%d,%d @@\n", lines[0].oldLine, oldCount, lines[0].newLine, newCount)
	return header + body.String()
}

func similarity(oldLines, newLines []string, common int) float64 {
	total := len(oldLines) + len(newLines)
	if total == 0 {
		return 100
	}
	return 200 * float64(common) / float64(total)
}

func compareFiles(oldPath, newPath string) (bool, error) {
	oldLines, err := readLines(oldPath)
	if err != nil {
		return false, err
	}
	newLines, err := readLines(newPath)
	if err != nil {
		return false, err
	}
	lengths := commonLengths(oldLines, newLines)
	script := buildScript(oldLines, newLines, lengths)
	hunks := findHunks(script)
	if len(hunks) > 0 {
		fmt.Printf("--- %s\n+++ %s\n", oldPath, newPath)
	}
	for _, hunk := range hunks {
		fmt.Print(formatHunk(script[hunk[0]:hunk[1]]))
	}
	fmt.Printf("similarity %.1f %%\n", similarity(oldLines, newLines, lengths[0][0]))
	return len(hunks) == 0, nil
}

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: editscript OLD NEW")
		os.Exit(2)
	}
	isEqual, err := compareFiles(os.Args[1], os.Args[2])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if !isEqual {
		os.Exit(1)
	}
}

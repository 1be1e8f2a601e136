package main

import (
	"bufio"
	"fmt"
	"os"
)

// lines before and after a change that are printed too
const context = 3

func readLines(path string) []string {
	f, err := os.Open(path)
	if err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	defer f.Close()
	lines := []string{}
	in := bufio.NewScanner(f)
	for in.Scan() {
		lines = append(lines, in.Text())
	}
	if in.Err() != nil {
		fmt.Println(in.Err())
		os.Exit(2)
	}
	return lines
}

func main() {
	if len(os.Args) != 3 {
		fmt.Println("usage: editscript OLD NEW")
		os.Exit(2)
	}
	a := readLines(os.Args[1])
	b := readLines(os.Args[2])

	// table[i][j] = length of the longest common subsequence of a[i:] and b[j:]
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else if table[i+1][j] >= table[i][j+1] {
				table[i][j] = table[i+1][j]
			} else {
				table[i][j] = table[i][j+1]
			}
		}
	}

	// walk through the table and write the script
	signs := []string{}
	lines := []string{}
	oldNumbers := []int{}
	newNumbers := []int{}
	i := 0
	j := 0
	added := 0
	removed := 0
	for i < len(a) || j < len(b) {
		oldNumbers = append(oldNumbers, i+1)
		newNumbers = append(newNumbers, j+1)
		if i < len(a) && j < len(b) && a[i] == b[j] {
			signs = append(signs, " ")
			lines = append(lines, a[i])
			i++
			j++
		} else if j == len(b) || i < len(a) && table[i+1][j] >= table[i][j+1] {
			signs = append(signs, "-")
			lines = append(lines, a[i])
			i++
			removed++
		} else {
			signs = append(signs, "+")
			lines = append(lines, b[j])
			j++
			added++
		}
	}

	// mark the lines that are near to a change
	show := make([]bool, len(lines))
	for k := 0; k < len(lines); k++ {
		if signs[k] == " " {
			continue
		}
		for n := k - context; n <= k+context; n++ {
			if n >= 0 && n < len(lines) {
				show[n] = true
			}
		}
	}

	// print every block with a head
	k := 0
	for k < len(lines) {
		if !show[k] {
			k++
			continue
		}
		end := k
		oldCount := 0
		newCount := 0
		for end < len(lines) && show[end] {
			if signs[end] != "+" {
				oldCount++
			}
			if signs[end] != "-" {
				newCount++
			}
			end++
		}
		fmt.Printf("@@ -%d,%d +%d,%d @@\n", oldNumbers[k], oldCount, newNumbers[k], newCount)
		for k < end {
			fmt.Println(signs[k] + lines[k])
			k++
		}
	}

	same := table[0][0]
	similarity := 100.0
	if len(a)+len(b) > 0 {
		similarity = 200.0 * float64(same) / float64(len(a)+len(b))
	}
	fmt.Printf("%d added, %d removed, %d same, similarity %.1f%%\n", added, removed, same, similarity)
	if added+removed > 0 {
		os.Exit(1)
	}
}

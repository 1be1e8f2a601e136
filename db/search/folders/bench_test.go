package folders

import (
	"fmt"
	"slices"
	"testing"
)

// copies returns n copies of one content, 4 to a folder, in two halves of the tree. Each folder
// also has a file of its own, which the folder of the same number in the other half has too.
func copies(n int) (files []File, similar []Similar) {
	for i := range n / 4 {
		half, number := i%2, i/2
		dir := fmt.Sprintf("/r/%d/%d/%d", half, number/50, number)
		for k := range 4 {
			files = append(files, File{FilePath: at(dir, fmt.Sprint("licence", k)), Content: 0, Size: 1000})
		}
		files = append(files, File{FilePath: at(dir, "own"), Content: uint32(1 + number), Size: 5000})
	}
	return files, nil
}

// heaps returns two folders with n/2 copies of one content each, and some files more.
func heaps(n int) (files []File, similar []Similar) {
	for i := range n {
		files = append(files, File{FilePath: at(fmt.Sprint("/r/", i%2), fmt.Sprint("f", i/2)), Content: 0, Size: 1000})
	}
	for i := range 6 {
		files = append(files, File{FilePath: at(fmt.Sprint("/r/", i%2), fmt.Sprint("g", i)), Content: uint32(1 + i/2), Size: 1000})
	}
	return files, nil
}

// alike returns n contents each similar to all others, 3 to a folder.
func alike(n int) (files []File, similar []Similar) {
	for i := range n {
		files = append(files, File{FilePath: at(fmt.Sprintf("/r/%d/%d", i/300, i/3), fmt.Sprint("f", i%3)), Content: uint32(i), Size: 1000 + int64(i)})
		for k := range i {
			similar = append(similar, Similar{A: uint32(k), B: uint32(i), AInB: .7, BInA: .8})
		}
	}
	return files, similar
}

// flat returns one folder with n/2 files, and copies of them in folders of 100 files.
func flat(n int) (files []File, similar []Similar) {
	for i := range n / 2 {
		files = append(files,
			File{FilePath: at("/r/all", fmt.Sprint("f", i)), Content: uint32(i), Size: 1000},
			File{FilePath: at(fmt.Sprintf("/r/sorted/%d/%d", i/10000, i/100), fmt.Sprint("g", i)), Content: uint32(i), Size: 1000})
	}
	return files, nil
}

func BenchmarkFind(b *testing.B) {
	for _, shape := range []struct {
		name  string
		make  func(n int) ([]File, []Similar)
		sizes []int
	}{
		{"copies", copies, []int{5_000, 20_000, 80_000}},
		{"heaps", heaps, []int{5_000, 20_000}},
		{"alike", alike, []int{300, 750, 1_500, 3_000}},
		{"flat", flat, []int{10_000, 100_000, 1_000_000}},
	} {
		for _, n := range shape.sizes {
			b.Run(fmt.Sprintf("%s-%d", shape.name, n), func(b *testing.B) {
				files, similar := shape.make(n)
				for b.Loop() {
					f := mustFind(b, []string{"/r"}, slices.Clone(files), similar, Options{Min: .5, MinFiles: 3, By: measures[0]})
					for i := range f.Pairs[:min(len(f.Pairs), 1)] {
						f.Members(&f.Pairs[i])
					}
					f.Folders()
					b.ReportMetric(float64(len(f.Pairs)), "pairs")
					f.Close()
				}
			})
		}
	}
}

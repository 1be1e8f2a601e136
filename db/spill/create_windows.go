package spill

import "os"

// createIn creates a file without a name in a folder. It does so through os.Root, which
// shares files for removal; os.CreateTemp does not.
func createIn(dir string) (*os.File, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return Place{root: root, name: ".", dir: dir}.create()
}

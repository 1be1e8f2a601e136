package main

import (
	"io"
	"strings"
)

// nobody is the user that the program runs as in a container. A user of the host with this
// number owns nothing there.
const nobody = 65534

// image writes the root folder of a container for a system. The Containerfile adds it to an
// empty image as it is: no command has to run in the image to create the folder of the index,
// which belongs to nobody.
func (r *release) image(s system, files []file) error {
	root := []file{{name: "var/lib/alike", mode: 0o700, folder: true, owner: nobody}}
	for _, f := range files {
		switch {
		case f.name == "alike":
			f.name = "usr/bin/alike"
		case f.name == "LICENSE", strings.HasPrefix(f.name, "licences/"):
			f.name = "usr/share/doc/alike/" + f.name
		default:
			continue
		}
		root = append(root, f)
	}
	return r.create("alike-"+r.name+"-"+s.String()+"-image.tar.gz", func(w io.Writer) error { return writeTar(w, "", root, r.made) })
}

package db

// EachBelow calls use for every file that the index has at a clean absolute path
// or below it, in no order. An error of use ends it.
func (w *Writer) EachBelow(path string, use func(e Entry) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	id, err := w.known(path)
	if err != nil {
		return err
	}
	if id != 0 {
		return w.eachIn(id, use)
	}
	dir, name := splitPath(path)
	if id, err = w.known(dir); err != nil || id == 0 {
		return err
	}
	d, err := w.tree.state(id)
	if err != nil {
		return err
	}
	if e, known := d.entries[name]; known && e.isFile() {
		return use(e.Entry)
	}
	return nil
}

func (w *Writer) eachIn(id DirID, use func(e Entry) error) error {
	entries, err := w.tree.entries(id)
	if err != nil {
		return err
	}
	for _, e := range entries {
		switch {
		case e.dir != 0:
			err = w.eachIn(e.dir, use)
		case e.isFile():
			err = use(e.Entry)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

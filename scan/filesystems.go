package scan

import (
	"sync"

	"golang.org/x/sys/unix"
)

// pseudo are the file systems that hold no files of anybody's: reading them
// shows the kernel's state, may block for ever or have side effects. The numbers
// are f_type of statfs(2); those that x/sys does not name are from
// linux/magic.h or the source of the file system.
var pseudo = map[uint32]string{
	unix.AAFS_MAGIC:            "apparmorfs",
	unix.AUTOFS_SUPER_MAGIC:    "autofs",
	unix.BINDERFS_SUPER_MAGIC:  "binderfs",
	unix.BINFMTFS_MAGIC:        "binfmt_misc",
	unix.BPF_FS_MAGIC:          "bpf",
	unix.CGROUP_SUPER_MAGIC:    "cgroup",
	unix.CGROUP2_SUPER_MAGIC:   "cgroup2",
	unix.DEBUGFS_MAGIC:         "debugfs",
	unix.DEVPTS_SUPER_MAGIC:    "devpts",
	unix.EFIVARFS_MAGIC:        "efivarfs",
	unix.HUGETLBFS_MAGIC:       "hugetlbfs",
	unix.NSFS_MAGIC:            "nsfs",
	unix.OPENPROM_SUPER_MAGIC:  "openpromfs",
	unix.PROC_SUPER_MAGIC:      "proc",
	unix.PSTOREFS_MAGIC:        "pstore",
	unix.RDTGROUP_SUPER_MAGIC:  "resctrl",
	unix.SECURITYFS_MAGIC:      "securityfs",
	unix.SELINUX_MAGIC:         "selinuxfs",
	unix.SMACK_MAGIC:           "smackfs",
	unix.SYSFS_MAGIC:           "sysfs",
	unix.TRACEFS_MAGIC:         "tracefs",
	unix.USBDEVICE_SUPER_MAGIC: "usbfs",
	unix.XENFS_SUPER_MAGIC:     "xenfs",
	0x19800202:                 "mqueue",
	0x62656570:                 "configfs",
	0x65735543:                 "fusectl",
	0x67596969:                 "rpc_pipefs",
	0x6e667364:                 "nfsd",
}

// fileSystems remembers which devices are pseudo file systems, so that statfs
// is called once for each and not once for each directory.
type fileSystems struct {
	mu     sync.Mutex
	pseudo map[uint64]bool // by st_dev
}

// isPseudo reports whether the device, which the open file or directory is on,
// is a pseudo file system. What cannot be found out counts as an ordinary one.
func (f *fileSystems) isPseudo(device uint64, fd int) bool {
	f.mu.Lock()
	is, known := f.pseudo[device]
	f.mu.Unlock()
	if known {
		return is
	}
	// Unlocked, because it may wait for a server that is down.
	var st unix.Statfs_t
	if err := unix.Fstatfs(fd, &st); err != nil {
		return false
	}
	_, is = pseudo[uint32(st.Type)]
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pseudo == nil {
		f.pseudo = make(map[uint64]bool)
	}
	f.pseudo[device] = is
	return is
}

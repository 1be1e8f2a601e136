package fsys

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

// persistent are the file systems that give a file one inode number for its life,
// whatever is mounted when. On others (FAT, FUSE, the network, overlays) it may be
// made up anew at each mount, or whenever the kernel has forgotten the file.
var persistent = map[uint32]string{
	unix.BCACHEFS_SUPER_MAGIC: "bcachefs",
	unix.BTRFS_SUPER_MAGIC:    "btrfs",
	unix.EXT4_SUPER_MAGIC:     "ext2 to ext4",
	unix.F2FS_SUPER_MAGIC:     "f2fs",
	unix.NILFS_SUPER_MAGIC:    "nilfs2",
	unix.REISERFS_SUPER_MAGIC: "reiserfs",
	unix.TMPFS_MAGIC:          "tmpfs",
	unix.XFS_SUPER_MAGIC:      "xfs",
	0x2fc12fc1:                "zfs",
	0x3153464a:                "jfs",
}

// fileSystem is what statfs(2) says of a file system.
type FileSystem struct {
	kind uint32 // f_type
	// id is f_fsid: on most disks of the disk's UUID, on others of the device
	// number, and 0 where there is none.
	ID uint64
}

// Describe asks the system about the file system that an open file or directory is
// on. The error is a bare errno.
func Describe(fd int) (FileSystem, error) {
	var st unix.Statfs_t
	if err := unix.Fstatfs(fd, &st); err != nil {
		return FileSystem{}, err
	}
	return FileSystem{uint32(st.Type), uint64(uint32(st.Fsid.Val[0])) | uint64(uint32(st.Fsid.Val[1]))<<32}, nil
}

// IsPseudo reports whether the file system shows the state of the kernel.
func (f FileSystem) IsPseudo() bool { return pseudo[f.kind] != "" }

// KeepsInodes reports whether a file has one inode number for its life.
func (f FileSystem) KeepsInodes() bool { return persistent[f.kind] != "" }

// isLayered reports whether files and folders of one disk may have several
// devices, by nature.
func (f FileSystem) IsLayered() bool { return f.kind == unix.OVERLAYFS_SUPER_MAGIC }

// fileSystems remembers what devices are, so that statfs is called once for each
// and not once for each directory.
type FileSystems struct {
	mu       sync.Mutex
	byDevice map[uint64]FileSystem // by st_dev
}

// known returns what the device was found to be, and nothing if that was not
// looked at. It was of every folder that was walked.
func (f *FileSystems) Known(device uint64) FileSystem {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.byDevice[device]
}

// look finds out what the device is that the open file or directory is on. What
// cannot be found out is nothing, which counts as an ordinary one.
func (f *FileSystems) Look(device uint64, fd int) FileSystem {
	f.mu.Lock()
	is, known := f.byDevice[device]
	f.mu.Unlock()
	if known {
		return is
	}
	// Unlocked, because it may wait for a server that is down.
	is, err := Describe(fd)
	if err != nil {
		return is
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.byDevice == nil {
		f.byDevice = make(map[uint64]FileSystem)
	}
	f.byDevice[device] = is
	return is
}

package fsys

import "golang.org/x/sys/unix"

// pseudo holds the file systems that contain no user files. Reading them shows kernel
// state, may block forever or may have side effects. The keys are f_type of statfs(2).
// Values that x/sys does not name come from linux/magic.h or the source of the file
// system.
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

// persistent holds the file systems that keep a file's inode number for its life,
// across mounts. Others (FAT, FUSE, network file systems, overlays) may assign new
// numbers at each mount, or whenever the kernel has evicted the inode.
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

// FileSystem describes a file system as statfs(2) does.
type FileSystem struct {
	kind uint32 // f_type
	// ID is f_fsid. Most disk file systems derive it from their UUID, others from the
	// device number. It is 0 if there is none.
	ID uint64
}

// Describe returns the file system of an open file or directory.
func Describe(fd int) (FileSystem, error) {
	var st unix.Statfs_t
	if err := unix.Fstatfs(fd, &st); err != nil {
		return FileSystem{}, err
	}
	return FileSystem{uint32(st.Type), uint64(uint32(st.Fsid.Val[0])) | uint64(uint32(st.Fsid.Val[1]))<<32}, nil
}

// IsPseudo reports whether the file system shows kernel state.
func (f FileSystem) IsPseudo() bool { return pseudo[f.kind] != "" }

// KeepsInodes reports whether a file keeps its inode number for its life.
func (f FileSystem) KeepsInodes() bool { return persistent[f.kind] != "" }

// IsLayered reports whether files and folders of one mount normally have several device
// numbers.
func (f FileSystem) IsLayered() bool { return f.kind == unix.OVERLAYFS_SUPER_MAGIC }

package advice

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"strings"

	"alike/cmd/alike/ranking"
	"alike/db"
	"alike/db/arena"
	"alike/db/dataset"
	"alike/db/dataset/join"
	"alike/db/search"
	"alike/db/spill"
	"alike/db/system"
	"alike/fingerprint/simhash"
	"alike/scan"
	"alike/scan/compare"
	"alike/scan/dedupe"
	"alike/scan/fsys"
	"alike/scan/records"
)

// remedies is the table. Libraries report what went wrong and with which path; only the
// command line knows the verb or flag that helps. The first entry that matches an error
// applies. An entry that returns "" has nothing to add.
var remedies = []remedy{
	anyOf("fill it first: alike scan DIR, with the same --index and --view", db.ErrNoIndex),
	as(func(*db.HeldError) string {
		return "try again when it is done, or wait for it with --wait 10m"
	}),
	as(func(e *db.OwnerError) string {
		if e.Owner == 0 {
			return "name another folder with --index; or take the permission to write from others, if they do not need it (chmod go-w); or accept the risk with --trust-owner"
		}
		return fmt.Sprintf("run alike as that user: sudo -u '#%d' alike; name another folder with --index; or accept the risk with --trust-owner", e.Owner)
	}),
	as(onDamage),
	as(func(e *db.KindError) string {
		if e.Has == db.Hosts {
			return "its files and folders are HOST:/PATH, such as web1:/srv; name another folder with --index for those of this host"
		}
		return "name another folder with --index"
	}),
	as(func(*db.ParamsError) string { return "name another folder with --index, or leave these flags out" }),
	as(func(*db.SchemeError) string { return "name another folder with --index, or leave these flags out" }),
	as(func(*db.MethodError) string {
		return "name another folder with --index, or give the flags that its records were kept with"
	}),
	anyOf("name another folder with --index", db.ErrFull),
	anyOf("remove the index folder and scan again", db.ErrNoNumbers),
	anyOf("set "+tempVariable+" to a folder that can be written", db.ErrNoTempDir),
	as(func(*arena.FullError) string {
		return "give more --memory, or name a folder with room in " + tempVariable
	}),
	onTempDir,
	anyOf("compare fewer folders at a time", search.ErrTooManyShared),
	as(func(e *compare.MemoryError) string {
		return fmt.Sprintf("give more with --memory %dMiB, or count what large files share: alike pairs --exact", e.Need>>20+1)
	}),
	as(func(*db.NoSpaceError) string {
		return "what was committed is safe; free some space and run the same command again"
	}),
	as(func(*ranking.DamageError) string {
		return "check that disk, and name another folder in " + tempVariable
	}),
	as(func(e *records.TooLong) string {
		if e.OpenQuote {
			return "close the quote, or allow longer records with --max-record"
		}
		return "allow longer records with --max-record, or remove this one from the input"
	}),
	as(func(*records.LongFileError) string {
		return "allow longer files with --max-record, or remove this one from the list"
	}),
	as(func(*records.ResumeError) string {
		return "give --resume with the same command on the same files, or start over with --restart"
	}),
	anyOf("convert it first: iconv -f UTF-16 -t UTF-8", records.ErrUTF16),
	anyOf("decompress it first: zstd -d --long=31", records.ErrWindow),
	anyOf("read inputs with different headers in separate runs", records.ErrHeaderDiffers),
	anyOf("name columns by their numbers: --text-field 2", records.ErrHeaderEncoding),
	anyOf("say which with --hash-base", records.ErrAmbiguousHash),
	as(func(*dedupe.SpillError) string {
		return "free some space there, set " + tempVariable + " to another folder, or keep the records with --index"
	}),
	anyOf("dedupe fewer records at a time, or raise --min", dedupe.ErrTooManyKeys),
	anyOf("keep further records in another index: --index DIR", dedupe.ErrTooManyRecords),
	anyOf("build the table with: alike dedupe --build-idf FILE", simhash.ErrNotIDF, simhash.ErrDamagedIDF),
	anyOf("bring it up to date first: alike scan", dataset.ErrLongOnly, dataset.ErrOutdated),
	anyOf("name a folder elsewhere with -o", dataset.ErrInsideIndex),
	anyOf(`give a share a drive letter: net use X: \\SERVER\SHARE`, fsys.ErrShare),
	anyOf("export on the hosts, and keep their exports", dataset.ErrImported),
	as(func(*dataset.HostError) string { return "move its folder out of the dataset" }),
	as(func(e *dataset.ContradictionError) string {
		if e.Indexed {
			return fmt.Sprintf("see which host is wrong; if it is %[1]s, drop it and import this again: alike forget --index %[2]s %[1]s:", e.Other, e.OtherPath)
		}
		return "see which host is wrong, and import the folders host=NAME of the others"
	}),
	as(onExportFault),
	anyOf("name the folder that alike export wrote to with -o", dataset.ErrNoHosts),
	as(func(e *dataset.MachineError) string {
		if e.Has == "" || e.Want == "" {
			return "the ID is in /etc/machine-id; give this machine a name of its own with --host; if it is the same machine, or takes the place of that one, remove the folder first"
		}
		return "give this machine a name of its own with --host; if it takes the place of that one, remove the folder first"
	}),
	as(func(*dataset.SettingsError) string {
		return "export to another folder with -o, give this index a name of its own with --host, or remove the folder first"
	}),
	as(func(e *join.QuestionError) string {
		if e.Question != "" {
			return "ask one of " + strings.Join(join.Questions(), ", ")
		}
		return "choose one of " + strings.Join(join.Dialects, ", ")
	}),
	as(func(*dataset.BusyError) string { return "try again when it is done" }),
	as(func(*dataset.ForeignError) string { return "move it away, or name another folder with -o" }),
	as(func(e *dataset.RemainsError) string {
		if errors.Is(e, fs.ErrPermission) {
			return "remove it as root; until then exports of this host fail"
		}
		return "remove it; until then exports of this host fail"
	}),
	onExport,
	as(onRoot),
	as(func(e *spill.Error) string {
		if e.Dir == os.TempDir() {
			return "free some space there, or name another folder in " + tempVariable
		}
		return "free some space there"
	}),
	anyOf("run alike as a user with permission, or name another place", fs.ErrPermission),
}

// InSQL returns advice on a problem that an engine reports when it runs the SQL of a question.
func InSQL(p join.Problem) string {
	switch p {
	case join.NoSimhashes:
		return "run alike near on it, then export again"
	case join.LongChains:
		return "ask for pairs, or use a larger --min"
	}
	return ""
}

// onDamage returns advice on a damaged index.
func onDamage(e *db.DamagedError) string {
	switch {
	case e.Damage == db.NotAnIndex:
		return "name another folder with --index"
	case e.Damage == db.ForeignFile:
		return "move it away if you put it there; otherwise remove the index folder and scan again"
	case e.Damage == db.LockMissing:
		return "make sure that no alike is running, then recreate it with: touch " + e.Path
	case e.Records:
		return "remove the index folder and run alike dedupe on all records again"
	}
	return "remove the index folder and scan again"
}

// tempVariable is the variable that names the folder of temporary files.
var tempVariable = map[bool]string{false: "TMPDIR", true: "TMP"}[runtime.GOOS == "windows"]

// onTempDir advises on a temporary folder that does not exist.
func onTempDir(err error) (next string, ok bool) {
	var e *spill.Error
	ok = errors.As(err, &e) && e.Dir == os.TempDir() && errors.Is(e, fs.ErrNotExist)
	return "set " + tempVariable + " to a folder that exists", ok
}

// onExportFault advises on an export that cannot be imported.
func onExportFault(e *dataset.ExportError) string {
	const whole = "export on that host again, or copy its whole folder again; or name the folders host=NAME of the others"
	switch e.Fault() {
	case dataset.Unlike:
		return "scan that host with the same --view and --window and export again, or import it into another index"
	case dataset.Twice:
		return "name one of the two folders"
	case dataset.Renamed:
		return "remove that folder, or export on its host with --host " + e.Host
	case dataset.NoSuchHost:
		return "name one that is there, or the dataset for all of them"
	case dataset.Linked:
		return "put the file that it leads to in its place"
	case dataset.Incomplete:
		return "add it to the export that has them, with all increments in between, as docs/fleet.md says under Later exports"
	case dataset.Merged:
		return "an export that was made to be added to another takes the place of its folders exports and files; otherwise " + whole
	case dataset.Replaced:
		return "run the same command again; what was entered is kept"
	case dataset.Unreadable:
		return "run alike as a user with permission to read the dataset"
	}
	return whole
}

// onExport advises on an export that does not fit on its disk.
func onExport(err error) (next string, ok bool) {
	var e *dataset.Error
	full := system.IsFull(err)
	return "nothing is left of it, and an earlier export is as it was; free some space there, or name another folder with -o", full && errors.As(err, &e)
}

// onRoot returns advice on a root that a scan refused.
func onRoot(e *scan.RootError) string {
	switch e.Problem {
	case scan.RootMissing, scan.RootEmpty:
		return "nothing was scanned, and the index keeps these files; if they are on a disk, mount it; --prune drops them"
	case scan.RootOnOtherDevice, scan.RootOnOtherFileSystem:
		return "nothing was scanned, and the index keeps these files; mount the right disk; --ignore-inode accepts the new number of the same disk, --prune drops the files"
	}
	return "nothing was scanned"
}

// fileRemedies is the table for single files that a run skips.
var fileRemedies = []remedy{
	anyOf("bring the index up to date: alike scan", fsys.ErrChanged, fsys.ErrGone),
	as(func(*scan.UnmountedError) string {
		return "if they are on a disk, mount it; --prune drops them from the index"
	}),
}

// remedy returns advice on err, and whether it applies to err.
type remedy func(err error) (next string, ok bool)

// as returns a remedy for errors of type E.
func as[E error](next func(E) string) remedy {
	return func(err error) (string, bool) {
		var e E
		if !errors.As(err, &e) {
			return "", false
		}
		return next(e), true
	}
}

// anyOf returns a remedy for errors that match one of targets.
func anyOf(next string, targets ...error) remedy {
	return func(err error) (string, bool) {
		for _, target := range targets {
			if errors.Is(err, target) {
				return next, true
			}
		}
		return "", false
	}
}

// On returns advice on err, or "" if there is none. A hint from With takes precedence
// over the table.
func On(err error) string {
	if next := Hint(err); next != "" {
		return next
	}
	return firstOf(slices.Concat(fileRemedies, remedies), err)
}

// OnFile returns advice on a file that was skipped because of err, or "".
func OnFile(err error) string { return firstOf(fileRemedies, err) }

func firstOf(among []remedy, err error) string {
	for _, about := range among {
		if next, ok := about(err); ok {
			return next
		}
	}
	return ""
}

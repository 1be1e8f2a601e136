package web

import "time"

// Data is what a report shows. Its tables are parallel slices, because there may be
// millions of pairs. Elements refer to files and folders by their index.
type Data struct {
	Overview Overview
	Tree     Tree    // the folders of the map, each parent before its subfolders
	Files    Files   // the files that results name, by path
	Pairs    Pairs   // strongest first
	Between  Between // the files that make units similar
	Groups   []Group // those with the most in common first
	Sets     []Set   // of identical files, those that save most first
	Folders  Folders // pairs of folders, strongest first
}

// Overview says what was scanned and what was found, including what the tables omit.
type Overview struct {
	Title   string    `json:"title"`
	Roots   []string  `json:"roots"`
	View    string    `json:"view"`
	Window  int       `json:"window"`
	Made    time.Time `json:"made"`
	Version string    `json:"version"`

	Files    int64            `json:"files"`
	Contents int64            `json:"contents"` // different ones
	Bytes    int64            `json:"bytes"`
	Failed   int64            `json:"failed"`
	Skipped  map[string]int64 `json:"skipped"` // files left out, by reason

	IdenticalSets  int64 `json:"identicalSets"`
	IdenticalFiles int64 `json:"identicalFiles"` // that exist
	Savings        int64 `json:"savings"`        // of the sets, in bytes
	SimilarPairs   int64 `json:"similarPairs"`   // in all, shown or not
	SimilarFiles   int64 `json:"similarFiles"`   // in some pair
	SimilarBytes   int64 `json:"similarBytes"`   // their bytes that are found elsewhere

	Min       float64   `json:"min"`       // the least share of a pair
	By        string    `json:"by"`        // the share that Min and Histogram refer to
	Few       int       `json:"few"`       // common fingerprints below which a share is rough
	FolderMin float64   `json:"folderMin"` // the least share of a pair of folders
	Base      bool      `json:"base"`      // files entirely in a base are left out
	Histogram [20]int64 `json:"histogram"`

	ShownPairs   int64 `json:"shownPairs"`
	ShownGroups  int64 `json:"shownGroups"`
	ShownSets    int64 `json:"shownSets"`
	ShownFolders int64 `json:"shownFolders"`
	AllGroups    int64 `json:"allGroups"`
	AllSets      int64 `json:"allSets"`
	AllFolders   int64 `json:"allFolders"`

	// Units is the number of units compared, 0 if Pairs and Groups are of files.
	Units        int64 `json:"units"`
	AllBetween   int64 `json:"allBetween"`
	ShownBetween int64 `json:"shownBetween"`

	Settings []string `json:"settings,omitempty"` // what else was chosen, such as a base

	// Command is the command that compares two files, before and after their paths, which
	// the page quotes.
	Command     [2]string `json:"command"`
	Comparisons int       `json:"comparisons"` // number of the first pairs that have a page

	Live *Live `json:"live,omitempty"` // nil without a server
}

// Live is what a page that a server shows can ask it for. The addresses are relative to the
// page.
type Live struct {
	Snapshot  string `json:"snapshot"`  // identifies the data of this page
	Compare   string `json:"compare"`   // compares two files, a and b in its query
	API       string `json:"api"`       // begins the addresses of the API
	MaxUpload int64  `json:"maxUpload"` // bytes
}

// Tree holds the largest folders, and those that results name. Only files that are compared
// count. Numbers include subfolders.
type Tree struct {
	Parent []int32  // -1 for a root
	Name   []string // the path of a root
	Files  []int32
	Bytes  []int64
	Found  []int64 // bytes that files outside the folder have too
	Own    []int64 // of Found, those in none of the subfolders on the page
}

// Files holds files.
type Files struct {
	Folder  []int32 // in Tree
	Name    []string
	Size    []int64
	Copies  []int32 // files of the same content, this one included
	Missing []bool  // vanished since the scan
	Units   []int32 // files of a unit; 0 for a file
}

// Flags of a pair, or of a member of a group and its representative.
const (
	Identical = 1 // the contents are the same
	Exact     = 2 // both files were read again and the shares are exact
	Few       = 4 // they have few fingerprints in common
)

// Pairs holds pairs of similar files. A share is negative if it is undefined.
type Pairs struct {
	A, B   []int32 // in Files
	AInB   []float64
	BInA   []float64
	Union  []float64
	By     []float64 // the share that --by names
	Shared []int32   // fingerprints
	Flags  []uint8

	// Page is the file name of the comparison, or "", of the first pairs. It may be
	// shorter than the others.
	Page []string
}

// Between holds pairs of files of different units, strongest first, if Pairs and Groups are of
// units. Then Page is about these, and that of Pairs is empty.
type Between struct {
	Pairs
	Of []int32 // the pair of their units in Data.Pairs, or -1 if that is not on the page
}

// Group is a representative and the files similar to it.
type Group struct {
	Representative int32     `json:"representative"`
	Members        []int32   `json:"members"`
	Shares         []float64 `json:"shares"` // of the members, with the representative
	Flags          []uint8   `json:"flags"`  // of the members
	Common         int64     `json:"common"` // bytes that members have in common with the representative
}

// Set is a set of identical files.
type Set struct {
	Size    int64   `json:"size"`    // bytes of each
	Count   int64   `json:"count"`   // files that exist
	Savings int64   `json:"savings"` // bytes; links, files that share their blocks, and one copy on each host save nothing
	Files   []int32 `json:"files"`   // there may be more, and some may have vanished
}

// Folders holds pairs of similar folders.
type Folders struct {
	A, B     []int32 // in Tree
	AInB     []float64
	BInA     []float64
	Union    []float64
	FilesA   [][3]int32 // identical, changed, missing
	FilesB   [][3]int32
	BytesA   []int64
	BytesB   []int64
	MatchedA []int64 // bytes
	MatchedB []int64
	Rest     []bool   // A without B, which is inside it
	Rough    []bool   // some files are estimated
	LeftOutA []string // in words, "" if A was read whole
	LeftOutB []string
}

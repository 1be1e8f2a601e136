package terms

// Indexes store sets, so none of these may ever change.
const (
	goldenA   = "01a8abe7a08aac43" // from the XXH64 of "a", by hand
	goldenCat = "04a2e9e5ffdeca07d7b495d9e1d70901a08182d9a1a832a4cdb2e7cc8c23"
	goldenHan = "07a4c6facddbee03cee19f978acc02def4bca4e0a50fbb9ee98bcce91400d385c4c5e1812900a4a2c1e1e49f02f4a7b1cff6d318"
)

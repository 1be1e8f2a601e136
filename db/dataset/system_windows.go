package dataset

const openFolder = 0

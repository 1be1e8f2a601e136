package arena

const noReserve = 0 // FreeBSD reserves no swap for PROT_NONE

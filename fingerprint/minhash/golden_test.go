package minhash

// Indexes store band keys and sketches, so none of these may ever change.
const (
	goldenSignature = "[89833151 117dc6a8 12a9f3db c80a8140 1c9756ce 0bfc1e42 a6309012 fb32555e]"
	goldenOfOne     = "[d101b5b9 ee42c90b 89025cc1 fb32555e]"
	goldenKeys      = "[6e839318 cd1cb1dd d5744029]"
	goldenSketch    = "[75bd6a66 9bde38d5 0b3753d7 40856109]"
)

package flagvalue

import "testing"

func TestRate(t *testing.T) {
	for in, want := range map[string]int64{
		"50MB/s": 50e6, "50M": 50 << 20, "50MiB/s": 50 << 20, "800k": 800 << 10, "64kB/s": 64_000,
		" 1.5 GB/S ": 15e8, "100000": 100_000, "100000/s": 100_000,
	} {
		var v Rate
		if err := v.Set(in); err != nil || int64(v) != want {
			t.Errorf("speed %q = %d, %v, want %d", in, v, err, want)
		}
	}
	for _, in := range []string{"", "/s", "0", "62k", "63kB", "50MB/h", "50Mbit/s", "50MB/s/s", "50/sMB", "-50MB/s", "fast", "inf", "99999999999G"} {
		var v Rate
		if err := v.Set(in); err == nil {
			t.Errorf("speed %q was accepted as %d", in, v)
		}
	}
}

package flagvalue

import (
	"strings"
	"testing"
	"time"

	"alike/fingerprint"
)

func TestSize(t *testing.T) {
	for in, want := range map[string]int64{
		"0": 0, "4096": 4096, "10k": 10240, "10K": 10240, "4MiB": 4 << 20, "4mib": 4 << 20,
		"1.5G": 3 << 29, "10kB": 10000, "1GB": 1e9, "2 MB": 2e6, "7B": 7, "1t": 1 << 40,
	} {
		var v Size
		if err := v.Set(in); err != nil || int64(v) != want {
			t.Errorf("size %q = %d, %v, want %d", in, v, err, want)
		}
	}
	for _, in := range []string{"", "k", "-1", "10x", "1e3", "0x10", "inf", "nan", "10kk", "9999999999G", "1.2.3"} {
		var v Size
		if err := v.Set(in); err == nil {
			t.Errorf("size %q was accepted as %d", in, v)
		}
	}
}

func TestShare(t *testing.T) {
	for in, want := range map[string]float64{
		"50%": .5, "0.5": .5, "100%": 1, "1": 1, "0": 0, "0%": 0, "12.5%": .125, "1%": .01, " 20 % ": .2,
	} {
		var v Share
		if err := v.Set(in); err != nil || float64(v) != want {
			t.Errorf("share %q = %v, %v, want %v", in, float64(v), err, want)
		}
	}
	for _, in := range []string{"", "%", "50", "101%", "-1%", "x", "nan", "1e-1"} {
		var v Share
		if err := v.Set(in); err == nil {
			t.Errorf("share %q was accepted as %v", in, float64(v))
		}
	}
	var v Share
	if err := v.Set("50"); err == nil || !strings.Contains(err.Error(), "did you mean 50%?") {
		t.Errorf("share 50: %v does not suggest 50%%", err)
	}
}

func TestDuration(t *testing.T) {
	for in, want := range map[string]time.Duration{
		"30s": 30 * time.Second, "5m": 5 * time.Minute, "1h30m": 90 * time.Minute, "45": 45 * time.Second, "0": 0,
	} {
		var v Duration
		if err := v.Set(in); err != nil || time.Duration(v) != want {
			t.Errorf("duration %q = %v, %v, want %v", in, v.String(), err, want)
		}
	}
	for _, in := range []string{"", "-1s", "1x", "soon"} {
		var v Duration
		if err := v.Set(in); err == nil {
			t.Errorf("duration %q was accepted as %v", in, v.String())
		}
	}
}

func TestDensityAndCount(t *testing.T) {
	level := 7
	if err := (NewDensity(&level)).Set("auto"); err != nil || level != fingerprint.Auto {
		t.Errorf("density auto = %d, %v", level, err)
	}
	if err := (NewDensity(&level)).Set("-1"); err == nil {
		t.Error("density -1 was accepted")
	}
	var n Count
	if err := n.Set("all"); err != nil || n != All {
		t.Errorf("count all = %d, %v", n, err)
	}
	if err := n.Set("-3"); err == nil {
		t.Error("count -3 was accepted")
	}
}

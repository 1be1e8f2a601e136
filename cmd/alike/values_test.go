package main

import (
	"strings"
	"testing"
	"time"

	"alike/fingerprint"
)

func TestSizeValue(t *testing.T) {
	for in, want := range map[string]int64{
		"0": 0, "4096": 4096, "10k": 10240, "10K": 10240, "4MiB": 4 << 20, "4mib": 4 << 20,
		"1.5G": 3 << 29, "10kB": 10000, "1GB": 1e9, "2 MB": 2e6, "7B": 7, "1t": 1 << 40,
	} {
		var v sizeValue
		if err := v.Set(in); err != nil || int64(v) != want {
			t.Errorf("size %q = %d, %v, want %d", in, v, err, want)
		}
	}
	for _, in := range []string{"", "k", "-1", "10x", "1e3", "0x10", "inf", "nan", "10kk", "9999999999G", "1.2.3"} {
		var v sizeValue
		if err := v.Set(in); err == nil {
			t.Errorf("size %q is taken as %d", in, v)
		}
	}
}

func TestShareValue(t *testing.T) {
	for in, want := range map[string]float64{
		"50%": .5, "0.5": .5, "100%": 1, "1": 1, "0": 0, "0%": 0, "12.5%": .125, "1%": .01, " 20 % ": .2,
	} {
		var v shareValue
		if err := v.Set(in); err != nil || float64(v) != want {
			t.Errorf("share %q = %v, %v, want %v", in, float64(v), err, want)
		}
	}
	for _, in := range []string{"", "%", "50", "101%", "-1%", "x", "nan", "1e-1"} {
		var v shareValue
		if err := v.Set(in); err == nil {
			t.Errorf("share %q is taken as %v", in, float64(v))
		}
	}
	var v shareValue
	if err := v.Set("50"); err == nil || !strings.Contains(err.Error(), "is 50% meant?") {
		t.Errorf("share 50: %v does not ask whether 50%% is meant", err)
	}
}

func TestDurationValue(t *testing.T) {
	for in, want := range map[string]time.Duration{
		"30s": 30 * time.Second, "5m": 5 * time.Minute, "1h30m": 90 * time.Minute, "45": 45 * time.Second, "0": 0,
	} {
		var v durationValue
		if err := v.Set(in); err != nil || time.Duration(v) != want {
			t.Errorf("duration %q = %v, %v, want %v", in, v.String(), err, want)
		}
	}
	for _, in := range []string{"", "-1s", "1x", "soon"} {
		var v durationValue
		if err := v.Set(in); err == nil {
			t.Errorf("duration %q is taken as %v", in, v.String())
		}
	}
}

func TestDensityAndCountValues(t *testing.T) {
	level := 7
	if err := (densityValue{&level}).Set("auto"); err != nil || level != fingerprint.Auto {
		t.Errorf("density auto = %d, %v", level, err)
	}
	if err := (densityValue{&level}).Set("-1"); err == nil {
		t.Error("density -1 is taken")
	}
	var n countOrAll
	if err := n.Set("all"); err != nil || n != allOfThem {
		t.Errorf("count all = %d, %v", n, err)
	}
	if err := n.Set("-3"); err == nil {
		t.Error("count -3 is taken")
	}
}

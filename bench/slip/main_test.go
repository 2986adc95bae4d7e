package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// TestShortForm reads one picture of each kind, and some kinds' second: all but one at most.
func TestShortForm(t *testing.T) {
	t.Parallel()
	all, err := measure(t.Context(), options{seed: 7, each: 1, budget: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	report(&out, all)
	if n := failed(all); len(all) < 30 || n > 1 {
		t.Errorf("%d of %d were not read:\n%s", n, len(all), out.String())
	}
	if !strings.Contains(out.String(), "ratio slip_decode_rate ") {
		t.Errorf("no ratio in %s", out.String())
	}
}

func TestTheSameSeedMakesTheSamePictures(t *testing.T) {
	t.Parallel()
	for k := range kinds {
		if strings.Contains(kinds[k].name, "noise") || k%5 == 0 {
			a, b := paint(1, k, 2), paint(1, k, 2)
			if !bytes.Equal(a.file, b.file) || a.want != b.want {
				t.Errorf("%s: two drawings differ", kinds[k].name)
			}
		}
	}
	if bytes.Equal(paint(1, 0, 0).file, paint(2, 0, 0).file) {
		t.Error("another seed makes the same picture")
	}
}

package core

import "testing"

func TestDecimals(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text   string
		places int
		want   int64
		ok     bool
	}{
		{"0", 2, 0, true},
		{"100", 2, 10000, true},
		{"100.5", 2, 10050, true},
		{"1.100", 2, 110, true},
		{"-0.01", 2, -1, true},
		{"1.005", 2, 0, false},
		{"0.0001", 4, 1, true},
		{"9999999999999.9999", 4, 99999999999999999, true},
		{"10000000000000", 4, 100000000000000000, false},
		{"1e3", 2, 0, false},
		{"+1", 2, 0, false},
		{".5", 2, 0, false},
		{"1.", 2, 0, false},
		{"", 2, 0, false},
		{"\"1\"", 2, 0, false},
		{"NaN", 2, 0, false},
	} {
		got, err := ParseDecimal(tc.text, tc.places)
		if (err == nil) != tc.ok || tc.ok && got != tc.want {
			t.Errorf("parseDecimal(%q, %d) = %d, %v", tc.text, tc.places, got, err)
		}
	}
	for _, tc := range []struct {
		units         int64
		places, shown int
		want          string
	}{
		{0, 2, 0, "0"},
		{1, 2, 0, "0.01"},
		{-1, 2, 2, "-0.01"},
		{10050, 2, 0, "100.5"},
		{10050, 2, 2, "100.50"},
		{10000, 2, 2, "100.00"},
		{-125000, 4, 0, "-12.5"},
		{99999999999999999, 4, 0, "9999999999999.9999"},
	} {
		if got := FormatDecimal(tc.units, tc.places, tc.shown); got != tc.want {
			t.Errorf("formatDecimal(%d, %d, %d) = %s, want %s", tc.units, tc.places, tc.shown, got, tc.want)
		}
	}
}

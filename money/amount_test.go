package money

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		text string
		want Amount
		err  error
	}{
		{"0", 0, nil},
		{"1", 100, nil},
		{"1.1", 110, nil},
		{"1.100", 110, nil},
		{"0.01", 1, nil},
		{"-3.05", -305, nil},
		{"1e2", 10000, nil},
		{"1.5e1", 1500, nil},
		{"100e-2", 100, nil},
		{"1000000000", Max, nil},
		{"1000000000.01", 0, ErrRange},
		{"1e300", 0, ErrRange},
		{"0e999", 0, ErrRange},
		{"0.001", 0, ErrFormat},
		{"1.005", 0, ErrFormat},
		{"1e-3", 0, ErrFormat},
		{"", 0, ErrFormat},
		{".5", 0, ErrFormat},
		{"5.", 0, ErrFormat},
		{"+1", 0, ErrFormat},
		{"1,000", 0, ErrFormat},
		{"NaN", 0, ErrFormat},
		{"0x10", 0, ErrFormat},
	} {
		got, err := Parse(tc.text)
		if got != tc.want || !errors.Is(err, tc.err) {
			t.Errorf("Parse(%q) = %d, %v; want %d, %v", tc.text, got, err, tc.want, tc.err)
		}
	}
}

func TestStringReadsBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := Amount(rapid.Int64Range(int64(-Max), int64(Max)).Draw(t, "satang"))
		if back, err := Parse(a.String()); err != nil || back != a {
			t.Fatalf("Parse(%s) = %d, %v", a, back, err)
		}
	})
	if got := Amount(math.MinInt64).String(); got != "-92233720368547758.08" {
		t.Errorf("smallest amount = %s", got)
	}
}

func TestParseFactor(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"10", "0.05", "0.3333"} {
		if f, err := ParseFactor(text); err != nil || f.String() != text {
			t.Errorf("ParseFactor(%q) = %s, %v", text, f, err)
		}
	}
	for _, bad := range []string{"", "0", "-1", "x"} {
		if _, err := ParseFactor(bad); !errors.Is(err, ErrFactor) {
			t.Errorf("ParseFactor(%q) = %v", bad, err)
		}
	}
}

func TestCredits(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ in, out string }{
		{"0", "0.00"},
		{"12.3", "12.30"},
		{"12.3456", "12.3456"},
		{"12.34569999", "12.3456"},
		{"-1.5", "-1.50"},
		{"10.299999999999999", "10.30"},
		{"10.300000000000001", "10.30"},
		{"-0.30000000000000004", "-0.30"},
		{"-0.29999999999999999", "-0.30"},
		{"10.29999", "10.2999"},
		{"-10.29999", "-10.2999"},
	} {
		c, err := ParseCredits(tc.in)
		if err != nil || c.String() != tc.out {
			t.Errorf("ParseCredits(%q) = %s, %v; want %s", tc.in, c, err, tc.out)
		}
	}
	if got := Credits(12_3456).Baht(MustFactor("1")); got != 1234 {
		t.Errorf("12.3456 credits at 1 = %d satang, want 1234", got)
	}
	if got := Credits(12_3456).Baht(MustFactor("10")); got != 12345 {
		t.Errorf("12.3456 credits at 10 = %d satang, want 12345", got)
	}
	if c, exact := CreditsOf(12345, MustFactor("10")); c != 12_3450 || !exact {
		t.Errorf("123.45 baht at 10 = %s, %v", c, exact)
	}
}

package money

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// factors are those of our providers, and such that don't fit the quick calculation.
var factors = []string{"1", "10", "0.05", "0.01", "3", "0.3333", "1000", "7.77", "1/3", "0.0000000001", "123456789012.5"}

// TestQuickCreditsAreTheExactOnes: what is calculated without rational numbers is the same, up to the largest amounts.
func TestQuickCreditsAreTheExactOnes(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	numbers := []int64{0, 1, -1, 99, -99, 10_000, math.MaxInt32, 1 << 50, -1 << 50}
	for range 2000 {
		numbers = append(numbers, random.Int64N(1<<random.IntN(50)), -random.Int64N(1<<random.IntN(50)))
	}
	for _, text := range factors {
		f := MustFactor(text)
		for _, n := range numbers {
			if got, want := Credits(n).Baht(f), Credits(n).bahtOfAny(f); got != want && fitsAny(n) {
				t.Errorf("%d at %s: %d satang, exactly %d", n, text, got, want)
			}
			got, exact := CreditsOf(Amount(n), f)
			if want, is := creditsOfAny(Amount(n), f); fitsAny(n) && (got != want || exact != is) {
				t.Errorf("%d satang at %s: %d, %v; exactly %d, %v", n, text, got, exact, want, is)
			}
		}
	}
}

// fitsAny: of larger numbers the exact calculation itself overflows before it begins.
func fitsAny(n int64) bool {
	return n > -math.MaxInt64/int64(Credit) && n < math.MaxInt64/int64(Credit)
}

// TestPlainCreditsAreReadAsAnyText: the quick reading of a text says what the exact one says.
func TestPlainCreditsAreReadAsAnyText(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(3, 4))
	texts := []string{
		"", ".", "0", "00", "007", "0.5", ".5", "5.", "1e3", "1/2", "-1", "+1", "1.23456", "10.299999999999999", "1_000",
		"0x10", "999999999999.9999", "9999999999999", "١", "1.2.3", "1,5", "0.00001", "NaN",
	}
	for range 2000 {
		text := strconv.FormatFloat(float64(random.Int64N(1<<random.IntN(52)))/10_000, 'f', random.IntN(7), 64)
		texts = append(texts, text, strings.TrimSuffix(text, "0"))
	}
	plain := 0
	for _, text := range texts {
		got, is := plainCredits(text)
		if !is {
			continue
		}
		plain++
		if want, err := parseAnyCredits(text); err != nil || got != want {
			t.Errorf("%q: %d, exactly %d, %v", text, got, want, err)
		}
	}
	if plain < 1000 {
		t.Errorf("only %d texts were plain", plain)
	}
}

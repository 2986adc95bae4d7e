package slip

import (
	"testing"

	"krapao/internal/picture"
)

// TestWhatIsKeptOfASlip: a photograph is reduced to what the app sends, a long screenshot keeps its code.
func TestWhatIsKeptOfASlip(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		width, height, bytes int
		want                 int
	}{
		"a screen":                    {1440, 3200, 1 << 20, longPixels},
		"a photograph":                {4080, 3060, 4 << 20, storedPixels},
		"a long screenshot":           {1080, 9000, 2 << 20, longPixels},
		"one that is hard to decode":  {1080, 9000, 6 << 20, storedPixels},
		"a wide one":                  {9000, 1080, 2 << 20, longPixels},
		"one that stays legible half": {1800, 5000, 2 << 20, storedPixels},
	} {
		if got := keptPixels(picture.Info{Width: tc.width, Height: tc.height}, tc.bytes); got != tc.want {
			t.Errorf("%s: %d pixels, want %d", name, got, tc.want)
		}
	}
}

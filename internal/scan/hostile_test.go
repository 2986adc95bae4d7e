package scan

import (
	"context"
	"errors"
	"image"
	"image/color"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/makiuchi-d/gozxing"
)

// hostile are pictures made to keep a reader busy, or with the oddest shapes.
func hostile() map[string]image.Image {
	chance := rand.New(rand.NewPCG(1, 2))
	noise := image.NewGray(image.Rect(0, 0, 400, 300))
	for i := range noise.Pix {
		noise.Pix[i] = byte(chance.Uint32())
	}
	checks := image.NewNRGBA(image.Rect(0, 0, 400, 400))
	for y := range 400 {
		for x := range 400 {
			v := uint8((x/4 + y/4) % 2 * 255)
			checks.SetNRGBA(x, y, color.NRGBA{v, v, v, 255})
		}
	}
	return map[string]image.Image{
		"noise": noise, "checks": checks, "corner marks": marks(500),
		"nothing":     image.NewGray(image.Rect(0, 0, 0, 0)),
		"one pixel":   image.NewGray(image.Rect(0, 0, 1, 1)),
		"a line":      image.NewGray(image.Rect(0, 0, 4_000, 1)),
		"a column":    image.NewGray(image.Rect(0, 0, 3, 4_000)),
		"transparent": image.NewNRGBA64(image.Rect(-50, -70, 150, 130)),
		"four inks":   image.NewCMYK(image.Rect(5, 5, 95, 95)),
		"alpha only":  image.NewAlpha(image.Rect(0, 0, 64, 64)),
	}
}

// marks is a picture of nothing but corner marks: thousands, of which any three could belong to a code.
func marks(side int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			if d := max(abs(x%72/8-4), abs(y%72/8-4)); d > 1 && d != 3 {
				img.SetGray(x, y, color.Gray{255})
			}
		}
	}
	return img
}

func TestHostilePicturesHaveNoCode(t *testing.T) {
	t.Parallel()
	for name, img := range hostile() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			texts, err := New(1, time.Hour).Read(t.Context(), img)
			if !errors.Is(err, ErrNone) || errors.Is(err, ErrBudget) {
				t.Errorf("%q, %v", texts, err)
			}
		})
	}
}

// TestMarksAreBounded counts the marks and triples, not the time. Without the limits, the marks of this picture would
// be combined in a thousand million ways.
func TestMarksAreBounded(t *testing.T) {
	t.Parallel()
	black, err := binarise(grey(marks(3000)), true)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(findTriples(t.Context(), black)); n > bestTriples {
		t.Errorf("%d triples", n)
	}
}

// TestStepsEndWhenTheTimeIsUp: once its context has ended, nothing more is searched.
func TestStepsEndWhenTheTimeIsUp(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	black, err := binarise(grey(marks(1000)), true)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(findTriples(ended, black)); n != 0 {
		t.Errorf("%d triples were found after the end", n)
	}
	s := search{ctx: ended}
	s.look(marks(1000))
	if len(s.texts) != 0 || !s.over() {
		t.Errorf("found %q after the end", s.texts)
	}
}

func TestAPanicOfTheLibraryIsNoCode(t *testing.T) {
	t.Parallel()
	if _, err := contained(func() (string, error) { panic("index out of range") }); !errors.Is(err, ErrNone) {
		t.Errorf("%v", err)
	}
	// Marks outside the picture would make the library run out of it, for hours.
	black, err := gozxing.NewSquareBitMatrix(10)
	if err != nil {
		t.Fatal(err)
	}
	for _, tr := range findTriples(t.Context(), blackOf(t, marks(400))) {
		if text, err := byLibrary(black, tr); err == nil {
			t.Errorf("read %q", text)
		}
		if text, err := byFit(t.Context(), newPlane(3, 3), tr); err == nil {
			t.Errorf("read %q", text)
		}
	}
}

func blackOf(t *testing.T, img image.Image) *gozxing.BitMatrix {
	t.Helper()
	black, err := binarise(grey(img), true)
	if err != nil {
		t.Fatal(err)
	}
	return black
}

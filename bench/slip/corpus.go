package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"time"

	"krapao/sandbox/slipimage"
)

// kind is one way in which slips arrive.
type kind struct {
	name string
	// how changes a slip; the quality is that of the JPEG file that is uploaded, 0 a PNG file.
	how     func(img *image.RGBA, chance *rand.Rand) *image.RGBA
	quality int
}

func between(chance *rand.Rand, low, high float64) float64 { return low + chance.Float64()*(high-low) }

// kinds are the distortions of research/domain.md section 2 (JPEG 20 to 60, smaller, turned, sheared, in perspective, noise,
// blur, shading) and what members do besides.
var kinds = []kind{
	{"as the app saves it", asItIs, 0},
	{"jpeg 60", asItIs, 60},
	{"jpeg 40", asItIs, 40},
	{"jpeg 20", asItIs, 20},
	{"half size, jpeg 60", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return scaled(img, 0.5) }, 60},
	{"0.35 size, jpeg 60", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return scaled(img, 0.35) }, 60},
	{"sent on three times", func(img *image.RGBA, _ *rand.Rand) *image.RGBA {
		return jpegAt(scaled(jpegAt(scaled(img, 0.8), 50), 0.8), 45)
	}, 40},
	{"rotated 5", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return turned(img, 5, 0, 1) }, 80},
	{"rotated 45", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return turned(img, 45, 0, 1) }, 80},
	{"rotated 90", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return quarter(img, 1) }, 80},
	{"rotated 180", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return quarter(img, 2) }, 80},
	{"rotated anyhow", func(img *image.RGBA, c *rand.Rand) *image.RGBA { return turned(img, between(c, 0, 360), 0, 0.9) }, 70},
	{"mirrored", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return mirrored(img) }, 80},
	{"sheared", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		return turned(img, between(c, -10, 10), between(c, 0.05, 0.2), 0.9)
	}, 80},
	{"perspective 0.2, noise, shade", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		return shaded(tilted(img, 0.2, between(c, 0, 360)), c, 10, func(x, _ float64) float64 { return 1 - 0.5*x })
	}, 70},
	{"perspective 0.35, noise, shade", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		return shaded(tilted(img, 0.35, between(c, 0, 360)), c, 15, func(x, _ float64) float64 { return 1 - 0.6*x })
	}, 70},
	{"noise", func(img *image.RGBA, c *rand.Rand) *image.RGBA { return shaded(img, c, 28, even) }, 70},
	{"noise in the dark", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		return shaded(img, c, 9, func(float64, float64) float64 { return 0.25 })
	}, 75},
	{"shade and a lamp", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		x0, y0 := c.Float64(), c.Float64()
		return shaded(img, c, 4, func(x, y float64) float64 {
			d := (x-x0)*(x-x0) + (y-y0)*(y-y0)
			return 0.45 + 0.75/(1+6*d)
		})
	}, 75},
	{"blur", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return blurred(img, 1) }, 70},
	{"strong blur", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return blurred(img, 2) }, 70},
	{"shaken", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		if c.IntN(2) == 0 {
			return box(img, 2, 1, 0)
		}
		return box(img, 2, 1, 1)
	}, 75},
	{"cut close around the code", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		w, h := img.Rect.Dx(), img.Rect.Dy()
		return cropped(img, image.Rect(int(between(c, 0, 0.03)*float64(w)), int(between(c, 0.2, 0.3)*float64(h)), w, h))
	}, 70},
	{"faded", func(img *image.RGBA, _ *rand.Rand) *image.RGBA {
		return coloured(img, func(v float64) float64 { return 150 + v*0.28 })
	}, 70},
	{"too bright", func(img *image.RGBA, _ *rand.Rand) *image.RGBA {
		return coloured(blurred(img, 1), func(v float64) float64 { return 60 + v*1.35 })
	}, 70},
	{"night mode", func(img *image.RGBA, _ *rand.Rand) *image.RGBA {
		return coloured(img, func(v float64) float64 { return 255 - v*0.9 })
	}, 70},
	{"screenshot of a chat", chat, 60},
	{"a screen photographed", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		return shaded(tilted(screen(img, c, 0.5), between(c, 0.05, 0.15), between(c, 0, 360)), c, 8, even)
	}, 75},
	{"photographed at an angle", photographed, 70},
	{"a small part of a photograph", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		slip := turned(scaled(img, 0.75), between(c, -20, 20), 0, 1)
		at := image.Pt(c.IntN(1200), c.IntN(700))
		grain := rand.New(rand.NewPCG(c.Uint64(), 1))
		table := placed(slip, 3000, 2250, at, func(x, y int) color.RGBA {
			n := uint8(grain.IntN(24)) + uint8((x/90+y/130)%2*18)
			return color.RGBA{70 + n, 58 + n, 46 + n, 255}
		})
		return shaded(table, c, 6, even)
	}, 80},
	// What is beyond a member's usual bad luck.
	{"0.3 size, jpeg 50", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return scaled(img, 0.3) }, 50},
	{"out of focus", func(img *image.RGBA, _ *rand.Rand) *image.RGBA { return blurred(img, 3) }, 70},
	{"badly shaken", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		if c.IntN(2) == 0 {
			return box(img, 4, 1, 0)
		}
		return box(img, 3, 1, 1)
	}, 75},
	{"crumpled", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		return shaded(crumpled(img, between(c, 3, 8), between(c, 250, 600), c.Float64()*6), c, 6, func(x, y float64) float64 {
			return 0.8 + 0.2*math.Sin(9*x+4*y)
		})
	}, 70},
	{"creased and scribbled on", creased, 70},
	{"a lamp's reflection", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		x0, y0 := between(c, 0.1, 0.9), between(c, 0.5, 0.95)
		return shaded(img, c, 4, func(x, y float64) float64 {
			d := (x-x0)*(x-x0) + (y-y0)*(y-y0)
			return 0.6 + 2.2/(1+60*d)
		})
	}, 70},
	{"photographed badly", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		out := blurred(tilted(turned(img, between(c, 0, 360), 0, between(c, 0.7, 1)), between(c, 0.3, 0.5), between(c, 0, 360)), 1)
		return shaded(out, c, between(c, 8, 16), func(x, y float64) float64 { return 0.35 + 0.5*x*y })
	}, 45},
	{"a very small part of a photograph", func(img *image.RGBA, c *rand.Rand) *image.RGBA {
		slip := turned(scaled(img, 0.4), between(c, -30, 30), 0, 1)
		return shaded(placed(slip, 2000, 1500, image.Pt(c.IntN(1200), c.IntN(700)), func(x, y int) color.RGBA {
			n := uint8((x/60 + y/80) % 2 * 30)
			return color.RGBA{90 + n, 78 + n, 66 + n, 255}
		}), c, 5, even)
	}, 75},
}

func asItIs(img *image.RGBA, _ *rand.Rand) *image.RGBA { return img }

// chat is a slip in a chat's bubble on the display of a phone.
func chat(img *image.RGBA, c *rand.Rand) *image.RGBA {
	small := scaled(img, between(c, 0.5, 0.65))
	return placed(small, 1080, 2280, image.Pt(60+c.IntN(300), 300+c.IntN(400)), func(_, y int) color.RGBA {
		switch {
		case y < 200:
			return color.RGBA{40, 44, 52, 255}
		case y > 2100:
			return color.RGBA{245, 245, 245, 255}
		}
		return color.RGBA{140, 171, 216, 255}
	})
}

// photographed is a display on a table, from a side, a little out of focus, in the light of a lamp.
func photographed(img *image.RGBA, c *rand.Rand) *image.RGBA {
	out := tilted(turned(img, between(c, -25, 25), 0, between(c, 0.8, 1.1)), between(c, 0.15, 0.4), between(c, 0, 360))
	if c.IntN(2) == 0 {
		out = blurred(out, 1)
	}
	x0, y0 := c.Float64(), c.Float64()
	return shaded(out, c, between(c, 3, 10), func(x, y float64) float64 {
		return 0.6 + 0.6/(1+3*((x-x0)*(x-x0)+(y-y0)*(y-y0)))
	})
}

// creased has folds, and strokes of a pen.
func creased(img *image.RGBA, c *rand.Rand) *image.RGBA {
	out := rgba(img)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	for n := range 26 {
		x, y := c.Float64()*w, c.Float64()*h
		angle := c.Float64() * 2 * math.Pi
		ink := color.RGBA{30, 40, 120, 255}
		if n%2 == 0 {
			ink = color.RGBA{210, 205, 200, 255}
		}
		for d := range 500 {
			angle += (c.Float64() - 0.5) * 0.05
			x, y = x+math.Cos(angle), y+math.Sin(angle)
			for k := range 4 + d%2 {
				out.SetRGBA(int(x)+k, int(y)+k/2, ink)
			}
		}
	}
	return out
}

// sides are how large the code is on the slip, in thousandths of its width: those of research/domain.md and smaller banks'.
var sides = []int{140, 170, 204, 250, 296}

// sample is one picture of the corpus.
type sample struct {
	kind string
	want string // the code's text
	file []byte
}

// paint makes the n-th picture of a kind: the same one for the same seed.
func paint(seed uint64, k, n int) sample {
	chance := rand.New(rand.NewPCG(seed, uint64(k)<<32|uint64(n)))
	s := slip(chance)
	layout := slipimage.Layout{Style: slipimage.Style(n % len(slipimage.Layouts())), Width: 1080, Code: sides[n%len(sides)]}
	img := kinds[k].how(rgba(slipimage.Draw(s, layout)), chance)
	var b bytes.Buffer
	var err error
	if q := kinds[k].quality; q > 0 {
		err = jpeg.Encode(&b, img, &jpeg.Options{Quality: q})
	} else {
		err = png.Encode(&b, img)
	}
	if err != nil {
		panic(err) // a picture of our own
	}
	return sample{kinds[k].name, slipimage.Code(s.SendingBank, s.Reference), b.Bytes()}
}

// slip is one transfer, its reference in the form of one of the banks'.
func slip(c *rand.Rand) slipimage.Slip {
	s := slipimage.Slip{
		Amount: 10_000 + c.Int64N(2_000_000), At: time.Date(2026, 11, 1+c.IntN(28), c.IntN(24), c.IntN(60), c.IntN(60), 0, time.UTC),
		From: slipimage.Party{Name: "นาย สมชาย ใจดี", Account: fmt.Sprintf("xxx-x-x%04d-x", c.IntN(10_000))},
		To:   slipimage.Party{Name: "KRAPAO PLAY", Bank: "KBANK", Account: "xxx-x-x5678-x"},
	}
	switch c.IntN(4) {
	case 0:
		s.SendingBank, s.From.Bank = "002", "BBL"
		s.Reference = fmt.Sprintf("%019d", c.Int64N(1e18))
	case 1:
		s.SendingBank, s.From.Bank = "004", "KBANK"
		s.Reference = fmt.Sprintf("016%012dAPP%05d", c.Int64N(1e12), c.IntN(100_000))
	case 2:
		s.SendingBank, s.From.Bank = "014", "SCB"
		s.Reference = "20261121" + letters(c, 15)
	default:
		s.SendingBank, s.From.Bank = "006", "KTB"
		s.Reference = fmt.Sprintf("A%015d", c.Int64N(1e15))
	}
	return s
}

func letters(c *rand.Rand, n int) string {
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	b := make([]byte, n)
	for i := range b {
		b[i] = all[c.IntN(len(all))]
	}
	return string(b)
}

package scan

import (
	"context"
	"image"
	"slices"
	"sync"

	"krapao/internal/qr"
)

// search is the look at one picture.
type search struct {
	ctx   context.Context
	texts []string
	slip  bool // a transfer slip's code was found, which is what this is for
}

// over reports whether the search should end.
func (s *search) over() bool { return s.slip || s.ctx.Err() != nil }

// found keeps a text.
func (s *search) found(text string) {
	if text == "" || slices.Contains(s.texts, text) {
		return
	}
	if _, err := qr.ParseSlip(text); err == nil {
		s.slip = true
		s.texts = slices.Insert(s.texts, 0, text)
		return
	}
	s.texts = append(s.texts, text)
}

// Longer sides of the sizes looked at, in pixels: in the first most codes are found, in the others small and blurred ones.
const (
	usual = 1600
	large = 2 * usual
	huge  = 3 * usual
)

// look goes from what most pictures need to what few do.
func (s *search) look(img image.Image) {
	full := grey(img)
	p := full.within(usual)
	double := sync.OnceValue(func() plane {
		if max(full.w, full.h) > usual {
			return full.within(large)
		}
		return p.by(2)
	})
	for _, step := range []func(){
		func() { s.try(p, true) },
		func() { s.try(double(), true) },
		func() { s.try(p.negative(), true) },
		func() { s.try(p.by(0.5), true) }, // noise and dots of a display become one shade
		func() { s.try(p, false) },
		func() { s.sharper(double(), 3, 2) },
		func() { s.try(p.by(0.75), true) },
		func() { s.try(double().negative(), true) },
		func() { s.sharper(double(), 6, 3) },
		func() { s.sharper(full.stretch(huge), 6, 3) },
		func() { s.tiles(full) },
	} {
		if s.over() {
			return
		}
		step()
	}
}

// stretch makes a plane's longer side as long as wanted, but not more than three times what it was.
func (p plane) stretch(longest int) plane {
	return p.by(min(float64(longest)/float64(max(p.w, p.h)), 3))
}

// within makes a plane smaller where a side is longer than wanted.
func (p plane) within(longest int) plane {
	if long := max(p.w, p.h); long > longest {
		return p.by(float64(longest) / float64(long))
	}
	return p
}

// tiles looks at overlapping parts of a picture that is larger than what was looked at so far.
func (s *search) tiles(p plane) {
	if max(p.w, p.h) <= large {
		return
	}
	for y := 0; y < p.h; y += usual * 3 / 4 {
		for x := 0; x < p.w; x += usual * 3 / 4 {
			if s.over() {
				return
			}
			s.try(p.cut(image.Rect(x, y, x+usual, y+usual)), true)
		}
	}
}

// sharper looks for corner marks in a sharpened plane and reads in the plane itself, in which no shade has been lost.
func (s *search) sharper(p plane, radius int, strength float64) {
	s.marks(p.sharpen(radius, strength), p, true)
}

// try looks for codes in one plane.
func (s *search) try(p plane, local bool) { s.marks(p, p, local) }

// marks looks for corner marks in one plane and reads what is between them in another of the same size.
func (s *search) marks(in, read plane, local bool) {
	black, err := binarise(in, local)
	if err != nil {
		return
	}
	for _, t := range findTriples(s.ctx, black) {
		if s.ctx.Err() != nil {
			return
		}
		text, err := byLibrary(black, t)
		// A second slip is as clear as the first: what needs more work than the library's is not looked for any more.
		if err != nil && !s.slip {
			text, err = byFit(s.ctx, read, t)
		}
		if err == nil {
			s.found(text)
		}
	}
}

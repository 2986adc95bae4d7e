package scan

import (
	"context"
	"image"
	"slices"
	"sync"

	"krapao/internal/qr"
)

// search is the search of one picture.
type search struct {
	ctx   context.Context
	texts []string
	slip  bool // the code of a transfer slip was found: the aim of the search
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

// Longer sides of the sizes searched, in pixels. Most codes are found in the first, small and blurred ones in the
// others.
const (
	usual = 1600
	large = 2 * usual
	huge  = 3 * usual
)

// look takes the steps in order: first those that most pictures need.
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

// stretch resizes a plane to the given longer side, but at most to three times its size.
func (p plane) stretch(longest int) plane {
	return p.by(min(float64(longest)/float64(max(p.w, p.h)), 3))
}

// within reduces a plane if a side is longer than longest.
func (p plane) within(longest int) plane {
	if long := max(p.w, p.h); long > longest {
		return p.by(float64(longest) / float64(long))
	}
	return p
}

// tiles searches overlapping parts of a picture that is larger than the sizes searched before.
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

// sharper searches a sharpened plane for corner marks, and reads in the plane itself, which has all its shades.
func (s *search) sharper(p plane, radius int, strength float64) {
	s.marks(p.sharpen(radius, strength), p, true)
}

// try searches one plane for codes.
func (s *search) try(p plane, local bool) { s.marks(p, p, local) }

// marks searches one plane for corner marks, and reads what is between them in another plane of the same size.
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
		// A second slip is as clear as the first, so that the slow way is not needed any more.
		if err != nil && !s.slip {
			text, err = byFit(s.ctx, read, t)
		}
		if err == nil {
			s.found(text)
		}
	}
}

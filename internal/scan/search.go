package scan

import (
	"context"
	"image"
	"slices"

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

// Sizes of the steps, as the longer side in pixels.
const usual = 1600

// look goes from what most pictures need to what few do.
func (s *search) look(img image.Image) {
	full := grey(img)
	p := full
	if long := max(p.w, p.h); long > usual {
		p = full.by(usual / float64(long))
	}
	steps := []func(){
		func() { s.try(p, true) },
		func() { s.try(p.by(2), true) },
		func() { s.try(p.negative(), true) },
		func() { s.try(p.by(0.5), true) },
		func() { s.try(p, false) },
		func() { s.try(p.by(2).sharpen(3, 2), true) },
		func() { s.try(p.by(1.5), true) },
		func() { s.try(p.by(0.75), true) },
		func() { s.tiles(full) },
	}
	for _, step := range steps {
		if s.over() {
			return
		}
		step()
	}
}

// tiles looks at overlapping parts of the picture, enlarged.
func (s *search) tiles(p plane) {
	for _, n := range []int{2, 3} {
		w, h := p.w/n, p.h/n
		for y := range 2*n - 1 {
			for x := range 2*n - 1 {
				if s.over() {
					return
				}
				corner := image.Pt(x*w/2, y*h/2)
				t := p.cut(image.Rectangle{Min: corner, Max: corner.Add(image.Pt(w, h))})
				if t.w < 20 || t.h < 20 {
					continue
				}
				if max(t.w, t.h) <= usual {
					t = t.by(2)
				}
				s.try(t, true)
			}
		}
	}
}

// try looks for codes in one plane.
func (s *search) try(p plane, local bool) {
	black, err := binarise(p, local)
	if err != nil {
		return
	}
	for _, t := range findTriples(s.ctx, black) {
		if s.over() {
			return
		}
		if text, err := byLibrary(black, t); err == nil {
			s.found(text)
			continue
		}
		if text, err := byFit(p, t); err == nil {
			s.found(text)
		}
	}
}

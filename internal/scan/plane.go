package scan

import (
	"image"
	"image/draw"

	"github.com/makiuchi-d/gozxing"
)

// plane is a picture in shades of grey, 0 black to 255 white, row after row.
type plane struct {
	w, h int
	pix  []byte
}

func newPlane(w, h int) plane { return plane{w, h, make([]byte, w*h)} }

// grey returns the shades of a picture of any kind, on white if it is transparent.
func grey(img image.Image) plane {
	b := img.Bounds()
	p := newPlane(b.Dx(), b.Dy())
	switch img := img.(type) {
	case *image.YCbCr: // photographs: the shades exist already
		for y := range p.h {
			at := img.YOffset(b.Min.X, b.Min.Y+y)
			copy(p.row(y), img.Y[at:at+p.w])
		}
	case *image.Gray:
		for y := range p.h {
			at := img.PixOffset(b.Min.X, b.Min.Y+y)
			copy(p.row(y), img.Pix[at:at+p.w])
		}
	default:
		line := image.NewRGBA(image.Rect(0, 0, p.w, 1))
		for y := range p.h {
			draw.Draw(line, line.Rect, image.White, image.Point{}, draw.Src)
			draw.Draw(line, line.Rect, img, image.Pt(b.Min.X, b.Min.Y+y), draw.Over)
			for x, out := 0, p.row(y); x < p.w; x++ {
				c := line.Pix[4*x : 4*x+3 : 4*x+3]
				out[x] = byte((299*int(c[0]) + 587*int(c[1]) + 114*int(c[2])) / 1000)
			}
		}
	}
	return p
}

func (p plane) row(y int) []byte { return p.pix[y*p.w : (y+1)*p.w] }

// cut copies a part of a plane. What lies outside the plane is left out.
func (p plane) cut(r image.Rectangle) plane {
	r = r.Intersect(image.Rect(0, 0, p.w, p.h))
	out := newPlane(r.Dx(), r.Dy())
	for y := range out.h {
		copy(out.row(y), p.row(r.Min.Y + y)[r.Min.X:r.Max.X])
	}
	return out
}

// negative turns dark into light: screenshots in dark mode have light codes on dark.
func (p plane) negative() plane {
	out := newPlane(p.w, p.h)
	for i, v := range p.pix {
		out.pix[i] = 255 - v
	}
	return out
}

// at returns the shade at a place between pixels. x and y count from the top left corner of the first pixel.
func (p plane) at(x, y float64) float64 {
	x, y = min(max(x-0.5, 0), float64(p.w-1)), min(max(y-0.5, 0), float64(p.h-1))
	x0, y0 := int(x), int(y)
	x1, y1 := min(x0+1, p.w-1), min(y0+1, p.h-1)
	fx, fy := x-float64(x0), y-float64(y0)
	top := float64(p.pix[y0*p.w+x0])*(1-fx) + float64(p.pix[y0*p.w+x1])*fx
	foot := float64(p.pix[y1*p.w+x0])*(1-fx) + float64(p.pix[y1*p.w+x1])*fx
	return top*(1-fy) + foot*fy
}

// source is a plane in the form that the library needs.
type source struct {
	gozxing.LuminanceSourceBase
	p plane
}

func (p plane) source() gozxing.LuminanceSource {
	return &source{gozxing.LuminanceSourceBase{Width: p.w, Height: p.h}, p}
}

func (s *source) GetRow(y int, _ []byte) ([]byte, error) { return s.p.row(y), nil }
func (s *source) GetMatrix() []byte                      { return s.p.pix }
func (s *source) Invert() gozxing.LuminanceSource        { return s.p.negative().source() }
func (s *source) String() string                         { return gozxing.LuminanceSourceString(s) }

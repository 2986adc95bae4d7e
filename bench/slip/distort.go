package main

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"

	"golang.org/x/image/draw"
)

// What happens to a slip between a bank's app and us. Every distortion takes its chances from the generator it is given.

func jpegAt(img image.Image, quality int) *image.RGBA {
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: quality}); err != nil {
		panic(err) // a picture of our own
	}
	out, err := jpeg.Decode(&b)
	if err != nil {
		panic(err)
	}
	return rgba(out)
}

// rgba copies a picture.
func rgba(img image.Image) *image.RGBA {
	out := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Src)
	return out
}

func scaled(img *image.RGBA, f float64) *image.RGBA {
	w, h := int(float64(img.Rect.Dx())*f), int(float64(img.Rect.Dy())*f)
	out := image.NewRGBA(image.Rect(0, 0, max(w, 1), max(h, 1)))
	draw.CatmullRom.Scale(out, out.Rect, img, img.Rect, draw.Src, nil)
	return out
}

// matrix is a projective map, row after row.
type matrix [9]float64

func (m matrix) at(x, y float64) (float64, float64) {
	w := m[6]*x + m[7]*y + m[8]
	return (m[0]*x + m[1]*y + m[2]) / w, (m[3]*x + m[4]*y + m[5]) / w
}

// warp fills a picture of a size from places in another, and the rest with a ground.
func warp(img *image.RGBA, w, h int, back matrix, ground color.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	sw, sh := img.Rect.Dx(), img.Rect.Dy()
	for y := range h {
		for x := range w {
			px := out.Pix[out.PixOffset(x, y):][:4:4]
			u, v := back.at(float64(x)+0.5, float64(y)+0.5)
			if u < 0 || v < 0 || u >= float64(sw) || v >= float64(sh) {
				px[0], px[1], px[2], px[3] = ground.R, ground.G, ground.B, 255
				continue
			}
			blend(px, img, u-0.5, v-0.5)
		}
	}
	return out
}

// blend writes the colour between four pixels.
func blend(px []byte, img *image.RGBA, u, v float64) {
	u, v = min(max(u, 0), float64(img.Rect.Dx()-1)), min(max(v, 0), float64(img.Rect.Dy()-1))
	x0, y0 := int(u), int(v)
	x1, y1 := min(x0+1, img.Rect.Dx()-1), min(y0+1, img.Rect.Dy()-1)
	fx, fy := u-float64(x0), v-float64(y0)
	a, b := img.Pix[img.PixOffset(x0, y0):], img.Pix[img.PixOffset(x1, y0):]
	c, d := img.Pix[img.PixOffset(x0, y1):], img.Pix[img.PixOffset(x1, y1):]
	for k := range 3 {
		top := float64(a[k])*(1-fx) + float64(b[k])*fx
		foot := float64(c[k])*(1-fx) + float64(d[k])*fx
		px[k] = byte(top*(1-fy) + foot*fy + 0.5)
	}
	px[3] = 255
}

var tabletop = color.RGBA{62, 54, 48, 255}

// turned rotates and shears around the middle, on a ground large enough.
func turned(img *image.RGBA, degrees, shear, scale float64) *image.RGBA {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	// There: u = scale*(cos*x + (shear-sin)*y), v = scale*(sin*x + cos*y). Back is its inverse.
	a, b, c, d := scale*cos, scale*(shear-sin), scale*sin, scale*cos
	ow, oh := math.Abs(a)*w+math.Abs(b)*h+20, math.Abs(c)*w+math.Abs(d)*h+20
	det := a*d - b*c
	ia, ib, ic, id := d/det, -b/det, -c/det, a/det
	back := matrix{ia, ib, w/2 - ia*ow/2 - ib*oh/2, ic, id, h/2 - ic*ow/2 - id*oh/2, 0, 0, 1}
	return warp(img, int(ow), int(oh), back, tabletop)
}

// quarter turns by a right angle exactly, as a gallery does.
func quarter(img *image.RGBA, turns int) *image.RGBA {
	for range turns {
		w, h := img.Rect.Dx(), img.Rect.Dy()
		out := image.NewRGBA(image.Rect(0, 0, h, w))
		for y := range h {
			for x := range w {
				copy(out.Pix[out.PixOffset(h-1-y, x):][:4], img.Pix[img.PixOffset(x, y):][:4])
			}
		}
		img = out
	}
	return img
}

func mirrored(img *image.RGBA) *image.RGBA {
	w := float64(img.Rect.Dx())
	return warp(img, img.Rect.Dx(), img.Rect.Dy(), matrix{-1, 0, w, 0, 1, 0, 0, 0, 1}, tabletop)
}

// tilted looks at the slip from a side: k is how much smaller its far edge is, direction where that is in degrees.
func tilted(img *image.RGBA, k, direction float64) *image.RGBA {
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	sin, cos := math.Sincos(direction * math.Pi / 180)
	// A map with a vanishing line: near the middle it changes nothing, the far edge is 1-k as large.
	gx, gy := k/(1-k/2)*sin/w, k/(1-k/2)*cos/h
	margin := 1 + k*0.7
	ow, oh := w*margin, h*margin
	// Back: from the picture to the slip, both counted from their middles.
	to := matrix{1, 0, -ow / 2, 0, 1, -oh / 2, gx, gy, 1 - gx*ow/2 - gy*oh/2}
	from := matrix{1, 0, w / 2, 0, 1, h / 2, 0, 0, 1}
	return warp(img, int(ow), int(oh), from.times(to), tabletop)
}

func (m matrix) times(n matrix) matrix {
	var out matrix
	for r := range 3 {
		for c := range 3 {
			for k := range 3 {
				out[3*r+c] += m[3*r+k] * n[3*k+c]
			}
		}
	}
	return out
}

// shaded makes every pixel lighter or darker by where it is, and adds noise.
func shaded(img *image.RGBA, chance *rand.Rand, noise float64, light func(x, y float64) float64) *image.RGBA {
	out := image.NewRGBA(img.Rect)
	w, h := float64(img.Rect.Dx()), float64(img.Rect.Dy())
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			in, px := img.Pix[img.PixOffset(x, y):], out.Pix[out.PixOffset(x, y):]
			f := light(float64(x)/w, float64(y)/h)
			n := 0.0
			if noise > 0 {
				n = chance.NormFloat64() * noise
			}
			for k := range 3 {
				px[k] = byte(min(max(float64(in[k])*f+n, 0), 255))
			}
			px[3] = 255
		}
	}
	return out
}

func even(float64, float64) float64 { return 1 }

// blurred is the mean over a square of radius pixels around, twice.
func blurred(img *image.RGBA, radius int) *image.RGBA {
	for range 2 {
		img = box(box(img, radius, 1, 0), radius, 0, 1)
	}
	return img
}

// box is the mean of the pixels radius steps before and behind.
func box(img *image.RGBA, radius, dx, dy int) *image.RGBA {
	out := image.NewRGBA(img.Rect)
	w, h := img.Rect.Dx(), img.Rect.Dy()
	for y := range h {
		for x := range w {
			var sum [3]int
			for i := -radius; i <= radius; i++ {
				px := img.Pix[img.PixOffset(min(max(x+i*dx, 0), w-1), min(max(y+i*dy, 0), h-1)):]
				for k := range sum {
					sum[k] += int(px[k])
				}
			}
			px := out.Pix[out.PixOffset(x, y):]
			for k := range sum {
				px[k] = byte(sum[k] / (2*radius + 1))
			}
			px[3] = 255
		}
	}
	return out
}

// coloured maps every channel by a table.
func coloured(img *image.RGBA, curve func(v float64) float64) *image.RGBA {
	var table [256]byte
	for v := range table {
		table[v] = byte(min(max(curve(float64(v)), 0), 255))
	}
	out := image.NewRGBA(img.Rect)
	for i, v := range img.Pix {
		out.Pix[i] = table[v]
		if i%4 == 3 {
			out.Pix[i] = 255
		}
	}
	return out
}

// screen is how a camera sees a display: the dots of the display and those of the camera beat against each other.
func screen(img *image.RGBA, chance *rand.Rand, depth float64) *image.RGBA {
	fx, fy := 0.15+0.5*chance.Float64(), 0.15+0.5*chance.Float64()
	angle := chance.Float64() * math.Pi
	sin, cos := math.Sincos(angle)
	out := image.NewRGBA(img.Rect)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			in, px := img.Pix[img.PixOffset(x, y):], out.Pix[out.PixOffset(x, y):]
			u, v := float64(x)*cos-float64(y)*sin, float64(x)*sin+float64(y)*cos
			for k := range 3 {
				beat := math.Sin(fx*u+2.1*float64(k))*math.Sin(fy*v) + 0.5*math.Sin(0.03*u)
				px[k] = byte(min(max(float64(in[k])*(1-depth/2+depth/2*beat), 0), 255))
			}
			px[3] = 255
		}
	}
	return out
}

// placed puts a picture into a larger one.
func placed(img *image.RGBA, w, h int, at image.Point, ground func(x, y int) color.RGBA) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			out.SetRGBA(x, y, ground(x, y))
		}
	}
	draw.Draw(out, img.Rect.Add(at), img, image.Point{}, draw.Src)
	return out
}

func cropped(img *image.RGBA, r image.Rectangle) *image.RGBA {
	return rgba(img.SubImage(r.Intersect(img.Rect)))
}

// crumpled bends the paper in waves.
func crumpled(img *image.RGBA, depth, length, phase float64) *image.RGBA {
	out := image.NewRGBA(img.Rect)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			u := float64(x) + depth*math.Sin(2*math.Pi*float64(y)/length+phase)
			v := float64(y) + depth*math.Sin(2*math.Pi*float64(x)/length*0.7+2*phase)
			blend(out.Pix[out.PixOffset(x, y):][:4:4], img, u, v)
		}
	}
	return out
}

package slipimage

import (
	"image"
	"image/color"
	"math"
	"slices"
	"sync"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomedium"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
	"rsc.io/qr"
)

// usualWidth is the width in whose units the layouts are written. Everything is scaled from it.
const usualWidth = 1080

// canvas is a picture in the units of the usual width.
type canvas struct {
	*image.RGBA
	scale float64
}

func newCanvas(l Layout, height float64, ground color.Color) canvas {
	scale := float64(l.Width) / usualWidth
	img := image.NewRGBA(image.Rect(0, 0, l.Width, int(math.Round(height*scale))))
	draw.Draw(img, img.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	return canvas{img, scale}
}

// forms are the empty forms of styles at their widths, drawn once: they are most of a picture's work. Their number is
// limited, since each takes some MB.
var forms = struct {
	sync.Mutex
	empty map[Layout]canvas
}{empty: map[Layout]canvas{}}

const mostForms = 2 * int(styles)

// form returns a canvas with everything that is the same on all slips of a style.
func form(l Layout, height float64, ground color.Color, preprint func(canvas)) canvas {
	l.Code = 0 // the code is not part of the form
	forms.Lock()
	defer forms.Unlock()
	empty, drawn := forms.empty[l]
	if !drawn {
		empty = newCanvas(l, height, ground)
		preprint(empty)
		if len(forms.empty) >= mostForms {
			return empty
		}
		forms.empty[l] = empty
	}
	own := *empty.RGBA
	own.Pix = slices.Clone(own.Pix)
	return canvas{&own, empty.scale}
}

// box is a rectangle in units.
type box struct{ x, y, w, h float64 }

// fill paints a box with round corners.
func (c canvas) fill(b box, radius float64, ground color.Color) {
	r := min(radius, b.w/2, b.h/2)
	k := r * 0.4477 // distance of a quarter circle's control point from the corner
	x0, y0, x1, y1 := b.x, b.y, b.x+b.w, b.y+b.h
	c.shape(b, ground, func(p *path) {
		p.move(x0+r, y0)
		p.line(x1-r, y0)
		p.curve(x1-k, y0, x1, y0+k, x1, y0+r)
		p.line(x1, y1-r)
		p.curve(x1, y1-k, x1-k, y1, x1-r, y1)
		p.line(x0+r, y1)
		p.curve(x0+k, y1, x0, y1-k, x0, y1-r)
		p.line(x0, y0+r)
		p.curve(x0, y0+k, x0+k, y0, x0+r, y0)
	})
}

// disc paints a circle.
func (c canvas) disc(x, y, radius float64, ground color.Color) {
	c.fill(box{x - radius, y - radius, 2 * radius, 2 * radius}, radius, ground)
}

// path is an outline in units.
type path struct {
	z      *vector.Rasterizer
	scale  float64
	origin image.Point
}

func (p *path) at(x, y float64) (float32, float32) {
	return float32(x*p.scale) - float32(p.origin.X), float32(y*p.scale) - float32(p.origin.Y)
}

func (p *path) move(x, y float64) { p.z.MoveTo(p.at(x, y)) }
func (p *path) line(x, y float64) { p.z.LineTo(p.at(x, y)) }

func (p *path) curve(bx, by, cx, cy, dx, dy float64) {
	x1, y1 := p.at(bx, by)
	x2, y2 := p.at(cx, cy)
	x3, y3 := p.at(dx, dy)
	p.z.CubeTo(x1, y1, x2, y2, x3, y3)
}

// shape paints the inside of an outline, which lies in within.
func (c canvas) shape(within box, ground color.Color, outline func(*path)) {
	r := image.Rect(
		int(math.Floor(within.x*c.scale)), int(math.Floor(within.y*c.scale)),
		int(math.Ceil((within.x+within.w)*c.scale))+1, int(math.Ceil((within.y+within.h)*c.scale))+1)
	z := vector.NewRasterizer(r.Dx(), r.Dy())
	outline(&path{z, c.scale, r.Min})
	z.ClosePath()
	mask := image.NewAlpha(image.Rectangle{Max: r.Size()})
	z.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	draw.DrawMask(c.RGBA, r, image.NewUniform(ground), image.Point{}, mask, image.Point{}, draw.Over) // it clips
}

// stroke paints a line through points.
func (c canvas) stroke(width float64, ink color.Color, points ...[2]float64) {
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		length := math.Hypot(b[0]-a[0], b[1]-a[1])
		nx, ny := -(b[1]-a[1])/length*width/2, (b[0]-a[0])/length*width/2
		bounds := box{
			min(a[0], b[0]) - width, min(a[1], b[1]) - width,
			math.Abs(b[0]-a[0]) + 2*width, math.Abs(b[1]-a[1]) + 2*width,
		}
		c.shape(bounds, ink, func(p *path) {
			p.move(a[0]+nx, a[1]+ny)
			p.line(b[0]+nx, b[1]+ny)
			p.line(b[0]-nx, b[1]-ny)
			p.line(a[0]-nx, a[1]-ny)
		})
		c.disc(b[0], b[1], width/2, ink)
		c.disc(a[0], a[1], width/2, ink)
	}
}

// dashes paints a dashed line to the right.
func (c canvas) dashes(x, y, length float64, ink color.Color) {
	for d := 0.0; d < length; d += 22 {
		c.fill(box{x + d, y, 12, 3}, 1.5, ink)
	}
}

// weight is how bold letters are.
type weight int

const (
	regular weight = iota
	medium
	bold
)

var fonts = sync.OnceValue(func() [3]*opentype.Font {
	var all [3]*opentype.Font
	for i, data := range [][]byte{goregular.TTF, gomedium.TTF, gobold.TTF} {
		f, err := opentype.Parse(data)
		if err != nil {
			panic(err) // the fonts are part of this program
		}
		all[i] = f
	}
	return all
})

func face(w weight, pixels float64) font.Face {
	f, err := opentype.NewFace(fonts()[w], &opentype.FaceOptions{Size: pixels, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic(err) // it accepts every size
	}
	return f
}

// style is how a text is written.
type style struct {
	weight weight
	size   float64
	ink    color.Color
}

// text writes from x on, with its baseline on y, and returns its width.
func (c canvas) text(x, y float64, s style, text string) float64 {
	d := font.Drawer{Dst: c.RGBA, Src: image.NewUniform(s.ink), Face: face(s.weight, s.size*c.scale)}
	text = latin(text)
	d.Dot = fixed.Point26_6{X: fixed.Int26_6(x * c.scale * 64), Y: fixed.Int26_6(y * c.scale * 64)}
	d.DrawString(text)
	return float64(d.MeasureString(text)) / 64 / c.scale
}

// width is the width of a text.
func (c canvas) width(s style, text string) float64 {
	d := font.Drawer{Face: face(s.weight, s.size*c.scale)}
	return float64(d.MeasureString(latin(text))) / 64 / c.scale
}

func (c canvas) right(x, y float64, s style, text string) { c.text(x-c.width(s, text), y, s, text) }
func (c canvas) middle(x, y float64, s style, text string) {
	c.text(x-c.width(s, text)/2, y, s, text)
}

// watermark writes SANDBOX repeatedly across the whole picture, slanted.
func (c canvas) watermark(ink color.Color) {
	const size, gap = 92, 150
	word := canvas{image.NewRGBA(image.Rect(0, 0, int(560*c.scale), int(120*c.scale))), c.scale}
	word.text(10, 92, style{bold, size, ink}, "SANDBOX")
	sin, cos := math.Sincos(-math.Pi / 7)
	height := float64(c.Rect.Dy()) / c.scale
	for row, y := 0, -300.0; y < height+500; row, y = row+1, y+gap*1.7 {
		for x := -500.0 + float64(row%2)*280; x < usualWidth+300; x += 560 {
			at := f64.Aff3{cos, -sin, x * c.scale, sin, cos, y * c.scale}
			draw.BiLinear.Transform(c.RGBA, at, word, word.Rect, draw.Over, nil)
		}
	}
}

// code draws a QR code with its white border around a centre. It is about side units large, since its modules are whole
// pixels.
func (c canvas) code(x, y, side float64, text string) {
	q, err := qr.Encode(text, qr.M)
	if err != nil {
		return // the text is too long for a code
	}
	const border = 3
	modules := q.Size + 2*border
	pixels := max(1, int(math.Round(side*c.scale/float64(modules))))
	at := image.Pt(int(x*c.scale)-modules*pixels/2, int(y*c.scale)-modules*pixels/2)
	for v := range modules {
		for u := range modules {
			ink := image.White
			if q.Black(u-border, v-border) {
				ink = image.Black
			}
			corner := at.Add(image.Pt(u*pixels, v*pixels))
			draw.Draw(c.RGBA, image.Rectangle{Min: corner, Max: corner.Add(image.Pt(pixels, pixels))}, ink, image.Point{}, draw.Src)
		}
	}
}

package picture

import (
	"image"
	"image/draw"
)

// Within returns a picture whose sides have at most side pixels and that has at most pixels: the picture itself, or
// the mean of each block of its pixels. The side of a block is a whole number, so that a large photograph is read
// little more than once.
func Within(img image.Image, side, pixels int) image.Image {
	size := img.Bounds().Size()
	f := (max(size.X, size.Y) + side - 1) / side
	for size.X*size.Y > pixels*f*f {
		f++
	}
	switch img := img.(type) {
	case *image.YCbCr:
		if f > 1 {
			return smallerYCbCr(img, f)
		}
	case *image.Gray:
		if f > 1 {
			w, h := max(1, size.X/f), max(1, size.Y/f)
			small := image.NewGray(image.Rect(0, 0, w, h))
			whole := plane{img.Pix[img.PixOffset(img.Rect.Min.X, img.Rect.Min.Y):], img.Stride, size.X, size.Y}
			whole.shrink(small.Pix, small.Stride, w, h, f)
			return small
		}
	}
	if f <= 1 {
		return img
	}
	return smallerRGBA(img, f)
}

// plane holds the samples of one colour.
type plane struct {
	pix          []byte
	stride, w, h int
}

// shrink turns the mean of each block of f by f samples into one sample of w by h. At the edges, blocks are smaller.
func (p plane) shrink(out []byte, stride, w, h, f int) {
	for y := range h {
		y0 := min(y*f, p.h-1)
		y1 := min(y0+f, p.h)
		for x := range w {
			x0 := min(x*f, p.w-1)
			x1 := min(x0+f, p.w)
			sum := 0
			for row := y0; row < y1; row++ {
				for _, v := range p.pix[row*p.stride+x0 : row*p.stride+x1] {
					sum += int(v)
				}
			}
			n := (y1 - y0) * (x1 - x0)
			out[y*stride+x] = byte((sum + n/2) / n)
		}
	}
}

// smallerYCbCr reduces a photograph in its stored form: its colours have fewer samples than its light.
func smallerYCbCr(img *image.YCbCr, f int) image.Image {
	b := img.Rect
	if b.Min != (image.Point{}) { // a part of another picture: it may begin between two samples
		return smallerRGBA(img, f)
	}
	w, h := max(1, b.Dx()/f), max(1, b.Dy()/f)
	small := image.NewYCbCr(image.Rect(0, 0, w, h), img.SubsampleRatio)
	plane{img.Y, img.YStride, b.Dx(), b.Dy()}.shrink(small.Y, small.YStride, w, h, f)
	cw, ch := small.CStride, len(small.Cb)/small.CStride
	inW, inH := img.CStride, len(img.Cb)/img.CStride
	for _, c := range [][2][]byte{{img.Cb, small.Cb}, {img.Cr, small.Cr}} {
		plane{c[0], img.CStride, inW, inH}.shrink(c[1], small.CStride, cw, ch, f)
	}
	return small
}

// smallerRGBA reduces any other picture row by row.
func smallerRGBA(img image.Image, f int) image.Image {
	b := img.Bounds()
	w, h := max(1, b.Dx()/f), max(1, b.Dy()/f)
	small := image.NewRGBA(image.Rect(0, 0, w, h))
	rows := image.NewRGBA(image.Rect(0, 0, b.Dx(), min(f, b.Dy())))
	for y := range h {
		draw.Draw(rows, rows.Rect, img, image.Pt(b.Min.X, b.Min.Y+y*f), draw.Src)
		for x := range w {
			var sum [4]int
			x1 := min((x+1)*f, b.Dx())
			for row := range rows.Rect.Dy() {
				line := rows.Pix[row*rows.Stride+4*x*f : row*rows.Stride+4*x1]
				for i := 0; i+3 < len(line); i += 4 {
					for c := range sum {
						sum[c] += int(line[i+c])
					}
				}
			}
			n := rows.Rect.Dy() * (x1 - x*f)
			for c, v := range sum {
				small.Pix[y*small.Stride+4*x+c] = byte((v + n/2) / n)
			}
		}
	}
	return small
}

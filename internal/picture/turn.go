package picture

import (
	"image"
	"image/draw"
)

// swapsSides reports whether a turn swaps width and height.
func swapsSides(turn int) bool { return turn >= 5 }

// upright turns a picture by its EXIF number: 2 is mirrored, 3 upside down, 4 both, 5 to 8 the same lying on its
// side.
func upright(img image.Image, turn int) image.Image {
	if turn <= 1 {
		return img
	}
	b := img.Bounds()
	w, h := b.Dx(), b.Dy()
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	if swapsSides(turn) {
		out = image.NewRGBA(image.Rect(0, 0, h, w))
	}
	// Each row is converted to RGBA by the fast paths of image/draw, and then put in its place.
	row := image.NewRGBA(image.Rect(0, 0, w, 1))
	for y := range h {
		draw.Draw(row, row.Rect, img, image.Pt(b.Min.X, b.Min.Y+y), draw.Src)
		at, step := placeRow(turn, w, h, y, out.Stride)
		for x := range w {
			copy(out.Pix[at+x*step:at+x*step+4], row.Pix[4*x:4*x+4])
		}
	}
	return out
}

// placeRow returns the place of a row's first pixel in the turned picture, and the distance to the next pixel.
func placeRow(turn, w, h, y, stride int) (at, step int) {
	switch turn {
	case 2:
		return y*stride + 4*(w-1), -4
	case 3:
		return (h-1-y)*stride + 4*(w-1), -4
	case 4:
		return (h - 1 - y) * stride, 4
	case 5:
		return 4 * y, stride
	case 6:
		return 4 * (h - 1 - y), stride
	case 7:
		return 4*(h-1-y) + (w-1)*stride, -stride
	case 8:
		return 4*y + (w-1)*stride, -stride
	}
	return y * stride, 4
}

package deposit

import (
	"image"

	"golang.org/x/image/draw"
)

// storedSide is the longest side of a stored picture: beyond it a photograph costs space and tells no more.
const storedSide = 4096

// smaller is a picture that is not longer than storedSide.
func smaller(img image.Image) image.Image {
	size := img.Bounds().Size()
	longest := max(size.X, size.Y)
	if longest <= storedSide {
		return img
	}
	small := image.NewRGBA(image.Rect(0, 0, max(1, size.X*storedSide/longest), max(1, size.Y*storedSide/longest)))
	draw.ApproxBiLinear.Scale(small, small.Bounds(), img, img.Bounds(), draw.Src, nil)
	return small
}

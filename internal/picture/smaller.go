package picture

import (
	"image"

	"golang.org/x/image/draw"
)

// Within is a picture whose sides are not longer than so many pixels: itself, or drawn smaller.
func Within(img image.Image, side int) image.Image {
	size := img.Bounds().Size()
	longest := max(size.X, size.Y)
	if longest <= side {
		return img
	}
	small := image.NewRGBA(image.Rect(0, 0, max(1, size.X*side/longest), max(1, size.Y*side/longest)))
	draw.ApproxBiLinear.Scale(small, small.Bounds(), img, img.Bounds(), draw.Src, nil)
	return small
}

package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/jpeg"
	"image/png"
)

// PNG encodes the pixels of a picture, with transparency. It is fast rather than small.
func PNG(img image.Image) ([]byte, error) {
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&out, img); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return out.Bytes(), nil
}

// JPEG encodes the pixels of a picture in a quality of 1 to 100. Transparent parts become white, as on paper.
func JPEG(img image.Image, quality int) ([]byte, error) {
	switch img.(type) {
	case *image.YCbCr, *image.Gray:
	default:
		flat := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
		draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(flat, flat.Rect, img, img.Bounds().Min, draw.Over)
		img = flat
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	return out.Bytes(), nil
}

// Package picture takes pictures from people that nobody trusts.
//
// Promises: what a file is, how large its picture is and how many frames it has is read from its first bytes, whatever
// its name says, before anything is decoded; a file that could cost more memory or time than its limits allow is refused
// without being decoded; a picture is turned upright as its camera says; what JPEG writes anew is pixels and nothing
// else: no place, no camera, no comment, no second file in the same bytes.
package picture

import (
	"errors"
	"fmt"
	"image"
)

// What a file is refused with. All but ErrTooLarge and ErrTooManyPixels are an ErrNotPicture as well.
var (
	// ErrNotPicture is a file that is no still picture of an allowed format, or a damaged one.
	ErrNotPicture = errors.New("picture: not a picture")
	// ErrTooLarge is a file with too many bytes.
	ErrTooLarge = errors.New("picture: the file is too large")
	// ErrTooManyPixels is a picture that would take too much memory or work to decode.
	ErrTooManyPixels = errors.New("picture: too many pixels")
	// ErrMoving is a picture of more than one frame.
	ErrMoving = fmt.Errorf("%w: it has several frames", ErrNotPicture)
	// ErrDamaged is a picture that ends early or whose data contradicts itself.
	ErrDamaged = fmt.Errorf("%w: it is damaged", ErrNotPicture)
	// ErrDisguised is a picture that is a page, a program or an archive at the same time.
	ErrDisguised = fmt.Errorf("%w: another file is hidden in it", ErrNotPicture)
)

// Format is a kind of picture file.
type Format string

// The formats known here. Every one of them must be allowed by Limits.
const (
	FormatPNG  Format = "png"
	FormatJPEG Format = "jpeg"
	FormatWebP Format = "webp"
)

// Limits is what may come in.
type Limits struct {
	// Formats that are taken.
	Formats []Format
	// Bytes is the most that a file may have.
	Bytes int
	// Pixels is the most that a picture may have, width by height.
	Pixels int
	// Side is the longest side in pixels.
	Side int
	// Memory is the most bytes that decoding may take.
	Memory int64
}

// Default is what members may upload: a photograph of today's phones, or a screenshot.
func Default() Limits {
	return Limits{Formats: []Format{FormatPNG, FormatJPEG, FormatWebP}, Bytes: 10 << 20, Pixels: 40_000_000, Side: 12_000, Memory: 256 << 20}
}

// Info is what a picture's header says.
type Info struct {
	Format Format
	// Width and Height are in pixels, upright: as a person sees the picture.
	Width, Height int
	// Turn is the camera's note of how it was held, 1 (upright) to 8, as EXIF numbers them.
	Turn int
}

// Check reads the header of a file and says whether it may be decoded.
func Check(raw []byte, l Limits) (Info, error) {
	return Info{}, ErrNotPicture
}

// Decode checks a file and decodes it, upright.
func Decode(raw []byte, l Limits) (image.Image, Info, error) {
	return nil, Info{}, ErrNotPicture
}

// JPEG writes a picture anew, of its pixels alone. What is transparent becomes white.
func JPEG(img image.Image, quality int) ([]byte, error) {
	return nil, ErrNotPicture
}

package picture

import (
	"errors"
	"fmt"
	"time"
)

// The errors for a file. All but ErrTooLarge and ErrTooManyPixels are an ErrNotPicture too.
var (
	// ErrNotPicture is a file that is not a still picture of an allowed format, or is damaged.
	ErrNotPicture = errors.New("picture: not a picture")
	// ErrTooLarge is a file with too many bytes.
	ErrTooLarge = errors.New("picture: the file is too large")
	// ErrTooManyPixels is a picture that would take too much memory or work to decode.
	ErrTooManyPixels = errors.New("picture: too many pixels")
	// ErrMoving is a picture of more than one frame.
	ErrMoving = fmt.Errorf("%w: it has several frames", ErrNotPicture)
	// ErrDamaged is a picture that ends early, or whose data contradicts itself.
	ErrDamaged = fmt.Errorf("%w: it is damaged", ErrNotPicture)
)

// Format is a kind of picture file.
type Format string

// The formats known here. Each must be allowed by Limits.
const (
	FormatPNG  Format = "png"
	FormatJPEG Format = "jpeg"
	FormatWebP Format = "webp"
)

// Limits are the limits of an incoming file. Every field must be set.
type Limits struct {
	// Formats are the accepted formats.
	Formats []Format
	// Bytes is the maximum size of a file.
	Bytes int
	// Pixels is the maximum of width times height.
	Pixels int
	// Side is the longest side in pixels.
	Side int
	// Work is the maximum processor time for decoding, estimated before it begins.
	Work time.Duration
	// Memory is the maximum number of bytes for decoding. A picture with 16 bits a colour, or with many passes, needs
	// more of them for each pixel.
	Memory int64
}

// Default returns the limits for members' uploads (API.md, POST /wallet/slip): a screenshot, or a photograph of
// today's phones. Decoding and all that follows take at most half a second of a processor.
func Default() Limits {
	return Limits{
		Formats: []Format{FormatPNG, FormatJPEG, FormatWebP},
		Bytes:   10 << 20, Pixels: 16_000_000, Side: 12_000, Work: 400 * time.Millisecond, Memory: 256 << 20,
	}
}

// Info is the content of a picture's header.
type Info struct {
	Format Format
	// Width and Height are in pixels, upright: as a person sees the picture.
	Width, Height int
	// Turn is how the camera was held, 1 (upright) to 8, as EXIF numbers it.
	Turn int
}

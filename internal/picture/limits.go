package picture

import (
	"errors"
	"fmt"
	"time"
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
)

// Format is a kind of picture file.
type Format string

// The formats known here. Each must be allowed by Limits.
const (
	FormatPNG  Format = "png"
	FormatJPEG Format = "jpeg"
	FormatWebP Format = "webp"
)

// Limits is what may come in. Every field must be set.
type Limits struct {
	// Formats that are taken.
	Formats []Format
	// Bytes is the most that a file may have.
	Bytes int
	// Pixels is the most that a picture may have, width by height.
	Pixels int
	// Side is the longest side in pixels.
	Side int
	// Work is the most time of a processor that decoding may take, by what is known of the file before.
	Work time.Duration
	// Memory is the most bytes that decoding may take. A picture of 16 bits a colour, or one whose data comes in many
	// passes, takes more of it for each pixel.
	Memory int64
}

// Default is what members may upload (API.md, POST /wallet/slip): a screenshot, or a photograph of today's phones. With what is
// done after it, decoding takes half a second of a processor at most.
func Default() Limits {
	return Limits{
		Formats: []Format{FormatPNG, FormatJPEG, FormatWebP},
		Bytes:   10 << 20, Pixels: 16_000_000, Side: 12_000, Work: 400 * time.Millisecond, Memory: 256 << 20,
	}
}

// Info is what a picture's header says.
type Info struct {
	Format Format
	// Width and Height are in pixels, upright: as a person sees the picture.
	Width, Height int
	// Turn is the camera's note of how it was held, 1 (upright) to 8, as EXIF numbers them.
	Turn int
}

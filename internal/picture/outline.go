package picture

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// outline is what is known of a file before it is decoded.
type outline struct {
	format        Format
	bytes         int // of the file
	width, height int // as stored
	turn          int // 0: not known
	frames        int
	perPixel      float64 // bytes of memory that decoding takes for each pixel
	passes        int     // how often the decoder goes over all pixels
	cut           bool    // the file ends early; its size may still be known, and be too large

	pixels bool // some of the pixels were there
	// What is decoded: the first length bytes of the file, and then end, if the file has no end of its own.
	length int
	end    string

	// The time of decoding, in nanoseconds of one processor of a small server.
	perPixelTime, perByteTime float64
}

// The measured times of decoding, each rounded up.
const (
	pngTime      = 10
	pngByteTime  = 12
	jpegTime     = 10
	jpegByteTime = 25
	lossyTime    = 30
	losslessTime = 40
)

// ended notes that the file stops at a place where another part should begin. Browsers show such a picture, so it is
// read as if it had an end. If pixels are missing too, the decoder reports it.
func (o *outline) ended(length int, end string) {
	o.cut, o.length, o.end = !o.pixels, length, end
}

// mostPasses is the maximum number of passes over a picture. Cameras and encoders use about ten. A file of ten
// megabytes could ask for a hundred thousand, each for a few bytes, and occupy a processor for an hour.
const mostPasses = 40

// passesFree is the number of passes for which the Pixels of the limits apply. With more passes, fewer pixels are
// allowed.
const passesFree = 12

func (o outline) info() Info {
	info := Info{Format: o.format, Width: o.width, Height: o.height, Turn: max(o.turn, 1)}
	if swapsSides(info.Turn) {
		info.Width, info.Height = o.height, o.width
	}
	return info
}

// reader returns the bytes to decode.
func (o outline) reader(raw []byte) io.Reader {
	if o.end == "" {
		return bytes.NewReader(raw)
	}
	return io.MultiReader(bytes.NewReader(raw[:o.length]), strings.NewReader(o.end))
}

func (o outline) within(l Limits) error {
	pixels := int64(o.width) * int64(o.height)
	work := float64(pixels) * max(1, float64(o.passes)/passesFree)
	perPixel := o.perPixel
	if o.turn > 1 {
		perPixel += 4
	}
	switch {
	case o.width <= 0 || o.height <= 0:
		return fmt.Errorf("%w: it has no size", ErrDamaged)
	case o.width > l.Side || o.height > l.Side || work > float64(l.Pixels) || float64(pixels)*perPixel > float64(l.Memory):
		return fmt.Errorf("%w: %d by %d in %d passes", ErrTooManyPixels, o.width, o.height, o.passes)
	case work*o.perPixelTime+float64(o.bytes)*o.perByteTime > float64(l.Work):
		return fmt.Errorf("%w: %d by %d of %d bytes would take too long", ErrTooManyPixels, o.width, o.height, o.bytes)
	case o.passes > mostPasses:
		return fmt.Errorf("%w: %d passes", ErrTooManyPixels, o.passes)
	case o.frames > 1:
		return ErrMoving
	case o.cut:
		return fmt.Errorf("%w: it ends early", ErrDamaged)
	}
	return nil
}

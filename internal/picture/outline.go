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
	turn          int // 0: not told
	frames        int
	perPixel      float64 // bytes of memory that decoding takes for each pixel
	passes        int     // how often the decoder goes over all pixels
	cut           bool    // the file ends early; its size may be known all the same, and be what is wrong with it

	pixels bool // some of the pixels were there
	// length and end: what is decoded are the first bytes of the file and, where its own end is missing, this.
	length int
	end    string

	// What decoding takes, in nanoseconds of one processor of a small server.
	perPixelTime, perByteTime float64
}

// The times of decoding, as measured; each is rounded up.
const (
	pngTime      = 10
	pngByteTime  = 12
	jpegTime     = 10
	jpegByteTime = 25
	lossyTime    = 30
	losslessTime = 40
)

// ended notes that the file stops where the next thing should begin. Browsers show such a picture, so it is read as if its end
// were there; if pixels are missing, too, the decoder says so.
func (o *outline) ended(length int, end string) {
	o.cut, o.length, o.end = !o.pixels, length, end
}

// mostPasses is how many passes over a picture its file may ask for. Cameras and encoders use about ten; a file of ten
// megabytes could ask for a hundred thousand, each for a few bytes, and keep a processor busy for an hour.
const mostPasses = 40

// passesFree is the number of passes that the Pixels of the limits are meant for: more of them leave fewer pixels.
const passesFree = 12

func (o outline) info() Info {
	info := Info{Format: o.format, Width: o.width, Height: o.height, Turn: max(o.turn, 1)}
	if swapsSides(info.Turn) {
		info.Width, info.Height = o.height, o.width
	}
	return info
}

// reader reads what is to be decoded.
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
		return fmt.Errorf("%w: no size is told", ErrDamaged)
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

// Package picture takes pictures from people that nobody trusts.
//
// Promises: what a file is, how large its picture is and how many frames it has is read from its bytes, whatever its
// name says, before anything is decoded; a file that could cost more memory or time than its limits allow is refused
// without being decoded; a picture is turned upright as its camera says; what JPEG writes anew is pixels and nothing
// else: no place, no camera, no comment, no second file in the same bytes. So what is cut off anyway is not looked at: cameras
// put films behind photographs, and the bytes of a film are like anything by chance. A file that merely lacks its end is read.
package picture

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/image/webp"
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

// Check reads the header of a file and says whether it may be decoded. It takes no memory to speak of. Errors:
// ErrTooLarge, ErrTooManyPixels, ErrNotPicture.
func Check(raw []byte, l Limits) (Info, error) {
	o, err := check(raw, l)
	if err != nil {
		return Info{}, err
	}
	return o.info(), nil
}

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

func check(raw []byte, l Limits) (outline, error) {
	if len(raw) > l.Bytes {
		return outline{}, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(raw))
	}
	format, read := recognise(raw)
	if read == nil || !slices.Contains(l.Formats, format) {
		return outline{}, fmt.Errorf("%w: no format that is taken", ErrNotPicture)
	}
	o, err := read(raw)
	if err != nil {
		return outline{}, err
	}
	o.format, o.bytes = format, len(raw)
	return o, o.within(l)
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

// recognise tells a format by a file's first bytes.
func recognise(raw []byte) (Format, func([]byte) (outline, error)) {
	switch {
	case bytes.HasPrefix(raw, []byte(pngSignature)):
		return FormatPNG, outlinePNG
	case bytes.HasPrefix(raw, []byte("\xff\xd8\xff")):
		return FormatJPEG, outlineJPEG
	case len(raw) >= 12 && string(raw[:4]) == "RIFF" && string(raw[8:12]) == "WEBP":
		return FormatWebP, outlineWebP
	}
	return "", nil
}

// Decode checks a file and decodes it, upright. Errors as those of Check; ErrDamaged may be found only now. The caller
// sees to it that not too many are decoded at once: each may take the Memory of the limits.
func Decode(raw []byte, l Limits) (img image.Image, info Info, err error) {
	return DecodeWithin(raw, l, nil)
}

// DecodeWithin is Decode for who keeps no more of a picture than so many pixels and such a side (Within), by what its header
// says: turning one that was made smaller before costs little. The Info is of the picture in the file.
func DecodeWithin(raw []byte, l Limits, keep func(Info) (side, pixels int)) (img image.Image, info Info, err error) {
	o, err := check(raw, l)
	if err != nil {
		return nil, Info{}, err
	}
	info = o.info()
	defer func() {
		// The decoders are well tried, but a picture must not be able to end the server.
		if p := recover(); p != nil {
			img, info, err = nil, Info{}, fmt.Errorf("%w: the decoder gave up: %v", ErrDamaged, p)
		}
	}()
	switch r := o.reader(raw); info.Format {
	case FormatPNG:
		img, err = png.Decode(r)
	case FormatJPEG:
		img, err = jpeg.Decode(r)
	case FormatWebP:
		img, err = webp.Decode(r)
	}
	if err != nil {
		return nil, Info{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if size := img.Bounds().Size(); size != image.Pt(o.width, o.height) {
		return nil, Info{}, fmt.Errorf("%w: its header says another size", ErrDamaged)
	}
	if keep != nil {
		side, pixels := keep(info)
		img = Within(img, side, pixels)
	}
	return upright(img, info.Turn), info, nil
}

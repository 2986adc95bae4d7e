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
	"fmt"
	"image"
	"image/jpeg"
	"image/png"
	"slices"

	"golang.org/x/image/webp"
)

// Check reads the header of a file and says whether it may be decoded. It takes no memory to speak of. Errors:
// ErrTooLarge, ErrTooManyPixels, ErrNotPicture.
func Check(raw []byte, l Limits) (Info, error) {
	o, err := check(raw, l)
	if err != nil {
		return Info{}, err
	}
	return o.info(), nil
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

// Package picture accepts pictures from people whom nobody trusts.
//
// Promises:
//   - Format, size and number of frames are read from a file's bytes before anything is decoded, whatever the file's name.
//   - A file that could take more memory or time than its limits allow is refused without being decoded.
//   - A picture is turned upright by the note of its camera.
//   - JPEG writes only pixels: no place, no camera, no comment, no second file in the same bytes. Data that is cut off anyway
//     is therefore not examined. Cameras put videos behind photographs, and their bytes can look like anything.
//   - A file that only lacks its end is read.
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

// Check reads the header of a file and returns an error unless it may be decoded. It takes next to no memory. Errors:
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
		return outline{}, fmt.Errorf("%w: its format is not accepted", ErrNotPicture)
	}
	o, err := read(raw)
	if err != nil {
		return outline{}, err
	}
	o.format, o.bytes = format, len(raw)
	return o, o.within(l)
}

// recognise finds the format by a file's first bytes.
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

// Decode checks a file and decodes it, upright. It has the errors of Check; ErrDamaged may only be found here. The
// caller must limit the number of concurrent calls, because each may take the Memory of the limits.
func Decode(raw []byte, l Limits) (img image.Image, info Info, err error) {
	return DecodeWithin(raw, l, nil)
}

// DecodeWithin is Decode for a caller that keeps no more of a picture than a side and a number of pixels (Within),
// which keep returns. The picture is reduced before it is turned, which saves time. The Info is of the picture in the
// file.
func DecodeWithin(raw []byte, l Limits, keep func(Info) (side, pixels int)) (img image.Image, info Info, err error) {
	o, err := check(raw, l)
	if err != nil {
		return nil, Info{}, err
	}
	info = o.info()
	defer func() {
		// The decoders are well tested, but no picture must be able to end the server.
		if p := recover(); p != nil {
			img, info, err = nil, Info{}, fmt.Errorf("%w: the decoder panicked: %v", ErrDamaged, p)
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
		return nil, Info{}, fmt.Errorf("%w: its header has another size", ErrDamaged)
	}
	if keep != nil {
		side, pixels := keep(info)
		img = Within(img, side, pixels)
	}
	return upright(img, info.Turn), info, nil
}

package picture

import (
	"encoding/binary"
	"fmt"
)

// Markers of a JPEG file.
const (
	markStart = 0xD8
	markEnd   = 0xD9
	markScan  = 0xDA
	markApp1  = 0xE1
)

const jpegEnd = "\xff\xd9"

// mostSegments is the maximum number of segments. Colour profiles have up to 255, and each pass over the pixels up to
// five tables.
const mostSegments = 1000

// outlineJPEG reads the segments of a JPEG file, also those between the passes over the pixels.
func outlineJPEG(raw []byte) (outline, error) {
	o := outline{frames: 1}
	rest := raw[2:]
	for segments := 0; ; segments++ {
		kind, after := nextMarker(rest)
		rest = after
		switch {
		case kind == 0:
			o.ended(len(raw), jpegEnd)
			return o, nil
		case kind == markEnd:
			return o, nil // the rest is cut off: a second picture, or the video of a live photo
		case kind == markStart || segments > mostSegments:
			return outline{}, fmt.Errorf("%w: too much before its end", ErrDamaged)
		}
		if len(rest) < 2 || len(rest) < int(binary.BigEndian.Uint16(rest)) {
			o.cut = true
			return o, nil
		}
		size := int(binary.BigEndian.Uint16(rest))
		if size < 2 {
			return outline{}, fmt.Errorf("%w: a segment of %d bytes", ErrDamaged, size)
		}
		data := rest[2:size]
		rest = rest[size:]
		if err := o.segmentJPEG(kind, data); err != nil {
			return outline{}, err
		}
	}
}

// nextMarker skips pixels and padding to the next marker. It returns the marker and the data after it, or 0 at the
// end.
func nextMarker(b []byte) (byte, []byte) {
	for i := 0; i+1 < len(b); i++ {
		if b[i] != 0xFF {
			continue
		}
		// FF 00 is a byte of pixels, FF FF is padding, D0 to D7 count within the pixels, 01 means nothing.
		if k := b[i+1]; k > 1 && k != 0xFF && (k < 0xD0 || k > 0xD7) {
			return k, b[i+2:]
		}
	}
	return 0, nil
}

func (o *outline) segmentJPEG(kind byte, data []byte) error {
	switch {
	case kind == markScan:
		o.passes++
		o.pixels = true
	case kind >= 0xC0 && kind <= 0xC2 && o.width == 0:
		return o.headerJPEG(data, kind == 0xC2)
	case kind >= 0xC0 && kind <= 0xCF && kind != 0xC4 && kind != 0xC8 && kind != 0xCC:
		return fmt.Errorf("%w: an unsupported kind of JPEG", ErrNotPicture)
	case kind == markApp1 && o.turn == 0 && len(data) > 6 && string(data[:6]) == "Exif\x00\x00":
		o.turn = exifTurn(data[6:])
	}
	return nil
}

// headerJPEG reads the frame's size and components, and the memory that image/jpeg needs for them.
func (o *outline) headerJPEG(h []byte, progressive bool) error {
	if len(h) < 6 || len(h) != 6+3*int(h[5]) || h[5] == 0 || h[5] > 4 {
		return fmt.Errorf("%w: its frame", ErrDamaged)
	}
	o.height, o.width = int(binary.BigEndian.Uint16(h[1:])), int(binary.BigEndian.Uint16(h[3:]))
	var most, sum byte
	for c := range h[5] {
		sampling := h[7+3*c]
		area := (sampling >> 4) * (sampling & 15)
		if area == 0 || area > 16 {
			return fmt.Errorf("%w: its frame", ErrDamaged)
		}
		sum, most = sum+area, max(most, area)
	}
	o.perPixel = float64(sum) / float64(most)
	o.perPixelTime, o.perByteTime = jpegTime, jpegByteTime
	if progressive { // four bytes of each sample are kept until the last pass
		o.perPixel *= 5
		o.perPixelTime *= 3
	}
	if h[5] == 4 || sum == 3*most { // CMYK and RGB are assembled in a second picture
		o.perPixel += 4
	}
	return nil
}

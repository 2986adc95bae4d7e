package picture

import (
	"encoding/binary"
	"fmt"
)

const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	pngEnd       = "\x00\x00\x00\x00IEND\xaeB`\x82"
)

// outlinePNG reads the chunks of a PNG file: a length, a name, that many bytes, a checksum.
func outlinePNG(raw []byte) (outline, error) {
	const frame = 12 // the bytes around a chunk's data
	o := outline{frames: 1, passes: 1}
	rest := raw[len(pngSignature):]
	for first := true; ; first = false {
		if len(rest) < frame {
			o.ended(len(raw)-len(rest), pngEnd)
			return o, nil
		}
		size, kind := int64(binary.BigEndian.Uint32(rest)), string(rest[4:8])
		if first != (kind == "IHDR") || first && size != 13 {
			return outline{}, fmt.Errorf("%w: chunk %q of %d bytes out of order", ErrDamaged, kind, size)
		}
		if size > int64(len(rest)-frame) {
			o.cut = true
			return o, nil
		}
		data := rest[8 : 8+size]
		rest = rest[frame+size:]
		if kind == "IEND" {
			return o, nil // the rest is cut off
		}
		o.chunkPNG(kind, data)
	}
}

func (o *outline) chunkPNG(kind string, data []byte) {
	switch kind {
	case "IDAT":
		o.pixels = true
	case "IHDR":
		o.headerPNG(data)
	case "tRNS":
		if o.perPixel < 4 { // a transparent shade of grey: the decoder turns all into colours
			o.perPixel *= 4
		}
	case "acTL":
		if len(data) >= 4 {
			o.frames = int(min(binary.BigEndian.Uint32(data), 1<<30))
		}
	case "fdAT":
		o.frames = max(o.frames, 2)
	case "eXIf":
		o.turn = exifTurn(data)
	}
}

// headerPNG reads the size, depth and kind of colour, and the memory that image/png needs for them.
func (o *outline) headerPNG(h []byte) {
	o.width, o.height = int(binary.BigEndian.Uint32(h)), int(binary.BigEndian.Uint32(h[4:]))
	const gray, palette = 0, 3
	o.perPixel = 4
	if h[9] == gray || h[9] == palette {
		o.perPixel = 1
	}
	if h[8] == 16 {
		o.perPixel *= 2
	}
	o.perPixelTime, o.perByteTime = pngTime*max(1, o.perPixel/4), pngByteTime
	if h[12] != 0 { // interlaced: each pass is a picture, the last one half as large as the whole
		o.perPixel *= 1.5
		o.perPixelTime *= 2
	}
}

package picture

import (
	"encoding/binary"
	"fmt"
)

// outlineWebP reads the chunks of a WebP file: a name, a length, that many bytes, and one more if the length is odd.
func outlineWebP(raw []byte) (outline, error) {
	o := outline{frames: 1, passes: 1}
	inside := int64(binary.LittleEndian.Uint32(raw[4:])) + 8
	if inside > int64(len(raw)) {
		o.cut = true
		inside = int64(len(raw))
	}
	if inside < 12 {
		return outline{}, fmt.Errorf("%w: its length", ErrDamaged)
	}
	for rest := raw[12:inside]; len(rest) > 0; {
		if len(rest) < 8 {
			return outline{}, fmt.Errorf("%w: half a chunk", ErrDamaged)
		}
		kind, size := string(rest[:4]), int64(binary.LittleEndian.Uint32(rest[4:]))
		data := rest[8:]
		if size > int64(len(data)) {
			o.cut = true
			size = int64(len(data))
		}
		rest = data[min(size+size%2, int64(len(data))):]
		if err := o.chunkWebP(kind, data[:size]); err != nil {
			return outline{}, err
		}
	}
	return o, nil
}

func (o *outline) chunkWebP(kind string, data []byte) error {
	switch kind {
	case "VP8X":
		const moving = 1 << 1
		if len(data) < 10 {
			return fmt.Errorf("%w: its header", ErrDamaged)
		}
		if data[0]&moving != 0 {
			o.frames = 2
		}
		o.size(1+int(uint24(data[4:])), 1+int(uint24(data[7:])), 0)
		return nil
	case "VP8 ":
		if len(data) < 10 || string(data[3:6]) != "\x9d\x01\x2a" {
			return fmt.Errorf("%w: its frame", ErrDamaged)
		}
		const bits14 = 1<<14 - 1
		o.size(int(binary.LittleEndian.Uint16(data[6:])&bits14), int(binary.LittleEndian.Uint16(data[8:])&bits14), 2)
		o.perPixelTime += lossyTime
		return nil
	case "VP8L":
		if len(data) < 5 || data[0] != 0x2f {
			return fmt.Errorf("%w: its frame", ErrDamaged)
		}
		const bits14 = 1<<14 - 1
		b := binary.LittleEndian.Uint32(data[1:])
		o.size(1+int(b&bits14), 1+int(b>>14&bits14), 12) // the pixels, and copies while colour transforms are undone
		o.perPixelTime += losslessTime
		return nil
	case "ALPH":
		o.perPixel += 8
		o.perPixelTime += losslessTime
		return nil
	case "ANIM", "ANMF":
		o.frames = max(o.frames, 2)
	case "EXIF":
		o.turn = exifTurn(data)
	}
	return nil
}

// size takes the larger of the sizes in two headers, and adds the memory for decoding.
func (o *outline) size(width, height int, perPixel float64) {
	o.width, o.height = max(o.width, width), max(o.height, height)
	o.perPixel += perPixel
}

func uint24(b []byte) uint32 { return uint32(b[0]) | uint32(b[1])<<8 | uint32(b[2])<<16 }

package picture

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"fmt"
	"io"
)

// GIFLimits are the limits of a moving picture. Every field must be set.
type GIFLimits struct {
	// Bytes is the maximum size of the file, Side the longest side in pixels.
	Bytes, Side int
	// Frames is the maximum number of frames. Pixels is the maximum of all frames together, because a viewer decodes
	// them all.
	Frames, Pixels int
}

// IsGIF reports whether a file starts like a GIF.
func IsGIF(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte("GIF87a")) || bytes.HasPrefix(raw, []byte("GIF89a"))
}

// GIF checks a GIF and returns it as it moves, with nothing but its frames and their times: comments, blocks of
// applications and data after its end are left out. Each frame is unpacked once and discarded, so that no damaged
// frame passes. Errors: ErrTooLarge, ErrTooManyPixels, ErrNotPicture.
func GIF(raw []byte, l GIFLimits) ([]byte, error) {
	if len(raw) > l.Bytes {
		return nil, fmt.Errorf("%w: %d bytes", ErrTooLarge, len(raw))
	}
	if !IsGIF(raw) {
		return nil, fmt.Errorf("%w: no GIF", ErrNotPicture)
	}
	g := gifWalk{rest: raw, limits: l}
	if err := g.walk(); err != nil {
		return nil, err
	}
	return g.kept.Bytes(), nil
}

// gifWalk reads the blocks of a GIF one by one.
type gifWalk struct {
	rest           []byte
	kept           bytes.Buffer
	limits         GIFLimits
	width, height  int
	frames, pixels int
}

// The marks of the blocks.
const (
	gifExtension   = 0x21
	gifImage       = 0x2c
	gifEnd         = 0x3b
	gifControl     = 0xf9 // how long a frame stays
	gifApplication = 0xff
	gifLoop        = "NETSCAPE2.0" // how often the whole is repeated
)

func (g *gifWalk) walk() error {
	head, err := g.take(13)
	if err != nil {
		return err
	}
	g.width, g.height = int(binary.LittleEndian.Uint16(head[6:])), int(binary.LittleEndian.Uint16(head[8:]))
	if g.width == 0 || g.height == 0 {
		return fmt.Errorf("%w: it has no size", ErrDamaged)
	}
	if g.width > g.limits.Side || g.height > g.limits.Side {
		return fmt.Errorf("%w: %d by %d", ErrTooManyPixels, g.width, g.height)
	}
	g.kept.Write(head)
	if err := g.colours(head[10]); err != nil {
		return err
	}
	for len(g.rest) > 0 {
		mark, _ := g.take(1)
		switch mark[0] {
		case gifExtension:
			err = g.extension()
		case gifImage:
			err = g.image()
		case gifEnd:
			g.rest = nil
		default:
			err = fmt.Errorf("%w: a block of kind %#x", ErrDamaged, mark[0])
		}
		if err != nil {
			return err
		}
	}
	if g.frames == 0 {
		return fmt.Errorf("%w: it has no frame", ErrDamaged)
	}
	g.kept.WriteByte(gifEnd)
	return nil
}

func (g *gifWalk) take(n int) ([]byte, error) {
	if n > len(g.rest) {
		return nil, fmt.Errorf("%w: it ends early", ErrDamaged)
	}
	taken := g.rest[:n]
	g.rest = g.rest[n:]
	return taken, nil
}

// colours keeps a colour table if the flags announce one.
func (g *gifWalk) colours(flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	table, err := g.take(3 << (flags&7 + 1))
	g.kept.Write(table)
	return err
}

// blocks takes a chain of blocks up to the empty one. It returns the chain and the data in it.
func (g *gifWalk) blocks() (whole, data []byte, err error) {
	start := g.rest
	for {
		size, err := g.take(1)
		if err != nil {
			return nil, nil, err
		}
		part, err := g.take(int(size[0]))
		if err != nil {
			return nil, nil, err
		}
		if len(part) == 0 {
			return start[:len(start)-len(g.rest)], data, nil
		}
		data = append(data, part...)
	}
}

func (g *gifWalk) extension() error {
	label, err := g.take(1)
	if err != nil {
		return err
	}
	whole, data, err := g.blocks()
	if err != nil {
		return err
	}
	if label[0] == gifControl || label[0] == gifApplication && bytes.HasPrefix(data, []byte(gifLoop)) {
		g.kept.Write([]byte{gifExtension, label[0]})
		g.kept.Write(whole)
	}
	return nil
}

func (g *gifWalk) image() error {
	place, err := g.take(9)
	if err != nil {
		return err
	}
	at := func(i int) int { return int(binary.LittleEndian.Uint16(place[i:])) }
	left, top, width, height := at(0), at(2), at(4), at(6)
	g.frames++
	g.pixels += g.width * g.height // a viewer keeps the whole picture for each frame
	switch {
	case width == 0 || height == 0 || left+width > g.width || top+height > g.height:
		return fmt.Errorf("%w: a frame that is not within the picture", ErrDamaged)
	case g.frames > g.limits.Frames || g.pixels > g.limits.Pixels:
		return fmt.Errorf("%w: %d frames of %d by %d", ErrTooManyPixels, g.frames, g.width, g.height)
	}
	g.kept.WriteByte(gifImage)
	g.kept.Write(place)
	if err := g.colours(place[8]); err != nil {
		return err
	}
	bits, err := g.take(1)
	if err != nil {
		return err
	}
	whole, data, err := g.blocks()
	if err != nil {
		return err
	}
	g.kept.Write(bits)
	g.kept.Write(whole)
	return unpacks(data, int(bits[0]), width*height)
}

// unpacks returns an error unless packed data holds this many pixels.
func unpacks(data []byte, bits, pixels int) error {
	if bits < 2 || bits > 8 {
		return fmt.Errorf("%w: pixels of %d bits", ErrDamaged, bits)
	}
	r := lzw.NewReader(bytes.NewReader(data), lzw.LSB, bits)
	defer func() { _ = r.Close() }() // it reads from memory
	if n, err := io.CopyN(io.Discard, r, int64(pixels)); err != nil {
		return fmt.Errorf("%w: a frame has %d of %d pixels", ErrDamaged, n, pixels)
	}
	return nil
}

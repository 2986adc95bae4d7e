package picture_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"path/filepath"
	"testing"
)

// The means to forge files.

func chunk(kind string, data []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	b = append(append(b, kind...), data...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

// header returns the first 33 bytes of a PNG.
func header(width, height uint32, depth, colour, interlace byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, width)
	b = binary.BigEndian.AppendUint32(b, height)
	return append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(b, depth, colour, 0, 0, interlace))...)
}

// gradient has a different colour in each corner.
func gradient(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetNRGBA(x, y, color.NRGBA{uint8(255 * x / width), uint8(255 * y / height), 100, 255})
		}
	}
	return img
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// within inserts a PNG chunk after the header.
func within(file []byte, chunks ...[]byte) []byte {
	const head = 33
	out := bytes.Clone(file[:head])
	for _, c := range chunks {
		out = append(out, c...)
	}
	return append(out, file[head:]...)
}

// segment inserts a JPEG segment after the start.
func segment(file []byte, kind byte, data []byte) []byte {
	out := append([]byte{0xFF, 0xD8, 0xFF, kind}, binary.BigEndian.AppendUint16(nil, uint16(len(data)+2))...)
	return append(append(out, data...), file[2:]...)
}

// exif is EXIF data with how and where the camera was held.
func exif(turn uint16, order binary.AppendByteOrder) []byte {
	b := []byte("Exif\x00\x00II*\x00")
	if order == binary.AppendByteOrder(binary.BigEndian) {
		b = []byte("Exif\x00\x00MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 2)
	b = order.AppendUint16(b, 0x010F) // the maker, which is not looked at
	b = order.AppendUint16(b, 2)
	b = order.AppendUint32(b, 4)
	b = append(b, "ACME"...)
	b = order.AppendUint16(b, 0x0112)
	b = order.AppendUint16(b, 3)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint16(b, turn)
	return append(b, 0, 0, 0, 0, 0, 0)
}

// riff makes a WebP file of chunks.
func riff(chunks ...[]byte) []byte {
	body := append([]byte("WEBP"), bytes.Join(chunks, nil)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body))), body...)
}

func riffChunk(kind string, data []byte) []byte {
	b := append(binary.LittleEndian.AppendUint32([]byte(kind), uint32(len(data))), data...)
	if len(data)%2 == 1 {
		b = append(b, 0)
	}
	return b
}

// vp8x is an extended WebP header of a canvas.
func vp8x(flags byte, width, height uint32) []byte {
	b := []byte{flags, 0, 0, 0}
	for _, n := range []uint32{width - 1, height - 1} {
		b = append(b, byte(n), byte(n>>8), byte(n>>16))
	}
	return riffChunk("VP8X", b)
}

func file(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

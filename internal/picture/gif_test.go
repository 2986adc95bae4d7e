package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"testing"

	"krapao/internal/picture"
)

var gifLimits = picture.GIFLimits{Bytes: 1 << 20, Side: 200, Frames: 10, Pixels: 200_000}

// moving is a GIF with frames of that many pixels.
func moving(t testing.TB, width, height, frames int) []byte {
	t.Helper()
	all := &gif.GIF{LoopCount: 3}
	for i := range frames {
		img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Black, color.White, color.RGBA{9, 9, 9, 255}})
		for j := range img.Pix {
			img.Pix[j] = uint8((j + i) % 3)
		}
		all.Image, all.Delay = append(all.Image, img), append(all.Delay, 7+i)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, all); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestAGIFIsKeptAsItMoves, without anything but its frames.
func TestAGIFIsKeptAsItMoves(t *testing.T) {
	t.Parallel()
	raw := moving(t, 40, 30, 4)
	comment := append([]byte{0x21, 0xfe, 22}, "<script>a comment</scr"...)
	comment = append(comment, 0)
	made := append(bytes.Clone(raw[:len(raw)-1]), comment...)
	made = append(append(made, 0x3b), "PK\x03\x04 an archive"...)
	clean, err := picture.GIF(made, gifLimits)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(clean, []byte("script")) || bytes.Contains(clean, []byte("archive")) {
		t.Error("what is no frame was kept")
	}
	want, err := gif.DecodeAll(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	got, err := gif.DecodeAll(bytes.NewReader(clean))
	if err != nil || len(got.Image) != 4 || got.LoopCount != 3 {
		t.Fatalf("%v, %d frames", err, len(got.Image))
	}
	for i := range got.Image {
		if !bytes.Equal(got.Image[i].Pix, want.Image[i].Pix) || got.Delay[i] != want.Delay[i] {
			t.Errorf("frame %d is another", i)
		}
	}
}

func TestGIFsThatAreRefused(t *testing.T) {
	t.Parallel()
	good := moving(t, 40, 30, 2)
	wide := bytes.Clone(good)
	binary.LittleEndian.PutUint16(wide[6:], 20) // the screen is smaller than its frames
	none := append(bytes.Clone(good[:13+3*4]), 0x3b)
	for name, tc := range map[string]struct {
		raw  []byte
		want error
	}{
		"Nothing":       {nil, picture.ErrNotPicture},
		"Text":          {[]byte("GIF is a format"), picture.ErrNotPicture},
		"Header":        {good[:10], picture.ErrDamaged},
		"No frame":      {none, picture.ErrDamaged},
		"Cut":           {good[:len(good)/2], picture.ErrDamaged},
		"Outside":       {wide, picture.ErrDamaged},
		"Large":         {make([]byte, 1<<20+1), picture.ErrTooLarge},
		"Wide":          {moving(t, 201, 3, 1), picture.ErrTooManyPixels},
		"Many frames":   {moving(t, 3, 3, 11), picture.ErrTooManyPixels},
		"Many pixels":   {moving(t, 200, 150, 7), picture.ErrTooManyPixels},
		"Rubbish after": {append(bytes.Clone(good[:len(good)-1]), 0x99), picture.ErrDamaged},
	} {
		if _, err := picture.GIF(tc.raw, gifLimits); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v; want %v", name, err, tc.want)
		}
	}
}

// FuzzGIF: whatever the input, a result is a GIF that stays the same when it is checked again.
func FuzzGIF(f *testing.F) {
	f.Add(moving(f, 4, 3, 2))
	f.Fuzz(func(t *testing.T, raw []byte) {
		clean, err := picture.GIF(raw, gifLimits)
		if err != nil {
			return
		}
		again, err := picture.GIF(clean, gifLimits)
		if err != nil || !bytes.Equal(clean, again) {
			t.Errorf("kept %x, again %x: %v", clean, again, err)
		}
	})
}

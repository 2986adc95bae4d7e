package picture_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"runtime"
	"strings"
	"testing"

	"krapao/internal/picture"
)

// refused are files that must be refused, with their errors.
func refused(t testing.TB) map[string]struct {
	raw  []byte
	want error
} {
	t.Helper()
	good, photo := asPNG(t, gradient(40, 30)), asJPEG(t, gradient(40, 30))
	progressive := file(t, "video-001.progressive.jpeg")
	lossy := file(t, "blue-purple-pink.lossy.webp")
	passes := bytes.Clone(progressive[:len(progressive)-2])
	for range 200 { // each a pass over all pixels for a few bytes
		passes = append(passes, 0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 1, 0, 0x7F)
	}
	wide := bytes.Clone(photo)
	sof := bytes.Index(wide, []byte{0xFF, 0xC0})
	binary.BigEndian.PutUint16(wide[sof+5:], 65000)
	binary.BigEndian.PutUint16(wide[sof+7:], 65000)
	badCRC := bytes.Clone(good)
	badCRC[bytes.Index(good, []byte("IDAT"))+10] ^= 1
	type file struct {
		raw  []byte
		want error
	}
	all := map[string]file{
		"nothing":                        {nil, picture.ErrNotPicture},
		"a letter":                       {[]byte("x"), picture.ErrNotPicture},
		"33 bytes that claim 14 GB":      {header(60_000, 60_000, 8, 2, 0), picture.ErrTooManyPixels},
		"33 bytes that claim everything": {header(1<<31-1, 1<<31-1, 16, 6, 1), picture.ErrTooManyPixels},
		"33 bytes, small":                {header(10, 10, 8, 2, 0), picture.ErrDamaged},
		"no width":                       {append(header(0, 10, 8, 2, 0), chunk("IEND", nil)...), picture.ErrDamaged},
		"a long strip":                   {append(header(12_001, 1, 8, 2, 0), chunk("IEND", nil)...), picture.ErrTooManyPixels},
		"41 megapixels":                  {append(header(8200, 5000, 8, 0, 0), chunk("IEND", nil)...), picture.ErrTooManyPixels},
		"39 megapixels of 64 bits":       {append(header(7800, 5000, 16, 6, 0), chunk("IEND", nil)...), picture.ErrTooManyPixels},
		"a GIF of ten thousand frames":   {gifOf(10_000), picture.ErrNotPicture},
		"SVG": {
			[]byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
			picture.ErrNotPicture,
		},
		"HTML":                           {[]byte("<html><body>slip.png"), picture.ErrNotPicture},
		"PDF":                            {[]byte("%PDF-1.7\n%slip.jpg"), picture.ErrNotPicture},
		"HEIC":                           {[]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"), picture.ErrNotPicture},
		"TIFF":                           {[]byte("II*\x00\x08\x00\x00\x00"), picture.ErrNotPicture},
		"BMP":                            {[]byte("BM\x00\x00\x00\x00\x00\x00\x00\x00\x36\x00\x00\x00"), picture.ErrNotPicture},
		"only a PNG's signature":         {good[:8], picture.ErrDamaged},
		"a page before a PNG":            {append([]byte("<html>"), good...), picture.ErrNotPicture},
		"an animated PNG":                {within(good, chunk("acTL", []byte{0, 0, 0x27, 0x10, 0, 0, 0, 0})), picture.ErrMoving},
		"an animated PNG that denies it": {within(good, chunk("fdAT", []byte{0, 0, 0, 0})), picture.ErrMoving},
		"an animated WebP": {
			riff(vp8x(2, 150, 100), riffChunk("ANIM", make([]byte, 6)), riffChunk("ANMF", make([]byte, 40))), picture.ErrMoving,
		},
		"an animated WebP in denial":   {riff(vp8x(0, 150, 100), riffChunk("ANMF", make([]byte, 40)), lossy[12:]), picture.ErrMoving},
		"a WebP of 16 million squared": {riff(vp8x(0, 1<<24, 1<<24), lossy[12:]), picture.ErrTooManyPixels},
		"a WebP that claims less": {
			riff(vp8x(0, 1, 1), riffChunk("VP8L", []byte{0x2f, 0xff, 0xff, 0xff, 0x0f, 0})), picture.ErrTooManyPixels,
		},
		"half a WebP":                  {lossy[:len(lossy)/2], picture.ErrDamaged},
		"an empty WebP":                {riff(), picture.ErrDamaged},
		"a WebP of another length":     {[]byte("RIFF\x00\x00\x00\x00WEBPVP8 "), picture.ErrDamaged},
		"a JPEG of 65000 squared":      {wide, picture.ErrTooManyPixels},
		"a JPEG of 200 passes":         {append(passes, 0xFF, 0xD9), picture.ErrTooManyPixels},
		"a JPEG of 2000 notes":         {many(photo, 2000), picture.ErrDamaged},
		"half a JPEG":                  {photo[:len(photo)/2], picture.ErrDamaged},
		"a JPEG's first bytes":         {[]byte("\xff\xd8\xff\xe0"), picture.ErrDamaged},
		"a PNG's header and no pixels": {good[:33], picture.ErrDamaged},
		"half a PNG":                   {good[:len(good)/2], picture.ErrDamaged},
		"a PNG with a wrong checksum":  {badCRC, picture.ErrDamaged},
		"a PNG without pixels":         {append(header(10, 10, 8, 2, 0), chunk("IEND", nil)...), picture.ErrDamaged},
		"a PNG of an unknown colour": {
			append(append(header(10, 10, 8, 5, 0), chunk("IDAT", nil)...), chunk("IEND", nil)...), picture.ErrDamaged,
		},
		"a PNG of random pixels": {
			append(append(header(10, 10, 8, 2, 0), chunk("IDAT", []byte("not deflated"))...), chunk("IEND", nil)...),
			picture.ErrDamaged,
		},
		"11 MB": {make([]byte, 11<<20), picture.ErrTooLarge},
	}
	out := map[string]struct {
		raw  []byte
		want error
	}{}
	for name, f := range all {
		out[name] = f
	}
	return out
}

// gifOf is a GIF of one pixel and many frames.
func gifOf(frames int) []byte {
	b := []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff")
	for range frames {
		b = append(b, ",\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00"...)
	}
	return append(b, ';')
}

// many is a JPEG with that many notes before its picture.
func many(photo []byte, notes int) []byte {
	b := []byte{0xFF, 0xD8}
	for range notes {
		b = append(b, 0xFF, 0xFE, 0, 3, 'x')
	}
	return append(b, photo[2:]...)
}

func TestWhatMustNotComeInIsRefusedWithoutGrowing(t *testing.T) {
	for name, f := range refused(t) {
		var err error
		grown := allocated(func() { _, _, err = picture.Decode(f.raw, picture.Default()) })
		if !errors.Is(err, f.want) {
			t.Errorf("%s: %v, want %v", name, err, f.want)
		}
		// The largest file here has 11 MB, and none has more than 2,000 real pixels: refusing it costs next to nothing.
		if grown > 1<<20 {
			t.Errorf("%s: %d bytes were taken to refuse it", name, grown)
		}
	}
}

// allocated returns how many bytes a function allocates. Tests that use it don't run in parallel.
func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// TestMemoryIsWhatTheLimitsSay decodes flat pictures of a few kilobytes and many pixels. Each kind of PNG takes the
// memory that its outline predicts, so that a limit of memory holds.
func TestMemoryIsWhatTheLimitsSay(t *testing.T) {
	const side = 1000
	r := image.Rect(0, 0, side, side)
	for name, tc := range map[string]struct {
		img      image.Image
		perPixel int64
	}{
		"gray": {image.NewGray(r), 1}, "gray of 16 bits": {image.NewGray16(r), 2},
		"palette": {image.NewPaletted(r, color.Palette{color.Black, color.White}), 1},
		"colours": {opaque(image.NewRGBA(r)), 4}, "transparent": {image.NewNRGBA(r), 4}, "16 bits": {image.NewNRGBA64(r), 8},
	} {
		raw := asPNG(t, tc.img)
		l := picture.Default()
		l.Memory = tc.perPixel*side*side - 1
		if _, err := picture.Check(raw, l); !errors.Is(err, picture.ErrTooManyPixels) {
			t.Errorf("%s: %v with too little memory", name, err)
		}
		l.Memory++
		var err error
		grown := allocated(func() { _, _, err = picture.Decode(raw, l) })
		if err != nil || grown > uint64(l.Memory+l.Memory/4+1<<20) {
			t.Errorf("%s: %d bytes for a limit of %d, %v", name, grown, l.Memory, err)
		}
	}
}

func opaque(img *image.RGBA) *image.RGBA {
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 255
	}
	return img
}

func TestReadsWhatPeopleHave(t *testing.T) {
	t.Parallel()
	photo := asJPEG(t, gradient(40, 30))
	// Bytes that a video behind a photograph has by chance, sooner or later.
	everything := []byte("\x00\x00\x00\x18ftypmp42 PK\x03\x04 PK\x05\x06 %PDF- \x7fELF Rar!\x1a\x07 7z\xbc\xaf\x27\x1c " +
		"<html><script><svg <?php This program cannot be run in DOS mode")
	for name, tc := range map[string]struct {
		raw    []byte
		format picture.Format
		size   image.Point
	}{
		"png":             {asPNG(t, gradient(40, 30)), picture.FormatPNG, image.Pt(40, 30)},
		"one pixel":       {asPNG(t, gradient(1, 1)), picture.FormatPNG, image.Pt(1, 1)},
		"16 bits":         {asPNG(t, image.NewNRGBA64(image.Rect(0, 0, 9, 8))), picture.FormatPNG, image.Pt(9, 8)},
		"jpeg":            {photo, picture.FormatJPEG, image.Pt(40, 30)},
		"CMYK":            {file(t, "video-001.cmyk.jpeg"), picture.FormatJPEG, image.Pt(150, 103)},
		"RGB":             {file(t, "video-001.rgb.jpeg"), picture.FormatJPEG, image.Pt(150, 103)},
		"progressive":     {file(t, "video-001.progressive.jpeg"), picture.FormatJPEG, image.Pt(150, 103)},
		"gray":            {file(t, "video-005.gray.jpeg"), picture.FormatJPEG, image.Pt(150, 103)},
		"webp":            {file(t, "blue-purple-pink.lossy.webp"), picture.FormatWebP, image.Pt(150, 100)},
		"lossless webp":   {file(t, "blue-purple-pink.lossless.webp"), picture.FormatWebP, image.Pt(150, 100)},
		"webp with alpha": {file(t, "gopher-doc.with-alpha.lossless.webp"), picture.FormatWebP, image.Pt(75, 100)},
		"a maker's film behind": {
			append(bytes.Clone(photo), "\x00\x00\x00\x18ftypmp42 and so on"...), picture.FormatJPEG, image.Pt(40, 30),
		},
		"a second photograph behind": {append(bytes.Clone(photo), photo...), picture.FormatJPEG, image.Pt(40, 30)},
		"a moving photograph":        {append(bytes.Clone(photo), everything...), picture.FormatJPEG, image.Pt(40, 30)},
		"a PNG with more behind":     {append(asPNG(t, gradient(40, 30)), everything...), picture.FormatPNG, image.Pt(40, 30)},
		"a note like anything":       {segment(photo, 0xFE, everything), picture.FormatJPEG, image.Pt(40, 30)},
		"no end":                     {photo[:len(photo)-2], picture.FormatJPEG, image.Pt(40, 30)},
		"half an end":                {photo[:len(photo)-1], picture.FormatJPEG, image.Pt(40, 30)},
		"zeros for an end": {
			append(bytes.Clone(photo[:len(photo)-2]), make([]byte, 500)...), picture.FormatJPEG, image.Pt(40, 30),
		},
		"progressive without end": {cutEnd(file(t, "video-001.progressive.jpeg")), picture.FormatJPEG, image.Pt(150, 103)},
		"a PNG without end":       {cutPNG(t), picture.FormatPNG, image.Pt(40, 30)},
		"a PNG with half an end":  {append(cutPNG(t), 0, 0, 0, 0, 'I'), picture.FormatPNG, image.Pt(40, 30)},
		"an honest note": {
			segment(photo, 0xE1, []byte("http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta xmlns:x='adobe:ns:meta/'>")), picture.FormatJPEG,
			image.Pt(40, 30),
		},
		"lying on its side": {segment(photo, 0xE1, exif(6, binary.BigEndian)), picture.FormatJPEG, image.Pt(30, 40)},
		"a PNG lying on its side": {
			within(asPNG(t, gradient(40, 30)), chunk("eXIf", exif(8, binary.LittleEndian)[6:])), picture.FormatPNG, image.Pt(30, 40),
		},
		"a turn that there is not": {segment(photo, 0xE1, exif(9, binary.BigEndian)), picture.FormatJPEG, image.Pt(40, 30)},
		"EXIF that is cut":         {segment(photo, 0xE1, exif(6, binary.BigEndian)[:20]), picture.FormatJPEG, image.Pt(40, 30)},
		"EXIF that points into nature": {
			segment(photo, 0xE1, []byte("Exif\x00\x00II*\x00\xff\xff\xff\xff")), picture.FormatJPEG, image.Pt(40, 30),
		},
	} {
		info, err := picture.Check(tc.raw, picture.Default())
		if err != nil || info.Format != tc.format || image.Pt(info.Width, info.Height) != tc.size {
			t.Errorf("%s: %+v, %v", name, info, err)
		}
		img, decoded, err := picture.Decode(tc.raw, picture.Default())
		if err != nil || decoded != info || img.Bounds().Size() != tc.size {
			t.Errorf("%s: decoded %+v, %v", name, decoded, err)
			continue
		}
		clean, err := picture.JPEG(img, 85)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if again, err := picture.Check(clean, picture.Default()); err != nil || image.Pt(again.Width, again.Height) != tc.size {
			t.Errorf("%s: written anew it is %+v, %v", name, again, err)
		}
	}
}

// cutEnd removes the last two bytes of a JPEG.
func cutEnd(photo []byte) []byte {
	return bytes.TrimRight(photo[:bytes.LastIndex(photo, []byte{0xFF, 0xD9})], "\x00")
}

// cutPNG is a PNG without its last chunk.
func cutPNG(t *testing.T) []byte {
	t.Helper()
	raw := asPNG(t, gradient(40, 30))
	return bytes.Clone(raw[:len(raw)-12])
}

// TestNoPictureTakesTooLong: the time is estimated by pixels and bytes, before any of them is decoded. Pictures of
// telephones and their screens are accepted.
func TestNoPictureTakesTooLong(t *testing.T) {
	t.Parallel()
	none := append(chunk("IDAT", nil), chunk("IEND", nil)...)
	photo, progressive := asJPEG(t, gradient(16, 16)), file(t, "video-001.progressive.jpeg")
	sized := func(raw []byte, frame byte, w, h uint16, bytesInAll int) []byte {
		out := bytes.Clone(raw)
		at := bytes.Index(out, []byte{0xFF, frame})
		binary.BigEndian.PutUint16(out[at+5:], h)
		binary.BigEndian.PutUint16(out[at+7:], w)
		return append(out, make([]byte, max(0, bytesInAll-len(out)))...)
	}
	const mega = 1 << 20
	for name, tc := range map[string]struct {
		raw  []byte
		over bool
	}{
		"a telephone's screen":              {append(header(1440, 3200, 8, 6, 0), none...), false},
		"a long screenshot":                 {append(header(1080, 9000, 8, 2, 0), none...), false},
		"a photograph of 12 MP and 7 MB":    {sized(photo, 0xC0, 4080, 3060, 7*mega), false},
		"a photograph of 16 MP and 5 MB":    {sized(photo, 0xC0, 4608, 3456, 5*mega), false},
		"40 MP in 116 KB":                   {append(header(7000, 5700, 8, 2, 0), none...), true},
		"40 MP of grey":                     {append(header(7000, 5700, 8, 0, 0), none...), true},
		"17 MP":                             {append(header(4200, 4100, 8, 2, 0), none...), true},
		"15 MP of 16 bits":                  {append(header(4000, 3750, 16, 6, 0), none...), false},
		"15 MP of 16 bits in seven passes":  {append(header(4000, 3750, 16, 6, 1), none...), true},
		"a photograph of 24 MP":             {sized(photo, 0xC0, 5656, 4242, 0), true},
		"a photograph of 16 MP and 10 MB":   {sized(photo, 0xC0, 4608, 3456, 10*mega-1), true},
		"a progressive photograph of 16 MP": {sized(progressive, 0xC2, 4608, 3456, 0), true},
		"a progressive one of 6 MP":         {sized(progressive, 0xC2, 3000, 2000, 2*mega), false},
		"a WebP of 12 MP":                   {riff(riffChunk("VP8L", []byte{0x2f, 0x9f, 0xcf, 0xff, 0x02, 0})), true},
	} {
		_, err := picture.Check(tc.raw, picture.Default())
		if over := errors.Is(err, picture.ErrTooManyPixels); over != tc.over || !over && err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSmaller: blocks of pixels become their mean in every kind of picture, and the sides keep their proportion.
func TestSmaller(t *testing.T) {
	t.Parallel()
	photo, _, err := picture.Decode(asJPEG(t, gradient(401, 303)), picture.Default())
	if err != nil {
		t.Fatal(err)
	}
	odd := gradient(401, 303)
	grey := image.NewGray(image.Rect(0, 0, 401, 303))
	for i := range grey.Pix {
		grey.Pix[i] = byte(i % 401 * 255 / 401)
	}
	for name, img := range map[string]image.Image{"photograph": photo, "screenshot": odd, "grey": grey} {
		for _, tc := range []struct {
			side, pixels int
			want         image.Point
		}{
			{500, 1_000_000, image.Pt(401, 303)},
			{401, 1_000_000, image.Pt(401, 303)},
			{400, 1_000_000, image.Pt(200, 151)},
			{130, 1_000_000, image.Pt(100, 75)},
			{1000, 121_503, image.Pt(401, 303)},
			{1000, 121_502, image.Pt(200, 151)},
			{1, 9, image.Pt(1, 1)},
		} {
			small := picture.Within(img, tc.side, tc.pixels)
			if size := small.Bounds().Size(); size != tc.want {
				t.Errorf("%s within %d and %d: %v, want %v", name, tc.side, tc.pixels, size, tc.want)
			}
			right := small.At(small.Bounds().Max.X-1, 0)
			if r, _, _, _ := right.RGBA(); tc.want.X > 1 && r>>8 < 230 {
				t.Errorf("%s within %d: its right edge is %v", name, tc.side, right)
			}
		}
	}
}

// TestSmallerAndUpright: a picture that lies on its side is reduced and turned; its Info is of the file.
func TestSmallerAndUpright(t *testing.T) {
	t.Parallel()
	lying := segment(asJPEG(t, gradient(400, 300)), 0xE1, exif(6, binary.BigEndian))
	img, info, err := picture.DecodeWithin(lying, picture.Default(), func(info picture.Info) (side, pixels int) {
		return info.Height / 2, 1_000_000
	})
	if err != nil || info.Width != 300 || info.Height != 400 || img.Bounds().Size() != image.Pt(150, 200) {
		t.Errorf("%+v, %v, %v", info, img.Bounds(), err)
	}
	if r, g, _, _ := img.At(0, 0).RGBA(); r>>8 > 24 || g>>8 < 230 { // the stored picture's lower left corner
		t.Errorf("its corner is %d, %d", r>>8, g>>8)
	}
}

func TestOnlyTheFormatsOfTheLimits(t *testing.T) {
	t.Parallel()
	l := picture.Default()
	l.Formats = []picture.Format{picture.FormatJPEG}
	if _, err := picture.Check(asPNG(t, gradient(4, 4)), l); !errors.Is(err, picture.ErrNotPicture) {
		t.Errorf("a PNG where only JPEG is taken: %v", err)
	}
}

// TestEveryTurnEndsUpright stores a picture as each camera position would, and looks for its corners.
func TestEveryTurnEndsUpright(t *testing.T) {
	t.Parallel()
	// The place of the upright picture's top left corner in the stored one, and of its top right corner.
	stored := map[uint16][2]image.Point{
		1: {{0, 0}, {1, 0}}, 2: {{1, 0}, {0, 0}}, 3: {{1, 1}, {0, 1}}, 4: {{0, 1}, {1, 1}},
		5: {{0, 0}, {0, 1}}, 6: {{0, 1}, {0, 0}}, 7: {{1, 1}, {1, 0}}, 8: {{1, 0}, {1, 1}},
	}
	const w, h = 48, 32
	for turn, corners := range stored {
		img := gradient(w, h)
		got, _, err := picture.Decode(segment(asJPEG(t, img), 0xE1, exif(turn, binary.LittleEndian)), picture.Default())
		if err != nil {
			t.Fatal(err)
		}
		b := got.Bounds()
		for i, at := range []image.Point{{0, 0}, {b.Dx() - 1, 0}} {
			want := img.NRGBAAt(corners[i].X*(w-1), corners[i].Y*(h-1))
			r, g, _, _ := got.At(at.X, at.Y).RGBA()
			if far(r>>8, want.R) || far(g>>8, want.G) {
				t.Errorf("turn %d: corner %d is %d,%d, want %d,%d", turn, i, r>>8, g>>8, want.R, want.G)
			}
		}
	}
}

func far(a uint32, b uint8) bool { return int(a) > int(b)+24 || int(a) < int(b)-24 }

func TestWrittenAnewOnlyPixelsAreLeft(t *testing.T) {
	t.Parallel()
	secret := "13.7563 N, 100.5018 E"
	photo := segment(asJPEG(t, gradient(40, 30)), 0xE1, append(exif(6, binary.LittleEndian), secret...))
	photo = append(segment(photo, 0xFE, []byte(secret)), secret...)
	img, _, err := picture.Decode(photo, picture.Default())
	if err != nil {
		t.Fatal(err)
	}
	clean, err := picture.JPEG(img, 85)
	if err != nil {
		t.Fatal(err)
	}
	for _, gone := range []string{secret, "Exif", "ACME"} {
		if strings.Contains(string(clean), gone) {
			t.Errorf("%q is still there", gone)
		}
	}
}

func TestTransparentBecomesWhite(t *testing.T) {
	t.Parallel()
	clean, err := picture.JPEG(image.NewNRGBA(image.Rect(3, 3, 11, 11)), 90)
	if err != nil {
		t.Fatal(err)
	}
	img, _, err := picture.Decode(clean, picture.Default())
	if err != nil {
		t.Fatal(err)
	}
	if r, _, _, _ := img.At(4, 4).RGBA(); r>>8 < 250 {
		t.Errorf("a transparent pixel became %d", r>>8)
	}
}

// FuzzDecode changes and cuts every file here. The result is a picture of the reported size or an error of this
// package, and the memory stays within the limits.
func FuzzDecode(f *testing.F) {
	for _, bad := range refused(f) {
		if len(bad.raw) < 1<<16 {
			f.Add(bad.raw)
		}
	}
	for _, name := range []string{
		"video-001.cmyk.jpeg", "video-001.progressive.jpeg", "blue-purple-pink.lossy.webp", "gopher-doc.with-alpha.lossless.webp",
	} {
		f.Add(file(f, name))
	}
	f.Add(asPNG(f, gradient(20, 20)))
	l := picture.Default()
	l.Pixels = 1 << 20
	f.Fuzz(func(t *testing.T, raw []byte) {
		info, err := picture.Check(raw, l)
		img, again, errDecode := picture.Decode(raw, l)
		switch {
		case err != nil:
			if errDecode == nil || !known(err) {
				t.Fatalf("%v, and decoded: %v", err, errDecode)
			}
		case errDecode != nil:
			if !errors.Is(errDecode, picture.ErrDamaged) {
				t.Fatal(errDecode)
			}
		case again != info || img.Bounds().Dx() != info.Width || img.Bounds().Dy() != info.Height:
			t.Fatalf("%+v, then %+v of %v", info, again, img.Bounds())
		}
	})
}

func known(err error) bool {
	return errors.Is(err, picture.ErrNotPicture) || errors.Is(err, picture.ErrTooLarge) || errors.Is(err, picture.ErrTooManyPixels)
}

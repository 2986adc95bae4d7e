package api

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"mime/multipart"
	"net/http"
	"slices"
	"strings"
	"testing"

	"krapao/internal/testkit/apptest"
)

// uploads sends a file to a chat call, with whose it is before or after it.
func (k talker) uploads(kind string, file []byte, ownerFirst bool) apptest.Answer {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	owner := func() {
		for name, value := range k.who {
			if value == nil {
				value = "null" // as a browser writes it
			}
			_ = w.WriteField(name, fmt.Sprint(value))
		}
	}
	if ownerFirst {
		owner()
	}
	part, _ := w.CreateFormFile("file", "whatever.exe")
	_, _ = part.Write(file)
	if !ownerFirst {
		owner()
	}
	_ = w.Close()
	return k.Raw(http.MethodPost, "/api/chat/upload-"+kind, form.String(), "Content-Type", w.FormDataContentType())
}

func (k talker) sendsFile(path, fileType string) apptest.Answer {
	return k.send(map[string]any{"message_type": "media", "payload": map[string]any{
		"message": "", "url": false, "fileType": fileType, "filePath": path, "name": "x",
	}})
}

// painted is a picture of some colours.
func painted(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, color.RGBA{uint8(x), uint8(y), uint8(x * y), 255})
		}
	}
	return img
}

func pngOf(img image.Image) []byte {
	var out bytes.Buffer
	_ = png.Encode(&out, img)
	return out.Bytes()
}

func jpegOf(img image.Image) []byte {
	var out bytes.Buffer
	_ = jpeg.Encode(&out, img, nil)
	return out.Bytes()
}

func gifOf(frames int) []byte {
	var out bytes.Buffer
	moving := &gif.GIF{}
	for i := range frames {
		img := image.NewPaletted(image.Rect(0, 0, 20, 10), color.Palette{color.Black, color.White, color.RGBA{255, 0, 0, 255}})
		img.SetColorIndex(i%20, 3, 2)
		moving.Image, moving.Delay = append(moving.Image, img), append(moving.Delay, 10)
	}
	_ = gif.EncodeAll(&out, moving)
	return out.Bytes()
}

// filmOf is a film of so many bytes by its first box.
func filmOf(brand string, size int) []byte {
	film := make([]byte, size)
	binary.BigEndian.PutUint32(film, 24)
	copy(film[4:], "ftyp"+brand+"\x00\x00\x02\x00"+brand+"mp41")
	for i := 24; i < size; i++ {
		film[i] = byte(i >> 8)
	}
	return film
}

func TestPicturesInChats(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		g, m := guest(a), chatting(a.Member())
		secret := slices.Concat(jpegOf(painted(300, 200))[:2], []byte("\xff\xfe\x00\x12where I live: X!"),
			jpegOf(painted(300, 200))[2:])
		for name, tc := range map[string]struct {
			k          talker
			file       []byte
			first      bool
			kind, mime string
		}{
			"PNG":       {g, pngOf(painted(30, 20)), true, "png", "image/png"},
			"JPEG":      {m, secret, false, "jpeg", "image/jpeg"},
			"GIF":       {g, append(gifOf(5), "<script>"...), false, "gif", "image/gif"},
			"Padded":    {m, append(pngOf(painted(9, 9)), make([]byte, 10<<20-len(pngOf(painted(9, 9))))...), true, "png", "image/png"},
			"LargerPNG": {g, pngOf(painted(4000, 30)), true, "png", "image/png"},
		} {
			path := tc.k.uploads("image", tc.file, tc.first).OK(http.StatusOK).At("path")
			got := a.Client().Raw(http.MethodGet, path, "", "X-Requested-With", "").OK(http.StatusOK)
			if !strings.HasPrefix(path, "/media/") || len(path) < 7+26 || got.Header.Get("Content-Type") != tc.mime {
				t.Errorf("%s: %s is %s", name, path, got.Header.Get("Content-Type"))
			}
			img, kind, err := image.Decode(strings.NewReader(got.Text))
			if err != nil || kind != tc.kind || img.Bounds().Dx() > 2560 {
				t.Errorf("%s: %v %s", name, err, kind)
			}
			if strings.Contains(got.Text, "where I live") || strings.Contains(got.Text, "<script>") {
				t.Errorf("%s: what is not the picture was kept", name)
			}
			if policy := got.Header.Get("Content-Security-Policy"); !strings.Contains(policy, "sandbox") ||
				got.Header.Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%s: %v", name, got.Header)
			}
			tc.k.sendsFile(path, "video").Refused(http.StatusBadRequest, "INVALID_INPUT")
			guest(a).sendsFile(path, "image").Refused(http.StatusBadRequest, "INVALID_INPUT") // another's upload
			tc.k.sendsFile(path, "image").OK(http.StatusOK)
			if h := tc.k.history(100, 0).Text; !strings.Contains(h, path) {
				t.Errorf("%s: not in the history", name)
			}
		}
		for name, tc := range map[string]struct {
			kind   string
			file   []byte
			status int
			code   string
		}{
			"Empty":        {"image", nil, 415, "FILE_NOT_SUPPORTED"},
			"Text":         {"image", []byte("hello"), 415, "FILE_NOT_SUPPORTED"},
			"SVG":          {"image", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), 415, "FILE_NOT_SUPPORTED"},
			"WebP":         {"image", []byte("RIFF\x00\x00\x00\x00WEBPVP8 "), 415, "FILE_NOT_SUPPORTED"},
			"CutPNG":       {"image", pngOf(painted(30, 20))[:100], 415, "FILE_NOT_SUPPORTED"},
			"CutGIF":       {"image", gifOf(3)[:60], 415, "FILE_NOT_SUPPORTED"},
			"FilmAsImage":  {"image", filmOf("isom", 100), 415, "FILE_NOT_SUPPORTED"},
			"ImageAsFilm":  {"video", pngOf(painted(3, 3)), 415, "FILE_NOT_SUPPORTED"},
			"HEICAsFilm":   {"video", filmOf("heic", 100), 415, "FILE_NOT_SUPPORTED"},
			"LargeImage":   {"image", make([]byte, 10<<20+1), 413, "FILE_TOO_LARGE"},
			"LargerImage":  {"image", make([]byte, 12<<20), 413, "FILE_TOO_LARGE"},
			"LargePicture": {"image", append(pngOf(painted(9, 9)), make([]byte, 10<<20)...), 413, "FILE_TOO_LARGE"},
			"LargeFilm":    {"video", filmOf("mp42", 20<<20+1), 413, "FILE_TOO_LARGE"},
		} {
			got := g.uploads(tc.kind, tc.file, false)
			if got.Status != tc.status || got.At("message") != tc.code {
				t.Errorf("%s: %d %s", name, got.Status, got.Text)
			}
			if limit := map[string]string{"image": "10", "video": "20"}[tc.kind]; tc.status == 413 && got.At("params.limit") != limit {
				t.Errorf("%s: limit %s", name, got.At("params.limit"))
			}
		}
		talker{m.Client, map[string]any{}}.uploads("image", pngOf(painted(3, 3)), true).Refused(http.StatusBadRequest, "INVALID_INPUT")
		talker{g.Client, m.who}.uploads("image", pngOf(painted(3, 3)), true).Refused(http.StatusUnauthorized, "UNAUTHORIZED")
		talker{a.Member(), m.who}.uploads("image", pngOf(painted(3, 3)), true).Refused(http.StatusForbidden, "UNAUTHORIZED")
		g.Raw(http.MethodPost, "/api/chat/upload-image", "{}").Refused(http.StatusBadRequest, "INVALID_INPUT")
		for _, path := range []string{"/media/", "/media/x", "/media/" + strings.Repeat("0", 26), "/media/../x"} {
			if got := a.Client().Raw(http.MethodGet, path, ""); got.Status != http.StatusNotFound {
				t.Errorf("%s: %d", path, got.Status)
			}
		}
	})
}

// TestFilmsInChats are kept as they came and played from anywhere.
func TestFilmsInChats(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		g := guest(a)
		for brand, mime := range map[string]string{"isom": "video/mp4", "qt  ": "video/quicktime"} {
			film := filmOf(brand, 3<<20+17)
			path := g.uploads("video", film, false).OK(http.StatusOK).At("path")
			whole := a.Client().Raw(http.MethodGet, path, "").OK(http.StatusOK)
			if whole.Text != string(film) || whole.Header.Get("Content-Type") != mime {
				t.Errorf("%s: %d bytes of %s", brand, len(whole.Text), whole.Header.Get("Content-Type"))
			}
			for _, span := range [][2]int{{0, 1}, {1<<20 - 5, 1<<20 + 5}, {2 << 20, len(film) - 1}, {len(film) - 1, len(film) - 1}} {
				part := a.Client().Raw(http.MethodGet, path, "", "Range", fmt.Sprintf("bytes=%d-%d", span[0], span[1])).
					OK(http.StatusPartialContent)
				if part.Text != string(film[span[0]:span[1]+1]) {
					t.Errorf("%s: bytes %v are others", brand, span)
				}
			}
			a.Client().Raw(http.MethodGet, path, "", "Range", "bytes=99999999-").OK(http.StatusRequestedRangeNotSatisfiable)
			g.sendsFile(path, "video").OK(http.StatusOK)
		}
	})
}

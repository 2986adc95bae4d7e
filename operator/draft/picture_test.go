package draft_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"krapao/fault"
	"krapao/operator/draft"
)

// TestAPictureIsKeptOnce: only its pixels, under a path that both listeners serve. What is no picture is refused.
func TestAPictureIsKeptOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, d *desk) {
		drafts := d.drafts
		img := image.NewRGBA(image.Rect(0, 0, 40, 20))
		img.Set(3, 3, color.White)
		var drawn, photo bytes.Buffer
		if err := png.Encode(&drawn, img); err != nil {
			t.Fatal(err)
		}
		if err := jpeg.Encode(&photo, img, nil); err != nil {
			t.Fatal(err)
		}
		// What a camera writes beside the pixels: a comment with its place.
		place := []byte("N 13.7563 E 100.5018")
		comment := append([]byte{0xff, 0xfe, 0, byte(len(place) + 2)}, place...)
		told := append(append(photo.Bytes()[:2:2], comment...), photo.Bytes()[2:]...)

		ctx := t.Context()
		path, err := drafts.KeepPicture(ctx, nok, drawn.Bytes())
		if err != nil || !strings.HasPrefix(path, draft.PicturePath) {
			t.Fatalf("%q, %v", path, err)
		}
		if again, err := drafts.KeepPicture(ctx, lek, drawn.Bytes()); err != nil || again != path {
			t.Errorf("the same again: %q, %v", again, err)
		}
		if content, kind, err := drafts.Picture(ctx, path); err != nil || kind != "image/png" || len(content) == 0 {
			t.Errorf("%d bytes, %q, %v", len(content), kind, err)
		}
		other, err := drafts.KeepPicture(ctx, nok, told)
		if err != nil || other == path {
			t.Fatalf("%q, %v", other, err)
		}
		if content, kind, err := drafts.Picture(ctx, other); err != nil || kind != "image/jpeg" || bytes.Contains(content, place) {
			t.Errorf("%d bytes, %q, %v", len(content), kind, err)
		}
		for name, raw := range map[string][]byte{
			"text": []byte("<svg onload=alert(1)>"), "cut": drawn.Bytes()[:30], "large": bytes.Repeat([]byte("GIF89a"), 1<<19),
		} {
			if _, err := drafts.KeepPicture(ctx, nok, raw); !fault.Is(err, fault.FILE_NOT_SUPPORTED) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, _, err := drafts.Picture(ctx, draft.PicturePath+"none"); !fault.Is(err, fault.NO_DATA) {
			t.Errorf("none: %v", err)
		}
	})
}

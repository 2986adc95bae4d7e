package api

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"testing"

	"krapao/internal/testkit/apptest"
)

// TestPicturesOfTheContent: what an operator uploads is one picture, which members load from their own listener.
func TestPicturesOfTheContent(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		dao, lek := desks(t, a)
		var drawn bytes.Buffer
		if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 30, 10))); err != nil {
			t.Fatal(err)
		}
		path := dao.sends(drawn.Bytes()).OK(http.StatusOK).At("path")
		if again := lek.sends(drawn.Bytes()).OK(http.StatusOK); again.At("path") != path {
			t.Error(again.Text)
		}
		for who, shown := range map[string]apptest.Answer{"members": a.Client().Get(path), "operators": dao.Get(path)} {
			if shown.OK(http.StatusOK); shown.Header.Get("Content-Type") != "image/png" ||
				shown.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
				t.Errorf("%s: %v", who, shown.Header)
			}
		}
		a.Client().Get("/picture/none").Refused(http.StatusNotFound, "NO_DATA")
		dao.sends([]byte("<script>")).Refused(http.StatusUnsupportedMediaType, "FILE_NOT_SUPPORTED")
		dao.sends(make([]byte, 3<<20)).Refused(http.StatusRequestEntityTooLarge, "FILE_TOO_LARGE")
	})
}

// sends uploads a picture for the content.
func (d desk) sends(file []byte) apptest.Answer {
	d.t.Helper()
	body, kind := form(d.t, "file", file)
	return d.Raw(http.MethodPost, "/api/content-picture", body, "Content-Type", kind)
}

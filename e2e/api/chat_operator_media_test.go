package api

import (
	"bytes"
	"image"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"krapao/internal/store"
	"krapao/internal/testkit/apptest"
)

// fileOf is a file of some bytes for a command.
func fileOf(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// operatorUploads sends a file to the operator API.
func operatorUploads(a *apptest.App, token, conversation, kind string, file []byte) apptest.Answer {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	part, _ := w.CreateFormFile("file", "whatever")
	_, _ = part.Write(file)
	_ = w.Close()
	return console(a, token).Raw(http.MethodPost, "/api/chat/"+conversation+"/upload-"+kind, form.String(), "Content-Type",
		w.FormDataContentType())
}

// lastFile is the path of the newest message's file, which is the house's.
func (k talker) lastFile(t *testing.T, fileType, text string) (path string) {
	t.Helper()
	h := k.history(1, 0)
	if h.At("0.sender") != "other" || h.At("0.message.message_type") != "media" ||
		h.At("0.message.payload.fileType") != fileType || h.At("0.message.payload.message") != text {
		t.Fatalf("the newest message is %s", h.Text)
	}
	return h.At("0.message.payload.filePath")
}

// TestAnOperatorSendsFiles from the shell and by the operator API, to members and guests; any node serves them.
func TestAnOperatorSendsFiles(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{}, func(t *testing.T, a *apptest.App) {
		other := a
		if a.Store.Engine() == store.Postgres {
			other = a.Beside()
		}
		token := a.Operator("dao").Token()
		film := filmOf("isom", 2<<20+5)
		for name, k := range map[string]talker{"Guest": guest(a), "Member": chatting(a.Member())} {
			k.says("agent please").OK(http.StatusOK)
			id := idOf(t, a, 0)
			serves := func(path, kind string) string {
				t.Helper()
				got := other.Client().Raw(http.MethodGet, path, "", "X-Requested-With", "").OK(http.StatusOK)
				if got.Header.Get("Content-Type") != kind || got.Header.Get("X-Content-Type-Options") != "nosniff" ||
					!strings.Contains(got.Header.Get("Content-Security-Policy"), "sandbox") {
					t.Errorf("%s: %v", name, got.Header)
				}
				return got.Text
			}
			for range 2 { // the same reply twice is one
				mustCommand(t, a, "chat", "reply", id, "this button", "@dao", "--client-id", "p", "--image",
					fileOf(t, "large.png", pngOf(painted(4000, 30))))
			}
			picture := k.lastFile(t, "image", "this button")
			if img, _, err := image.Decode(strings.NewReader(serves(picture, "image/png"))); err != nil || img.Bounds().Dx() != 2000 {
				t.Errorf("%s: not written anew: %v", name, err)
			}
			if n := strings.Count(k.history(100, 0).Text, `"media"`); n != 1 {
				t.Errorf("%s: %d files", name, n)
			}
			mustCommand(t, a, "chat", "reply", id, "@dao", "--video", fileOf(t, "how.mp4", film))
			if serves(k.lastFile(t, "video", ""), "video/mp4") != string(film) {
				t.Errorf("%s: another film", name)
			}
			path := operatorUploads(a, token, id, "image", gifOf(3)).OK(http.StatusOK).At("path")
			said := func(client, fileType, path string) apptest.Answer {
				body := `{"clientId":"` + client + `","message":{"message_type":"media","payload":{"message":"","url":false,` +
					`"fileType":"` + fileType + `","filePath":"` + path + `","name":"x"}}}`
				return console(a, token).Raw(http.MethodPost, "/api/chat/"+id+"/reply", body)
			}
			said("1", "video", path).Refused(http.StatusBadRequest, "INVALID_INPUT")
			said("1", "image", path).OK(http.StatusOK)
			serves(k.lastFile(t, "image", ""), "image/gif")

			// Each side sends its own uploads alone, in the conversation that they were made for.
			k.sendsFile(path, "image").Refused(http.StatusBadRequest, "INVALID_INPUT")
			k.sendsFile(picture, "image").Refused(http.StatusBadRequest, "INVALID_INPUT")
			said("2", "image", k.uploads("image", pngOf(painted(3, 3)), true).OK(http.StatusOK).At("path")).
				Refused(http.StatusBadRequest, "INVALID_INPUT")
			stranger := guest(a)
			stranger.says("zzz").OK(http.StatusOK) // waits for nobody: the one that waits is listed first
			said("2", "image", operatorUploads(a, token, conversationOf(t, a, id), "image", gifOf(1)).OK(http.StatusOK).At("path")).
				Refused(http.StatusBadRequest, "INVALID_INPUT")
		}
		out := mustCommand(t, a, "audit", "list")
		for _, action := range []string{"chat.upload", "chat.reply", "chat.reply.repeated"} {
			if !strings.Contains(out, action) {
				t.Errorf("%s is not in the chain", action)
			}
		}
		if _, err := a.Operators().Audit.Verify(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// conversationOf is the conversation of somebody else.
func conversationOf(t *testing.T, a *apptest.App, not string) string {
	t.Helper()
	for i := 0; ; i++ {
		if id := idOf(t, a, i); id != not {
			return id
		}
	}
}

// TestAnOperatorsFilesAreChecked as a member's are: by size, by content, in number, and who sends them.
func TestAnOperatorsFilesAreChecked(t *testing.T) {
	t.Parallel()
	apptest.Each(t, apptest.Options{Limits: true}, func(t *testing.T, a *apptest.App) {
		m := chatting(a.Member())
		m.says("agent please").OK(http.StatusOK)
		id := idOf(t, a, 0)
		token := a.Operator("dao").Token()
		files := func() (n int) {
			t.Helper()
			if err := a.Store.DB().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM chat_media").Scan(&n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		uploads := 0
		for name, tc := range map[string]struct {
			kind   string
			file   []byte
			status int
			code   string
		}{
			"Empty": {"image", nil, http.StatusUnsupportedMediaType, "FILE_NOT_SUPPORTED"},
			"SVG": {
				"image", []byte("<svg xmlns='http://www.w3.org/2000/svg'/>"), http.StatusUnsupportedMediaType, "FILE_NOT_SUPPORTED",
			},
			"FilmAsImage": {"image", filmOf("isom", 100), http.StatusUnsupportedMediaType, "FILE_NOT_SUPPORTED"},
			"ImageAsFilm": {"video", pngOf(painted(3, 3)), http.StatusUnsupportedMediaType, "FILE_NOT_SUPPORTED"},
			"LargeImage":  {"image", make([]byte, 10<<20+1), http.StatusRequestEntityTooLarge, "FILE_TOO_LARGE"},
			"LargeFilm":   {"video", filmOf("mp42", 20<<20+1), http.StatusRequestEntityTooLarge, "FILE_TOO_LARGE"},
		} {
			operatorUploads(a, token, id, tc.kind, tc.file).Refused(tc.status, tc.code)
			if _, err := command(a, "chat", "reply", id, "@dao", "--"+tc.kind, fileOf(t, name, tc.file)); err == nil ||
				!strings.Contains(err.Error(), tc.code) {
				t.Errorf("%s from the shell: %v", name, err)
			}
			uploads += 2
		}
		for want, flags := range map[string][]string{
			"no such file":           {"--image", filepath.Join(t.TempDir(), "none.png")},
			"is not a file":          {"--image", t.TempDir()},
			"can't be used together": {"--image=x", "--video=y"},
		} {
			if _, err := command(a, append([]string{"chat", "reply", id, "@dao"}, flags...)...); err == nil ||
				!strings.Contains(err.Error(), want) {
				t.Errorf("%v: %v", flags, err)
			}
		}
		operatorUploads(a, m.Token, id, "image", pngOf(painted(3, 3))).Refused(http.StatusUnauthorized, "INVALID_USER_4")
		operatorUploads(a, "", id, "image", pngOf(painted(3, 3))).Refused(http.StatusUnauthorized, "UNAUTHORIZED")
		operatorUploads(a, token, "NOSUCH", "image", pngOf(painted(3, 3))).Refused(http.StatusNotFound, "NO_DATA")
		console(a, token).Raw(http.MethodPost, "/api/chat/"+id+"/upload-image", "{}").Refused(http.StatusBadRequest, "INVALID_INPUT")
		uploads += 2
		for _, who := range []string{"nobody", "lek"} { // lek may not act yet
			if who == "lek" {
				mustCommand(t, a, "add", "mai", "@dao", "--reason", "second", "--role", "chief")
				mustCommand(t, a, "add", "lek", "@dao", "--reason", "more hands", "--role", "support")
				mustCommand(t, a, "add", "lek", "@mai", "--reason", "more hands", "--role", "support")
			}
			if _, err := command(a, "chat", "reply", id, "@"+who, "--image", fileOf(t, "x.png", pngOf(painted(3, 3)))); err == nil {
				t.Errorf("%s sent a file", who)
			}
		}
		if n := files(); n != 0 || strings.Contains(m.history(100, 0).Text, `"media"`) {
			t.Errorf("%d files were kept of what was refused", n)
		}
		for ; uploads < 20; uploads++ {
			operatorUploads(a, token, id, "image", pngOf(painted(3, 3))).OK(http.StatusOK)
		}
		operatorUploads(a, token, id, "image", pngOf(painted(3, 3))).Refused(http.StatusTooManyRequests, "REQUEST_LIMIT")
	})
}

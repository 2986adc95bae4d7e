package api

import (
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/uuid"

	"krapao/internal/store"
	"krapao/internal/testkit/programtest"
)

// Uploaded files are moved from the database to a folder, and on to a bucket, while the node runs and people look at them. verify
// finds one that is lost, and its reader is told.
func TestUploadedFilesAreMoved(t *testing.T) {
	t.Parallel()
	for _, engine := range []store.Engine{store.SQLite, store.Postgres} {
		t.Run(string(engine), func(t *testing.T) {
			t.Parallel()
			env := programtest.DemoEnv(t, engine)
			dir := filepath.Join(t.TempDir(), "files")
			run := func(want string, args ...string) {
				t.Helper()
				out, code := programtest.Run(t, env, args...)
				if (code == 0) != !strings.HasPrefix(want, "!") || !strings.Contains(out, strings.TrimPrefix(want, "!")) {
					t.Fatalf("%q: %d %s, want %s", args, code, out, want)
				}
			}
			p := programtest.Start(t, env, "demo")
			p.Up(env["KRAPAO_ADDR"])
			restart := func(settings map[string]string) {
				t.Helper()
				p.Interrupt()
				if err := p.Wait(); err != nil {
					t.Fatal(err)
				}
				maps.Copy(env, settings)
				p = programtest.Start(t, env, "demo")
				p.Up(env["KRAPAO_ADDR"])
			}
			guest := talker{programtest.Guest(t, env["KRAPAO_ADDR"]), map[string]any{"userId": nil, "guestId": uuid.NewString()}}
			first := guest.uploads("image", pngOf(painted(60, 40)), true).OK(http.StatusOK).At("path")
			shown := func(path string) {
				t.Helper()
				if got := guest.Get(path).OK(http.StatusOK); !strings.HasPrefix(got.Text, "\x89PNG") {
					t.Errorf("%s: %d bytes", path, len(got.Text))
				}
			}
			shown(first)

			restart(map[string]string{"KRAPAO_BLOB_STORE": "folder", "KRAPAO_BLOB_DIR": dir})
			shown(first)
			second := guest.uploads("image", pngOf(painted(50, 40)), true).OK(http.StatusOK).At("path")
			run("files moved: 1; no other is elsewhere", "blobs", "move")
			run("the books are whole", "verify")
			restart(nil)
			files, err := filepath.Glob(filepath.Join(dir, "??", "*"))
			if err != nil || len(files) != 2 {
				t.Fatalf("%q, %v", files, err)
			}
			for _, file := range files {
				if err := os.Rename(file, file+".away"); err != nil {
					t.Fatal(err)
				}
			}
			run("!BREAK uploaded file", "verify")
			if got := guest.Get(first); got.Status == http.StatusOK || got.At("message") != "UPLOADED_FILE_NOT_EXIST" {
				t.Errorf("a lost file: %d %s", got.Status, got.Text)
			}
			for _, file := range files {
				if err := os.Rename(file+".away", file); err != nil {
					t.Fatal(err)
				}
			}
			shown(first)

			restart(map[string]string{
				"KRAPAO_BLOB_STORE": "s3", "KRAPAO_BLOB_URL": "http://" + env["KRAPAO_SANDBOX_ADDR"] + "/uploads",
				"KRAPAO_BLOB_KEY": "sandbox-bucket-key", "KRAPAO_BLOB_SECRET": "sandbox-bucket-secret",
			})
			shown(second)
			run("files moved: 2; no other is elsewhere", "blobs", "move")
			run("the books are whole", "verify")
			restart(nil)
			shown(first)
			shown(second)
		})
	}
}

package cli_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"krapao/chat"
	"krapao/internal/blob"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/operator/conversation"
	"krapao/operator/queue"
)

// TestAFileGoesToTheNode: whole, from where the command was typed. The node opens no path.
func TestAFileGoesToTheNode(t *testing.T) {
	t.Parallel()
	kept := storetest.Open(t, store.SQLite)
	s := signing(t, kept)
	box, err := secret.FromMaster(make([]byte, 32))
	if err != nil {
		t.Fatal(err)
	}
	talks := chat.New(chat.Deps{Store: kept, Box: box, Blobs: blob.New(kept, box, blob.Places{})})
	s.Conversations = conversation.New(s.Approvals, talks, queue.NewClaims(kept))
	guest, _ := chat.OfGuest("9b2e4a52-93a1-4c0e-8f59-0d2a53c5f6e1")
	hello, err := chat.FromCustomer(chat.Text, []byte(`"hello"`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := talks.Send(t.Context(), guest, chat.Outgoing{Content: hello, Language: "en"}); err != nil {
		t.Fatal(err)
	}
	list, err := s.Conversations.List(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	path, stop := node(t, s)
	run, reply := through(t, path, map[string]string{"nok": signedIn(t, s, "nok")}), []string{"chat", "reply", list[0].ID, "@nok"}

	dir := t.TempDir()
	name := func(name string, content []byte) string {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
		return filepath.Join(dir, name)
	}
	film := append([]byte("\x00\x00\x00\x10ftypisom\x00\x00\x00\x00"), bytes.Repeat([]byte("a frame. "), 400_000)...)
	try(t, run, "said at", append(reply, "--video="+name("how.mp4", film), "look")...)
	try(t, run, "FILE_TOO_LARGE", append(reply, "--video", name("large.mp4", make([]byte, 20<<20+1)))...)
	try(t, run, "FILE_TOO_LARGE", append(reply, "--image", name("large.png", make([]byte, 10<<20+1)))...)
	try(t, run, "FILE_NOT_SUPPORTED", append(reply, "--image", name("film.png", film))...)
	try(t, run, "FILE_NOT_SUPPORTED", append(reply, "--image", name("empty.png", nil))...)
	try(t, run, "nobody is signed in", "chat", "reply", list[0].ID, "@lek", "--video", name("how.mp4", film))
	try(t, run, "no such file", append(reply, "--image", filepath.Join(dir, "none.png"))...)
	try(t, run, "is not a file", append(reply, "--image", dir)...)
	try(t, run, "can't be used together", append(reply, "--image=x", "--video=y")...)
	stop()

	messages, err := talks.History(t.Context(), guest, 10, 0)
	if err != nil || len(messages) != 2 { // the refused ones said nothing
		t.Fatalf("%d messages: %v", len(messages), err)
	}
	var said struct{ Message, FileType, FilePath, Name string }
	if err := json.Unmarshal(messages[0].Payload, &said); err != nil || said.Message != "look" ||
		said.FileType != "video" || said.Name != "how.mp4" {
		t.Fatalf("said %s: %v", messages[0].Payload, err)
	}
	media, err := talks.Media(t.Context(), "somebody", said.FilePath)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(media); err != nil || !bytes.Equal(got, film) {
		t.Errorf("%d bytes of %d: %v", len(got), len(film), err)
	}
}

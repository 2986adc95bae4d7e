package chat_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/uuid"

	"krapao/chat"
	"krapao/fault"
	"krapao/internal/blob"
	"krapao/internal/clock"
	"krapao/internal/fair"
	"krapao/internal/secret"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
)

// desk is the service alone, on a real store.
type desk struct {
	*testing.T
	chats *chat.Service
}

func newDesk(t *testing.T, s *store.Store, content string) *desk {
	t.Helper()
	box, err := secret.FromMaster(bytes.Repeat([]byte{7}, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Write(t.Context(), func(tx *store.Tx) error {
		_, err := chat.ApplySettings(t.Context(), tx, json.RawMessage(content))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return &desk{t, chat.New(chat.Deps{Store: s, Box: box, Blobs: blob.New(s, box, blob.Places{})})}
}

func guest(t *testing.T) chat.Owner {
	t.Helper()
	o, ok := chat.OfGuest(uuid.NewString())
	if !ok {
		t.Fatal("not a guest")
	}
	return o
}

// film is a film of so many bytes.
func film(size int) []byte {
	return append([]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isommp41"), make([]byte, size-24)...)
}

func (d *desk) upload(o chat.Owner, network string, megabytes int) (path string, err error) {
	d.Helper()
	size := megabytes << 20
	return d.chats.Upload(d.Context(), o, network, chat.Video, int64(size), bytes.NewReader(film(size)))
}

// wants uploads a film, and checks whether there is room.
func (d *desk) wants(room bool, what string, o chat.Owner, network string, megabytes int) (path string) {
	d.Helper()
	path, err := d.upload(o, network, megabytes)
	if (err == nil) != room || err != nil && !fault.Is(err, fault.UPLOAD_FULL) {
		d.Errorf("%s: %v", what, err)
	}
	return path
}

func (d *desk) sends(o chat.Owner, path string) {
	d.Helper()
	payload, _ := json.Marshal(map[string]any{"message": "", "url": false, "fileType": "video", "filePath": path, "name": "x"})
	said, err := chat.FromCustomer(chat.MediaFile, payload)
	if err == nil {
		_, err = d.chats.Send(d.Context(), o, chat.Outgoing{Content: said, Language: "th"})
	}
	if err != nil {
		d.Error(err)
	}
}

// An address, all guests together, and a member each have a bound. Deleted files make room.
func TestNobodyFillsTheDisk(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	storetest.EachAt(t, noon, func(t *testing.T, s *store.Store, now *clock.Fake) {
		d := newDesk(t, s, `{"files": {"addressMB": 3, "unsentMB": 5, "guestsMB": 8, "memberMB": 4}}`)
		one := guest(t)
		kept := d.wants(true, "the first", one, "10.0.0.1", 2)
		d.wants(false, "over the address's", guest(t), "10.0.0.1", 2)
		d.wants(true, "what is left of the address's, by another of it", guest(t), "10.0.0.1", 1)
		d.wants(true, "another address", guest(t), "10.0.0.2", 2)
		d.wants(false, "over what is not sent", guest(t), "10.0.0.3", 1)
		d.sends(one, kept)
		d.wants(true, "what was sent does not count there", guest(t), "10.0.0.3", 2)
		d.wants(false, "it counts for its address", one, "10.0.0.1", 1)

		now.Advance(time.Hour + time.Second)
		if err := d.chats.SweepUnsent(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n, err := d.chats.GuestBytes(t.Context()); err != nil || n != 2<<20 {
			t.Errorf("%d bytes of guests, %v: want the film that was sent", n, err)
		}
		d.sends(one, d.wants(true, "within a day it counts, and 1 MB is left", one, "10.0.0.1", 1))
		d.wants(false, "the address has its 3 MB", one, "10.0.0.1", 1)
		now.Advance(24 * time.Hour)
		for i := range 5 {
			g := guest(t)
			d.sends(g, d.wants(true, "up to what is kept in all", g, fmt.Sprint("10.0.1.", i), 1))
		}
		d.wants(false, "over what is kept in all", guest(t), "10.0.2.1", 1)
		now.Advance(chat.Keep + time.Second)
		if err := d.chats.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		d.wants(true, "after its time all of it is free", guest(t), "10.0.2.1", 1)

		m := chat.Owner{Member: "m1"}
		d.wants(true, "a member", m, "10.0.0.1", 3)
		d.wants(false, "over a member's day", m, "10.0.9.9", 2)
		d.wants(true, "another member at the same address", chat.Owner{Member: "m2"}, "10.0.0.1", 3)
		now.Advance(24*time.Hour + time.Second)
		d.wants(true, "the next day", m, "10.0.0.1", 3)
	})
}

// Uploads at the same time never exceed the bound together.
func TestManyAtOnceFindTheRoomOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := newDesk(t, s, `{"files": {"addressMB": 1}}`)
		var taken atomic.Int64
		var all sync.WaitGroup
		for range 60 {
			g := guest(t)
			all.Go(func() {
				small := film(40)
				if _, err := d.chats.Upload(t.Context(), g, "10.0.0.1", chat.Video, int64(len(small)), bytes.NewReader(small)); err == nil {
					taken.Add(1)
				} else if !fault.Is(err, fault.UPLOAD_FULL) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if taken.Load() != 16 {
			t.Errorf("%d files of 64 KB in 1 MB", taken.Load())
		}
	})
}

// An uploader whose picture is being re-encoded waits for itself only. All guests of an address count as one uploader.
func TestPicturesTakeTurns(t *testing.T) {
	t.Parallel()
	storetest.On(t, store.SQLite, func(t *testing.T, engine store.Engine) {
		turns := fair.New(2)
		d := newDesk(t, storetest.Open(t, engine), `{}`)
		d.chats.Turns = turns
		var raw bytes.Buffer
		if err := png.Encode(&raw, image.NewGray(image.Rect(0, 0, 3, 3))); err != nil {
			t.Fatal(err)
		}
		var done [3]atomic.Bool
		var all sync.WaitGroup
		send := func(i int, o chat.Owner, network string) {
			all.Go(func() {
				if _, err := d.chats.Upload(t.Context(), o, network, chat.Image, int64(raw.Len()), bytes.NewReader(raw.Bytes())); err != nil {
					t.Error(err)
				}
				done[i].Store(true)
			})
			synctest.Wait()
		}
		free, err := turns.Take(t.Context(), "m:busy")
		if err != nil {
			t.Fatal(err)
		}
		send(0, chat.Owner{Member: "busy"}, "10.0.0.1")
		send(1, chat.Owner{Member: "other"}, "10.0.0.1")
		send(2, guest(t), "10.0.0.1")
		if done[0].Load() || !done[1].Load() || !done[2].Load() {
			t.Errorf("the busy one's, another's, a guest's: %v %v %v", done[0].Load(), done[1].Load(), done[2].Load())
		}
		free()
		all.Wait()
	})
}

// A file counts more than its bytes, because its rows take space.
func TestSmallFilesCount(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s *store.Store) {
		d := newDesk(t, s, `{"files": {"addressMB": 1}}`)
		n := 0
		for ; n < 100; n++ {
			small := film(40)
			_, err := d.chats.Upload(t.Context(), guest(t), "10.0.0.1", chat.Video, int64(len(small)), bytes.NewReader(small))
			if err != nil {
				break
			}
		}
		if n != 16 {
			t.Errorf("%d tiny files in 1 MB, want 16", n)
		}
	})
}

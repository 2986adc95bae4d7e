package chat

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
)

// Kind is what may be uploaded.
type Kind string

// The kinds, by the wire's fileType.
const (
	Image Kind = "image"
	Video Kind = "video"
)

// checkSize refuses what has more bytes than its kind may have.
func (k Kind) checkSize(size int64) error {
	if size > int64(k.MaxBytes()) {
		return fault.New(fault.FILE_TOO_LARGE, "the file is larger than %d bytes", k.MaxBytes()).With("limit", k.MaxBytes()>>20)
	}
	return nil
}

// MaxBytes is how many bytes a file of a kind may have.
func (k Kind) MaxBytes() int {
	if k == Video {
		return 20 << 20
	}
	return 10 << 20
}

const (
	// unsentFor is how long an upload waits for its message.
	unsentFor = time.Hour
	// keepBlob outlives a message that was sent at the end of that.
	keepBlob = Keep + 48*time.Hour
	// partSize is how a file is cut: so that a film does not hold up others who write, and a part of it is read alone.
	partSize = 1 << 20
)

// mediaName is the random last part of a path: nothing else protects what it leads to.
func mediaName() string { return id.Lower(mediaIDLength) }

// uploadOwner names whose an upload is, as rows do.
func uploadOwner(owner string, sender Sender) string {
	if sender == Other {
		return "house " + owner
	}
	return owner
}

// file is what is known of an upload before its bytes are kept.
type file struct {
	kind        Kind
	contentType string
	size        int64
}

// store keeps a file part by part, each in a commit of its own. Nobody knows its name before it is whole; what a crash
// leaves of it goes with the uploads that were never sent, and counts until then.
func (s *Service) store(ctx context.Context, u uploader, f file, next func() ([]byte, error)) (path string, err error) {
	name := mediaName()
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		counted, err := s.reserveTx(ctx, tx, u, f.size)
		if err != nil {
			return err
		}
		return chatdb.New(tx).AddMedia(ctx, chatdb.AddMediaParams{
			ID: name, Owner: u.owner, Kind: string(f.kind), Type: f.contentType, CreatedAt: clock.MicrosOf(tx.Now),
			Holder: u.holder, Guest: u.guest, Counted: counted,
		})
	})
	for err == nil {
		part, readErr := next()
		if readErr != nil || len(part) == 0 {
			err = readErr
			break
		}
		err = s.storePart(ctx, name, part)
	}
	if err != nil {
		return "", err
	}
	return MediaPath + name, nil
}

func (s *Service) storePart(ctx context.Context, name string, part []byte) error {
	sealed, err := s.Blobs.Seal(part)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := s.Blobs.PutTx(ctx, tx, sealed, keepBlob); err != nil {
			return err
		}
		return chatdb.New(tx).AddPart(ctx, int64(len(part)), sealed.ID+" ", name)
	})
}

// sendsMedia notes that an upload was sent: only an own one of the last hour can be.
func (t *turn) sendsMedia(ctx context.Context, sender Sender, said Content) error {
	if said.Type != MediaFile {
		return nil
	}
	var m mediaPayload
	if err := json.Unmarshal(said.Payload, &m); err != nil {
		return err
	}
	n, err := t.q.SendMedia(ctx, chatdb.SendMediaParams{
		SentAt: clock.MicrosOf(t.tx.Now), ID: mediaID(m.FilePath), Owner: uploadOwner(t.c.Owner, sender), Kind: m.FileType,
		Since: clock.MicrosOf(t.tx.Now.Add(-unsentFor)),
	})
	if err == nil && n == 0 {
		return fault.New(fault.INVALID_INPUT, "filePath is not an upload of this conversation's own of that type")
	}
	return err
}

// Media opens what a path leads to; NO_DATA where there is nothing, or not any more. who is by whom turns are taken.
func (s *Service) Media(ctx context.Context, who, path string) (*File, error) {
	row, err := chatdb.New(s.Store.DB()).Media(ctx, mediaID(path))
	now := s.Store.Now()
	old := row.SentAt == 0 && row.CreatedAt < clock.MicrosOf(now.Add(-unsentFor)) || row.SentAt > 0 && row.SentAt < clock.MicrosOf(now.Add(-Keep))
	if store.NotFound(err) || err == nil && old {
		return nil, fault.New(fault.NO_DATA, "there is no such file")
	}
	if err != nil {
		return nil, err
	}
	return &File{
		Type: row.Type, size: row.Size, parts: strings.Fields(row.Parts), held: -1,
		open: func(blob string) ([]byte, error) {
			ctx, cancel := context.WithTimeout(ctx, partWithin) // a slow reader has its own time, the database has not
			defer cancel()
			return s.Blobs.Open(ctx, who, blob)
		},
	}, nil
}

const partWithin = 10 * time.Second

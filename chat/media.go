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

// Kind is a kind of file that may be uploaded.
type Kind string

// The kinds, in the words of the wire's fileType.
const (
	Image Kind = "image"
	Video Kind = "video"
)

// checkSize refuses a file that is larger than its kind may be.
func (k Kind) checkSize(size int64) error {
	if size > int64(k.MaxBytes()) {
		return fault.New(fault.FILE_TOO_LARGE, "the file is larger than %d bytes", k.MaxBytes()).With("limit", k.MaxBytes()>>20)
	}
	return nil
}

// MaxBytes is the most bytes that a file of the kind may have.
func (k Kind) MaxBytes() int {
	if k == Video {
		return 20 << 20
	}
	return 10 << 20
}

const (
	// unsentFor is how long an upload waits for its message.
	unsentFor = time.Hour
	// keepBlob is longer than a message lives that was sent at the end of that hour.
	keepBlob = Keep + 48*time.Hour
	// partSize is the size of the parts that a file is stored in. So a film does not delay other writers, and can be read in
	// parts.
	partSize = 1 << 20
)

// mediaName makes the random last part of a path. Nothing else protects the file.
func mediaName() string { return id.Lower(mediaIDLength) }

// uploadOwner is the stored owner of an upload: the conversation's owner, or the house in that conversation.
func uploadOwner(owner string, sender Sender) string {
	if sender == Other {
		return "house " + owner
	}
	return owner
}

// file describes an upload before its bytes are stored.
type file struct {
	kind        Kind
	contentType string
	size        int64
}

// store stores a file part by part, each in a commit of its own. Nobody knows its path before it is complete. After a crash, the
// incomplete file is deleted like an upload that was never sent, and counts until then.
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

// storePart stores one part.
func (s *Service) storePart(ctx context.Context, name string, part []byte) error {
	stored, err := s.Blobs.Put(ctx, part)
	if err != nil {
		return err
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := s.Blobs.AddTx(ctx, tx, stored, keepBlob); err != nil {
			return err
		}
		return chatdb.New(tx).AddPart(ctx, int64(len(part)), stored.ID+" ", name)
	})
}

// sendsMedia marks an upload as sent, if the message is of media. It must be the sender's own and uploaded within the last hour.
func (t *conversationTx) sendsMedia(ctx context.Context, sender Sender, said Content) error {
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
		return fault.New(fault.INVALID_INPUT, "filePath is not an upload of that type, made in this conversation within the last hour")
	}
	return err
}

// Media opens the file of a path. It returns NO_DATA if there is none, or no longer one. Readers take turns by who.
func (s *Service) Media(ctx context.Context, who, path string) (*File, error) {
	row, err := chatdb.New(s.Store.DB()).Media(ctx, mediaID(path))
	now := s.Store.Now()
	old := row.SentAt == 0 && row.CreatedAt.Time().Before(now.Add(-unsentFor)) ||
		row.SentAt > 0 && row.SentAt.Time().Before(now.Add(-Keep))
	if store.NotFound(err) || err == nil && old {
		return nil, fault.New(fault.NO_DATA, "there is no such file")
	}
	if err != nil {
		return nil, err
	}
	return &File{
		Type: row.Type, size: row.Size, parts: strings.Fields(row.Parts), loaded: -1,
		open: func(blob string) ([]byte, error) {
			ctx, cancel := context.WithTimeout(ctx, partWithin) // bounds the database's time, not a slow reader's
			defer cancel()
			return s.Blobs.Open(ctx, who, blob)
		},
	}, nil
}

const partWithin = 10 * time.Second

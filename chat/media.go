package chat

import (
	"context"
	"encoding/json"
	"time"

	"krapao/fault"
	chatq "krapao/internal/store/q/chat"
)

const (
	// unsentFor is how long an upload waits for its message.
	unsentFor = 24 * time.Hour
	// picturesAtOnce bounds the memory and the processors that pictures take on a node.
	picturesAtOnce = 2
)

// sendsMedia notes that an upload was sent: only an own one of the last day can be.
func (t *turn) sendsMedia(ctx context.Context, said Content) error {
	if said.Type != MediaFile {
		return nil
	}
	var m mediaPayload
	if err := json.Unmarshal(said.Payload, &m); err != nil {
		return err
	}
	n, err := t.q.SendMedia(ctx, chatq.SendMediaParams{
		SentAt: t.tx.Now.UnixMicro(), ID: mediaID(m.FilePath), Owner: t.c.Owner, Kind: m.FileType,
		Since: t.tx.Now.Add(-unsentFor).UnixMicro(),
	})
	if err == nil && n == 0 {
		return fault.New(fault.INVALID_INPUT, "filePath is not an upload of this conversation's own of that type")
	}
	return err
}

package chat

import (
	"context"
	"fmt"
	"strings"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// Keep is how long messages are stored.
const Keep = 90 * 24 * time.Hour

// The sizes of deletions. They are small because nobody else can write on SQLite meanwhile.
const (
	messageBatch = 500
	mediaBatch   = 5
)

// Sweep deletes messages, and then conversations, whose time is over, and uploads that were sent with them or never. Run it
// every few hours.
func (s *Service) Sweep(ctx context.Context) error {
	for _, step := range []struct {
		batch int64
		do    func(tx *store.Tx, q *chatdb.Queries) (int64, error)
	}{
		{messageBatch, func(tx *store.Tx, q *chatdb.Queries) (int64, error) {
			return q.SweepMessages(ctx, clock.MicrosOf(tx.Now.Add(-Keep)), messageBatch)
		}},
		{messageBatch, func(tx *store.Tx, q *chatdb.Queries) (int64, error) {
			return q.SweepConversations(ctx, clock.MicrosOf(tx.Now.Add(-Keep)), messageBatch)
		}},
		{messageBatch, func(tx *store.Tx, q *chatdb.Queries) (int64, error) {
			return q.SweepNotes(ctx, clock.MicrosOf(tx.Now.Add(-Keep)), messageBatch)
		}},
		{mediaBatch, func(tx *store.Tx, q *chatdb.Queries) (int64, error) { return s.sweepMediaTx(ctx, tx, q) }},
	} {
		for removed := step.batch; removed == step.batch; {
			err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
				removed, err = step.do(tx, chatdb.New(tx))
				return err
			})
			if err != nil {
				return fmt.Errorf("chat: delete old messages and uploads: %w", err)
			}
		}
	}
	return nil
}

// SweepUnsent deletes uploads that were not sent in time. It writes only if there are some. Run it every minute: anybody can
// upload such files, and they fill the house's disk.
func (s *Service) SweepUnsent(ctx context.Context) error {
	for {
		before := clock.MicrosOf(s.Store.Now().Add(-unsentFor))
		old, err := chatdb.New(s.Store.DB()).OldMedia(ctx, before, 0, mediaBatch)
		if err != nil || len(old) == 0 {
			return err
		}
		err = s.Store.Write(ctx, func(tx *store.Tx) error {
			_, err := s.sweepMediaTx(ctx, tx, chatdb.New(tx))
			return err
		})
		if err != nil {
			return fmt.Errorf("chat: delete old messages and uploads: %w", err)
		}
	}
}

// sweepMediaTx deletes a batch of uploads whose time is over, and returns how many it read.
func (s *Service) sweepMediaTx(ctx context.Context, tx *store.Tx, q *chatdb.Queries) (int64, error) {
	unsent, sent := clock.MicrosOf(tx.Now.Add(-unsentFor)), clock.MicrosOf(tx.Now.Add(-Keep))
	old, err := q.OldMedia(ctx, unsent, sent, mediaBatch)
	if err != nil {
		return 0, err
	}
	for _, m := range old {
		n, err := q.DeleteMedia(ctx, m.ID, unsent, sent) // unless it was sent meanwhile
		if err != nil {
			return 0, err
		}
		if n == 0 {
			continue
		}
		if err := s.Blobs.DropTx(ctx, tx, strings.Fields(m.Parts)...); err != nil {
			return 0, err
		}
	}
	return int64(len(old)), nil
}

package privacy

import (
	"context"
	"strings"
	"time"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/privacy/internal/privacydb"
)

// State is how far a member's own export is.
type State string

// The states. None: there is no export, or it has ended.
const (
	None   State = "none"
	Making State = "making"
	Ready  State = "ready"
	Failed State = "failed"
)

const (
	// KeptFor is how long a member's own export is there.
	KeptFor = 3 * 24 * time.Hour
	// onceIn is how long a member waits from one to the next; one that failed is none.
	onceIn = 24 * time.Hour
)

// Own is a member's own export.
type Own struct {
	State State
	// Language is the page's.
	Language string
	AskedAt  time.Time
	// ReadyAt is when it was made, Until when it ends. Zero: it is not ready.
	ReadyAt, Until time.Time
	// Again is when the member may ask for the next one. Zero: now.
	Again time.Time
	// DataSize and PageSize are in bytes.
	DataSize, PageSize int64
}

// Own returns a member's own export.
func (s *Service) Own(ctx context.Context, member string) (Own, error) {
	row, err := privacydb.New(s.d.Store.DB()).ExportOf(ctx, member)
	if store.NotFound(err) {
		return Own{State: None}, nil
	}
	return s.ownOf(row), err
}

func (s *Service) ownOf(row privacydb.MemberExport) Own {
	now := s.d.Now()
	if row.EndsAt > 0 && !now.Before(row.EndsAt.Time()) {
		return Own{State: None}
	}
	own := Own{State: State(row.State), Language: row.Language, AskedAt: row.AskedAt.Time()}
	if own.State == Ready {
		own.ReadyAt, own.Until, own.DataSize, own.PageSize = row.ReadyAt.Time(), row.EndsAt.Time(), row.DataSize, row.PageSize
	}
	if again := own.AskedAt.Add(onceIn); own.State != Failed && now.Before(again) {
		own.Again = again
	}
	return own
}

// Ask asks for a member's own export, with its page in one of the Languages. While one is being made, asking again is the same
// request. REQUEST_LIMIT: the last one was asked for less than a day ago.
func (s *Service) Ask(ctx context.Context, member, language string) (own Own, err error) {
	err = s.d.Store.Write(ctx, func(tx *store.Tx) error {
		q := privacydb.New(tx)
		before, err := q.ExportOf(ctx, member)
		if err != nil && !store.NotFound(err) {
			return err
		}
		n, err := q.AskExport(ctx, privacydb.AskExportParams{
			Member: member, Language: language, AskedAt: clock.MicrosOf(tx.Now), Before: clock.MicrosOf(tx.Now.Add(-onceIn)),
		})
		if err == nil && n == 1 {
			err = s.d.Files.DropTx(ctx, tx, partsOf(before)...)
		}
		if err != nil {
			return err
		}
		row, err := q.ExportOf(ctx, member)
		if err != nil {
			return err
		}
		if own = s.ownOf(row); n == 1 || own.State == Making {
			return nil
		}
		wait := own.AskedAt.Add(onceIn).Sub(tx.Now)
		return fault.New(fault.REQUEST_LIMIT, "an export is made once a day").With("seconds", int((wait+time.Second-1)/time.Second))
	})
	return own, err
}

// partsOf are the files of an export.
func partsOf(row privacydb.MemberExport) []string {
	return strings.Fields(row.DataParts + row.PageParts)
}

// dropTx deletes a member's own export with its files.
func (s *Service) dropTx(ctx context.Context, tx *store.Tx, member string) error {
	q := privacydb.New(tx)
	row, err := q.ExportOf(ctx, member)
	if store.NotFound(err) {
		return nil
	}
	if err == nil {
		err = s.d.Files.DropTx(ctx, tx, partsOf(row)...)
	}
	if err != nil {
		return err
	}
	return q.DropExport(ctx, member)
}

// sweepMost is how many exports that have ended one transaction deletes.
const sweepMost = 20

// SweepOwn deletes members' own exports that have ended, and returns how many.
func (s *Service) SweepOwn(ctx context.Context) (ended int, err error) {
	for n := sweepMost; n == sweepMost && err == nil; ended += n {
		err = s.d.Store.Write(ctx, func(tx *store.Tx) error {
			rows, err := privacydb.New(tx).EndedExports(ctx, clock.MicrosOf(tx.Now), sweepMost)
			for _, row := range rows {
				if err == nil {
					err = s.dropTx(ctx, tx, row.Member)
				}
			}
			n = len(rows) // a transaction may be tried again
			return err
		})
	}
	return ended, err
}

package quarantine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/quarantine/internal/quarantinedb"
)

// How far a list is asked for: a person's file is not, a system's own list is there in part, or as a whole.
const (
	askedNot int64 = iota
	askedPart
	askedWhole
)

// mostPages is how many pages of a list one turn asks for.
const mostPages = 20

// askOn asks a system for what its list has more, and keeps each page before the next one is asked for. Several nodes may read
// the same page, and one of them keeps it. Of a system that is lifted meanwhile nothing more is asked: it is read as ever.
func (s *Service) askOn(ctx context.Context, one *quarantinedb.QuarantineImport) error {
	for range mostPages {
		if one.Asked != askedPart {
			return nil
		}
		rests, err := s.Rests(ctx, one.System)
		if err != nil {
			return err
		}
		if !rests {
			one.Asked = askedWhole
			return nil
		}
		mine, err := s.askPage(ctx, one)
		if err != nil {
			return errors.Join(fmt.Errorf("quarantine: the list of %s: %w", one.System, err), s.store.Write(ctx, func(tx *store.Tx) error {
				return quarantinedb.New(tx).AskFailed(ctx, err.Error(), one.ID)
			}))
		}
		if !mine {
			return nil
		}
	}
	return nil
}

// FailingSince returns since when a system that was asked for its own list has not given it. Zero: none was asked in vain, or its
// system is used again.
func (s *Service) FailingSince(ctx context.Context) (time.Time, error) {
	resting, err := s.resting(ctx)
	if err != nil || len(resting) == 0 {
		return time.Time{}, err
	}
	since, err := quarantinedb.New(s.store.DB()).FailingSince(ctx)
	if err != nil {
		return time.Time{}, fmt.Errorf("quarantine: lists that fail: %w", err)
	}
	return clock.Micros(since).Time(), nil
}

// askPage asks for one page and keeps it. mine is false where another node has.
func (s *Service) askPage(ctx context.Context, one *quarantinedb.QuarantineImport) (mine bool, err error) {
	until := s.store.Now()
	rows, next, more, err := s.books.Page(ctx, one.System, one.FromAt.Time(), one.Place)
	if err == nil {
		err = s.books.Complete(ctx, one.System, rows)
	}
	if err != nil {
		return false, err
	}
	asked := askedWhole
	if more {
		asked = askedPart
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		q := quarantinedb.New(tx)
		n, err := q.AskedOn(ctx, quarantinedb.AskedOnParams{
			Place: next, Asked: asked, ToAt: clock.MicrosOf(until), ID: one.ID, Was: one.Place,
		})
		if mine = n == 1; err != nil || !mine {
			return err
		}
		has, err := q.LastNumber(ctx, one.ID)
		if err == nil {
			err = s.addRowsTx(ctx, tx, one.ID, has, rows)
		}
		return err
	})
	if mine && err == nil {
		one.Place, one.Asked = next, asked
	}
	return mine, err
}

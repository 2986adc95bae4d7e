package chat

import (
	"context"
	"fmt"
	"time"

	"krapao/chat/internal/chatdb"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
)

// Canned is an answer that operators have ready.
type Canned struct {
	Code string
	// Title is what operators know it by. Keys is what they type after a slash to get it; empty: its title alone.
	Title, Keys string
	// TH, LO and EN are the answer in each language. {name} and such are filled in by whoever sends it.
	TH, LO, EN string
	ChangedAt  time.Time
	ChangedBy  string
}

// mostCanned is how many answers there may be.
const mostCanned = 200

// check refuses an answer that could not be sent, or not be found.
func (c Canned) check() error {
	if c.Title == "" || !named(c.Title) || units(c.Title) > maxTitle {
		return invalid("a title has at most %d characters, at least one visible, and no control characters", maxTitle)
	}
	for _, text := range []string{c.TH, c.LO, c.EN} {
		if err := checkText(text); err != nil {
			return err
		}
	}
	return nil
}

// CannedAnswers lists the answers that operators have ready, by their codes.
func (s *Service) CannedAnswers(ctx context.Context) ([]Canned, error) {
	rows, err := chatdb.New(s.Store.DB()).CannedAnswers(ctx, mostCanned)
	if err != nil {
		return nil, fmt.Errorf("chat: read canned answers: %w", err)
	}
	list := make([]Canned, len(rows))
	for i, r := range rows {
		list[i] = Canned{r.Code, r.Title, r.Keys, r.Th, r.Lo, r.En, r.ChangedAt.Time(), r.ChangedBy}
	}
	return list, nil
}

// SetCannedTx adds an answer, or changes it. INVALID_INPUT: it could not be sent, or there are too many.
func (s *Service) SetCannedTx(ctx context.Context, tx *store.Tx, c Canned) error {
	if err := c.check(); err != nil {
		return err
	}
	q := chatdb.New(tx)
	others, err := q.CountOtherCanned(ctx, c.Code)
	switch {
	case err != nil:
		return fmt.Errorf("chat: count canned answers: %w", err)
	case others >= mostCanned:
		return invalid("there are %d canned answers, and no more may be", others)
	}
	return q.SetCanned(ctx, chatdb.SetCannedParams{
		Code: c.Code, Title: c.Title, Keys: c.Keys, Th: c.TH, Lo: c.LO, En: c.EN,
		ChangedAt: clock.MicrosOf(tx.Now), ChangedBy: c.ChangedBy,
	})
}

// DeleteCannedTx deletes an answer. NO_DATA: there is none.
func (s *Service) DeleteCannedTx(ctx context.Context, tx *store.Tx, code string) error {
	n, err := chatdb.New(tx).DeleteCanned(ctx, code)
	if err == nil && n == 0 {
		return fault.New(fault.NO_DATA, "there is no canned answer %q", code)
	}
	return err
}

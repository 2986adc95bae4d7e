package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode/utf8"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/session/internal/sessiondb"
)

// Open makes a session and returns its token, which nobody can show again later.
func (s *Service) Open(ctx context.Context, o Opening) (token string, err error) {
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		token, err = s.OpenTx(ctx, tx, o)
		return err
	})
	return token, err
}

// OpenTx is Open inside the caller's transaction.
func (s *Service) OpenTx(ctx context.Context, tx *store.Tx, o Opening) (token string, err error) {
	token, _, err = s.BeginTx(ctx, tx, o)
	return token, err
}

// BeginTx is OpenTx for a caller that tells the owner about the session: which one it is, and when it ends.
func (s *Service) BeginTx(ctx context.Context, tx *store.Tx, o Opening) (token string, begun Session, err error) {
	t := s.termsOf(o.Audience, o.Remembered)
	begun = Session{
		ID: id.Text(idLength), Audience: o.Audience, Subject: o.Subject, Remembered: o.Remembered,
		ExpiresAt: t.until(tx.Now, tx.Now), EndsAt: t.end(tx.Now),
	}
	token = id.Secret()
	network := ""
	if o.Audience == Member { // operators sit in one office
		network = networkOf(o.Address)
	}
	err = sessiondb.New(tx).InsertSession(ctx, sessiondb.InsertSessionParams{
		ID: begun.ID, TokenHash: hash(token),
		Audience: string(o.Audience), Subject: o.Subject, Stamp: o.Stamp, Remembered: o.Remembered,
		Address: shown(o.Address), Agent: shown(o.Agent), Way: o.Way,
		CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(begun.ExpiresAt), Network: network,
	})
	if err != nil {
		return "", Session{}, fmt.Errorf("session: open: %w", err)
	}
	return token, begun, nil
}

const (
	idLength    = 16
	tokenLength = 52 // id.Secret
	shownLength = 200
)

func hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// shown cleans a text that a client sent about itself, so that it can be stored and listed.
func shown(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return -1
		}
		return r
	}, s)
	for len(s) > shownLength {
		_, size := utf8.DecodeLastRuneInString(s)
		s = s[:len(s)-size]
	}
	return s
}

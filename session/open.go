package session

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
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
	token = id.Secret()
	err = sessiondb.New(tx).InsertSession(ctx, sessiondb.InsertSessionParams{
		ID: id.Text(idLength), TokenHash: hash(token),
		Audience: string(o.Audience), Subject: o.Subject, Stamp: o.Stamp, Remembered: o.Remembered,
		Address: shown(o.Address), Agent: shown(o.Agent),
		CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(life(o.Remembered))),
	})
	if err != nil {
		return "", fmt.Errorf("session: open: %w", err)
	}
	return token, nil
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

// end returns the absolute end of a session that was opened at a time.
func end(opened time.Time, remembered bool) time.Time {
	if remembered {
		return opened.Add(rememberedEnd)
	}
	return opened.Add(ordinaryEnd)
}

func life(remembered bool) time.Duration {
	if remembered {
		return rememberedLife
	}
	return ordinaryLife
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

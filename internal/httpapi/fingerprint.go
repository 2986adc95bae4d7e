package httpapi

import (
	"context"
	"fmt"
	"strings"

	"krapao/internal/httpapi/internal/httpdb"
	"krapao/internal/store"
)

// A call's fingerprint is stored for 30 days, and a body may be a password or an account number: both can be guessed, and a
// plain hash of it would tell who guessed right. So it is stored under the installation's key: "k1:" and 64 hex digits, of
// the plain hash, so that rows of a version before can be keyed in place.

const keyedPrefix = "k1:"

// keyedLength is the length of a keyed fingerprint; the index http_answer_unkeyed and its query have it, too.
const keyedLength = len(keyedPrefix) + 64

// index is secret.Box's: a text of 64 hex digits from which nothing can be told without the key.
type index func(kind, value string) string

// keyed is what is stored of a fingerprint; what is keyed already stays.
func (i index) keyed(fingerprint string) string {
	if len(fingerprint) == keyedLength && strings.HasPrefix(fingerprint, keyedPrefix) {
		return fingerprint
	}
	return keyedPrefix + i("fingerprint of a call", fingerprint)
}

// keyBatch is how many rows one transaction keys: each holds what it locks for a moment only.
const keyBatch = 200

// KeyAnswers keys the fingerprints that a version before stored plainly, and returns how many. Run it now and then: nodes of
// that version may write more of them.
func (s *Server) KeyAnswers(ctx context.Context) (int, error) { return s.remember.answers.keyOld(ctx) }

func (a *answers) keyOld(ctx context.Context) (int, error) {
	for total := 0; ; {
		rows, err := httpdb.New(a.store.DB()).UnkeyedAnswers(ctx, keyBatch)
		if err != nil || len(rows) == 0 {
			return total, wrapAnswers(err)
		}
		err = a.store.Write(ctx, func(tx *store.Tx) error {
			for _, r := range rows {
				if err := httpdb.New(tx).KeyAnswer(ctx, a.index.keyed(r.Request), r.Scope, r.Request); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return total, wrapAnswers(err)
		}
		total += len(rows)
	}
}

func wrapAnswers(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("httpapi: answers: %w", err)
}

package httpx

import (
	"context"
	"strings"

	"krapao/internal/httpx/internal/httpdb"
	"krapao/internal/store"
)

// A call's fingerprint is stored for 30 days. A body may be a password or an account number: both can be guessed, and a plain
// hash would show that a guess is right. So the fingerprint is stored under the installation's key, as "k1:" and 64 hex
// digits. It is a keyed hash of the plain hash, so that the rows of an earlier version can be keyed in place.

const keyedPrefix = "k1:"

// keyedLength is the length of a keyed fingerprint. The index http_answer_unkeyed and its query have the same number.
const keyedLength = len(keyedPrefix) + 64

// index is secret.Box's: it makes 64 hex digits, which show nothing to anybody without the key.
type index func(kind, value string) string

// keyed is the stored form of a fingerprint. One that is keyed already stays as it is.
func (i index) keyed(fingerprint string) string {
	if len(fingerprint) == keyedLength && strings.HasPrefix(fingerprint, keyedPrefix) {
		return fingerprint
	}
	return keyedPrefix + i("fingerprint of a call", fingerprint)
}

// keyBatch is how many rows one transaction keys, so that each holds its locks for a moment only.
const keyBatch = 200

// keyOld keys the fingerprints that an earlier version stored plainly, and returns how many.
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

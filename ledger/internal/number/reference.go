package number

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"krapao/internal/store"
	"krapao/ledger/internal/ledgerdb"
)

// alphabet is lower-case Crockford base32: no i, l, o, u, nothing to confuse when read aloud.
const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const (
	epochLength     = 2
	referenceLength = epochLength + 13
)

// Epoch says which two characters begin the references of the transfers from First on. A restored copy begins a new one, so
// that it does not give out the references that the original gave out after the backup (RULES.md section 3).
type Epoch struct {
	First int64
	Code  int64
}

// Valid reports whether the code has two characters.
func (e Epoch) Valid() bool { return e.Code >= 0 && e.Code < 1<<(5*epochLength) }

// Epochs are sorted by First, and never empty.
type Epochs []Epoch

// At returns the epoch in which an id was made.
func (all Epochs) At(id int64) Epoch {
	e := all[0]
	for _, next := range all[1:] {
		if id >= next.First {
			e = next
		}
	}
	return e
}

// References turns ids into references and back: the store's epoch and the id, 15 characters of base32.
type References struct {
	s      *store.Store
	epochs atomic.Pointer[Epochs]
}

// OpenReferences reads the epochs of a database, and begins the first one where there is none.
func OpenReferences(ctx context.Context, s *store.Store) (*References, error) {
	r := &References{s: s}
	rows, err := ledgerdb.New(s.DB()).Epochs(ctx)
	if err != nil {
		return nil, fmt.Errorf("ledger: epoch: %w", err)
	}
	if len(rows) == 0 {
		return r, r.Renew(ctx, 0)
	}
	return r, r.read(ctx)
}

func (r *References) read(ctx context.Context) error {
	rows, err := ledgerdb.New(r.s.DB()).Epochs(ctx)
	if err != nil {
		return fmt.Errorf("ledger: epoch: %w", err)
	}
	epochs := make(Epochs, 0, len(rows))
	for _, row := range rows {
		epochs = append(epochs, Epoch{row.FirstTransfer, row.Code})
	}
	r.epochs.Store(&epochs)
	return nil
}

// Renew begins an epoch with the id first. References given out before stay readable.
func (r *References) Renew(ctx context.Context, first int64) error {
	err := r.s.Write(ctx, func(tx *store.Tx) error {
		q := ledgerdb.New(tx)
		rows, err := q.Epochs(ctx)
		if err != nil {
			return err
		}
		code := randomCode()
		for slices.ContainsFunc(rows, func(row ledgerdb.Epoch) bool { return row.Code == code }) {
			code = randomCode()
		}
		return q.AddEpoch(ctx, first, code)
	})
	if err != nil {
		return fmt.Errorf("ledger: epoch: %w", err)
	}
	return r.read(ctx)
}

func randomCode() int64 {
	var b [2]byte
	_, _ = rand.Read(b[:]) // crypto/rand never fails since Go 1.24
	return int64(binary.BigEndian.Uint16(b[:]) & (1<<(5*epochLength) - 1))
}

// Epoch returns the epoch in which an id was made.
func (r *References) Epoch(id int64) Epoch { return r.epochs.Load().At(id) }

// Of returns the reference of an id.
func (r *References) Of(id int64) string {
	return base32(r.Epoch(id).Code, epochLength) + base32(id, referenceLength-epochLength)
}

// Parse returns the id of a reference; ok reports whether this database gave it out.
func (r *References) Parse(s string) (id int64, ok bool) {
	if len(s) != referenceLength {
		return 0, false
	}
	var n uint64
	for _, c := range s[epochLength:] {
		digit := strings.IndexRune(alphabet, c)
		if digit < 0 || n>>59 != 0 {
			return 0, false
		}
		n = n<<5 | uint64(digit)
	}
	id = int64(n)
	return id, id > 0 && r.Of(id) == s
}

func base32(n int64, length int) string {
	var b [referenceLength]byte
	for i := length - 1; i >= 0; i-- {
		b[i] = alphabet[n&31]
		n >>= 5
	}
	return string(b[:length])
}

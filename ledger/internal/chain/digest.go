// Package chain is the proof that nothing of the books was changed afterwards: a digest of all that a batch writes, and a
// chain of seals over the digests.
package chain

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// Step is what a command did to a transfer, as an entry stores it. Each step leaves one entry on both accounts.
type Step string

// The steps.
const (
	Reserve Step = "reserve"
	Move    Step = "move"
	Post    Step = "post"
	Void    Step = "void"
)

// Entry is an entry as the digest covers it. Amounts are satang.
type Entry struct {
	Account, Version, Transfer  int64
	Step                        Step
	Debit                       bool
	Pending, Posted             int64
	Balance, Reserved, Incoming int64
}

// Opens reports whether the entry is the one of its transfer after which the transfer's own facts are hashed: the debit side
// of its first step.
func (e *Entry) Opens() bool { return e.Debit && (e.Step == Reserve || e.Step == Move) }

// Transfer is what of a transfer never changes. Amount is in satang, CreatedAt in microseconds since 1970.
type Transfer struct {
	Key, Kind, Member              string
	Request, Debit, Credit, Amount int64
	CreatedAt                      int64
}

// Refusal is a refusal as the digest covers it.
type Refusal struct {
	Key                  string
	Request              int64
	Code, Detail, Params string
}

// Digest is the hash of all that a batch writes and nothing changes later: its entries, the lasting facts of the transfers
// that it makes, and its refusals. Add them in the order of accounts, versions and keys.
type Digest struct{ buf []byte }

// NewDigest begins the digest of a batch. createdAt is in microseconds since 1970.
func NewDigest(batch, epoch, createdAt int64) *Digest {
	d := &Digest{make([]byte, 0, 4096)}
	d.numbers(batch, epoch, createdAt)
	return d
}

// Entry adds an entry.
func (d *Digest) Entry(e *Entry) {
	side := int64(0)
	if e.Debit {
		side = 1
	}
	d.numbers(e.Account, e.Version, e.Transfer, side, e.Pending, e.Posted, e.Balance, e.Reserved, e.Incoming)
	d.text(string(e.Step))
}

// Transfer adds a transfer, after the entry that opens it.
func (d *Digest) Transfer(t *Transfer) {
	d.text(t.Key)
	d.text(t.Kind)
	d.text(t.Member)
	d.numbers(t.Request, t.Debit, t.Credit, t.Amount, t.CreatedAt)
}

// Refusal adds a refusal.
func (d *Digest) Refusal(r *Refusal) {
	d.text("refusal")
	d.text(r.Key)
	d.numbers(r.Request)
	d.text(r.Code)
	d.text(r.Detail)
	d.text(r.Params)
}

func (d *Digest) numbers(all ...int64) {
	for _, n := range all {
		d.buf = binary.BigEndian.AppendUint64(d.buf, uint64(n))
	}
}

func (d *Digest) text(s string) {
	d.buf = binary.BigEndian.AppendUint32(d.buf, uint32(len(s)))
	d.buf = append(d.buf, s...)
}

// Bytes are what is hashed. They are valid until something is added.
func (d *Digest) Bytes() []byte { return d.buf }

// Sum returns the digest as it is stored.
func (d *Digest) Sum() string {
	s := sha256.Sum256(d.buf)
	return base64.RawURLEncoding.EncodeToString(s[:])
}

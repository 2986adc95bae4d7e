package ledger

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// digest is the hash of all that a batch writes and nothing changes later: its entries, the lasting facts of the
// transfers it makes, and its refusals.
func (b *book) digest() string {
	h := newDigest()
	for n := range b.entries {
		h.entry(&b.entries[n])
	}
	for _, f := range b.refusals {
		h.refusal(&f)
	}
	return h.sum()
}

// digest accumulates lines of a batch.
type digest struct{ buf []byte }

func newDigest() *digest { return &digest{buf: make([]byte, 0, 4096)} }

func (d *digest) sum() string {
	s := sha256.Sum256(d.buf)
	return base64.RawURLEncoding.EncodeToString(s[:])
}

// entry adds one line: the entry, and with the debit side of a transfer's first step the transfer's lasting facts.
func (d *digest) entry(e *entry) {
	d.numbers(e.account, e.version, int64(e.transfer.ID), int64(e.pending), int64(e.posted), int64(e.after.Posted),
		int64(e.after.Reserved), int64(e.after.Incoming))
	d.text(string(e.step))
	if !e.debit {
		return
	}
	d.text("debit")
	if e.step != stepReserve && e.step != stepMove {
		return
	}
	t := e.transfer
	d.text(t.Key.String())
	d.text(string(t.Kind))
	d.text(t.Member)
	d.numbers(t.request, t.debit, t.credit, int64(t.Amount), t.CreatedAt.UnixMicro())
}

func (d *digest) refusal(f *refusal) {
	d.text("refusal")
	d.text(f.key.String())
	d.numbers(f.request)
	d.text(string(f.err.Code))
	d.text(f.err.Detail)
	d.text(paramsText(f.err.Params))
}

func (d *digest) numbers(all ...int64) {
	for _, n := range all {
		d.buf = binary.BigEndian.AppendUint64(d.buf, uint64(n))
	}
}

func (d *digest) text(s string) {
	d.buf = binary.BigEndian.AppendUint32(d.buf, uint32(len(s)))
	d.buf = append(d.buf, s...)
}

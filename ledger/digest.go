package ledger

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// digest is the hash of all that a batch writes and nothing changes later: its entries, the lasting facts of the
// transfers it makes, and its refusals, in the order of accounts, versions and keys. The sealer binds digests into the chain.
type digest struct{ buf []byte }

func newDigest(batch ID, epoch, createdAt int64) *digest {
	d := &digest{make([]byte, 0, 4096)}
	d.numbers(int64(batch), epoch, createdAt)
	return d
}

func (b *book) digest() string {
	d := newDigest(b.batch, b.epoch, b.now.UnixMicro())
	for n := range b.entries {
		e := &b.entries[n]
		d.entry(e, int64(e.transfer.ID))
		if e.opens() {
			d.transfer(e.transfer)
		}
	}
	for _, f := range b.refusals {
		d.refusal(f.key.String(), f.request, string(f.err.Code), f.err.Detail, paramsText(f.err.Params))
	}
	return d.sum()
}

// opens tells the one entry of a transfer that speaks for the transfer itself: the debit side of its first step.
func (e *entry) opens() bool { return e.debit && (e.step == stepReserve || e.step == stepMove) }

func (d *digest) entry(e *entry, transfer int64) {
	side := int64(0)
	if e.debit {
		side = 1
	}
	d.numbers(e.account, e.version, transfer, side, int64(e.pending), int64(e.posted), int64(e.after.Posted),
		int64(e.after.Reserved), int64(e.after.Incoming))
	d.text(string(e.step))
}

func (d *digest) transfer(t *record) {
	d.text(t.Key.String())
	d.text(string(t.Kind))
	d.text(t.Member)
	d.numbers(t.request, t.debit, t.credit, int64(t.Amount), t.CreatedAt.UnixMicro())
}

func (d *digest) refusal(key string, request int64, code, detail, params string) {
	d.text("refusal")
	d.text(key)
	d.numbers(request)
	d.text(code)
	d.text(detail)
	d.text(params)
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

func (d *digest) sum() string {
	s := sha256.Sum256(d.buf)
	return base64.RawURLEncoding.EncodeToString(s[:])
}

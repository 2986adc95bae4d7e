package ledger

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"
)

// Key identifies an operation for ever: the first 128 bits of a SHA-256. Keys of clients and of the product's own
// operations can't meet: make them with ClientKey and InternalKey.
type Key [16]byte

// ClientKey is the key of a client's Idempotency-Key: the member and the route are hashed in, so that nobody meets the
// key of another.
func ClientKey(member, route, key string) Key { return makeKey("client", member, route, key) }

// InternalKey is the key of one of our own operations, e.g. InternalKey("deposit", bank, sourceID).
func InternalKey(parts ...string) Key {
	return makeKey(append([]string{"internal"}, parts...)...)
}

// surplusKey is the key of the transfer that completes one whose settlement moved more than was reserved.
func surplusKey(of ID) Key { return makeKey("surplus", of.String()) }

func makeKey(parts ...string) Key {
	h := sha256.New()
	for _, p := range parts {
		write(h, p)
	}
	var sum [sha256.Size]byte
	return Key(h.Sum(sum[:0])[:len(Key{})])
}

// write adds a text and its length: "ab", "c" never hashes like "a", "bc".
func write(h hash.Hash, s string) {
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(s)))
	_, _ = h.Write(n[:])
	_, _ = h.Write([]byte(s))
}

// String is how a key is stored: 22 characters.
func (k Key) String() string { return base64.RawURLEncoding.EncodeToString(k[:]) }

func parseKey(s string) (k Key, ok bool) {
	n, err := base64.RawURLEncoding.Decode(k[:], []byte(s))
	return k, err == nil && n == len(k)
}

// fingerprint is what makes two requests under one key the same: who, what, how much, between which accounts and under
// which labels. The rest of an order (a note, a due time) may differ when it is sent again.
func (o *Order) fingerprint() int64 {
	h := sha256.New()
	for _, s := range []string{string(o.Kind), string(o.Debit), string(o.Credit), o.Member, o.Detail.From, o.Detail.To} {
		write(h, s)
	}
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(o.Amount))
	_, _ = h.Write(n[:])
	var sum [sha256.Size]byte
	return max(1, int64(binary.BigEndian.Uint64(h.Sum(sum[:0]))>>1)) // 0 means "not an order" in refusal.request
}

package ledger

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"

	"krapao/ledger/internal/chain"
)

// Key is the idempotency key of an operation, for ever: the first 128 bits of a SHA-256. Make it with ClientKey or
// InternalKey, so that keys of clients and of our own operations never collide.
type Key [16]byte

// ClientKey returns the key for a client's Idempotency-Key header. The member and the route are hashed in, so that no client
// collides with the key of another.
func ClientKey(member, route, key string) Key { return makeKey("client", member, route, key) }

// InternalKey returns the key of one of our own operations, e.g. InternalKey("deposit", bank, sourceID).
func InternalKey(parts ...string) Key {
	return makeKey(append([]string{"internal"}, parts...)...)
}

// SurplusKey is the key of the transfer that holds the surplus of another: what its settlement moved beyond the reserved amount.
func SurplusKey(of ID) Key { return makeKey("surplus", of.String()) }

func makeKey(parts ...string) Key {
	h := sha256.New()
	for _, p := range parts {
		chain.HashText(h, p)
	}
	var sum [sha256.Size]byte
	return Key(h.Sum(sum[:0])[:len(Key{})])
}

// String returns the stored form of a key: 22 characters.
func (k Key) String() string { return base64.RawURLEncoding.EncodeToString(k[:]) }

func parseKey(s string) (k Key, ok bool) {
	n, err := base64.RawURLEncoding.Decode(k[:], []byte(s))
	return k, err == nil && n == len(k)
}

// fingerprint identifies a request, so that another request under the same key is noticed. It covers the member, the kind, the
// amount, the accounts and the labels. The rest of an order (a note, a due time) may differ when it is sent again.
func (o *Order) fingerprint() int64 {
	h := sha256.New()
	for _, s := range []string{string(o.Kind), string(o.Debit), string(o.Credit), o.Member, o.Detail.From, o.Detail.To} {
		chain.HashText(h, s)
	}
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(o.Amount))
	_, _ = h.Write(n[:])
	var sum [sha256.Size]byte
	return max(1, int64(binary.BigEndian.Uint64(h.Sum(sum[:0]))>>1)) // 0 means "not an order" in refusal.request
}

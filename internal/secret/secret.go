// Package secret seals values that the database may store but not reveal: game passwords, bank account numbers, slip images.
//
// Promises (DESIGN.md section 6):
//   - Every record is sealed with a data key of its own (AES-256-GCM). A key-encryption key wraps it, which the database holds
//     only sealed under the master key of the configuration (internal/keyring).
//   - A sealed text opens only in the table, column and row for which it was sealed, so that nobody can swap two members'
//     values.
//   - A blind index, under a key of its own, lets the database keep values unique without knowing them.
//   - A signature proves that a text was written with the keys.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
)

// KeySize is the length of every key in bytes.
const KeySize = 32

// ErrSealed means that the text was not sealed here, was changed since, or belongs to another row. The error never says
// more, and never holds the text.
var ErrSealed = errors.New("secret: the sealed text was changed, or belongs to another row")

// Row is the place of a sealed text. ID is the row's primary key, which must never change.
type Row struct{ Table, Column, ID string }

// Keys are the keys of one installation.
type Keys struct {
	// Version numbers the key that seals from now on; it is written into every sealed text. From 1.
	Version uint32
	// Encryption holds the current key-encryption key and the former ones that still open, by version.
	Encryption map[uint32][]byte
	// Index is the blind index's key. Changing it would mean recomputing every index, so it is separate.
	Index []byte
	// Signing holds the keys of signatures, by version from 1; the highest signs.
	Signing map[uint32][]byte
}

// Box seals and opens. It is safe for concurrent use.
type Box struct {
	keys atomic.Pointer[keys]
	// again reads the keys once more, for a text of a version that this Box does not have; nil: there are no others.
	again atomic.Pointer[func() (Keys, error)]
}

// keys are Keys, ready for use.
type keys struct {
	version uint32
	wraps   map[uint32]cipher.AEAD
	index   []byte
	signing map[uint32][]byte
	signs   uint32
}

// New makes a Box. Every key is 32 bytes, and the current version's key must be there.
func New(k Keys) (*Box, error) {
	b := &Box{}
	return b, b.Use(k)
}

// Use replaces the Box's keys, after a rotation.
func (b *Box) Use(k Keys) error {
	ready, err := prepare(k)
	if err == nil {
		b.keys.Store(ready)
	}
	return err
}

// Refresh sets the function that reads the keys once more when a text is of a version that the Box does not have: another node
// may have rotated them since.
func (b *Box) Refresh(again func() (Keys, error)) { b.again.Store(&again) }

func prepare(from Keys) (*keys, error) {
	if from.Version == 0 || from.Encryption[from.Version] == nil {
		return nil, errors.New("secret: the current encryption key is missing")
	}
	if len(from.Index) != KeySize {
		return nil, fmt.Errorf("secret: the index key has %d bytes, not %d", len(from.Index), KeySize)
	}
	k := &keys{version: from.Version, wraps: map[uint32]cipher.AEAD{}, index: from.Index, signing: from.Signing}
	for version, key := range from.Encryption {
		aead, err := newAEAD(key)
		if err != nil {
			return nil, fmt.Errorf("secret: encryption key %d: %w", version, err)
		}
		k.wraps[version] = aead
	}
	for version, key := range from.Signing {
		if len(key) != KeySize {
			return nil, fmt.Errorf("secret: signing key %d: %d bytes, not %d", version, len(key), KeySize)
		}
		k.signs = max(k.signs, version)
	}
	return k, nil
}

// FromMaster makes a Box with keys derived from one 32-byte secret, as the versions before the key ring did.
func FromMaster(master []byte) (*Box, error) {
	keys, err := Derived(master)
	if err != nil {
		return nil, err
	}
	return New(keys)
}

// Derived returns the keys that are derived from one 32-byte secret.
func Derived(master []byte) (Keys, error) {
	encryption, err := Derive(master, "krapao encryption 1")
	if err != nil {
		return Keys{}, err
	}
	index, err := Derive(master, "krapao blind index")
	if err != nil {
		return Keys{}, err
	}
	signing, err := Derive(master, "krapao signing 1")
	return Keys{
		Version: 1, Encryption: map[uint32][]byte{1: encryption}, Index: index, Signing: map[uint32][]byte{1: signing},
	}, err
}

// Derive derives a key for one use from a master key.
func Derive(master []byte, use string) ([]byte, error) {
	if len(master) != KeySize {
		return nil, fmt.Errorf("secret: the master key has %d bytes, not %d", len(master), KeySize)
	}
	key, err := hkdf.Expand(sha256.New, master, use, KeySize)
	if err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	return key, nil
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("%d bytes, not %d", len(key), KeySize)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block) // the nonce is random and precedes the ciphertext
}

// A sealed text is base64 of: key version (4 bytes) | wrapped data key (60 bytes) | sealed plaintext.
const (
	versionSize = 4
	overhead    = 12 + 16 // GCM's nonce and tag
	wrappedSize = KeySize + overhead
)

// Seal encrypts plaintext for one row's column and returns a text for the database.
func (b *Box) Seal(row Row, plaintext string) (string, error) {
	data := make([]byte, KeySize)
	_, _ = rand.Read(data) // crypto/rand never fails since Go 1.24
	body, err := newAEAD(data)
	if err != nil {
		return "", fmt.Errorf("secret: %w", err)
	}
	k := b.keys.Load()
	out := binary.BigEndian.AppendUint32(nil, k.version)
	out = k.wraps[k.version].Seal(out, nil, data, bind("key", row, k.version)) //nolint:gosec // G407: the AEAD makes its own nonce
	out = body.Seal(out, nil, []byte(plaintext), bind("text", row, k.version)) //nolint:gosec // G407: as above
	return base64.RawStdEncoding.EncodeToString(out), nil
}

// Open decrypts what Seal returned for the same row. Anything else is ErrSealed.
func (b *Box) Open(row Row, sealed string) (string, error) {
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil || len(raw) < versionSize+wrappedSize+overhead {
		return "", ErrSealed
	}
	version := binary.BigEndian.Uint32(raw)
	wrap, err := b.wrap(version)
	if err != nil {
		return "", err
	}
	data, err := wrap.Open(nil, nil, raw[versionSize:versionSize+wrappedSize], bind("key", row, version))
	if err != nil {
		return "", ErrSealed
	}
	body, err := newAEAD(data)
	if err != nil {
		return "", ErrSealed
	}
	plaintext, err := body.Open(nil, nil, raw[versionSize+wrappedSize:], bind("text", row, version))
	if err != nil {
		return "", ErrSealed
	}
	return string(plaintext), nil
}

// wrap returns the key-encryption key of a version.
func (b *Box) wrap(version uint32) (cipher.AEAD, error) {
	if wrap := b.keys.Load().wraps[version]; wrap != nil {
		return wrap, nil
	}
	if again := b.again.Load(); again != nil {
		keys, err := (*again)()
		if err == nil {
			err = b.Use(keys)
		}
		if err != nil {
			return nil, err
		}
	}
	if wrap := b.keys.Load().wraps[version]; wrap != nil {
		return wrap, nil
	}
	return nil, fmt.Errorf("secret: no key of version %d: %w", version, ErrSealed)
}

// Version returns the version of the key that seals from now on.
func (b *Box) Version() uint32 { return b.keys.Load().version }

// Sealed is how many leading characters of a sealed text SealedUnder needs.
const Sealed = 6

// SealedUnder returns the version of the key under which a text is sealed, from its first characters.
func SealedUnder(beginning string) (version uint32, ok bool) {
	if len(beginning) < Sealed {
		return 0, false
	}
	raw, err := base64.RawStdEncoding.DecodeString(beginning[:Sealed] + "AA")
	if err != nil || len(raw) < versionSize {
		return 0, false
	}
	return binary.BigEndian.Uint32(raw), true
}

// Signs returns the version of the key that signs; 0 if there is none.
func (b *Box) Signs() uint32 { return b.keys.Load().signs }

// Sign returns a signature of a text, for one use: its key's version, a colon, and the HMAC. Without a signing key it is
// empty.
func (b *Box) Sign(use, text string) string {
	k := b.keys.Load()
	if k.signs == 0 {
		return ""
	}
	return strconv.FormatUint(uint64(k.signs), 10) + ":" + sign(k.signing[k.signs], use, text)
}

// Signed returns the version of the key with which Sign made a signature of this text; 0: it is not ours.
func (b *Box) Signed(use, text, signature string) uint32 {
	k := b.keys.Load()
	prefix, mac, _ := strings.Cut(signature, ":")
	version, err := strconv.ParseUint(prefix, 10, 32)
	if err != nil {
		return 0
	}
	key := k.signing[uint32(version)]
	if key == nil || !hmac.Equal([]byte(mac), []byte(sign(key, use, text))) {
		return 0
	}
	return uint32(version)
}

func sign(key []byte, use, text string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write(prefixed(use))
	mac.Write([]byte(text))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// Index returns the blind index of a value: equal values of one kind have equal indexes, and without the key nothing else
// follows from it. The caller normalises the value first.
func (b *Box) Index(kind, value string) string {
	mac := hmac.New(sha256.New, b.keys.Load().index)
	mac.Write(prefixed(kind))
	mac.Write([]byte(value))
	return hex.EncodeToString(mac.Sum(nil))
}

// bind returns the additional data of a seal: each part with its length, so that it differs for any two rows.
func bind(use string, row Row, version uint32) []byte {
	out := prefixed(use)
	for _, part := range []string{row.Table, row.Column, row.ID} {
		out = append(out, prefixed(part)...)
	}
	return binary.BigEndian.AppendUint32(out, version)
}

func prefixed(s string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(len(s))), s...)
}

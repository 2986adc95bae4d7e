// Package secret keeps what the database may hold but not tell: game passwords, bank account numbers, slip images.
//
// Promises (DESIGN.md section 6): every record is sealed with a data key of its own (AES-256-GCM), which is wrapped by a
// key-encryption key that comes from the configuration and is never stored; a sealed text opens only in the table,
// column and row that it was sealed for, so that nobody can swap two members' values; a blind index lets the database
// keep values unique without knowing them, under a key of its own.
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
)

// KeySize is the length of every key in bytes.
const KeySize = 32

// ErrSealed is returned for a text that was not sealed here, was changed since, or belongs to another row. It never
// says more, and the text is never part of it.
var ErrSealed = errors.New("secret: the sealed text does not belong here or was changed")

// Row is where a sealed text lives. ID is the row's primary key, which must never change.
type Row struct{ Table, Column, ID string }

// Keys are the keys from the configuration.
type Keys struct {
	// Version numbers the key that seals from now on; it is written into every sealed text. From 1.
	Version uint32
	// Encryption holds the current key-encryption key and the former ones that still open, by version.
	Encryption map[uint32][]byte
	// Index is the blind index's key. It can't be changed without recomputing every index, so it is apart.
	Index []byte
}

// Box seals and opens. It is safe for concurrent use.
type Box struct {
	version uint32
	wraps   map[uint32]cipher.AEAD
	index   []byte
}

// New makes a Box. Every key is 32 bytes, and the current version's key must be there.
func New(keys Keys) (*Box, error) {
	if keys.Version == 0 || keys.Encryption[keys.Version] == nil {
		return nil, errors.New("secret: the current encryption key is missing")
	}
	if len(keys.Index) != KeySize {
		return nil, fmt.Errorf("secret: the index key has %d bytes, not %d", len(keys.Index), KeySize)
	}
	b := &Box{version: keys.Version, wraps: map[uint32]cipher.AEAD{}, index: keys.Index}
	for version, key := range keys.Encryption {
		aead, err := newAEAD(key)
		if err != nil {
			return nil, fmt.Errorf("secret: encryption key %d: %w", version, err)
		}
		b.wraps[version] = aead
	}
	return b, nil
}

// FromMaster derives both keys from one 32-byte secret, for an operator who configures a single one.
func FromMaster(master []byte) (*Box, error) {
	if len(master) != KeySize {
		return nil, fmt.Errorf("secret: the master key has %d bytes, not %d", len(master), KeySize)
	}
	encryption, err := hkdf.Expand(sha256.New, master, "krapao encryption 1", KeySize)
	if err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	index, err := hkdf.Expand(sha256.New, master, "krapao blind index", KeySize)
	if err != nil {
		return nil, fmt.Errorf("secret: %w", err)
	}
	return New(Keys{Version: 1, Encryption: map[uint32][]byte{1: encryption}, Index: index})
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("%d bytes, not %d", len(key), KeySize)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block) // the nonce is random and stands before the ciphertext
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
	out := binary.BigEndian.AppendUint32(nil, b.version)
	out = b.wraps[b.version].Seal(out, nil, data, bind("key", row, b.version)) //nolint:gosec // G407: the AEAD makes its own nonce
	out = body.Seal(out, nil, []byte(plaintext), bind("text", row, b.version)) //nolint:gosec // G407: as above
	return base64.RawStdEncoding.EncodeToString(out), nil
}

// Open decrypts what Seal returned for the same row. Anything else is ErrSealed.
func (b *Box) Open(row Row, sealed string) (string, error) {
	raw, err := base64.RawStdEncoding.DecodeString(sealed)
	if err != nil || len(raw) < versionSize+wrappedSize+overhead {
		return "", ErrSealed
	}
	version := binary.BigEndian.Uint32(raw)
	wrap := b.wraps[version]
	if wrap == nil {
		return "", fmt.Errorf("secret: no key of version %d: %w", version, ErrSealed)
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

// Index returns the blind index of a value: equal values of one kind have equal indexes, and nothing else can be told
// from it without the key. The caller normalises the value first.
func (b *Box) Index(kind, value string) string {
	mac := hmac.New(sha256.New, b.index)
	mac.Write(prefixed(kind))
	mac.Write([]byte(value))
	return hex.EncodeToString(mac.Sum(nil))
}

// bind is the additional data of a sealing: each part with its length, so that no two rows have the same.
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

package secret

import (
	"crypto/rand"
	"fmt"
)

// Apart encrypts content that is kept outside the database, and returns it with its key, which nothing else is encrypted under.
// The key is for a sealed column of the row that the content belongs to (Seal): without that row nothing opens the content, and a
// rotation of the database's keys does not have to touch it.
func Apart(content []byte) (key string, sealed []byte, err error) {
	raw := make([]byte, KeySize)
	_, _ = rand.Read(raw) // crypto/rand never fails since Go 1.24
	aead, err := newAEAD(raw)
	if err != nil {
		return "", nil, fmt.Errorf("secret: %w", err)
	}
	return string(raw), aead.Seal(nil, nil, content, nil), nil //nolint:gosec // G407: the AEAD makes its own nonce
}

// OpenApart decrypts what Apart encrypted under the key. Anything else is ErrSealed.
func OpenApart(key string, sealed []byte) ([]byte, error) {
	aead, err := newAEAD([]byte(key))
	if err != nil {
		return nil, ErrSealed
	}
	content, err := aead.Open(nil, nil, sealed, nil)
	if err != nil {
		return nil, ErrSealed
	}
	return content, nil
}

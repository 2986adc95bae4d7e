// Package truelink opens the wallet links that browsers encrypt.
//
// Every browser has the secret: encryption keeps links out of the logs of proxies, and proves nothing about the sender.
package truelink

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
)

// purpose binds a ciphertext to this call.
const purpose = "truelink"

// Open decrypts a link as the browser encrypted it (API.md, Wallet). It returns "" for anything else.
func Open(sealed, secret string) string {
	raw, err := base64.StdEncoding.Strict().DecodeString(sealed)
	if err != nil {
		return ""
	}
	key := sha256.Sum256([]byte(secret))
	block, err := aes.NewCipher(key[:])
	if err != nil {
		return "" // cannot happen: a key of 32 bytes is valid
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil || len(raw) < gcm.NonceSize() {
		return ""
	}
	text, err := gcm.Open(nil, raw[:gcm.NonceSize()], raw[gcm.NonceSize():], []byte(purpose))
	if err != nil {
		return ""
	}
	return string(text)
}

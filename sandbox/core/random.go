package core

import (
	"crypto/rand"
	"encoding/base32"
	"math/big"
	"strings"
)

// Identifiers that the sandbox creates are random, never counted: a sandbox with a new data directory must not reuse a
// number that a wallet has already booked.

// RandomText returns n characters of a-z and 2-7.
func RandomText(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // never fails
	return strings.ToLower(base32.StdEncoding.EncodeToString(raw))[:n]
}

// RandomDigits returns n decimal digits.
func RandomDigits(n int) string {
	digits := make([]byte, n)
	for i := range digits {
		digits[i] = byte('0' + RandomBelow(10))
	}
	return string(digits)
}

// RandomBelow returns an unbiased number from 0 to n-1.
func RandomBelow(n int64) int64 {
	drawn, err := rand.Int(rand.Reader, big.NewInt(n))
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return drawn.Int64()
}

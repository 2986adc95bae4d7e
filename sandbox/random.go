package sandbox

import (
	"crypto/rand"
	"encoding/base32"
	"math/big"
	"strings"
	"time"
)

// Names that the outside gives to things are random, never counted: a sandbox with a fresh data directory must not use a
// number again that a wallet has already booked.

// randomText returns n characters of a-z and 2-7.
func randomText(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // never fails
	return strings.ToLower(base32.StdEncoding.EncodeToString(raw))[:n]
}

// randomDigits returns n decimal digits.
func randomDigits(n int) string {
	digits := make([]byte, n)
	for i := range digits {
		digits[i] = byte('0' + randomBelow(10))
	}
	return string(digits)
}

// randomBelow returns an unbiased number from 0 to n-1.
func randomBelow(n int64) int64 {
	drawn, err := rand.Int(rand.Reader, big.NewInt(n))
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return drawn.Int64()
}

// bankNumber is a bank's number for a transaction: the day and twelve digits.
func bankNumber(at time.Time) string {
	return at.In(zone).Format("20060102") + randomDigits(12)
}

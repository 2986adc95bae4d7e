// Package id makes the identifiers that leave the server: random, so that none reveals another, and readable, so that a person
// can say one on the telephone.
package id

import (
	"crypto/rand"
	"encoding/base32"
	"strings"
)

// crockford has no I, L, O and U: nothing to confuse when read aloud.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

// MemberLength is the length of a member's _id (API.md, Account).
const MemberLength = 12

// Member returns a new member id: 12 Crockford base32 characters, 60 random bits.
func Member() string { return Text(MemberLength) }

// Text returns n random Crockford base32 characters, five random bits each.
func Text(n int) string {
	b := make([]byte, (n*5+7)/8)
	_, _ = rand.Read(b) // crypto/rand never fails since Go 1.24
	return crockford.EncodeToString(b)[:n]
}

// Lower returns n random lower-case characters for outside systems that take no capitals: game user names, references.
func Lower(n int) string { return strings.ToLower(Text(n)) }

// SecretLength is the length of a Secret.
const SecretLength = 52

// Secret returns 256 random bits as SecretLength lower-case characters: session tokens, passwords that no one types.
func Secret() string { return Lower(SecretLength) }

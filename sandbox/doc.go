// Package sandbox is the outside world on one machine: the SMS gateway, the bank with its QR codes, the payout bank and
// the game providers that the wallet's adapters talk to, each at the other end of its real protocol. It holds play money
// only.
//
// Its promise is that of a witness. What it has answered it has committed (SQLite, WAL, synchronous FULL), its totals are
// exact to the satang, and it counts by itself: it shares the wire structs of connect/*/wire with the adapters and not one
// line with the wallet's own books, so that a fault on one side can't hide on the other.
//
// How it can misbehave (a reply that is lost, a payment that arrives before the answer, a provider that is down) is asked
// for by POST /sandbox/faults; faults live in memory only. The control API is described in SANDBOX.md.
//
// One system is one file: sms.go, kbank.go, payout.go, game.go with joker.go and amb.go, and for people lobby.go and
// page.go.
package sandbox

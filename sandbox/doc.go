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
// Beyond SANDBOX.md: GET /sandbox/bank/transfer lists transfers; a slip is .png or .jpg with
// ?layout=receipt|card|ticket|night, width and quality, and payments of QR codes have one too; faults may name one verifier
// (slip:slipok, slip:easyslip); the feed's lines meet late_callback, duplicate_callback and lost_callback; the totals have
// each bank account and gateway by itself. GET /sandbox/bank/qr lists codes with the payer they name; a code of PAYONEX is
// paid on hold by {hold: true}, until POST /sandbox/bank/payments/{ref} {result: "settle"|"reject"} decides.
//
// This package only puts the sandbox together: protocols lists all systems, Credentials what they expect. core is the frame
// that they register with, page what their pages share, control the control API for all of them. Each system is a package:
// sms, those below banks and those below games.
package sandbox

// Package sandbox is the outside world on one machine: the SMS gateway, the bank with its QR codes, the payout bank and
// the game providers that the wallet's adapters talk to, each with its real protocol. It holds play money only.
//
// It is an independent witness. Every call that it has answered is committed (SQLite, WAL, synchronous FULL), and its
// totals are exact to the satang. It counts by itself: it shares the wire structs of connect/*/wire with the adapters,
// and no code with the wallet's own bookkeeping, so that a fault on one side can't hide on the other.
//
// POST /sandbox/faults makes it misbehave: a lost reply, a payment that arrives before the answer, a provider that is
// down. Faults exist in memory only. SANDBOX.md describes the control API.
//
// Beyond SANDBOX.md:
//   - GET /sandbox/bank/transfer lists transfers.
//   - A slip is .png or .jpg with ?layout=receipt|card|ticket|night, width and quality; payments of QR codes have one
//     too.
//   - Faults may name one verifier (slip:slipok, slip:easyslip), and the feed's lines meet late_callback,
//     duplicate_callback and lost_callback.
//   - cut_answer is a fault's mode: it was done, and the connection is cut in the middle of the answer.
//   - /uploads/ is a bucket of S3's protocol for uploaded files. The operations of its faults are move (PUT), check (GET), list
//     and mark (DELETE).
//   - The totals list each bank account and gateway separately.
//   - GET /sandbox/bank/qr lists codes with the payer they name. {hold: true} pays a code of PAYONEX on hold, until
//     POST /sandbox/bank/payments/{ref} {result: "settle"|"reject"} decides. {wait: true} answers only when the wallet has
//     accepted the gateway's callback.
//
// This package only assembles the sandbox: protocols lists all systems, Credentials what they expect. core is the frame
// that they register with, page what their pages share, control the control API for all of them. Each system is a
// package: sms, those below banks and those below games.
package sandbox

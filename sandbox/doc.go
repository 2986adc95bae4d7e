// Package sandbox is the outside world on one machine: the sms.Message gateway, the bank with its QR codes, the payout bank and
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
// The bank (bank*.go) knows which accounts are the wallet's (banks.DemoAccounts): transfers to them are bankIn of the
// totals, stand in their statements, and are what SlipOK takes for the shop's own. Beyond SANDBOX.md: GET
// /sandbox/bank/transfer lists transfers; a slip is .png or .jpg with ?layout=receipt|card|ticket|night, width and quality,
// and payments of QR codes have one too; faults may name one verifier (slip:slipok, slip:easyslip); the feed's lines meet
// late_callback, duplicate_callback and lost_callback; the totals have each bank account and gateway by itself. GET
// /sandbox/bank/qr lists codes with the payer they name; a code of PAYONEX is paid on hold by {hold: true}, until POST /sandbox/bank/payments/{ref}
// {result: "settle"|"reject"} decides.
//
// One system is one file: sms.go, kbank.go, payonex.go, signed.go (WW and FP), payout.go, feed.go, slipok.go, easyslip.go,
// truemoney.go, and for people lobby.go and page.go. What all gateways share is qr*.go. Games: catalogue.go says which
// code speaks which family, game.go keeps accounts and movements, round.go what is played, game_journal.go what a
// provider's back office sees; each family's end is a file of its name.
package sandbox

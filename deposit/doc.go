// Package deposit is how money enters: the accounts that members pay into, and one inflow row per arrival. The packages below it are
// the ways in: qr, slip, link, feed and declared.
//
// Promises (RULES.md section 4):
//   - Every payment is credited once: one row in inflow per (account, source id), every other identifier seen unique over
//     all inflows, and the ledger's movement in the same commit. A callback is only a hint; state and amount are asked
//     for again before anything is credited.
//   - What arrived is never lost: late, after cancelling, a second time or with another amount, it is credited as paid.
//   - Money from a payer who is not the member is the member's but held, with the reason, until matched or returned.
//   - No outside call is made inside a transaction, and an outcome that is not known settles by asking again.
package deposit

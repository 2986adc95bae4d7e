// Package deposit is how money enters: the accounts that members pay into, and one inflow row per arrival of money.
//
// Promises (RULES.md section 4):
//   - Every payment is credited once. It has one inflow row per (account, source id), every other identifier is unique
//     over all inflows, and the ledger's movement is in the same commit. A callback is only a hint: state and amount are
//     asked for again before anything is credited.
//   - Money that arrived is never lost. If it is late, after a cancellation, paid twice or of another amount, it is
//     credited as paid.
//   - Money from a payer who is not the member belongs to the member but is held, with the reason, until it is matched
//     or returned.
//   - No outside call is made inside a transaction. An unknown outcome is settled by asking again.
//
// Its neighbours are the packages below it, one for each way in: qr (codes of gateways), slip (pictures of transfers),
// link (wallet links), feed (statements of banks) and declared (transfers that members declare). Package accounts
// takes the list of our accounts from the content. They import this package and know nothing of each other. It calls them back
// through the interfaces of Ways.
package deposit

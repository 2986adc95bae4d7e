// Package withdraw pays money out to members: requests and their limits, the conditions of an automatic payout, and the
// payout itself.
//
// Promises (RULES.md section 5):
//   - A request takes its amount from the spendable balance in the commit that checks its limits. Bank, account number and
//     name are frozen in it.
//   - A payout is sent under one reference for ever and paid at most once. Only the registered account is paid.
//   - Money comes back only on a definitive rejection by the bank, or by the decision of two persons; never on "not found" or
//     a timeout.
//   - A withdrawal that is not paid automatically says why, and since when it waits.
package withdraw

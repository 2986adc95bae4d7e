// Package withdraw is how money leaves: requests, their limits, the conditions of an automatic payout, and the payout.
//
// Promises (RULES.md section 5):
//   - A request leaves the spendable balance in the commit that checks its limits; bank, number and name are frozen in it.
//   - A payout is sent under one reference for ever and paid at most once; only the registered account is paid.
//   - Money comes back only on an explicit rejection of the bank, or by two persons; never on "not found" or silence.
//   - A withdrawal that is not paid automatically says why and since when.
package withdraw

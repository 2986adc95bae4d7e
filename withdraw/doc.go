// Package withdraw takes members' requests to be paid out: it checks their limits, freezes the account and reserves the money.
//
// What follows a request is in rooms of its own. Package approval decides whether a withdrawal is paid automatically, package
// payout has the bank pay it and finds out the outcome, and package brake stops automatic payouts of the whole house. Settler
// takes a withdrawal from one to the next.
//
// Promises (RULES.md section 5):
//   - A request takes its amount from the spendable balance in the commit that checks its limits. Bank, account number and
//     name are frozen in it.
//   - A payout is sent under one reference for ever and paid at most once. Only the registered account is paid.
//   - Money comes back only on a definitive rejection by the bank, or by the decision of two persons; never on "not found" or
//     a timeout.
//   - A withdrawal that is not paid automatically says why, and since when it waits.
package withdraw

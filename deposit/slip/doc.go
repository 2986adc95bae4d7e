// Package slip takes the pictures of transfers (slips) that members upload.
//
// A slip is read, and its transfer is claimed. A verifier then reports what the bank knows of the transfer, and the rules of
// RULES.md section 4 decide: it is booked, attached to a line of a statement, rejected with a reason, or left to an operator.
//
// Promises:
//   - Amount and time are the bank's, never the picture's.
//   - A transfer is credited once, by whichever slip or channel it comes. At most one slip of it is decided at a time.
//   - Money that has verifiably reached us is booked even if its slip is rejected: as unmatched, for an operator.
//   - Each step is committed before the next, and only by the node that holds the slip's lease.
//
// Its neighbours: deposit books and attaches; qr answers whether a slip shows the payment of a code (Codes). The verifiers
// are connect/slipcheck/*, and sliptest is what each of them must pass.
package slip

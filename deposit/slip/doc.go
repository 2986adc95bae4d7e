// Package slip takes pictures of transfers that members upload.
//
// A slip is read, its transfer is claimed, a verifier tells what the bank knows of it, and the rules of RULES.md section 4 decide:
// it is booked, attached to a line of a statement, refused with a reason, or left to an operator. Amount and time are the bank's,
// never the picture's.
package slip

// Package declared keeps the bank transfers that members declare.
//
// Promises (RULES.md section 4):
//   - A declaration credits nothing. It is paired with an unmatched line of a statement, or confirmed by operators who found
//     the transfer in the bank's statement.
//   - It is paired only if exactly one line fits the declaration and exactly one member the line.
//   - A declaration lapses after 48 hours. Money that arrives later is booked all the same.
//
// Its neighbours: deposit books the money, and ends declarations through deposit.Declarations; feed asks for the declaration
// of an unmatched line.
package declared

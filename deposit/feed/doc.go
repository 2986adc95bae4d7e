// Package feed reads the statements of our accounts and books their lines.
//
// Promises:
//   - Each line is booked once, whenever and however often the bank reports it.
//   - A line or a page that can't be read or booked is kept as a case for an operator. It blocks no other line, and the cursor
//     never passes it before the case is stored.
//   - A line belongs to a member by its payer alone only if there is nothing to guess. Other lines are unmatched until a
//     declaration, a slip or an operator shows whose they are.
//
// Its neighbours: deposit books the lines; declared is asked for the declaration of an unmatched line. The statements come
// from connect/bankfeed, and feedtest is what each adapter must pass.
package feed

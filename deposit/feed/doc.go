// Package feed reads the statements of our accounts and books what they tell, each line once. What can't be read or booked is kept as a
// case for an operator, and keeps no other line waiting.
package feed

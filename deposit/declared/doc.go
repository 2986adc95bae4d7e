// Package declared keeps the bank transfers that members say they made. A declaration credits nothing: it is paired with a line of a
// statement that is nobody's, or confirmed by operators who found it in the bank's statement.
package declared

package doubt

// DifferenceKind says how the provider's transfers and ours differ.
type DifferenceKind string

// The kinds of difference.
const (
	// MissingThere: we booked it, and the provider has nothing under its reference.
	MissingThere DifferenceKind = "missing_there"
	// MissingHere: the provider moved credits under a reference that we never made, or under one of ours whose money
	// never left because the provider had refused it.
	MissingHere DifferenceKind = "missing_here"
	// AnotherAmount, AnotherAccount, AnotherDirection: the reference is ours, but the provider moved something else.
	AnotherAmount    DifferenceKind = "amount"
	AnotherAccount   DifferenceKind = "account"
	AnotherDirection DifferenceKind = "direction"
	// Twice: the provider's list has one reference more than once.
	Twice DifferenceKind = "twice"
	// Unclear: the provider answers, and its answer can't be about this transfer.
	Unclear DifferenceKind = "unclear"
	// Unexplained: readings of an account found something beyond our transfers that its rounds don't add up to.
	Unexplained DifferenceKind = "unexplained"
	// Unproved: we gave the money back, nobody can be asked about the transfer, and later readings don't show whether the
	// provider applied it. The case assumes on the provider's side that it did.
	Unproved DifferenceKind = "unproved"
)

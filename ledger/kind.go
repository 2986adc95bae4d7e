package ledger

// Kinds of the transfers by which the house pays members and takes money back (RULES.md sections 7 to 10). Several areas write
// them, and the statement shows them under a type of their own. All other kinds are declared by their area.
const (
	// KindBonus is a conditional credit into the wallet, out of a house account, a purse or Coupons.
	KindBonus Kind = "bonus"
	// KindFinishBonus ends a condition: from the wallet back to the house account. When nothing goes back it is one satang from
	// Capital to the wallet, reserved and voided, so that the end has a row.
	KindFinishBonus Kind = "finish_bonus"
	// KindRefund and KindInvite move from the house into a purse.
	KindRefund Kind = "refund"
	KindInvite Kind = "invite"
	// KindPrize moves between Prize and Coupons: a drawn prize, and one that nobody claimed.
	KindPrize Kind = "prize"
)

package deposittest

import (
	"krapao/money"
)

// Hundred baht.
const Hundred = 100 * money.Baht

// The payers.
var (
	Somchai = SCB("1234567890", "SOMCHAI JAIDEE")
	Somying = SCB("5554567890", "SOMYING JAIDEE")
	Nobody  = SCB("8887776665", "WHO KNOWS")
)

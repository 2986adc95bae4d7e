package money

// Percents are whole numbers, not negative, and bounded by the content that sets them. Up to 100,000 percent, the result is
// exact for amounts below 92 trillion baht.

// Percent returns n percent of a, rounded down to the satang: for what a member receives.
func (a Amount) Percent(n int64) Amount {
	// Percent by percent, so that no amount is too large to multiply.
	whole, rest := a/100, a%100
	if rest < 0 {
		whole, rest = whole-1, rest+100
	}
	return whole*Amount(n) + rest*Amount(n)/100
}

// PercentUp returns n percent of a, rounded up to the satang: for what a member pays or has to reach.
func (a Amount) PercentUp(n int64) Amount { return -(-a).Percent(n) }

package sandbox

// totals is every baht that the outside holds, in baht; the games' in their credits. Each protocol adds what it holds.
type totals struct {
	// BankIn is what transfers brought to the wallet's own accounts, whether the wallet knows of it or not.
	BankIn bahtAmount `json:"bankIn"`
	QRIn   bahtAmount `json:"qrIn"`
	// VouchersRedeemed is what the wallet's own number got of all vouchers: its shares, not what strangers took.
	VouchersRedeemed bahtAmount `json:"vouchersRedeemed"`
	// PayoutsSettled is what has reached members' banks and stayed there: one that bounced is not in it.
	PayoutsSettled bahtAmount `json:"payoutsSettled"`
	// Reversed is what of BankIn and QRIn was taken back; both have it in them still.
	Reversed bahtAmount `json:"reversed"`
	// Banks are each of the wallet's bank accounts ("SCB 4068123456"), Gateways each QR gateway, for a comparison account by
	// account.
	Banks    map[string]accountTotals `json:"banks"`
	Gateways map[string]accountTotals `json:"gateways"`
	Games    map[string]gameTotals    `json:"games"`
}

// accountTotals are one account's: what came in, what of it was taken back, and what its owner sent elsewhere. A transfer
// that was taken back counts in both In and Reversed, and one that an account's owner sent and got back counts nowhere.
type accountTotals struct {
	In       bahtAmount `json:"in"`
	Reversed bahtAmount `json:"reversed"`
	Out      bahtAmount `json:"out"`
}

// gameTotals are all accounts of a game together: Balance and Outstanding are Deposited less Withdrawn plus Result, and
// Result is what members have won there on settled rounds, negative where they have lost.
type gameTotals struct {
	Deposited   creditAmount `json:"deposited"`
	Withdrawn   creditAmount `json:"withdrawn"`
	Balance     creditAmount `json:"balance"`
	Result      creditAmount `json:"result"`
	Outstanding creditAmount `json:"outstanding"` // staked on rounds without a result yet
}

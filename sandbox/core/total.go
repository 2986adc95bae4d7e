package core

// Totals is every baht that the outside holds, in baht; the games' in their credits. Each protocol adds what it holds.
type Totals struct {
	// BankIn is what transfers brought to the wallet's own accounts, whether the wallet knows of it or not.
	BankIn Baht `json:"bankIn"`
	QRIn   Baht `json:"qrIn"`
	// VouchersRedeemed is what the wallet's own number got of all vouchers: its shares, not what strangers took.
	VouchersRedeemed Baht `json:"vouchersRedeemed"`
	// PayoutsSettled is what has reached members' banks and stayed there: one that bounced is not in it.
	PayoutsSettled Baht `json:"payoutsSettled"`
	// Reversed is what of BankIn and QRIn was taken back; both have it in them still.
	Reversed Baht `json:"reversed"`
	// Banks are each of the wallet's bank accounts ("SCB 4068123456"), Gateways each QR gateway, for a comparison account by
	// account.
	Banks    map[string]AccountTotals `json:"banks"`
	Gateways map[string]AccountTotals `json:"gateways"`
	Games    map[string]GameTotals    `json:"games"`
}

// AccountTotals are one account's: what came in, what of it was taken back, and what its owner sent elsewhere. A transfer
// that was taken back counts in both In and Reversed, and one that an account's owner sent and got back counts nowhere.
type AccountTotals struct {
	In       Baht `json:"in"`
	Reversed Baht `json:"reversed"`
	Out      Baht `json:"out"`
}

// GameTotals are all accounts of a game together: Balance and Outstanding are Deposited less Withdrawn plus Result, and
// Result is what members have won there on settled rounds, negative where they have lost.
type GameTotals struct {
	Deposited   Credits `json:"deposited"`
	Withdrawn   Credits `json:"withdrawn"`
	Balance     Credits `json:"balance"`
	Result      Credits `json:"result"`
	Outstanding Credits `json:"outstanding"` // staked on rounds without a result yet
}

package core

// Totals is all the money that the sandbox holds, in baht; the games' in their credits. Each protocol adds its part.
type Totals struct {
	// BankIn is the sum of transfers to the wallet's own accounts, whether the wallet knows of them or not.
	BankIn Baht `json:"bankIn"`
	QRIn   Baht `json:"qrIn"`
	// VouchersRedeemed is the sum of the wallet's own shares of vouchers, without other people's.
	VouchersRedeemed Baht `json:"vouchersRedeemed"`
	// PayoutsSettled is the sum that reached members' banks and stayed there: a bounced payout is not in it.
	PayoutsSettled Baht `json:"payoutsSettled"`
	// Reversed is the part of BankIn and QRIn that was taken back; both still include it.
	Reversed Baht `json:"reversed"`
	// Banks are the totals of each of the wallet's bank accounts ("SCB 4068123456"), Gateways those of each
	// QR gateway, for a comparison account by account.
	Banks    map[string]AccountTotals `json:"banks"`
	Gateways map[string]AccountTotals `json:"gateways"`
	Games    map[string]GameTotals    `json:"games"`
}

// AccountTotals are one account's: the money that came in, the part that was taken back, and what its owner sent
// elsewhere. A transfer that was taken back counts in both In and Reversed. One that the account's owner sent and got
// back counts nowhere.
type AccountTotals struct {
	In       Baht `json:"in"`
	Reversed Baht `json:"reversed"`
	Out      Baht `json:"out"`
}

// GameTotals are the sums of all accounts of a game. Balance and Outstanding are Deposited less Withdrawn plus Result.
// Result is what members have won there on settled rounds, negative if they have lost.
type GameTotals struct {
	Deposited   Credits `json:"deposited"`
	Withdrawn   Credits `json:"withdrawn"`
	Balance     Credits `json:"balance"`
	Result      Credits `json:"result"`
	Outstanding Credits `json:"outstanding"` // staked on rounds without a result yet
}

package sandbox

import (
	"context"
	"encoding/json"
	"net/http"

	payoutwire "krapao/connect/payout/wire"
)

// totals is every baht that the outside holds, in baht; the games' in their credits.
type totals struct {
	// BankIn is what transfers brought to the wallet's own accounts, told to the wallet or not.
	BankIn json.Number `json:"bankIn"`
	QRIn   json.Number `json:"qrIn"`
	// VouchersRedeemed is what the wallet's own number got of all vouchers: its shares, not what strangers took.
	VouchersRedeemed json.Number `json:"vouchersRedeemed"`
	// PayoutsSettled is what has reached members' banks and stayed there: one that bounced is not in it.
	PayoutsSettled json.Number `json:"payoutsSettled"`
	// Reversed is what of BankIn and QRIn was taken back; both have it in them still.
	Reversed json.Number `json:"reversed"`
	// Banks are each of the wallet's bank accounts ("SCB 4068123456"), Gateways each QR gateway, for who compares account by
	// account.
	Banks    map[string]accountTotals `json:"banks"`
	Gateways map[string]accountTotals `json:"gateways"`
	Games    map[string]gameTotals    `json:"games"`
}

// accountTotals are one account's: what came in, what of it was taken back, and what its owner sent elsewhere.
type accountTotals struct {
	In       json.Number `json:"in"`
	Reversed json.Number `json:"reversed"`
	Out      json.Number `json:"out"`
}

func shownSums(sums map[string]accountSums) map[string]accountTotals {
	shown := make(map[string]accountTotals, len(sums))
	for name, one := range sums {
		shown[name] = accountTotals{baht(one.in), baht(one.reversed), baht(one.out)}
	}
	return shown
}

// gameTotals are all accounts of a game together: Balance and Outstanding are Deposited less Withdrawn plus Result, and
// Result is what members have won there on settled rounds, negative where they have lost.
type gameTotals struct {
	Deposited   json.Number `json:"deposited"`
	Withdrawn   json.Number `json:"withdrawn"`
	Balance     json.Number `json:"balance"`
	Result      json.Number `json:"result"`
	Outstanding json.Number `json:"outstanding"` // staked on rounds that run
}

// handleTotals is GET /sandbox/totals, one instant of all systems.
func (s *Server) handleTotals(w http.ResponseWriter, r *http.Request) {
	sums, err := s.totals(r.Context())
	if err != nil {
		s.answer(w, s.broken("totals", err))
		return
	}
	s.answer(w, ok(sums))
}

func (s *Server) totals(ctx context.Context) (t totals, err error) {
	s.writer.Lock() // between two transactions: all sums are of one instant
	defer s.writer.Unlock()
	var settled, vouchers int64
	err = s.db.QueryRowContext(ctx, `SELECT
		(SELECT coalesce(sum(amount), 0) FROM payout WHERE state = $1),
		(SELECT coalesce(sum(amount), 0) FROM voucher_ticket WHERE mobile = $2)`,
		payoutwire.StateSettled, s.credentials.TrueMoney.Mobile).Scan(&settled, &vouchers)
	if err != nil {
		return t, err
	}
	codes, err := qrSums(ctx, s.db)
	if err != nil {
		return t, err
	}
	banks, err := s.bankSums(ctx, s.db)
	if err != nil {
		return t, err
	}
	viaCodes, viaBanks := allOf(codes), allOf(banks)
	t = totals{
		BankIn: baht(viaBanks.in), QRIn: baht(viaCodes.in), VouchersRedeemed: baht(vouchers), PayoutsSettled: baht(settled),
		Reversed: baht(viaCodes.reversed + viaBanks.reversed), Banks: shownSums(banks), Gateways: shownSums(codes), Games: map[string]gameTotals{},
	}
	for _, game := range games {
		t.Games[game.Code] = gameTotals{Deposited: "0", Withdrawn: "0", Balance: "0", Result: "0", Outstanding: "0"}
	}
	_, err = collect(ctx, s.db, func(row scanner) (struct{}, error) {
		var code string
		var in, out, balance, result, outstanding int64
		err := row.Scan(&code, &in, &out, &balance, &result, &outstanding)
		t.Games[code] = gameTotals{credits(in), credits(out), credits(balance), credits(result), credits(outstanding)}
		return struct{}{}, err
	}, `SELECT game, sum(deposited), sum(withdrawn), sum(balance), sum(won - bet + outstanding), sum(outstanding) FROM game_account GROUP BY game`)
	return t, err
}

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
	// Banks are BankIn and Reversed of each of the wallet's accounts ("SCB 4068123456"), for who compares account by account.
	Banks map[string]bankTotals `json:"banks"`
	Games map[string]gameTotals `json:"games"`
}

// bankTotals are one bank account's.
type bankTotals struct {
	In       json.Number `json:"in"`
	Reversed json.Number `json:"reversed"`
}

// gameTotals are all accounts of a game together: Balance is Deposited less Withdrawn plus Result, and Result is what
// members have won there, negative where they have lost.
type gameTotals struct {
	Deposited json.Number `json:"deposited"`
	Withdrawn json.Number `json:"withdrawn"`
	Balance   json.Number `json:"balance"`
	Result    json.Number `json:"result"`
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
	qrIn, reversed, err := qrTotals(ctx, s.db)
	if err != nil {
		return t, err
	}
	banks, each, err := s.bankSums(ctx, s.db)
	if err != nil {
		return t, err
	}
	t = totals{
		BankIn: baht(banks.in), QRIn: baht(qrIn), VouchersRedeemed: baht(vouchers), PayoutsSettled: baht(settled),
		Reversed: baht(reversed + banks.reversed), Banks: map[string]bankTotals{}, Games: map[string]gameTotals{},
	}
	for account, one := range each {
		t.Banks[account] = bankTotals{In: baht(one.in), Reversed: baht(one.reversed)}
	}
	for _, game := range games {
		t.Games[game.Code] = gameTotals{Deposited: "0", Withdrawn: "0", Balance: "0", Result: "0"}
	}
	_, err = collect(ctx, s.db, func(row scanner) (struct{}, error) {
		var code string
		var in, out, balance, result int64
		err := row.Scan(&code, &in, &out, &balance, &result)
		t.Games[code] = gameTotals{credits(in), credits(out), credits(balance), credits(result)}
		return struct{}{}, err
	}, `SELECT game, sum(deposited), sum(withdrawn), sum(balance), sum(won - bet) FROM game_account GROUP BY game`)
	return t, err
}

package ledger_test

import (
	"context"
	"testing"

	"krapao/fault"
	"krapao/internal/store"
	"krapao/internal/store/storetest"
	"krapao/ledger"
)

func TestGates(t *testing.T) {
	t.Parallel()
	for gate, code := range map[ledger.Gate]fault.Code{
		ledger.GateHeld:                             fault.TRY_AGAIN,
		ledger.GateIntoGames:                        fault.SELF_EXCLUDED,
		ledger.GateWithdraw:                         fault.BONUS_REMAINING,
		ledger.GateCredits:                          fault.BONUS_ALREADY_ACTIVE,
		ledger.GateHeld | ledger.GateIntoGames:      fault.TRY_AGAIN,
		ledger.GateWithdraw | ledger.GateCredits<<1: fault.BONUS_REMAINING,
	} {
		t.Run(string(code), func(t *testing.T) {
			t.Parallel()
			storetest.Each(t, func(t *testing.T, s *store.Store) {
				b, ctx := setup(t, s), context.Background()
				b.deposit(nok, 100)
				b.gates(ledger.Wallet(nok), gate, 0)
				stopped := withdrawal(nok, 10)
				stopped.Gates = gate
				_, err := b.Reserve(ctx, stopped)
				wantCode(t, err, code)
				into := ledger.Order{
					Key: newKey(), Kind: "deposit", Debit: ledger.Bank("kbank"), Credit: ledger.Wallet(nok), Amount: 5, Member: nok,
				}
				if _, err := b.Move(ctx, into); err != nil {
					t.Errorf("an order that names no gate: %v", err)
				}
				into.Key, into.Gates = newKey(), gate
				_, err = b.Move(ctx, into)
				wantCode(t, err, code) // on the other account too
				b.gates(ledger.Wallet(nok), 0, gate)
				_, err = b.Reserve(ctx, stopped)
				if code == fault.TRY_AGAIN {
					if err != nil {
						t.Errorf("the hold is over: %v", err)
					}
				} else {
					wantCode(t, err, code) // remembered
				}
				stopped.Key = newKey()
				if _, err := b.Reserve(ctx, stopped); err != nil {
					t.Errorf("a new key: %v", err)
				}
				b.clean()
			})
		})
	}
}

func (b *bundle) gates(name ledger.Account, raise, lower ledger.Gate) {
	b.t.Helper()
	b.tx(func(tx *store.Tx) error { return b.SetGatesTx(context.Background(), tx, name, raise, lower) })
}

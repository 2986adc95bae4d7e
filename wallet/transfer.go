package wallet

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/game"
	"krapao/ledger"
	"krapao/money"
)

// Request is one transfer as a member asks for it. From and To are WALLET or game codes; Amount is in baht.
type Request struct {
	From, To string
	Amount   money.Amount
}

// side is one end of a request: the wallet, or an account at a game.
type side struct {
	wallet  bool
	game    game.Game
	account game.Account
}

func (s side) code() string {
	if s.wallet {
		return ledger.LabelWallet
	}
	return s.game.Code
}

func (s side) same(o side) bool {
	return s.wallet && o.wallet || !s.wallet && !o.wallet && s.account.ID == o.account.ID
}

// Transfer moves money between the wallet and a game, or from game to game through the wallet. The key makes it happen
// once: a repeated call gets the result of the first one.
//
// Codes: TRANSFER_MINIMUM, NO_GAME, BEING_CHECKED, SLOT_NO_ACCOUNT, TRANSFER_SAME, INVALID_AMOUNT (params.step),
// MONEY_NOT_ENOUGH, BONUS_GAME, LIMIT_REACHED, SELF_EXCLUDED, TRY_AGAIN (nothing moved; with params.game where a provider
// can't be read), TRANSFER_FAIL (the provider refused, and the money is where it was; of game to game it is in the wallet).
func (s *Service) Transfer(ctx context.Context, member string, key ledger.Key, r Request) (Answer, error) {
	found, err := startOf(ctx, s.starts, member, key, r)
	if err != nil {
		return Answer{}, err
	}
	if found.used {
		answer, known, err := s.replay(ctx, member, key, r)
		if answer.Replayed = known; known || err != nil {
			return answer, err
		}
	}
	from, to, err := s.sides(ctx, r, found)
	if err != nil {
		return Answer{}, err
	}
	if !from.wallet && !to.wallet {
		return s.between(ctx, member, key, r, from, to)
	}
	l := leg{member: member, key: key, amount: r.Amount, in: from.wallet, game: from.game, account: from.account}
	if l.in {
		l.game, l.account = to.game, to.account
	}
	if memo, is := found.memos[l.game.Code]; is {
		l.memo = &memo
	}
	t, err := s.run(ctx, l)
	if err != nil {
		return Answer{}, err
	}
	return s.answer(t)
}

// replay answers a key that was used before, without calling a provider. False: it was not, or the error is the refusal that
// the ledger remembers of it.
func (s *Service) replay(ctx context.Context, member string, key ledger.Key, r Request) (Answer, bool, error) {
	t, known, err := s.books.FindByKey(ctx, key)
	switch {
	case known && err != nil: // the ledger refused it once, and so it stays
		return Answer{}, false, err
	case err != nil:
		return Answer{}, false, fmt.Errorf("wallet: look up a key: %w", err)
	case known && t.Detail.Parent != "":
		return s.replayBetween(ctx, member, key, r)
	case known && (t.Member != member || t.Detail.From != r.From || t.Detail.To != r.To || t.Amount != r.Amount):
		return Answer{}, true, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key belongs to another request")
	case known:
		answer, err := s.answer(t)
		return answer, true, err
	}
	return s.replayBetween(ctx, member, key, r)
}

// answer returns the result of a transfer.
func (s *Service) answer(t ledger.Transfer) (Answer, error) {
	reference := s.books.Reference(t.ID)
	switch t.State {
	case ledger.Posted:
		return Answer{Code: fault.SUCCESS, Status: Success, Reference: reference}, nil
	case ledger.Pending:
		return Answer{Code: fault.TRANSFER_PENDING, Status: InProgress, Reference: reference}, nil
	case ledger.Voided:
	}
	return Answer{}, failure(t).With("reference", reference)
}

// failure returns why a transfer was voided: by default the provider refused it.
func failure(t ledger.Transfer) *fault.Error {
	if t.Detail.Reason != "" {
		return fault.New(t.Detail.Reason, "nothing was moved")
	}
	return fault.New(fault.TRANSFER_FAIL, "nothing was moved")
}

// sides finds and checks both ends of a request.
func (s *Service) sides(ctx context.Context, r Request, found start) (from, to side, err error) {
	if r.Amount < Minimum {
		return from, to, fault.New(fault.TRANSFER_MINIMUM, "at least one baht").With("minimum", Minimum)
	}
	if from, err = found.side(ctx, s.games.Catalogue, r.From); err != nil {
		return from, to, err
	}
	if to, err = found.side(ctx, s.games.Catalogue, r.To); err != nil {
		return from, to, err
	}
	if from.same(to) {
		return from, to, fault.New(fault.TRANSFER_SAME, "both ends are the same account")
	}
	if err := takesMoney(to); err != nil {
		return from, to, err
	}
	for _, end := range []side{from, to} {
		if end.wallet {
			continue
		}
		if err := end.game.Checked(); err != nil {
			return from, to, err
		}
		if err := checkSteps(s.games.Step(end.account.Provider), end, r.Amount); err != nil {
			return from, to, err
		}
	}
	return from, to, nil
}

// takesMoney refuses a target that is closing, in maintenance, or being checked. Money still comes out of the first two, if they
// answer.
func takesMoney(to side) error {
	switch {
	case to.wallet:
		return nil
	case to.game.State != game.Open:
		return fault.New(fault.NO_GAME, "the game takes no money any more").With("game", to.game.Code)
	case to.game.Maintenance:
		return to.game.Named(fault.New(fault.TRY_AGAIN, "the game is in maintenance"))
	}
	return to.game.Checked()
}

func (s *Service) side(ctx context.Context, member, code string) (side, error) {
	if code == ledger.LabelWallet {
		return side{wallet: true}, nil
	}
	g, err := s.games.Catalogue.Find(ctx, code)
	if err != nil {
		return side{}, err
	}
	a, err := s.games.Accounts.For(ctx, member, g)
	if err != nil {
		return side{}, err
	}
	return side{game: g, account: a}, nil
}

// checkSteps refuses an amount that is not a whole number of the provider's steps: it is never changed silently.
func checkSteps(step money.Credits, end side, amount money.Amount) error {
	credits, exact := money.CreditsOf(amount, end.account.Factor)
	if !exact || credits%step != 0 {
		return fault.New(fault.INVALID_AMOUNT, "not a whole number of the provider's steps").
			With("step", step.Baht(end.account.Factor)).With("game", end.game.Code)
	}
	return nil
}

// wholeSteps returns the largest amount of whole steps within credits.
func wholeSteps(step money.Credits, a game.Account, credits money.Credits) money.Amount {
	return (credits - credits%step).Baht(a.Factor)
}

// Package lost books movements with games that a provider made and that these books do not have: they were restored from a backup
// of before them (RULES.md section 14). Two persons decide about each, and each is booked once.
package lost

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"krapao/fault"
	"krapao/game"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// Movement is one that a provider made for a member.
type Movement struct {
	Provider, Username string
	// Reference is ours as the provider lists it, or the provider's own number where it has none. It is booked once.
	Reference string
	Outside   string
	Member    string
	// Amount is positive into the game.
	Amount money.Amount
}

// The parts of a booking. partShort is what an account holds less than came out of it: its member has won that, or it came in by
// another lost movement.
const (
	partShort = "short"
	partGiven = "out"  // to the wallet
	partPaid  = "in"   // out of the wallet
	partOwed  = "owed" // what the wallet does not hold
)

// booking are the parts of which each booking has one at least.
var booking = []string{partGiven, partPaid, partOwed}

func (l Movement) key(part string) ledger.Key {
	return ledger.InternalKey("movement_lost", part, l.Provider, l.Reference)
}

// note begins the note of each part of a lost movement.
const note = "lost with the books as "

// Books is what this package needs of the ledger.
type Books interface {
	Balance(ctx context.Context, account ledger.Account) (ledger.Balance, error)
	BalanceTx(ctx context.Context, tx *store.Tx, account ledger.Account) (ledger.Balance, error)
	LockTx(ctx context.Context, tx *store.Tx, accounts ...ledger.Account) error
	MoveTx(ctx context.Context, tx *store.Tx, order ledger.Order) (ledger.Result, error)
	FindByKey(ctx context.Context, key ledger.Key) (ledger.Transfer, bool, error)
	FindByKeyTx(ctx context.Context, tx *store.Tx, key ledger.Key) (ledger.Transfer, bool, error)
	ParseReference(text string) (ledger.ID, bool)
}

// Accounts are the members' accounts at providers.
type Accounts interface {
	NamedTx(ctx context.Context, tx *store.Tx, provider, username string) (game.Account, error)
	TakeTurnTx(ctx context.Context, tx *store.Tx, a game.Account) (game.Account, error)
	NoteReadingTx(ctx context.Context, tx *store.Tx, a game.Account) error
}

// Catalogue has the games.
type Catalogue interface {
	GamesTx(ctx context.Context, tx *store.Tx) ([]game.Game, error)
}

// Service books them. It is safe for concurrent use.
type Service struct {
	books     Books
	accounts  Accounts
	catalogue Catalogue
}

// New makes the service.
func New(books Books, accounts Accounts, catalogue Catalogue) *Service {
	return &Service{books, accounts, catalogue}
}

// Is reports whether a transfer books a lost movement: the provider has it under a reference that is not the transfer's.
func Is(t ledger.Transfer) bool { return strings.HasPrefix(t.Detail.Note, note) }

// Booked reports whether a lost movement is booked.
func (s *Service) Booked(ctx context.Context, provider, reference string) (bool, error) {
	l := Movement{Provider: provider, Reference: reference}
	for _, part := range booking {
		_, known, err := s.books.FindByKey(ctx, l.key(part))
		if known || err != nil {
			return known, err
		}
	}
	return false, nil
}

// BookTx books a movement that a provider made, as two persons decided, once. Into the game, the wallet pays as much as it
// holds, and the member owes the rest. Out of it, the wallet gets all of it; what the books do not have in the game was won
// there. Of an account that these books do not have, the other side is the provider's result: nobody can play there any more.
// NO_DATA: it is booked, or the account is another member's.
func (s *Service) BookTx(ctx context.Context, tx *store.Tx, l Movement) error {
	a, err := s.accounts.NamedTx(ctx, tx, l.Provider, l.Username)
	known := err == nil
	switch {
	case err != nil && !store.NotFound(err):
		return err
	case known && a.Member != l.Member:
		return fault.New(fault.NO_DATA, "the account %s is another member's", l.Username)
	case known: // before the ledger
		if a, err = s.accounts.TakeTurnTx(ctx, tx, a); err != nil {
			return err
		}
	}
	there := ledger.GameResult(l.Provider)
	if known {
		there = a.Ledger()
	}
	wallet, owed, result := ledger.Wallet(l.Member), ledger.Owed(l.Member), ledger.GameResult(l.Provider)
	if err := s.books.LockTx(ctx, tx, wallet, owed, there, result); err != nil {
		return err
	}
	for _, part := range booking {
		_, used, err := s.books.FindByKeyTx(ctx, tx, l.key(part))
		if err != nil {
			return err
		}
		if used {
			return fault.New(fault.NO_DATA, "the movement %s is booked", l.Reference)
		}
	}
	parts, err := s.partsTx(ctx, tx, l, a, there)
	if err != nil {
		return err
	}
	return s.moveTx(ctx, tx, l, parts)
}

// part is one transfer of the ledger that books a lost movement.
type part struct {
	name          string
	kind          ledger.Kind
	debit, credit ledger.Account
	amount        money.Amount
}

func (s *Service) partsTx(ctx context.Context, tx *store.Tx, l Movement, a game.Account, there ledger.Account) ([]part, error) {
	wallet, result := ledger.Wallet(l.Member), ledger.GameResult(l.Provider)
	if l.Amount > 0 {
		balance, err := s.books.BalanceTx(ctx, tx, wallet)
		paid := min(max(balance.Available(), 0), l.Amount)
		return []part{
			{partPaid, game.KindIn, wallet, there, paid},
			{partOwed, game.KindIn, ledger.Owed(l.Member), there, l.Amount - paid},
		}, err
	}
	out, short := -l.Amount, money.Amount(0)
	if there != result {
		balance, err := s.books.BalanceTx(ctx, tx, there)
		if err != nil {
			return nil, err
		}
		if short = out - min(max(balance.Available(), 0), out); short > 0 {
			a.Result += short
			if err := s.accounts.NoteReadingTx(ctx, tx, a); err != nil {
				return nil, err
			}
		}
	}
	return []part{
		{partShort, game.KindResult, result, there, short},
		{partGiven, game.KindOut, there, wallet, out},
	}, nil
}

func (s *Service) moveTx(ctx context.Context, tx *store.Tx, l Movement, parts []part) error {
	code, err := s.codeOfTx(ctx, tx, l.Provider)
	if err != nil {
		return err
	}
	detail := ledger.Detail{
		From: ledger.LabelWallet, To: code, Account: l.Username, Outside: game.Printable(l.Outside), Reason: fault.SUCCESS,
		Note: note + game.Printable(l.Reference),
	}
	if l.Amount < 0 {
		detail.From, detail.To = detail.To, detail.From
	}
	if id, ok := s.books.ParseReference(l.Reference); ok {
		detail.Of = id
	}
	for _, p := range parts {
		if p.amount == 0 {
			continue
		}
		o := ledger.Order{
			Key: l.key(p.name), Kind: p.kind, Debit: p.debit, Credit: p.credit, Amount: p.amount, Member: l.Member, Detail: detail,
		}
		if p.kind == game.KindResult {
			o.Member, o.Detail = "", ledger.Detail{Account: l.Username, Note: detail.Note}
		}
		if _, err := s.books.MoveTx(ctx, tx, o); err != nil {
			return fmt.Errorf("wallet: book a lost movement: %w", err)
		}
	}
	return nil
}

var errNoGame = errors.New("wallet: no game of the catalogue is at the provider")

// codeOfTx is the code of a game of a provider: what statements name it by.
func (s *Service) codeOfTx(ctx context.Context, tx *store.Tx, provider string) (string, error) {
	games, err := s.catalogue.GamesTx(ctx, tx)
	if err != nil {
		return "", err
	}
	for _, g := range games {
		if g.Provider == provider {
			return g.Code, nil
		}
	}
	return "", errNoGame
}

// Effect is what the booking of a lost movement would do to its member's wallet now, negative where it pays, and what the
// member would owe.
func (s *Service) Effect(ctx context.Context, l Movement) (wallet, owed money.Amount, err error) {
	if l.Amount < 0 {
		return -l.Amount, 0, nil
	}
	balance, err := s.books.Balance(ctx, ledger.Wallet(l.Member))
	paid := min(max(balance.Available(), 0), l.Amount)
	return -paid, l.Amount - paid, err
}

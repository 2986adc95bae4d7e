package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"krapao/fault"
	"krapao/game"
	"krapao/game/balance"
	"krapao/internal/patience"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
)

// leg is one transfer between a member's wallet and one game account.
type leg struct {
	member  string
	key     ledger.Key
	amount  money.Amount
	in      bool // into the game
	game    game.Game
	account game.Account
	// parent is the operation that the leg belongs to; read: the account was confirmed a moment ago.
	parent string
	read   bool
	// memo is what the books have just said about the account, for the first reading; nil: they are asked.
	memo *ledger.Balance
	// asked is the reading that is booked with the reserve; nil: it is booked, or none is needed.
	asked *balance.Asked
	// idle is the account as it was when nobody had played on it for a while; nil: that does not matter.
	idle *game.Account
	// reserved is what the books said about the account when the transfer was reserved.
	reserved ledger.Balance
}

func (l leg) order(now time.Time, due time.Duration) ledger.Order {
	o := ledger.Order{
		Key: l.key, Kind: game.KindOut, Debit: l.account.Ledger(), Credit: ledger.Wallet(l.member),
		Amount: l.amount, Member: l.member, DueAt: now.Add(due), Gates: ledger.GateHeld,
		Detail: ledger.Detail{From: l.game.Code, To: ledger.LabelWallet, Account: l.account.Username, Parent: l.parent},
	}
	if l.in {
		o.Kind, o.Debit, o.Credit = game.KindIn, o.Credit, o.Debit
		o.Detail.From, o.Detail.To = ledger.LabelWallet, l.game.Code
		o.Gates |= ledger.GateIntoGames
	}
	return o
}

var errNoConnection = errors.New("no connection to the provider")

// unreadable refuses an operation that needs a balance which can't be read now (RULES.md section 1).
func unreadable(err error, g game.Game) error {
	if errors.Is(err, game.ErrMoving) {
		return underWay("another transfer of the account is under way")
	}
	return g.Named(fault.Wrap(err, fault.TRY_AGAIN, "the game's balance can't be read now"))
}

func busy(why string) *fault.Error { return fault.New(fault.TRY_AGAIN, "%s", why) }

func underWay(why string) *fault.Error { return fault.Wrap(errUnderWay, fault.TRY_AGAIN, "%s", why) }

// run makes one transfer: read what is needed, reserve, call the provider, settle. The returned transfer may be pending:
// then the outcome is unknown, and the settle worker finds out. The error is errLater, with the refusal, if a request ran
// out of time before anything was reserved.
func (s *Service) run(ctx context.Context, l leg) (ledger.Transfer, error) {
	p := s.games.Provider(l.account.Provider)
	if p == nil {
		return ledger.Transfer{}, unreadable(errNoConnection, l.game)
	}
	player, result, err := s.readAndReserve(ctx, p, &l)
	for n := 1; n < balance.Attempts && errors.Is(err, balance.ErrStale); n++ {
		player, result, err = s.readAndReserve(ctx, p, &l)
	}
	if errors.Is(err, balance.ErrStale) {
		err = unreadable(fmt.Errorf("%w: %w", game.ErrMoving, err), l.game)
	}
	if err != nil || result.Replayed {
		return result.Transfer, err
	}
	// From here on the money is reserved: it makes no difference any more if the caller goes away.
	ctx = context.WithoutCancel(ctx)
	return sending{s, p, l, player}.send(ctx, result.Transfer), nil
}

// readAndReserve reads what is needed, and reserves. It fails with balance.ErrStale where something moved in between.
func (s *Service) readAndReserve(ctx context.Context, p game.Provider, l *leg) (game.Player, ledger.Result, error) {
	var player game.Player
	err := patience.Again(ctx, reserveShare+afterReserve(p), func() (err error) {
		player, err = s.prepare(ctx, p, l)
		return err
	}, s.passes(ctx, l.member, l.account.Ledger()))
	if err != nil {
		return player, ledger.Result{}, err
	}
	result, err := s.reserveInTime(ctx, p, l)
	return player, result, err
}

// prepare is ready with a time limit that leaves the later steps their share. If the limit ends it while a request waits,
// the provider has not refused: it had too little time.
func (s *Service) prepare(ctx context.Context, p game.Provider, l *leg) (game.Player, error) {
	short, cancel := patience.But(ctx, reserveShare+afterReserve(p))
	defer cancel()
	player, err := s.ready(short, p, l)
	if err != nil && short.Err() != nil && patience.Waiting(ctx) {
		err = errors.Join(errLater, err)
	}
	return player, err
}

// ready reads the balance if the transfer depends on it: always out of a game, and both ways at a provider that can't
// verify a transfer, where the balance is the only evidence and has to be booked before the call. It returns the player for
// calls to the provider.
func (s *Service) ready(ctx context.Context, p game.Provider, l *leg) (game.Player, error) {
	verifiable := p.Capabilities().CanVerify()
	if !l.read && (!verifiable || !l.in) {
		if err := l.ask(ctx, s.games.Balances, verifiable); err != nil {
			return game.Player{}, err
		}
	}
	if !verifiable {
		if err := s.waitIdle(ctx, p, l.account); err != nil {
			return game.Player{}, err
		}
		idle := l.account
		l.idle = &idle
	}
	player, err := s.games.Accounts.Player(ctx, l.account)
	if err != nil {
		return player, unreadable(err, l.game)
	}
	return player, nil
}

// ask reads the account. The reading is booked with the reserve. Only one that shows play, at a provider that can't verify a
// transfer, is booked now: whatever becomes of the transfer, the account was played on at that moment.
func (l *leg) ask(ctx context.Context, balances *balance.Service, verifiable bool) error {
	asked, err := balances.Ask(ctx, l.account, l.memo)
	l.memo = nil // the next reading asks the books anew
	if err != nil {
		return unreadable(err, l.game)
	}
	if verifiable || !asked.Changed() {
		l.asked = &asked
		return nil
	}
	l.asked = nil
	c, err := balances.Book(ctx, asked)
	switch {
	case errors.Is(err, balance.ErrStale):
		return fmt.Errorf("wallet: book a reading: %w", err)
	case err != nil:
		return unreadable(err, l.game)
	}
	l.account = c.Account
	return nil
}

// waitIdle waits until the account has not been played on for Settings.Idle, or refuses with TRY_AGAIN.
func (s *Service) waitIdle(ctx context.Context, p game.Provider, a game.Account) error {
	last := a.ChangedAt
	if a.LaunchedAt.After(last) && !s.kicked(ctx, p, a) {
		last = a.LaunchedAt
	}
	wait := last.Add(s.settings.Idle).Sub(s.store.Now())
	switch {
	case last.IsZero() || wait <= 0:
		return nil
	case wait > s.settings.IdleWait:
		return busy("the account was played on a moment ago").With("seconds", int(wait/time.Second)+1)
	}
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *Service) kicked(ctx context.Context, p game.Provider, a game.Account) bool {
	if !p.Capabilities().Kick {
		return false
	}
	call, cancel := context.WithTimeout(ctx, s.games.CallTimeout())
	defer cancel()
	player, err := s.games.Accounts.Player(call, a)
	return err == nil && p.Kick(call, player) == nil
}

// reserveInTime is reserve, which waits for short obstacles and leaves the provider its time.
func (s *Service) reserveInTime(ctx context.Context, p game.Provider, l *leg) (result ledger.Result, err error) {
	ctx, cancel := patience.But(ctx, afterReserve(p))
	defer cancel()
	err = patience.Again(ctx, reserveShare, func() (err error) {
		result, err = s.reserve(ctx, l)
		return err
	}, s.passes(ctx, l.member, l.account.Ledger()))
	return result, err
}

// reserve commits the intent, unless another transfer of the game account is pending. That transfer is the lock, and the
// account's turn makes simultaneous checks run one after the other. The ledger remembers its refusal under the key; a
// refusal of ours leaves no trace, and is decided before anything is changed: then nobody else's transfer of the same commit
// fails with it. A reading that is not booked yet is booked in the same commit.
func (s *Service) reserve(ctx context.Context, l *leg) (ledger.Result, error) {
	var result ledger.Result
	var refused *fault.Error
	err := s.store.WriteTogether(ctx, balance.Together(l.member), func(tx *store.Tx) error {
		refused = nil
		order := l.order(tx.Now, s.settings.intentLease(s.games.CallTimeout()))
		if err := s.allowed(ctx, tx, *l); err != nil {
			return err
		}
		if err := s.beginTx(ctx, tx, l, order); err != nil {
			return err
		}
		var err error
		result, err = s.books.ReserveTx(ctx, tx, order)
		if err != nil && !errors.As(err, &refused) || result.Replayed && refused == nil {
			return err
		}
		if refused != nil && (l.in || refused.Code != fault.MONEY_NOT_ENOUGH) {
			return nil
		}
		now, err := s.books.BalanceTx(ctx, tx, l.account.Ledger()) // the ledger has it locked, so this reads nothing
		l.reserved = now
		if err == nil && l.beside(now, refused == nil) {
			return underWay("another transfer of the account is under way") // what is missing may be still incoming
		}
		return err
	})
	switch {
	case err != nil:
		return ledger.Result{}, fmt.Errorf("wallet: reserve a transfer: %w", err)
	case refused != nil:
		return ledger.Result{}, refused
	}
	return result, nil
}

// beginTx takes the turn of the leg's account, and books its reading. It fails with balance.ErrStale where the account was
// played on after it was found idle.
func (s *Service) beginTx(ctx context.Context, tx *store.Tx, l *leg, order ledger.Order) error {
	if l.asked == nil {
		return s.games.Accounts.BeginMoveTx(ctx, tx, l.account)
	}
	c, err := s.games.Balances.BookTx(ctx, tx, *l.asked, order)
	if err != nil {
		return err
	}
	l.account = c.Account
	if was := l.idle; was != nil && (c.Account.ChangedAt.After(was.ChangedAt) || c.Account.LaunchedAt.After(was.LaunchedAt)) {
		return balance.ErrStale
	}
	return nil
}

// beside reports whether another transfer of the account is pending. reserved: the leg's own is, too.
func (l leg) beside(now ledger.Balance, reserved bool) bool {
	if reserved {
		return now.Reserved+now.Incoming != l.amount
	}
	return game.Moving(now)
}

// allowed asks the other areas' rules, before the ledger is used. The rules lock the member's state, and everybody who
// locks both locks that one first.
func (s *Service) allowed(ctx context.Context, tx *store.Tx, l leg) error {
	if !l.in || s.rules == nil {
		return nil
	}
	return s.rules.IntoGameTx(ctx, tx, Entering{Member: l.member, Game: l.game, Amount: l.amount})
}

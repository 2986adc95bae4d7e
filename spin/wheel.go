package spin

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/spin/internal/spindb"
)

// Setup is the content of the wheel's page.
type Setup struct {
	// Table is the table of the next draw. Turns is false if the wheel is off; then there is none.
	Table Table
	Turns bool
	// Coins is how many coins can be spent now.
	Coins int64
	// Hash is the fingerprint of the seed in use, Client the member's client seed, Next the nonce of the next draw.
	Hash, Client string
	Next         int64
	// NextHash is the fingerprint of the seed that replaces it.
	NextHash string
}

// Setup shows the wheel to a member, and makes the member's first seeds if there are none. So their fingerprints are shown
// before anything is drawn, and before the member chooses the client seed for the second.
func (s *Service) Setup(ctx context.Context, member string) (Setup, error) {
	q := spindb.New(s.Store.DB())
	seed, err := q.SeedInUse(ctx, member)
	if store.NotFound(err) || err == nil && seed.NextHash == "" {
		seed, err = s.firstSeed(ctx, member)
	}
	if err != nil {
		return Setup{}, fmt.Errorf("spin: read the wheel: %w", err)
	}
	setup := Setup{Hash: seed.Hash, Client: seed.Client, Next: seed.Nonces, NextHash: seed.NextHash}
	if setup.Table, setup.Turns, err = inForce(ctx, q); err != nil {
		return Setup{}, err
	}
	coins, err := s.Coins(ctx, member)
	setup.Coins = coins.Usable
	return setup, err
}

// firstSeed makes the seeds that a member does not have yet.
func (s *Service) firstSeed(ctx context.Context, member string) (seed spindb.WheelSeed, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := s.Members.LockTx(ctx, tx, member); err != nil {
			return err
		}
		seed, err = s.seedTx(ctx, tx, member)
		return err
	})
	return seed, err
}

// Drawn is the result of a spin.
type Drawn struct {
	Slice Slice
	// CoinsLeft is how many usable coins are left.
	CoinsLeft int64
	// Hash is the fingerprint of its seed, Nonce the number of the draw under that seed.
	Hash  string
	Nonce int64
	// Replayed: the key was used before, and this is its answer of then.
	Replayed bool
}

// Spin spends a coin and draws. Coin, draw, coupon and its money are one commit. The same key gives the same draw, for ever.
// It returns NO_DATA if the wheel is off, NO_COIN, SELF_EXCLUDED, or TRY_AGAIN if the house can't pay the prize that would be
// drawn: then no coin is spent.
func (s *Service) Spin(ctx context.Context, member string, key ledger.Key) (Drawn, error) {
	var drawn Drawn
	err := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		drawn, err = s.spinTx(ctx, tx, member, key)
		return err
	})
	return drawn, err
}

func (s *Service) spinTx(ctx context.Context, tx *store.Tx, member string, key ledger.Key) (Drawn, error) {
	excluded, err := s.Members.LockTx(ctx, tx, member)
	if err != nil {
		return Drawn{}, err
	}
	if d, known, err := drawnBefore(ctx, tx, member, key); known || err != nil {
		return d, err
	}
	if excluded {
		return Drawn{}, fault.New(fault.SELF_EXCLUDED, "the member takes a break")
	}
	q := spindb.New(tx)
	table, turns, err := inForce(ctx, q)
	if err != nil {
		return Drawn{}, err
	}
	if !turns {
		return Drawn{}, fault.New(fault.NO_DATA, "the wheel does not turn")
	}
	// Checked before the draw, so that a member without coins does not learn that the house is short of money. SpendTx decides.
	if coins, err := q.Balance(ctx, member, clock.MicrosOf(tx.Now)); err != nil {
		return Drawn{}, fmt.Errorf("spin: read a member's coins: %w", err)
	} else if coins.Usable == 0 {
		return Drawn{}, fault.New(fault.NO_COIN, "no coin is usable")
	}
	seed, err := s.seedTx(ctx, tx, member)
	if err != nil {
		return Drawn{}, err
	}
	slice, err := s.drawTx(ctx, tx, seed, table)
	if err != nil {
		return Drawn{}, err
	}
	left, err := s.SpendTx(ctx, tx, member) // before the prize's money, which every draw of a prize waits for
	if err != nil {
		return Drawn{}, err
	}
	coupon, err := s.couponTx(ctx, tx, member, table, slice)
	if err != nil {
		return Drawn{}, err
	}
	err = q.AddDraw(ctx, spindb.AddDrawParams{
		Member: member, Seed: seed.Number, Nonce: seed.Nonces, Operation: key.String(), TableVersion: table.Version,
		Slice: slice.Code, Coupon: coupon, CoinsLeft: left, DrawnAt: clock.MicrosOf(tx.Now),
	})
	if err != nil {
		return Drawn{}, fmt.Errorf("spin: draw: %w", err)
	}
	return Drawn{Slice: slice, CoinsLeft: left, Hash: seed.Hash, Nonce: seed.Nonces}, nil
}

// drawnBefore returns the earlier draw of a key; false if the key is new.
func drawnBefore(ctx context.Context, tx *store.Tx, member string, key ledger.Key) (Drawn, bool, error) {
	q := spindb.New(tx)
	row, err := q.DrawByOperation(ctx, key.String())
	if store.NotFound(err) {
		return Drawn{}, false, nil
	}
	if err != nil {
		return Drawn{}, false, fmt.Errorf("spin: draw: %w", err)
	}
	if row.Member != member {
		return Drawn{}, false, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key was used for another request")
	}
	seed, err := q.Seed(ctx, member, row.Seed)
	if err != nil {
		return Drawn{}, false, fmt.Errorf("spin: a member's seed: %w", err)
	}
	body, err := q.Table(ctx, row.TableVersion)
	if err != nil {
		return Drawn{}, false, fmt.Errorf("spin: read a table: %w", err)
	}
	table, err := tableOf(body)
	if err != nil {
		return Drawn{}, false, err
	}
	d := Drawn{CoinsLeft: row.CoinsLeft, Hash: seed.Hash, Nonce: row.Nonce, Replayed: true}
	for _, slice := range table.Slices {
		if slice.Code == row.Slice {
			d.Slice = slice
		}
	}
	return d, true, nil
}

// drawTx draws with the seed's next nonce.
func (s *Service) drawTx(ctx context.Context, tx *store.Tx, row spindb.WheelSeed, table Table) (Slice, error) {
	if n, err := spindb.New(tx).UseNonce(ctx, row.Member, row.Number, row.Nonces); err != nil || n == 0 {
		return Slice{}, conflict(err)
	}
	text, err := s.openSeed(row)
	if err != nil {
		return Slice{}, err
	}
	seed, err := hex.DecodeString(text)
	if err != nil {
		return Slice{}, fmt.Errorf("spin: seed %d: %w", row.Number, err)
	}
	return table.Slices[Draw(seed, row.Client, row.Nonces, table.weights())], nil
}

// prize is the part of a slice that a coupon stores, so that a new table changes no coupon.
type prize struct {
	Code        string      `json:"code"`
	Label       bonus.Text  `json:"label"`
	Description bonus.Text  `json:"htmlDescription"`
	Name        bonus.Text  `json:"name"` // the wheel's
	Terms       bonus.Terms `json:"terms"`
}

// couponTx makes the coupon of a slice, puts its money aside and returns its id; "" if the slice has no prize.
func (s *Service) couponTx(ctx context.Context, tx *store.Tx, member string, table Table, slice Slice) (string, error) {
	if slice.Kind == Nothing {
		return "", nil
	}
	body, err := json.Marshal(prize{
		Code: slice.Code, Label: slice.Label, Description: slice.Description, Name: table.Name, Terms: table.Terms,
	})
	if err != nil {
		return "", fmt.Errorf("spin: make a coupon: %w", err)
	}
	coupon := id.Text(couponID)
	worth := money.Amount(slice.Coins)
	if slice.Kind.money() {
		worth = slice.Amount
		if err := s.fundTx(ctx, tx, coupon, table, slice.Amount); err != nil {
			return "", err
		}
	}
	err = spindb.New(tx).AddCoupon(ctx, spindb.AddCouponParams{
		ID: coupon, Member: member, Kind: string(slice.Kind), Slice: string(body), Amount: worth, Bonus: slice.Campaign,
		CreatedAt: clock.MicrosOf(tx.Now), ExpiresAt: clock.MicrosOf(tx.Now.Add(couponLife)),
	})
	if err != nil {
		return "", fmt.Errorf("spin: make a coupon: %w", err)
	}
	return coupon, nil
}

// fundTx moves a prize's money to house:coupons, where it stays until the claim. It returns TRY_AGAIN if the house's budget or
// the day's is too small, and not MONEY_NOT_ENOUGH: it is not the member who is short of money.
func (s *Service) fundTx(ctx context.Context, tx *store.Tx, coupon string, table Table, amount money.Amount) error {
	if err := s.Books.LockTx(ctx, tx, ledger.Prize, ledger.Coupons); err != nil {
		return err
	}
	drawn, err := spindb.New(tx).SumPrizes(ctx, clock.MicrosOf(clock.Day(tx.Now)))
	if err != nil {
		return fmt.Errorf("spin: sum the day's prizes: %w", err)
	}
	if money.Amount(drawn)+amount > table.DayBudget {
		return fault.New(fault.TRY_AGAIN, "the day's budget for prizes is used up")
	}
	_, err = s.Books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("prize", coupon), Kind: ledger.KindPrize, Debit: ledger.Prize, Credit: ledger.Coupons, Amount: amount,
	})
	if fault.Is(err, fault.MONEY_NOT_ENOUGH) {
		return fault.New(fault.TRY_AGAIN, "the budget for prizes is used up")
	}
	return err
}

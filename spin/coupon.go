package spin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"krapao/bonus"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/ledger"
	"krapao/money"
	"krapao/spin/internal/spindb"
)

const (
	// couponID is the length of a coupon's id, couponLife how long it can be claimed.
	couponID   = 16
	couponLife = 30 * 24 * time.Hour
)

// The states of a coupon.
const (
	couponOpen    = "open"
	couponClaimed = "claimed"
	couponExpired = "expired"
)

// sourceCoupon is the source of coins that came from a coupon.
const sourceCoupon = "coupon"

// Coupon is a prize that was drawn and can be claimed.
type Coupon struct {
	ID   string
	Kind Kind
	// Code, Label and Description are the slice's, Name is the wheel's, all as they were at the draw.
	Code                     string
	Label, Description, Name bonus.Text
	// Amount is set for kinds of money, Coins for kind coin.
	Amount               money.Amount
	Coins                int64
	CreatedAt, ExpiresAt time.Time

	terms    bonus.Terms
	campaign string
}

func couponOf(row spindb.Coupon) (Coupon, error) {
	var p prize
	if err := json.Unmarshal([]byte(row.Slice), &p); err != nil {
		return Coupon{}, fmt.Errorf("spin: coupon %s: %w", row.ID, err)
	}
	c := Coupon{
		ID: row.ID, Kind: Kind(row.Kind), Code: p.Code, Label: p.Label, Description: p.Description, Name: p.Name,
		CreatedAt: row.CreatedAt.Time(), ExpiresAt: row.ExpiresAt.Time(),
		terms: p.Terms, campaign: row.Bonus,
	}
	if c.Kind.money() {
		c.Amount = row.Amount
	} else {
		c.Coins = int64(row.Amount)
	}
	return c, nil
}

// Coupons lists the coupons that the member can claim, the newest first.
func (s *Service) Coupons(ctx context.Context, member string) ([]Coupon, error) {
	rows, err := spindb.New(s.Store.DB()).OpenCoupons(ctx, member, clock.MicrosOf(s.Store.Now()))
	if err != nil {
		return nil, fmt.Errorf("spin: read coupons: %w", err)
	}
	list := make([]Coupon, len(rows))
	for i, row := range rows {
		if list[i], err = couponOf(row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Claim claims a coupon: cash and bonuses become conditional credits, coins become usable coins. The same key gives the same
// answer, for ever. It returns INVALID_CODE (no coupon of this member), NO_CLAIMABLE_COUPON (claimed already),
// COUPON_EXPIRED, INVALID_PRIZE_CODE (its campaign is not offered any more), INVALID_COUPON_TYPE, BONUS_REMAINING, TRY_AGAIN,
// SELF_EXCLUDED, MONEY_NOT_ENOUGH with params.owed, or IDEMPOTENCY_MISMATCH.
func (s *Service) Claim(ctx context.Context, member, coupon string, key ledger.Key) (Coupon, error) {
	c := claim{service: s, member: member, coupon: coupon, key: key}
	// Read first without a lock, so that no game is asked for a coupon that can't be claimed.
	row, err := spindb.New(s.Store.DB()).Coupon(ctx, coupon)
	if err != nil && !store.NotFound(err) {
		return Coupon{}, fmt.Errorf("spin: claim a coupon: %w", err)
	}
	if err == nil && Kind(row.Kind).money() && row.Member == member && row.State == couponOpen {
		err = s.Totals.Decide(ctx, member, []ledger.Account{ledger.Coupons, ledger.Owed(member)}, c.creditTx)
	} else {
		err = s.Store.Write(ctx, func(tx *store.Tx) error {
			excluded, err := s.Members.LockTx(ctx, tx, member)
			if err != nil {
				return err
			}
			return c.coinsTx(ctx, tx, excluded)
		})
	}
	return c.got, err
}

// claim is one call of Claim.
type claim struct {
	service        *Service
	member, coupon string
	key            ledger.Key
	got            Coupon
}

// openTx finds the coupon and reports whether this same claim was made before. The member's state must be locked.
func (c *claim) openTx(ctx context.Context, tx *store.Tx) (claimed bool, err error) {
	q := spindb.New(tx)
	earlier, err := q.CouponByOperation(ctx, c.key.String())
	if err == nil && (earlier.ID != c.coupon || earlier.Member != c.member) {
		return false, fault.New(fault.IDEMPOTENCY_MISMATCH, "the key was used for another coupon")
	}
	if err != nil && !store.NotFound(err) {
		return false, fmt.Errorf("spin: claim a coupon: %w", err)
	}
	row, err := q.Coupon(ctx, c.coupon)
	if store.NotFound(err) || err == nil && row.Member != c.member {
		return false, fault.New(fault.INVALID_CODE, "no such coupon of this member")
	}
	if err != nil {
		return false, fmt.Errorf("spin: claim a coupon: %w", err)
	}
	if c.got, err = couponOf(row); err != nil {
		return false, err
	}
	switch {
	case row.State == couponClaimed && row.Operation == c.key.String():
		return true, nil
	case row.State == couponClaimed:
		return false, fault.New(fault.NO_CLAIMABLE_COUPON, "the coupon is claimed already")
	case row.State == couponExpired || row.ExpiresAt <= clock.MicrosOf(tx.Now):
		return false, fault.New(fault.COUPON_EXPIRED, "the coupon has expired")
	}
	return false, nil
}

// creditTx claims a coupon of money, inside Decide.
func (c *claim) creditTx(ctx context.Context, tx *store.Tx, t bonus.Total) error {
	s := c.service
	if claimed, err := c.openTx(ctx, tx); claimed || err != nil {
		return err
	}
	terms := c.got.terms
	if c.got.Kind == Bonus {
		_, offered, known, err := s.bonuses.PrizeTx(ctx, tx, c.got.campaign)
		if err != nil {
			return err
		}
		if !known {
			return fault.New(fault.INVALID_PRIZE_CODE, "the campaign of this prize is not offered any more")
		}
		terms = offered
	} else {
		terms.Name, terms.Description = c.got.Label, c.got.Name
	}
	_, err := s.bonuses.GrantTx(ctx, tx, bonus.Credit{
		Member: c.member, Operation: c.key, Source: bonus.SourceCoupon, Campaign: c.got.ID,
		From: ledger.Coupons, Amount: c.got.Amount, Terms: terms,
	}, t)
	if err != nil {
		return err
	}
	return c.endTx(ctx, tx)
}

// coinsTx claims a coupon of coins, and refuses any other.
func (c *claim) coinsTx(ctx context.Context, tx *store.Tx, excluded bool) error {
	claimed, err := c.openTx(ctx, tx)
	switch {
	case claimed || err != nil:
		return err
	case c.got.Kind != Coin:
		return fault.New(fault.INVALID_COUPON_TYPE, "a coupon of kind %q can't be claimed", c.got.Kind)
	case excluded:
		return fault.New(fault.SELF_EXCLUDED, "the member takes a break")
	}
	if err := c.service.giveTx(ctx, tx, c.member, c.got.ID, c.got.Coins); err != nil { // coins are locked before the coupon
		return err
	}
	return c.endTx(ctx, tx)
}

func (c *claim) endTx(ctx context.Context, tx *store.Tx) error {
	n, err := spindb.New(tx).EndCoupon(ctx, spindb.EndCouponParams{
		ID: c.coupon, State: couponClaimed, Operation: c.key.String(), Now: clock.MicrosOf(tx.Now),
	})
	if err != nil || n == 0 {
		return conflict(err)
	}
	return nil
}

// expireAtOnce is the most coupons that one run expires.
const expireAtOnce = 100

// Expire ends coupons that were not claimed in time, gives their money back to the house, and returns how many it ended. Run
// it every minute or so.
func (s *Service) Expire(ctx context.Context) (ended int, err error) {
	rows, err := spindb.New(s.Store.DB()).ExpiredCoupons(ctx, clock.MicrosOf(s.Store.Now()), expireAtOnce)
	if err != nil {
		return 0, fmt.Errorf("spin: read expired coupons: %w", err)
	}
	for _, row := range rows {
		var done bool
		failed := s.Store.Write(ctx, func(tx *store.Tx) (err error) {
			done, err = s.expireTx(ctx, tx, row)
			return err
		})
		if failed != nil {
			err = errors.Join(err, fmt.Errorf("spin: expire %s: %w", row.ID, failed)) // one that fails does not stop the others
		} else if done {
			ended++
		}
	}
	return ended, err
}

func (s *Service) expireTx(ctx context.Context, tx *store.Tx, row spindb.Coupon) (bool, error) {
	if _, err := s.Members.LockTx(ctx, tx, row.Member); err != nil {
		return false, err
	}
	if err := s.Books.LockTx(ctx, tx, ledger.Coupons, ledger.Prize); err != nil {
		return false, err
	}
	n, err := spindb.New(tx).EndCoupon(ctx, spindb.EndCouponParams{ID: row.ID, State: couponExpired, Now: clock.MicrosOf(tx.Now)})
	if err != nil || n == 0 { // claimed at the last moment
		return false, err
	}
	if !Kind(row.Kind).money() {
		return true, nil
	}
	_, err = s.Books.MoveTx(ctx, tx, ledger.Order{
		Key: ledger.InternalKey("coupon_expired", row.ID), Kind: ledger.KindPrize,
		Debit: ledger.Coupons, Credit: ledger.Prize, Amount: row.Amount,
	})
	return err == nil, err
}

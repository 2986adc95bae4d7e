package truemoney

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"net/http"
	"time"

	"krapao/connect/truemoney/wire"
	"krapao/internal/clock"
	"krapao/sandbox/core"
	"krapao/sandbox/page"
)

// voucherLife is how long a voucher can be redeemed.
const voucherLife = 3 * 24 * time.Hour

// stranger is the mobile number of somebody else.
const stranger = "0800000001"

// voucher is a gift voucher with its taken shares, the first one first.
type voucher struct {
	Code, Number         string
	Amount, People       int64
	owner                string
	CreatedAt, ExpiresAt time.Time
	Tickets              []voucherTicket
}

type voucherTicket struct {
	Mobile  string
	Amount  int64
	TakenAt time.Time
}

// Link is the link that the voucher's maker gives away.
func (v voucher) Link() string { return "https://gift.truemoney.com/campaign/?v=" + v.Code }

func (v voucher) left() int64 { return v.People - int64(len(v.Tickets)) }

func (v voucher) taken() (sum int64) {
	for _, t := range v.Tickets {
		sum += t.Amount
	}
	return sum
}

func (v voucher) ticket(mobile string) *voucherTicket {
	for n := range v.Tickets {
		if v.Tickets[n].Mobile == mobile {
			return &v.Tickets[n]
		}
	}
	return nil
}

// share is the next share: an even part, and for the last one also the remainder.
func (v voucher) share() int64 {
	if v.left() == 1 {
		return v.Amount - v.taken()
	}
	return v.Amount / v.People
}

func find(ctx context.Context, q core.Querier, code string) (voucher, error) {
	var created, expires clock.Micros
	v := voucher{Code: code}
	err := q.QueryRowContext(ctx, `SELECT number, amount, people, owner, created_at, expires_at FROM voucher WHERE code = $1`, code).
		Scan(&v.Number, &v.Amount, &v.People, &v.owner, &created, &expires)
	if errors.Is(err, sql.ErrNoRows) {
		return v, core.ErrNotFound
	}
	if err != nil {
		return v, err
	}
	v.CreatedAt, v.ExpiresAt = created.Time(), expires.Time()
	v.Tickets, err = core.Collect(ctx, q, func(row core.Row) (t voucherTicket, err error) {
		var at clock.Micros
		err = row.Scan(&t.Mobile, &t.Amount, &at)
		t.TakenAt = at.Time()
		return t, err
	}, `SELECT mobile, amount, taken_at FROM voucher_ticket WHERE code = $1 ORDER BY taken_at, rowid`, code)
	return v, err
}

// takeShare gives the next share to a mobile number, or says in said why not.
func (s *issuer) takeShare(ctx context.Context, code, mobile string) (v voucher, said string, err error) {
	err = s.Write(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if v, err = find(ctx, tx, code); err != nil {
			return err
		}
		if said = s.answerCode(v, mobile); said != wire.CodeSuccess {
			return nil
		}
		t := voucherTicket{Mobile: mobile, Amount: v.share(), TakenAt: s.Now()}
		_, err := tx.ExecContext(ctx, `INSERT INTO voucher_ticket (code, mobile, amount, taken_at) VALUES ($1, $2, $3, $4)`,
			code, t.Mobile, t.Amount, clock.MicrosOf(t.TakenAt))
		v.Tickets = append(v.Tickets, t)
		return err
	})
	return v, said, err
}

func (s *issuer) failure(what string, err error) core.Reply {
	if errors.Is(err, core.ErrNotFound) {
		return refusal(wire.CodeNotFound)
	}
	return s.Broken("voucher "+what, err)
}

// voucherOrder is the body of POST /sandbox/truemoney/voucher. Expired, Used and Own make a voucher that the wallet
// can't redeem: it has expired, somebody else took all of it, or the wallet's own number made it.
type voucherOrder struct {
	Amount  core.Baht `json:"amount"`
	People  int64     `json:"people"`
	Expired bool      `json:"expired"`
	Used    bool      `json:"used"`
	Own     bool      `json:"own"`
}

// handleMake makes a voucher.
func (s *issuer) handleMake(r *http.Request, in voucherOrder) core.Reply {
	const mostPeople = 1000
	if in.People == 0 {
		in.People = 1
	}
	if in.Amount <= 0 || in.People < 1 || in.People > mostPeople || int64(in.Amount) < in.People {
		return core.No(http.StatusBadRequest, "amount is positive, people 1 to 1000 with a satang for each")
	}
	v := voucher{
		Code: core.RandomText(26), Number: core.RandomDigits(18), Amount: int64(in.Amount), People: in.People, owner: stranger,
		CreatedAt: s.Now(), ExpiresAt: s.Now().Add(voucherLife),
	}
	if in.Own {
		v.owner = s.known.Mobile
	}
	if in.Expired {
		v.ExpiresAt = s.Now().Add(-time.Minute)
	}
	err := s.Write(r.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `INSERT INTO voucher (code, number, amount, people, owner, created_at, expires_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`,
			v.Code, v.Number, v.Amount, v.People, v.owner, clock.MicrosOf(v.CreatedAt), clock.MicrosOf(v.ExpiresAt))
		if err != nil || !in.Used {
			return err
		}
		return useUp(ctx, tx, v)
	})
	if err != nil {
		return s.Broken("voucher", err)
	}
	return core.OK(struct {
		Link string `json:"link"`
	}{v.Link()})
}

// useUp gives every share to other people.
func useUp(ctx context.Context, tx *sql.Tx, v voucher) error {
	for n := range v.People {
		t := voucherTicket{Mobile: "08" + core.FormatDecimal(10000000+n, 0, 0), Amount: v.share(), TakenAt: v.CreatedAt}
		v.Tickets = append(v.Tickets, t)
		if _, err := tx.ExecContext(ctx, `INSERT INTO voucher_ticket (code, mobile, amount, taken_at) VALUES ($1, $2, $3, $4)`,
			v.Code, t.Mobile, t.Amount, clock.MicrosOf(t.TakenAt)); err != nil {
			return err
		}
	}
	return nil
}

// latestVouchers are the newest vouchers.
func (s *issuer) latestVouchers(ctx context.Context, most int) ([]voucher, error) {
	codes, err := core.Collect(ctx, s.DB, func(row core.Row) (code string, err error) {
		err = row.Scan(&code)
		return code, err
	}, `SELECT code FROM voucher ORDER BY created_at DESC, rowid DESC LIMIT $1`, most)
	if err != nil {
		return nil, err
	}
	list := make([]voucher, 0, len(codes))
	for _, code := range codes {
		v, err := find(ctx, s.DB, code)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// shopVoucher is a voucher on the shop's page, with its status.
type shopVoucher struct {
	voucher
	Status string
}

// Share is each person's share if there are several.
func (v shopVoucher) Share() int64 { return v.Amount / v.People }

// Taken is the sum of the taken shares.
func (v shopVoucher) Taken() int64 { return v.taken() }

//go:embed voucher.html
var files embed.FS

var voucherPage = page.New(files, "voucher", nil)

// pageVoucher is the shop: make a voucher, copy its link.
func (s *issuer) pageVoucher(w http.ResponseWriter, r *http.Request) {
	list, err := s.latestVouchers(r.Context(), 20)
	if err != nil {
		s.Answer(w, s.Broken("voucher page", err))
		return
	}
	shown := make([]shopVoucher, len(list))
	for n, v := range list {
		shown[n] = shopVoucher{v, s.shopStatus(v)}
	}
	voucherPage.Render(s.Frame, w, r, http.StatusOK, struct{ Vouchers []shopVoucher }{shown})
}

func (s *issuer) shopStatus(v voucher) string {
	switch {
	case v.ticket(s.known.Mobile) != nil:
		return "redeemed"
	case v.left() == 0:
		return "usedUp"
	case !s.Now().Before(v.ExpiresAt):
		return "expired"
	case v.owner == s.known.Mobile:
		return "ownVoucher"
	}
	return "unused"
}

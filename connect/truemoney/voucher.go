package truemoney

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"krapao/connect/truemoney/wire"
	"krapao/deposit/link"
	"krapao/money"
)

var states = map[string]link.VoucherState{
	wire.StatusActive: link.VoucherOpen, wire.StatusRedeemed: link.VoucherSpent, wire.StatusExpired: link.VoucherExpired,
}

// voucher reads a verification. said is its code: a voucher that is spent or expired may still be described.
func (i *Issuer) voucher(code, said string, d *wire.Data) (link.Voucher, error) {
	if err := i.about(code, d); err != nil {
		return link.Voucher{}, err
	}
	w := d.Voucher
	state, known := states[w.Status]
	whole, err := amount(w.AmountBaht)
	if !known || err != nil || whole <= 0 {
		return link.Voucher{}, errors.New("truemoney: a voucher without a state or an amount")
	}
	switch {
	case said == wire.CodeExpired:
		state = link.VoucherExpired
	case said == wire.CodeOutOfStock, state == link.VoucherOpen && w.Member > 0 && w.Redeemed >= w.Member:
		state = link.VoucherSpent
	}
	v := link.Voucher{ID: w.VoucherID, State: state, Amount: whole, Share: share(w, whole)}
	if v.Ours, v.Told, err = i.ours(d); err != nil {
		return link.Voucher{}, err
	}
	if said == wire.CodeTaken && v.Ours == nil {
		v.Told = false // it says that a share is ours, but shows none
	}
	return v, nil
}

// share is the minimum that one person gets.
func share(w *wire.Voucher, whole money.Amount) money.Amount {
	switch {
	case w.Member <= 1:
		return whole
	case w.Type == wire.TypeFixed:
		return whole / money.Amount(w.Member)
	}
	return 0
}

// ours finds our own share among the taken ones. told reports whether all of them can be attributed.
func (i *Issuer) ours(d *wire.Data) (mine *link.Redemption, told bool, err error) {
	if t := d.MyTicket; t != nil && (t.Mobile != "" || t.AmountBaht != "") {
		if whose(t.Mobile, i.config.Mobile) == theirs {
			return nil, false, errOther
		}
		r, err := redemption(d.Voucher, t.AmountBaht, t)
		return &r, true, err
	}
	told = len(d.Tickets) == d.Voucher.Redeemed
	for n := range d.Tickets {
		t := &d.Tickets[n]
		switch whose(t.Mobile, i.config.Mobile) {
		case own:
			r, err := redemption(d.Voucher, t.AmountBaht, t)
			return &r, true, err
		case unclear:
			told = false
		case theirs:
		}
	}
	return nil, told, nil
}

// redeemed reads our share from a successful redemption: our ticket's amount; without one, the redeemed amount of a
// voucher for one person. For a voucher for several nobody could tell which part is ours, so it is verified again.
func (i *Issuer) redeemed(d *wire.Data) (link.Redemption, error) {
	mine, _, err := i.ours(d)
	switch {
	case err != nil:
		return link.Redemption{}, err
	case mine != nil:
		return *mine, nil
	case d.Voucher.Member == 1 && len(d.Tickets) == 0:
		return redemption(d.Voucher, d.Voucher.RedeemedAmountBaht, nil)
	}
	return link.Redemption{}, errors.New("truemoney: redeem: a success that does not say what we got")
}

func redemption(w *wire.Voucher, text string, t *wire.Ticket) (link.Redemption, error) {
	got, err := amount(text)
	if err != nil || got <= 0 {
		return link.Redemption{}, errors.New("truemoney: a share without an amount")
	}
	if whole, err := amount(w.AmountBaht); err != nil || got > whole {
		return link.Redemption{}, errors.New("truemoney: a share larger than its voucher")
	}
	r := link.Redemption{Voucher: w.VoucherID, Amount: got}
	if t != nil {
		if ms, err := t.UpdateDate.Int64(); err == nil && ms > 0 {
			r.At = time.UnixMilli(ms).UTC()
		}
	}
	return r, nil
}

// grouped is an amount with commas between its thousands.
var grouped = regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})+(\.[0-9]{1,2})?$`)

func amount(text string) (money.Amount, error) {
	if grouped.MatchString(text) {
		text = strings.ReplaceAll(text, ",", "")
	}
	return money.Parse(text)
}

// owner is whose a mobile number is.
type owner int

const (
	theirs owner = iota
	own
	unclear // masked, and all visible digits are ours
)

// whose compares a mobile number as the issuer shows it, complete or masked, with ours.
func whose(shown, mobile string) owner {
	shown = digits(shown)
	if rest, abroad := strings.CutPrefix(shown, "66"); abroad && len(rest) == len(mobile)-1 {
		shown = "0" + rest
	}
	switch {
	case shown == mobile:
		return own
	case shown == "":
		return unclear
	case len(shown) != len(mobile):
		if strings.Contains(shown, "x") {
			return unclear
		}
		return theirs
	}
	for n := range shown {
		if shown[n] != 'x' && shown[n] != mobile[n] {
			return theirs
		}
	}
	return unclear
}

// digits keeps digits and replaces every masking character by 'x'.
func digits(number string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '0' && r <= '9':
			return r
		case r == 'x', r == 'X', r == '*':
			return 'x'
		}
		return -1
	}, number)
}

// short is the issuer's code, cut to a log's length.
func short(code string) string {
	const most = 40
	if len(code) > most {
		code = code[:most]
	}
	return fmt.Sprintf("code %q", code)
}

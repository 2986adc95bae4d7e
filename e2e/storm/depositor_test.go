package storm

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"krapao/internal/testkit/apptest"
	"krapao/money"
	"krapao/sandbox/sandboxtest"
)

// outside is the sandbox, by a shorter name.
type outside = *sandboxtest.Sandbox

// depositor is a member who pays in, one deposit after the other.
type depositor struct {
	*apptest.Client
	w    *weather
	dice *rand.Rand
	// want is what the member must have in the end.
	want money.Amount
}

func (w *weather) depositor(dice *rand.Rand) *depositor {
	d := &depositor{Client: w.nodes[0].Member(), w: w, dice: dice}
	d.Rest = nil // the calls of a storm are to meet
	d.URL = func() string { return w.nodes[d.dice.IntN(len(w.nodes))].URL }
	return d
}

// amount is a random one that every channel takes.
func (d *depositor) amount() money.Amount { return money.Amount(100_00 + d.dice.IntN(900_00)) }

// chance is true in so many of a hundred cases.
func (d *depositor) chance(percent int) bool { return d.dice.IntN(100) < percent }

// deposit sends one deposit over a random channel.
func (d *depositor) deposit() {
	switch n := d.dice.IntN(100); {
	case n < 76:
		d.byCode([]string{"KBANK", "WW", "FP", "PAYONEX"}[n%4])
	case n < 88:
		d.byLink()
	case n < 95:
		d.byTransfer()
	default:
		d.bySlip()
	}
}

// fault arms one fault, which may strike anybody's call. The modes take turns, so that few faults are of all kinds.
func (d *depositor) fault(target, op string, modes ...string) {
	d.w.outside.AddFault(sandboxtest.Fault{
		Target: target, Op: op, Mode: modes[d.w.turn(target+" "+op+" "+modes[0])%len(modes)], DelayMS: 20 + d.dice.IntN(1500),
	})
}

// payer is the member's own account.
func (d *depositor) payer(amount money.Amount) sandboxtest.Payer {
	p := d.Registered
	return sandboxtest.Payer{
		FromBank: p.Bank, FromAccount: p.AccountNo, FromName: p.AccountName, Amount: json.Number(amount.String()),
	}
}

// earlyBank's codes may be paid in the moment they are made, over their own amount.
const earlyBank = "FP"

// byCode pays a code: once or twice, as asked or otherwise, while it is open or after it was cancelled or replaced.
func (d *depositor) byCode(bank string) {
	target := "qr:" + bank
	if d.chance(45) {
		d.fault(target, "", "duplicate_callback", "late_callback", "lost_callback", "forged_callback", "old_callback")
	}
	if d.chance(15) {
		d.fault(target, "check", "refuse", "down", "garbage", "slow", "not_found")
	}
	if d.chance(15) {
		// A code that is paid before its call was answered looks like one whose answer was lost: each has its own banks.
		modes := []string{"refuse", "slow", "garbage", "down"}
		if bank == earlyBank {
			modes = []string{"refuse", "slow", "down", "early_callback"}
		}
		d.fault(target, "create", modes...)
	}
	amount := d.amount()
	reference, early := d.code(bank, amount)
	if early {
		d.w.count(bank + ", paid before its code was answered")
		d.want += amount
		return
	}
	switch {
	case d.chance(8):
		d.Do("DELETE", "/api/qrcode/"+reference, nil).OK(200)
		d.w.count(bank + ", after it was cancelled")
	case d.chance(8) && bank != earlyBank:
		amount += money.Amount(1 + d.dice.IntN(50_00))
		d.w.count(bank + ", another amount")
	default:
		d.w.count(bank)
	}
	ref := d.w.outside.Pay(reference, d.payer(amount))
	d.want += amount
	if d.chance(5) {
		again := d.amount()
		d.w.outside.Pay(reference, d.payer(again))
		d.want += again
		d.w.count("(codes that were paid twice)")
	}
	if d.chance(5) {
		d.w.outside.Reverse(ref)
		d.want -= amount
		d.w.count("(payments of codes that were taken back)")
	}
}

// code asks for a code until there is one. early: it was paid before the call was answered.
func (d *depositor) code(bank string, amount money.Amount) (reference string, early bool) {
	for {
		got := d.Raw("POST", "/api/qrcode/"+bank, fmt.Sprintf(`{"amount":%s}`, amount))
		switch {
		case got.Status == 503: // the gateway's answer is not known
			d.w.count("(codes that were asked for again)")
		case got.OK(200).At("hasQrcode") == "true":
			return got.At("qrcodeId"), false
		case got.At("message") == "QR_PAID":
			return "", true
		default: // the gateway refuses
			d.w.count("(codes that were asked for again)")
		}
	}
}

package qr

import (
	"fmt"
	"strings"

	"krapao/money"
)

// Transfer is a PromptPay code to a person: a mobile number, a national or tax id, or an e-wallet, told apart by the
// number of digits (15 and more, 13 and more, less). An amount of 0 leaves it to the payer.
func Transfer(target string, amount money.Amount) (string, error) {
	target = strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, target)
	receiver := Field{"01", target}
	switch {
	case len(target) >= 15:
		receiver = Field{"03", target}
	case len(target) >= 13:
		receiver = Field{"02", target}
	case len(target) >= 9:
		receiver.Value = fmt.Sprintf("%013s", "66"+strings.TrimPrefix(target, "0"))
	default:
		return "", fmt.Errorf("%w: %d digits are no receiver", ErrPayload, len(target))
	}
	return payment(tagTransfer, []Field{{"00", aidTransfer}, receiver}, "", amount)
}

// Bill is a bill payment, whose two references come back to the biller. The terminal may be empty.
func Bill(biller, ref1, ref2, terminal string, amount money.Amount) (string, error) {
	template := []Field{{"00", aidBill}, {"01", biller}, {"02", ref1}}
	if ref2 != "" {
		template = append(template, Field{"03", ref2})
	}
	return payment(tagBill, template, terminal, amount)
}

func payment(tag string, template []Field, terminal string, amount money.Amount) (string, error) {
	account, err := join(template)
	if err != nil {
		return "", err
	}
	initiation := static
	if amount > 0 {
		initiation = dynamic
	}
	fields := []Field{{tagFormat, "01"}, {tagInitiation, initiation}, {tag, account}, {tagCurrency, baht}}
	if amount > 0 {
		fields = append(fields, Field{tagAmount, amount.String()})
	}
	fields = append(fields, Field{tagCountry, thailand})
	if terminal != "" {
		fields = append(fields, Field{tagAdditional, fmt.Sprintf("07%02d%s", len(terminal), terminal)})
	}
	return Encode(fields...)
}

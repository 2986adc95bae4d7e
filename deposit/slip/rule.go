package slip

import (
	"strings"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/person"
)

// Window says when slips are taken. It is the part of the site's settings that decides about slips.
type Window struct {
	// Open is false in the daily closing window, or if an operator closed the upload.
	Open bool
	// CloseFrom and CloseTo are the daily closing window in Bangkok, as time since midnight. Equal: there is none. It
	// may span midnight.
	CloseFrom, CloseTo time.Duration
	// Within is how old a transfer may be when its slip is uploaded, not counting the closing window.
	Within time.Duration
	// MaxBytes is the maximum size of an uploaded file.
	MaxBytes int
}

const (
	// firstDigits is how many digits of the payer's account must be visible on a member's first slip. Otherwise the full
	// first name and the initial of the surname must agree.
	firstDigits = 6
	// clockSkew is how much later than the upload the bank's time may be. Clocks are never exact.
	clockSkew = 10 * time.Minute
)

// age returns the time from a transfer to its upload, without the time in which the upload was closed.
func (w Window) age(transferred, uploaded time.Time) time.Duration {
	age := uploaded.Sub(transferred)
	if w.CloseFrom == w.CloseTo || age <= 0 {
		return age
	}
	closed := (w.CloseTo - w.CloseFrom + 24*time.Hour) % (24 * time.Hour)
	// The closing window of the day before may reach into the day of the transfer.
	for day := clock.Day(transferred).Add(-24 * time.Hour); day.Before(uploaded); day = day.Add(24 * time.Hour) {
		from := day.Add(w.CloseFrom)
		age -= overlap(transferred, uploaded, from, from.Add(closed))
	}
	return age
}

// overlap returns how long two spans of time overlap.
func overlap(aFrom, aTo, bFrom, bTo time.Time) time.Duration {
	if bFrom.After(aFrom) {
		aFrom = bFrom
	}
	if bTo.Before(aTo) {
		aTo = bTo
	}
	return max(aTo.Sub(aFrom), 0)
}

// proof says how well the payer reported by the bank is shown to be the member.
type proof int

const (
	// proofAgainst: it is somebody else's account.
	proofAgainst proof = iota
	// proofNone: nothing decides for or against.
	proofNone
	// proofWeak is enough for a member with an earlier slip that was good.
	proofWeak
	// proofStrong is enough for a first slip.
	proofStrong
)

// knownAs picks the payer's name that says more about the member, if the bank gives two. Members of some banks
// register in English (SPEC.md). Banks show the Thai name first, which can neither agree with an English one nor
// contradict it.
func (t Transfer) knownAs(registered deposit.Payer) Transfer {
	if t.PayerAlso == "" {
		return t
	}
	first, also := person.Compare(registered.Name, t.Payer.Name), person.Compare(registered.Name, t.PayerAlso)
	if first != person.Same && also == person.Same || first == person.Unsure && also == person.Different {
		t.Payer.Name, t.PayerAlso = t.PayerAlso, t.Payer.Name
	}
	return t
}

// payerProof compares a payer with the registered account. The digits decide, and the name helps (RULES.md section
// 4). Without enough digits, only a name that contradicts counts against the payer.
func payerProof(registered, seen deposit.Payer) proof {
	banks := seen.BankCode != "" && registered.BankCode != ""
	if banks && deposit.BankGroup(seen.BankCode) != deposit.BankGroup(registered.BankCode) {
		return proofAgainst
	}
	masked := deposit.Digits(seen.AccountNo)
	agree, enough := deposit.DigitsAgree(deposit.Digits(registered.AccountNo), masked)
	named := person.Compare(registered.Name, seen.Name)
	switch visible := len(masked) - strings.Count(masked, "x"); {
	case !agree:
		return proofAgainst
	case enough && visible >= firstDigits, named == person.Same:
		return proofStrong
	case enough:
		return proofWeak
	case named == person.Different:
		return proofAgainst
	}
	return proofNone
}

// destination says which account a transfer reached, as far as that is known.
type destination struct {
	account deposit.Account
	// ours: every visible digit agrees with one of our accounts that takes slips, and enough are visible.
	ours bool
	// unsure: too few digits are visible to say whether it is ours, or several of our accounts fit.
	unsure bool
}

// findDestination looks for the account that a transfer reached among those in force at its time.
func findDestination(to deposit.Payer, accounts []deposit.Account) destination {
	masked := deposit.Digits(to.AccountNo)
	var fits []deposit.Account
	unsure := false
	for _, a := range accounts {
		if to.BankCode != "" && deposit.BankGroup(to.BankCode) != deposit.BankGroup(a.BankCode) {
			continue
		}
		agree, enough := deposit.DigitsAgree(deposit.Digits(a.AccountNo), masked)
		switch {
		case agree && enough:
			fits = append(fits, a)
		case agree && takesSlips(a):
			unsure = true
		}
	}
	switch {
	case len(fits) == 1 && takesSlips(fits[0]):
		return destination{account: fits[0], ours: true}
	case len(fits) > 1:
		return oneOf(fits)
	}
	return destination{unsure: unsure && len(fits) == 0}
}

// oneOf decides between several accounts. If a gateway and we have the same number, only our account counts. If two
// of our own show the same digits, a person must tell them apart.
func oneOf(fits []deposit.Account) destination {
	d := destination{}
	for _, a := range fits {
		if !takesSlips(a) {
			continue
		}
		if d.ours {
			return destination{unsure: true}
		}
		d = destination{account: a, ours: true}
	}
	return d
}

// takesSlips reports whether slips count for an account. A gateway and an issuer report their own payments.
func takesSlips(a deposit.Account) bool {
	source := a.Source == deposit.SourceSlip || a.Source == deposit.SourceFeed
	return source && a.BankType == deposit.TypeBank && a.Currency == currencyBaht
}

const currencyBaht = "BAHT"

// facts are all that the decision about a verified transfer depends on.
type facts struct {
	transfer   Transfer
	uploaded   time.Time
	window     Window
	registered deposit.Payer
	// accounts are those in force at the transfer's time.
	accounts []deposit.Account
	// first: no slip of the member has been credited before.
	first bool
}

// decide applies the rules in the order of RULES.md section 4: destination, payer, time.
func (f facts) decide() outcome {
	to := findDestination(f.transfer.To, f.accounts)
	switch {
	case to.unsure:
		return outcome{end: stateReview, reason: fault.DEST_ACC_INVALID}
	case !to.ours:
		return outcome{end: stateFailed, reason: fault.DEST_ACC_INVALID}
	}
	o := outcome{to: to.account, reached: true}
	age := f.window.age(f.transfer.At, f.uploaded)
	switch proof := payerProof(f.registered, f.transfer.Payer); {
	case proof == proofAgainst:
		o.end, o.reason = stateFailed, fault.NOT_MATCH
	case age > f.window.Within:
		o.end, o.reason = stateFailed, fault.EXPIRED_SLIP
	case proof == proofNone, proof == proofWeak && f.first:
		o.end, o.reason = stateReview, fault.NOT_MATCH
	case age < -clockSkew:
		o.end, o.reason = stateReview, fault.SLIP_TIME_AHEAD
	default:
		o.end = stateCredited
	}
	return o
}

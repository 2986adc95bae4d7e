package slip

import (
	"strings"
	"time"

	"krapao/deposit"
	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/person"
)

// Window says when slips are taken: the part of the site's settings that this area decides by.
type Window struct {
	// Open is false inside the daily closing window, or where the operator shut the upload.
	Open bool
	// CloseFrom and CloseTo are the daily closing window in Bangkok, as time since midnight; equal: there is none. It may
	// run over midnight.
	CloseFrom, CloseTo time.Duration
	// Within is how old a transfer may be when its slip is uploaded, the closing window not counted.
	Within time.Duration
	// MaxBytes is how large an uploaded file may be.
	MaxBytes int
}

const (
	// firstDigits is how many digits of the payer's account must be seen on a member's first slip; without them the
	// full first name and the surname's initial must agree.
	firstDigits = 6
	// clockSkew is how far a bank's time may lie after the upload: nobody's clock is exact.
	clockSkew = 10 * time.Minute
)

// age is how much of the time from a transfer to its upload the upload was open.
func (w Window) age(transferred, uploaded time.Time) time.Duration {
	age := uploaded.Sub(transferred)
	if w.CloseFrom == w.CloseTo || age <= 0 {
		return age
	}
	closed := (w.CloseTo - w.CloseFrom + 24*time.Hour) % (24 * time.Hour)
	// The window that starts on the day before the transfer may reach into it.
	for day := clock.Day(transferred).Add(-24 * time.Hour); day.Before(uploaded); day = day.Add(24 * time.Hour) {
		from := day.Add(w.CloseFrom)
		age -= overlap(transferred, uploaded, from, from.Add(closed))
	}
	return age
}

// overlap is how long two spans of time run side by side.
func overlap(aFrom, aTo, bFrom, bTo time.Time) time.Duration {
	if bFrom.After(aFrom) {
		aFrom = bFrom
	}
	if bTo.Before(aTo) {
		aTo = bTo
	}
	return max(aTo.Sub(aFrom), 0)
}

// proof is how far a payer, as the bank told it, is shown to be the member.
type proof int

const (
	// proofAgainst: it is somebody else's account.
	proofAgainst proof = iota
	// proofNone: nothing that was told decides, for or against.
	proofNone
	// proofWeak is enough for a member whose slips were good before.
	proofWeak
	// proofStrong is enough for a first slip.
	proofStrong
)

// knownAs is the transfer with its payer under the name that tells more of the member, where the bank tells two: some banks'
// members register in English (SPEC.md), and banks show Thai first, which an English name can neither agree with nor
// contradict.
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

// payerProof compares a payer with the registered account: digits decide, the name helps (RULES.md section 4). Without enough
// digits only a name that contradicts is against.
func payerProof(registered, seen deposit.Payer) proof {
	if seen.BankCode != "" && registered.BankCode != "" && deposit.BankGroup(seen.BankCode) != deposit.BankGroup(registered.BankCode) {
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

// destination is where a transfer went, as far as it can be told.
type destination struct {
	account deposit.Account
	// ours: every visible digit agrees with one account of ours that slips are good for, and there are enough.
	ours bool
	// unsure: too little is visible to say whether it is ours, or several of ours fit.
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

// oneOf: the same number may be there as a gateway's and as our own account; then only ours counts. Two of our own that
// show the same digits are for a person to tell apart.
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

// takesSlips reports whether slips are good for an account: a gateway and an issuer tell of their money themselves.
func takesSlips(a deposit.Account) bool {
	return a.BankType == deposit.TypeBank && (a.Source == deposit.SourceSlip || a.Source == deposit.SourceFeed) && a.Currency == currencyBaht
}

const currencyBaht = "BAHT"

// facts is all that the decision about a verified transfer is made from.
type facts struct {
	transfer   Transfer
	uploaded   time.Time
	window     Window
	registered deposit.Payer
	// accounts are those in force at the transfer's time.
	accounts []deposit.Account
	// first: no slip of the member was credited before.
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

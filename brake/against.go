package brake

import (
	"fmt"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/money"
)

// Against is one thing that speaks against a system: it is known now, so that the system may not go on, or it was found when the
// system was stopped. It is stored as JSON.
type Against struct {
	Kind AgainstKind `json:"kind"`
	// Provider is whose differences are open; Cases is how many, and Amount what they come to. Of a callout, Cases is how many
	// questions had no answer.
	Provider string       `json:"provider,omitempty"`
	Cases    int64        `json:"cases,omitempty"`
	Amount   money.Amount `json:"amount,omitempty"`
	// Ratio is what the house has of what it owes its members, in basis points, by the report that was made At.
	Ratio int64     `json:"ratio,omitempty"`
	At    time.Time `json:"at,omitzero"`
	// Reference is the withdrawal that the bank contradicts itself about.
	Reference string `json:"reference,omitempty"`
	// Account is where the books are not whole. Detail says what is wrong there, or how history differs, in technical English; of
	// an earlier stop, a person's own words.
	Account string `json:"account,omitempty"`
	Detail  string `json:"detail,omitempty"`
}

// AgainstKind is what kind of thing that is. The console has words for each.
type AgainstKind string

// The kinds.
const (
	// Differences: too many differences with a provider are open.
	Differences AgainstKind = "differences"
	// Below: the house has less than it owes its members.
	Below AgainstKind = "coverage"
	// Restored: the store was restored, and the system is in quarantine.
	Restored AgainstKind = "restore"
	// Unapproved: what the file of outside systems says of it was changed, and two persons have not approved that yet.
	Unapproved AgainstKind = "credentials"
	// PaidAndRefused: the bank says of a payout that it paid it, and that it refused it.
	PaidAndRefused AgainstKind = "paid_and_refused"
	// PaidAfterReturn: a payout that was returned to its member turned out to be paid.
	PaidAfterReturn AgainstKind = "paid_after_return"
	// NotWhole: the books are not whole.
	NotWhole AgainstKind = "books"
	// Rewritten: history is not what a witness knows.
	Rewritten AgainstKind = "history"
	// Unanswered: the house's own system, which is asked before a payout, does not answer.
	Unanswered AgainstKind = "callout"
	// Earlier: a person had stopped it already when the store was restored.
	Earlier AgainstKind = "earlier"
)

// cause is the cause of a stop for this.
func (a Against) cause() Cause {
	switch a.Kind {
	case Below:
		return Coverage
	case Restored:
		return Restore
	case Unapproved:
		return Credential
	case Unanswered:
		return Callout
	case Differences, PaidAndRefused, PaidAfterReturn, NotWhole, Rewritten, Earlier:
	}
	return Break
}

// String says it in English, as the record and the shell have it.
func (a Against) String() string {
	switch a.Kind {
	case Differences:
		return fmt.Sprintf("%s: open differences: %d, of %s baht", a.Provider, a.Cases, a.Amount)
	case Below:
		return fmt.Sprintf("the house has %d.%02d %% of what it owes its members (liability report of %s)",
			a.Ratio/100, a.Ratio%100, a.At.In(clock.Bangkok).Format("2006-01-02 15:04"))
	case Restored:
		return "restored from a backup: what happened since is not in the books"
	case Unapproved:
		return "its part of the file of outside systems was changed, and two persons have not approved that yet"
	case PaidAndRefused:
		return "the bank says that it paid " + a.Reference + ", and that it refused it"
	case PaidAfterReturn:
		return "the returned payout " + a.Reference + " turned out to be paid"
	case NotWhole:
		return "the books are not whole: " + strings.TrimPrefix(a.Account+": "+a.Detail, ": ")
	case Rewritten:
		return "history is not what it was: " + a.Detail
	case Unanswered:
		return fmt.Sprintf("the callout did not answer about the last %d withdrawals", a.Cases)
	case Earlier:
		return "stopped before: " + a.Detail
	}
	return string(a.Kind)
}

// Says is all that speaks against a system, in English.
func Says(all []Against) string {
	said := make([]string, len(all))
	for n, a := range all {
		said[n] = a.String()
	}
	return strings.Join(said, "; ")
}

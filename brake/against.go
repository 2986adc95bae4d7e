package brake

import (
	"fmt"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/money"
)

// Against is one thing that is known against a system, so that it may not go on.
type Against struct {
	Kind AgainstKind
	// Provider is whose differences are open; Cases is how many, and Amount what they come to.
	Provider string
	Cases    int64
	Amount   money.Amount
	// Ratio is what the house has of what it owes its members, in basis points, by the report that was made At.
	Ratio int64
	At    time.Time
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
)

// String says it in English, as the record and the shell have it.
func (a Against) String() string {
	switch a.Kind {
	case Differences:
		return fmt.Sprintf("%s: open differences: %d, of %s baht", a.Provider, a.Cases, a.Amount)
	case Below:
		return fmt.Sprintf("the house has %d.%02d %% of what it owes its members (liability report of %s)",
			a.Ratio/100, a.Ratio%100, a.At.In(clock.Bangkok).Format("2006-01-02 15:04"))
	case Restored:
		return "the store was restored, and is in quarantine"
	case Unapproved:
		return "its part of the file of outside systems was changed; two chiefs approve that first"
	}
	return string(a.Kind)
}

// Says is all that is known against a system, in English.
func Says(all []Against) string {
	said := make([]string, len(all))
	for n, a := range all {
		said[n] = a.String()
	}
	return strings.Join(said, "; ")
}

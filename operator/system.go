package operator

import (
	"context"
	"errors"
	"strings"
	"time"

	"krapao/internal/clock"
	"krapao/operator/internal/operatordb"
)

// ofToken begins the name under which a system of the house decides by its token. No operator's name has a colon.
const ofToken = "token:"

// ErrSystem says that only a person may do this: a system's token takes no part in a decision of two persons.
var ErrSystem = errors.New("operator: this is for persons: a system's token proposes nothing and approves nothing")

// System is the name under which a token decides, by its ID.
func System(token string) string { return ofToken + token }

// isSystem reports whether a name is a token's.
func isSystem(name string) bool { return strings.HasPrefix(name, ofToken) }

// caller returns who has a name: an operator, or a system by its token, which may act from when it was made until its end. What
// store.NotFound reports: there is none.
func caller(ctx context.Context, q *operatordb.Queries, name string, now time.Time) (operatordb.Operator, error) {
	token, system := strings.CutPrefix(name, ofToken)
	if !system {
		return q.Operator(ctx, name)
	}
	row, err := q.OperatorOfToken(ctx, token)
	if err != nil {
		return operatordb.Operator{}, err
	}
	return operatordb.Operator{
		Name: name, Role: row.Role, Member: row.Member, CreatedAt: row.MadeAt, EffectiveAt: row.MadeAt,
		Active: row.EndedAt == 0 && clock.MicrosOf(now) < row.EndsAt,
	}, nil
}

// byPerson refuses a system what persons alone decide.
func (d Decision) byPerson() error {
	if isSystem(d.By) {
		return ErrSystem
	}
	return nil
}

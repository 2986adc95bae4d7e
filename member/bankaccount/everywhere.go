package bankaccount

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"krapao/internal/store"
	"krapao/lookup"
)

// Somebody types the number of an account, or its last digits, and does not say which bank it is of. The blind indexes have the
// bank in them, so each is asked for at every bank, all in one statement.

// mostEnding is how many of an account's last digits are looked for as such. More digits are a whole number.
const mostEnding = 6

// Everywhere returns the members whose registered account has a number, at whichever bank, at most so many. Of four to six
// digits it returns those whose number ends with them, and says so: several accounts may.
func (s *Service) Everywhere(ctx context.Context, digits string, most int) (members []string, ending bool, err error) {
	banks, err := s.groups(ctx)
	if err != nil || len(banks) == 0 || len(digits) < partLength {
		return nil, false, err
	}
	if len(digits) > mostEnding {
		keys := make([]any, len(banks))
		for i, bank := range banks {
			keys[i] = s.index(bank, digits)
		}
		members, err = s.ids(ctx, `SELECT id FROM member WHERE bank_account_index IN (`+marks(len(keys))+`) ORDER BY id`, keys)
		return members[:min(len(members), most)], false, err
	}
	// Every four digits in a row have a key, so an account that ends with six has three keys of these.
	var keys []any
	parts := 0
	for end := len(digits); end >= partLength; end-- {
		parts++
		for _, bank := range banks {
			keys = append(keys, s.partIndex(bank, digits[end-partLength:end], len(digits)-end))
		}
	}
	members, err = s.ids(ctx, `SELECT member FROM member_account_part WHERE part IN (`+marks(len(keys))+`)
		GROUP BY member HAVING count(*) = `+strconv.Itoa(parts)+` ORDER BY member LIMIT `+strconv.Itoa(most), keys)
	return members, true, err
}

// groups are the listed banks, one of each group.
func (s *Service) groups(ctx context.Context) ([]lookup.Bank, error) {
	all, err := s.lookup.Banks(ctx)
	return slices.CompactFunc(slices.SortedFunc(slices.Values(all), func(a, b lookup.Bank) int {
		return strings.Compare(a.Group, b.Group)
	}), func(a, b lookup.Bank) bool { return a.Group == b.Group }), err
}

func (s *Service) ids(ctx context.Context, query string, keys []any) (ids []string, err error) {
	rows, err := s.store.DB().QueryContext(ctx, query, keys...)
	if err != nil {
		return nil, fmt.Errorf("bankaccount: everywhere: %w", store.MapError(err))
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("bankaccount: everywhere: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// marks writes "$1, $2, ..." for n values.
func marks(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = "$" + strconv.Itoa(i+1)
	}
	return strings.Join(all, ", ")
}

package gsc

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"krapao/connect/provider/gsc/wire"
)

var (
	// idForm is the form of a bet's id.
	idForm = regexp.MustCompile(`^[0-9]+$`)
	// statesForm is a list of bets' ids with fingerprints.
	statesForm = regexp.MustCompile(`^([0-9]+=[0-9a-f]{16}(,[0-9]+=[0-9a-f]{16})*)?$`)
	// bareForm is a list of ids only. The state in which those bets were stored is not known, so they are reported
	// again.
	bareForm = regexp.MustCompile(`^[0-9]+(,[0-9]+)*$`)
)

// cursor is what is known of the previous page: the version of its rows, and the state in which each bet was stored.
type cursor struct {
	version int64
	kept    map[string]string // fingerprints by id
}

// readCursor reads the text of a cursor, as in "1767225600000000|7=1f3a5c7e9b0d2f4a,8=90bc12de34fa56bc"; an empty one
// is the beginning.
func readCursor(text string) (cursor, error) {
	c := cursor{kept: map[string]string{}}
	if text == "" || bareForm.MatchString(text) {
		return c, nil
	}
	version, states, whole := strings.Cut(text, "|")
	var err error
	if c.version, err = strconv.ParseInt(version, 10, 64); err != nil || !whole || !statesForm.MatchString(states) {
		return c, errors.New("gsc: the report's cursor can't be read")
	}
	for entry := range strings.SplitSeq(states, ",") {
		if id, state, whole := strings.Cut(entry, "="); whole {
			c.kept[id] = state
		}
	}
	return c, nil
}

// holds reports whether a bet was stored in exactly this state.
func (c cursor) holds(bet wire.Bet) bool {
	return c.kept[string(bet.ID)] == fingerprint(bet)
}

// cursorText writes a cursor.
func cursorText(version int64, bets []wire.Bet) string {
	entries := make([]string, len(bets))
	for i, bet := range bets {
		entries[i] = string(bet.ID) + "=" + fingerprint(bet)
	}
	return strconv.FormatInt(version, 10) + "|" + strings.Join(entries, ",")
}

// fingerprint differs if any value of a bet's row differs.
func fingerprint(bet wire.Bet) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", []string{
		bet.Site, bet.Member, bet.StartTime, bet.EndTime,
		string(bet.Turnover), string(bet.Bet), string(bet.Payout), string(bet.Status),
	}))
	return hex.EncodeToString(sum[:8])
}

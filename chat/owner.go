package chat

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/google/uuid"
)

// Owner is whose conversation it is: a member by its id, or a guest by the UUID that its browser made. One of both is set.
type Owner struct{ Member, Guest string }

// OfGuest is the owner of a guest's UUID, whose letters may come in either case. Only random ones (version 4) count: an
// older version tells a time and a machine, and could be guessed.
func OfGuest(text string) (Owner, bool) {
	if len(text) != 36 { // the parser takes other spellings too
		return Owner{}, false
	}
	u, err := uuid.Parse(text)
	if err != nil || u.Version() != 4 || u.Variant() != uuid.RFC4122 {
		return Owner{}, false
	}
	return Owner{Guest: strings.ToLower(text)}, true
}

// Key names the owner in rows, hints, limits and logs; of a guest it is a hash.
func (o Owner) Key() string {
	if o.Member != "" {
		return "m:" + o.Member
	}
	sum := sha256.Sum256([]byte(o.Guest))
	return guestOwner + hex.EncodeToString(sum[:])
}

// guestOwner begins the keys of guests.
const guestOwner = "g:"

// Room is the owner as rooms of the live connection name it.
func (o Owner) Room() string { return o.Member + o.Guest }

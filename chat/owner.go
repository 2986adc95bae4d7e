package chat

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/google/uuid"
)

// Owner is the customer of a conversation: a member by its id, or a guest by the UUID that its browser made. One of the two is
// set.
type Owner struct{ Member, Guest string }

// OfGuest returns the owner of a guest's UUID, in upper or lower case; false if it is not one. Only random UUIDs (version 4) are
// valid: older versions hold a time and a machine, and could be guessed.
func OfGuest(text string) (Owner, bool) {
	if len(text) != 36 { // the parser accepts other forms too
		return Owner{}, false
	}
	u, err := uuid.Parse(text)
	if err != nil || u.Version() != 4 || u.Variant() != uuid.RFC4122 {
		return Owner{}, false
	}
	return Owner{Guest: strings.ToLower(text)}, true
}

// Key identifies the owner in rows, hints, limits and logs. For a guest it is a hash.
func (o Owner) Key() string {
	if o.Member != "" {
		return "m:" + o.Member
	}
	sum := sha256.Sum256([]byte(o.Guest))
	return guestOwner + hex.EncodeToString(sum[:])
}

// guestOwner is the prefix of guests' keys.
const guestOwner = "g:"

// Room is the name of the owner's room on the live connection.
func (o Owner) Room() string { return o.Member + o.Guest }

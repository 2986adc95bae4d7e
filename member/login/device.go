package login

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/google/uuid"

	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/member/login/internal/logindb"
)

// devices are the browsers that members logged in from.
type devices struct{ store *store.Store }

// hashOf is the stored form of a browser's UUID: it grants something, so it is kept like a token. Anything else is no device.
func hashOf(device string) string {
	if len(device) != 36 || uuid.Validate(device) != nil {
		return ""
	}
	sum := sha256.Sum256([]byte(device))
	return hex.EncodeToString(sum[:])
}

// knows reports whether a member logged in from a browser before, by its hash. A browser without a device ID never did.
func (d devices) knows(ctx context.Context, memberID, hash string) (bool, error) {
	n, err := logindb.New(d.store.DB()).KnowsDevice(ctx, memberID, hash)
	if err != nil {
		return false, fmt.Errorf("login: device: %w", err)
	}
	return n > 0 && hash != "", nil
}

// seeTx makes a browser known from which a member logs in, by its hash.
func (d devices) seeTx(ctx context.Context, tx *store.Tx, memberID, hash string) error {
	if hash == "" {
		return nil
	}
	return logindb.New(tx).SeeDevice(ctx, memberID, hash, clock.MicrosOf(tx.Now))
}

// Withdrew reports whether a withdrawal was requested from this browser before. A browser without a device ID never did.
func (d devices) Withdrew(ctx context.Context, memberID, device string) (bool, error) {
	hash := hashOf(device)
	if hash == "" {
		return false, nil
	}
	n, err := logindb.New(d.store.DB()).DeviceWithdrew(ctx, memberID, hash)
	if err != nil {
		return false, fmt.Errorf("login: device: %w", err)
	}
	return n > 0, nil
}

// NoteWithdrawal remembers that a withdrawal was requested from this browser.
func (d devices) NoteWithdrawal(ctx context.Context, memberID, device string) error {
	hash := hashOf(device)
	if hash == "" {
		return nil
	}
	return d.store.Write(ctx, func(tx *store.Tx) error {
		return logindb.New(tx).NoteWithdrawal(ctx, memberID, hash, clock.MicrosOf(tx.Now))
	})
}

// SharesDevice reports whether two members have logged in from the same browser.
func (d devices) SharesDevice(ctx context.Context, memberID, other string) (bool, error) {
	shared, err := logindb.New(d.store.DB()).SharesDevice(ctx, other, memberID)
	if err != nil {
		return false, fmt.Errorf("login: device: %w", err)
	}
	return shared, nil
}

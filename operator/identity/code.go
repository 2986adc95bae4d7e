package identity

import (
	"context"
	"crypto/subtle"
	"fmt"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"krapao/internal/clock"
	"krapao/internal/id"
	"krapao/internal/store"
	"krapao/operator/internal/identitydb"
)

// step is how long a code of the telephone is shown. One step before and one after the present one count, too: telephones'
// clocks differ.
const step = 30 * time.Second

// issuer is what the telephone calls us.
const issuer = "Krapao"

// newKey makes a key of a telephone's codes: as the app reads it from a picture, and as a person types it.
func newKey(name string) (uri, key string, err error) {
	made, err := totp.Generate(totp.GenerateOpts{Issuer: issuer, AccountName: name})
	if err != nil {
		return "", "", fmt.Errorf("identity: a key of codes: %w", err)
	}
	return made.URL(), made.Secret(), nil
}

// stepOf returns the step of a code that the telephone with a key shows about now; 0: it is none of its codes. All three are
// compared, whichever matches.
func stepOf(key, code string, now time.Time) (found int64, err error) {
	for _, off := range []time.Duration{step, 0, -step} {
		at := now.Add(off)
		right, err := totp.GenerateCodeCustom(key, at, totp.ValidateOpts{Period: uint(step.Seconds()), Digits: otp.DigitsSix})
		if err != nil {
			return 0, fmt.Errorf("identity: a code: %w", err)
		}
		if subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 1 {
			found = at.Unix() / int64(step.Seconds())
		}
	}
	return found, nil
}

// dummyKey is compared where there is nobody.
const dummyKey = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"

// useCodeTx uses up a code of a person's, if it is right and was not used before. For a person whose password was wrong
// nothing is right, and the work is the same.
func (s *Service) useCodeTx(ctx context.Context, tx *store.Tx, p person, right bool, way Way, code string) (bool, error) {
	owner := ""
	if right {
		owner = p.Name
	}
	if way == ByRecovery {
		return useRecoveryTx(ctx, tx, owner, code)
	}
	key := dummyKey
	if p.TotpSealed == "" {
		owner = "" // everybody knows the dummy's codes
	} else {
		var err error
		if key, err = s.secrets.Open(totpRow(p.Name), p.TotpSealed); err != nil {
			return false, fmt.Errorf("identity: the codes of %s: %w", p.Name, err)
		}
	}
	at, err := stepOf(key, code, tx.Now)
	if err != nil {
		return false, err
	}
	n, err := identitydb.New(tx).UseStep(ctx, at, owner)
	if err != nil {
		return false, fmt.Errorf("identity: a code: %w", err)
	}
	return n == 1 && at > 0, nil
}

// A recovery code has 60 bits: together with a password that is right, nobody guesses one in twenty tries an hour.
const (
	recoveryCodes  = 10
	recoveryLength = 12
	recoveryGroup  = 4
)

// newRecoveryTx gives an operator new recovery codes, in place of the former ones.
func newRecoveryTx(ctx context.Context, tx *store.Tx, name string) (codes []string, err error) {
	q := identitydb.New(tx)
	if err := q.EndRecovery(ctx, name); err != nil {
		return nil, fmt.Errorf("identity: recovery codes: %w", err)
	}
	for range recoveryCodes {
		code := id.Text(recoveryLength)
		if err := q.AddRecovery(ctx, name, hash(name, code), clock.MicrosOf(tx.Now)); err != nil {
			return nil, fmt.Errorf("identity: recovery codes: %w", err)
		}
		codes = append(codes, code[:recoveryGroup]+"-"+code[recoveryGroup:2*recoveryGroup]+"-"+code[2*recoveryGroup:])
	}
	return codes, nil
}

// asMade undoes what a person may have made of a recovery code that it read from paper.
var asMade = strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1")

// useRecoveryTx uses up a recovery code.
func useRecoveryTx(ctx context.Context, tx *store.Tx, name, code string) (bool, error) {
	n, err := identitydb.New(tx).UseRecovery(ctx, clock.MicrosOf(tx.Now), name, hash(name, asMade.Replace(strings.ToUpper(code))))
	if err != nil {
		return false, fmt.Errorf("identity: a recovery code: %w", err)
	}
	return n == 1, nil
}

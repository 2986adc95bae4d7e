package login

import (
	"context"
	"fmt"

	"krapao/fault"
	"krapao/internal/clock"
	"krapao/internal/store"
	"krapao/internal/written"
	"krapao/member"
	"krapao/member/login/internal/logindb"
	"krapao/member/password"
	"krapao/session"
)

// Attempt is a request to open a session.
type Attempt struct {
	Username, Password string
	Remember           bool
	// Device is the random UUID that the browser keeps. Address and Agent come from the connection.
	Device, Address, Agent string
	// Proof is the token of a code that was typed for this login, if one was asked for.
	Proof string
}

// admitted is a member whose password was right.
type admitted struct {
	member string
	phone  string
	stamp  int64
	device string // hashed; empty for a browser that sent none
	proof  string // the token of the code that let it in, used up by that
}

// Login checks the credentials and opens a session. WRONG_CREDENTIAL: also for an unknown member, with the same answer after the
// same time. INACTIVE_USER: only after a right password. REQUEST_LIMIT: with the token of a code that lets the member in anyway.
// INVALID_IP.
func (s *Service) Login(ctx context.Context, in Attempt) (token string, err error) {
	who, err := s.authenticate(ctx, in)
	if err != nil {
		return "", err
	}
	err = s.store.Write(ctx, func(tx *store.Tx) error {
		token, err = s.openTx(ctx, tx, who, in)
		return err
	})
	if fault.Is(err, fault.UNVERIFIED_OTP) { // another login used the code at the same moment
		return "", fault.New(fault.REQUEST_LIMIT, "another login has used the code")
	}
	if err != nil {
		return "", fmt.Errorf("login: %w", err)
	}
	return token, nil
}

// openTx opens a session, and uses up the code that let the member in.
func (s *Service) openTx(ctx context.Context, tx *store.Tx, who admitted, in Attempt) (token string, err error) {
	if who.proof != "" {
		if err := s.codes.UseTx(ctx, tx, who.phone, member.ToLogin, who.proof); err != nil {
			return "", err
		}
	}
	if err := logindb.New(tx).RecordLogin(ctx, clock.MicrosOf(tx.Now), who.member); err != nil {
		return "", err
	}
	if err := s.seeTx(ctx, tx, who.member, who.device); err != nil {
		return "", err
	}
	return s.sessions.OpenTx(ctx, tx, session.Opening{
		Audience: session.Member, Subject: who.member, Stamp: who.stamp,
		Remembered: in.Remember, Address: in.Address, Agent: in.Agent,
	})
}

func (s *Service) authenticate(ctx context.Context, in Attempt) (admitted, error) {
	blocked, err := s.lookup.Blocked(ctx, in.Address)
	if err != nil {
		return admitted{}, err
	}
	if blocked {
		return admitted{}, fault.New(fault.INVALID_IP, "")
	}
	number, ok := s.phones.Recognise(in.Username)
	if !ok {
		number = in.Username // no member can have this name; it is limited and compared like any other
	}
	// One login for a name at a time: right passwords that arrive together must not use up each other's allowance.
	leave, err := s.guesses.turns.take(ctx, number)
	if err != nil {
		return admitted{}, err
	}
	defer leave()
	return s.compare(ctx, in, number)
}

// compare charges the attempt before it looks at the password, and refunds it if the password was right. So parallel guesses
// get no extra attempts.
func (s *Service) compare(ctx context.Context, in Attempt, number string) (admitted, error) {
	found, err := s.passwords.ByPhone(ctx, storableOrNone(number))
	if err != nil {
		return admitted{}, err
	}
	charges, err := s.guesses.charges(ctx, found.Member, hashOf(in.Device), number, in.Address)
	if err != nil {
		return admitted{}, err
	}
	charged, err := s.guesses.Charge(ctx, charges...)
	if fault.Is(err, fault.REQUEST_LIMIT) && s.codes != nil {
		return s.byCode(ctx, in, number, found, err)
	}
	if err != nil {
		return admitted{}, err
	}
	right, err := s.passwords.Matches(ctx, in.Password, found)
	if err != nil {
		return admitted{}, err
	}
	if !right {
		return admitted{}, fault.New(fault.WRONG_CREDENTIAL, "")
	}
	if err := s.guesses.Refund(ctx, charged, charges...); err != nil {
		return admitted{}, err
	}
	return s.admit(ctx, in, found)
}

// admit lets a member in that gave the right password.
func (s *Service) admit(ctx context.Context, in Attempt, c password.Credential) (admitted, error) {
	if !c.Active {
		return admitted{}, fault.New(fault.INACTIVE_USER, "")
	}
	who := admitted{member: c.Member, phone: c.Phone, stamp: c.Version, device: hashOf(in.Device)}
	return who, s.passwords.Rehash(ctx, c, in.Password)
}

// storableOrNone returns "" for a name that no database accepts.
func storableOrNone(name string) string {
	if !written.Line(name) {
		return ""
	}
	return name
}

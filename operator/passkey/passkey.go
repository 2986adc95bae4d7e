// Package passkey asks for operators' passkeys, and checks what they sign. It keeps nothing: package identity has the rows.
//
// Promises:
//   - A passkey is of the console's own address, and is used by whoever its device has recognised (user verification).
//   - It is discoverable: nobody types a name to sign in with it.
//   - A counter that goes back is refused: somebody has a copy.
package passkey

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// Site is the console's address, to which passkeys belong. It is safe for concurrent use.
type Site struct{ site *webauthn.WebAuthn }

// At is the site of a console at an address; nil: a passkey belongs to a name, and this address is a number.
func At(console, house string) (*Site, error) {
	at, err := url.Parse(console)
	if err != nil {
		return nil, fmt.Errorf("passkey: the console's address: %w", err)
	}
	if _, err := netip.ParseAddr(at.Hostname()); err == nil || at.Hostname() == "" {
		return nil, nil //nolint:nilnil // there is no site, and that is no mistake
	}
	site, err := webauthn.New(&webauthn.Config{
		RPID: at.Hostname(), RPDisplayName: house, RPOrigins: []string{at.Scheme + "://" + at.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			RequireResidentKey: protocol.ResidentKeyRequired(), ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: protocol.VerificationRequired,
		},
	})
	if err != nil {
		return nil, fmt.Errorf("passkey: %w", err)
	}
	return &Site{site}, nil
}

// owner is an operator as the library knows one. Its name is its handle: it is in no way secret, and never changes.
type owner struct {
	name string
	held []webauthn.Credential
}

func (o owner) WebAuthnID() []byte                         { return []byte(o.name) }
func (o owner) WebAuthnName() string                       { return o.name }
func (o owner) WebAuthnDisplayName() string                { return o.name }
func (o owner) WebAuthnCredentials() []webauthn.Credential { return o.held }

// ownerOf reads the records of an operator's passkeys.
func ownerOf(name string, records [][]byte) (owner, error) {
	o := owner{name, make([]webauthn.Credential, len(records))}
	for i, record := range records {
		if err := json.Unmarshal(record, &o.held[i]); err != nil {
			return owner{}, fmt.Errorf("passkey: a record: %w", err)
		}
	}
	return o, nil
}

// Create asks an operator's device for a new passkey, and for none where it has one of records. options are for the browser,
// and state is for Created.
func (s *Site) Create(name string, records [][]byte) (options, state []byte, err error) {
	o, err := ownerOf(name, records)
	if err != nil {
		return nil, nil, err
	}
	asked, session, err := s.site.BeginRegistration(o, webauthn.WithExclusions(webauthn.Credentials(o.held).CredentialDescriptors()))
	if err != nil {
		return nil, nil, fmt.Errorf("passkey: %w", err)
	}
	return both(asked.Response, session)
}

// Created checks what the device answered, and returns the passkey's ID, and its record to keep. An error says that the answer is
// none to what was asked for.
func (s *Site) Created(name string, state, answer []byte) (id string, record []byte, err error) {
	var session webauthn.SessionData
	if err := json.Unmarshal(state, &session); err != nil {
		return "", nil, fmt.Errorf("passkey: %w", err)
	}
	read, err := protocol.ParseCredentialCreationResponseBytes(answer)
	if err != nil {
		return "", nil, fmt.Errorf("passkey: %w", err)
	}
	made, err := s.site.CreateCredential(owner{name: name}, session, read)
	if err != nil {
		return "", nil, fmt.Errorf("passkey: %w", err)
	}
	record, err = json.Marshal(made)
	return idOf(made.ID), record, err
}

// Ask asks for a passkey of an operator's, or, without a name, for that of whoever has one. options are for the browser, and
// state is for Answered.
func (s *Site) Ask(name string, records [][]byte) (options, state []byte, err error) {
	var asked *protocol.CredentialAssertion
	var session *webauthn.SessionData
	if name == "" {
		asked, session, err = s.site.BeginDiscoverableLogin()
	} else {
		var o owner
		if o, err = ownerOf(name, records); err != nil {
			return nil, nil, err
		}
		asked, session, err = s.site.BeginLogin(o)
	}
	if err != nil {
		return nil, nil, fmt.Errorf("passkey: %w", err)
	}
	return both(asked.Response, session)
}

// Answered checks what the device signed, with the passkey that of finds by its ID and its operator's name, and returns that
// passkey's record as it is now. copied: the signature is right and the counter went back, so somebody has a copy of the passkey.
// An error of its own says that the answer is none to what was asked for.
func (s *Site) Answered(
	state, answer []byte, of func(id, name string) (record []byte, err error),
) (record []byte, copied bool, err error) {
	var session webauthn.SessionData
	if err := json.Unmarshal(state, &session); err != nil {
		return nil, false, fmt.Errorf("passkey: %w", err)
	}
	read, err := protocol.ParseCredentialRequestResponseBytes(answer)
	if err != nil {
		return nil, false, fmt.Errorf("passkey: %w", err)
	}
	find := func(rawID, handle []byte) (webauthn.User, error) {
		record, err := of(idOf(rawID), string(handle))
		if err != nil {
			return nil, err
		}
		return ownerOf(string(handle), [][]byte{record})
	}
	var used *webauthn.Credential
	if name := string(session.UserID); name == "" {
		_, used, err = s.site.ValidatePasskeyLogin(find, session, read)
	} else {
		var by webauthn.User
		if by, err = find(read.RawID, session.UserID); err == nil {
			used, err = s.site.ValidateLogin(by, session, read)
		}
	}
	if err != nil {
		return nil, false, fmt.Errorf("passkey: %w", err)
	}
	if used.Authenticator.CloneWarning {
		return nil, true, nil
	}
	record, err = json.Marshal(used)
	return record, false, err
}

// BackedUp reports whether a passkey is kept beside its device, so that the loss of that is not its end.
func (*Site) BackedUp(record []byte) bool {
	var c webauthn.Credential
	return json.Unmarshal(record, &c) == nil && c.Flags.BackupState
}

func idOf(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

// both are what the browser is asked, and what the answer is checked with.
func both(asked, session any) (options, state []byte, err error) {
	if options, err = json.Marshal(asked); err != nil {
		return nil, nil, fmt.Errorf("passkey: %w", err)
	}
	state, err = json.Marshal(session)
	return options, state, err
}
